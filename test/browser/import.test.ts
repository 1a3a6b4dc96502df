import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { originOf } from '../support/browser.ts';
import { chromiumPath, findings, openChromium, signInOn, watchedPage } from '../support/chromium.ts';
import { dataOf } from '../support/people.ts';
import { fakeAccount } from '../support/providers/data.ts';
import { FakeProviders } from '../support/providers/fake-providers.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// A dropped file: progress to the end, the result, and axe findings along the way. Connecting an account by click.

let service: RunningService;
let providers: FakeProviders;
let browser: Browser;
let ada: User;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  if (!chromiumPath) return;
  providers = await new FakeProviders().start();
  providers.accounts.push(fakeAccount('GOOGLE', 'ada@gmail.example'));
  const env = { KITH_GOOGLE_URL: providers.url, KITH_GOOGLE_CLIENT_ID: 'google-client' };
  [service, browser] = await Promise.all([startService(undefined, env), openChromium()]);
  ada = await service.user(undefined, 'Europe/Berlin');
  ({ page, complaints } = await watchedPage(browser));
  await signInOn(page, service, ada);
});
afterAll(async () => {
  if (!chromiumPath) return;
  await browser.close();
  await service.stop();
  await providers.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

/** Drops files on the page as a person does, anywhere beside the field. */
const drop = (files: { name: string; text: string }[]) =>
  page.evaluate(`{
    const dataTransfer = new DataTransfer();
    for (const { name, text } of ${JSON.stringify(files)}) dataTransfer.items.add(new File([text], name));
    for (const type of ['dragover', 'drop'])
      document.querySelector('h1').dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }`);

/** The bar's progress, or 0 while the total is unknown. */
const reached = () => page.evaluate(`document.querySelector('progress')?.value ?? ${COUNT}`);

const COUNT = 1500;
const list = `name,email,phone\n${Array.from({ length: COUNT }, (_, index) => `Person ${index},p${index}@x.example,\n`).join('')}`;

describe.runIf(chromiumPath)('an import', () => {
  test('accepts a dropped file, previews it, shows progress, and reports, by keyboard only and without axe findings', async () => {
    await page.goto(`${originOf(service)}/import`);
    expect(await findings(page)).toEqual([]);
    await drop([
      { name: 'a.vcf', text: 'x' },
      { name: 'b.vcf', text: 'y' },
    ]);
    expect(await page.getByRole('alert').textContent()).toContain('Drop one file at a time');

    await drop([{ name: 'people.csv', text: `${list}"never closed` }]);
    await page.waitForURL('**/import/*');
    await page.getByText('1,500 new').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Preview');
    await page.getByRole('link', { name: 'Skipped' }).click();
    await page.waitForURL('**show=failed**');
    expect(await page.locator('.rows > li').count()).toBe(1);
    expect(await findings(page)).toEqual([]);

    await page.getByRole('button', { name: 'Import', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Cancel' }).focus();
    await expect.poll(reached).toBeGreaterThan(0);
    // The refreshed bar did not move the focus.
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Cancel');
    await page.getByRole('heading', { name: 'Import complete' }).waitFor();
    await page.getByText('1,500 created').waitFor();
    expect(await findings(page)).toEqual([]);
    expect(dataOf(await ada.get('/v2/contacts?searchQuery=p1499%40x.example')).contacts).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  test('asks about the columns of an unknown list, without axe findings', async () => {
    await page.goto(`${originOf(service)}/import`);
    await drop([{ name: `${'long name '.repeat(12)}.csv`, text: `wer;${'wo'.repeat(40)}\nAnn Lee;Berlin\n` }]);
    await page.getByRole('heading', { name: 'Columns' }).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByLabel('wer').selectOption('full_name');
    await page.getByRole('button', { name: 'Preview again' }).first().click();
    await page.getByText('1 new').waitFor();
    expect(complaints).toEqual([]);
  });
});

describe.runIf(chromiumPath)('an account', () => {
  test("is connected with clicks, within the page's content security policy, without axe findings", async () => {
    await page.goto(`${originOf(service)}/settings/accounts`);
    await page.getByText('Requires a user name').click();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Connect Google' }).click();
    await page.waitForURL(`${providers.url}/**`);
    await page.goto(providers.oauth.agree(page.url(), 'ada@gmail.example').href);
    await page.getByText('connected: kith reads emails and reads events.').waitFor();
    expect(await findings(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
