import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { originOf } from '../support/browser.ts';
import { chromiumPath, findings, newVisitor, openChromium, signInOn } from '../support/chromium.ts';
import { dataOf, makeContact } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Messages after a request that fails to arrive, and what happens to the entered text.

let service: RunningService;
let browser: Browser;
let origin: string;
let ada: User;
let page: Page;
let person: string;

beforeAll(async () => {
  if (!chromiumPath) return;
  [service, browser] = await Promise.all([startService(), openChromium()]);
  origin = originOf(service);
  ada = await service.user();
  const { id } = await makeContact(ada, { full_name: 'Grace Hopper' });
  person = `/people/${id}`;
  page = await (await newVisitor(browser)).newPage();
  await signInOn(page, service, ada);
});
afterAll(async () => {
  if (!chromiumPath) return;
  await browser.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

const told = () => page.getByRole('alert');
const listed = () => page.locator('#found .who bdi').allTextContents();

describe.runIf(chromiumPath)('a search as the user types', () => {
  test('reports a failed request beside the field, keeps the results, and works again', async () => {
    await page.goto(`${origin}/people`);
    await page.context().setOffline(true);
    await page.getByLabel('Search names').pressSequentially('hop');
    await told().getByText('kith can’t be reached').waitFor();
    expect(await page.locator('#q').inputValue()).toBe('hop');
    expect(await listed()).toEqual(['Grace Hopper']);
    expect(await findings(page)).toEqual([]);
    await page.context().setOffline(false);
    await page.locator('#q').pressSequentially('per');
    await page.waitForURL('**/people?q=hopper');
    await expect.poll(() => told().count()).toBe(0);
    expect(await listed()).toEqual(['Grace Hopper']);
  });

  test('reports a response that takes too long', async () => {
    await page.clock.install();
    await page.goto(`${origin}/people`);
    const asked = page.waitForRequest('**/people?q=h*');
    await page.route('**/people?q=h*', () => {});
    await page.locator('#q').fill('hopper');
    await page.clock.runFor(1000);
    await asked;
    await page.clock.runFor(60_000);
    await told().getByText('kith took too long').waitFor();
    await page.unroute('**/people?q=h*');
    expect(await listed()).toEqual(['Grace Hopper']);
  });

  test('explains a refusal by a proxy in front of kith', async () => {
    await page.goto(`${origin}/people`);
    for (const [status, text] of [
      [413, 'Too much data to send'],
      [429, 'wait a minute'],
      [502, 'kith can’t be reached'],
      [403, 'That didn’t work'],
    ] as const) {
      await page.route('**/people?q=*', (route) =>
        route.fulfill({ status, contentType: 'text/html', body: '<div id="found">a proxy</div>' }),
      );
      await page.locator('#q').fill(`hop${status}`);
      await told().getByText(text).waitFor();
      expect(await listed()).toEqual(['Grace Hopper']);
      await page.unroute('**/people?q=*');
    }
  });

  test('asks the user to sign in after the session expired, and returns to the same place', async () => {
    await page.goto(`${origin}/people`);
    const kept = await page.context().cookies();
    await page.context().clearCookies();
    await page.locator('#q').fill('hopper');
    await told().getByText('You are signed out').waitFor();
    expect(await told().getByRole('link', { name: 'Sign in in a new window' }).getAttribute('href')).toBe('/sign-in');
    expect(await listed()).toEqual(['Grace Hopper']);
    expect(new URL(page.url()).pathname).toBe('/people');
    await page.context().addCookies(kept);
    await page.locator('#q').fill('hop');
    await page.waitForURL('**/people?q=hop');
  });
});

test.runIf(chromiumPath)('a form that cannot be sent stays as it is, and takes effect once when it can', async () => {
  await page.goto(origin + person);
  await page.context().setOffline(true);
  const note = page.getByLabel('What happened?');
  await note.fill('Written in a tunnel');
  await page.getByRole('button', { name: 'Save note' }).dblclick();
  await told().getByText('Your input is still here').waitFor();
  expect(await told().count()).toBe(1);
  expect(await note.inputValue()).toBe('Written in a tunnel');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Save note' }).dblclick();
  await page.locator('.timeline').getByText('Written in a tunnel').waitFor();
  const { notes } = dataOf(await ada.get('/v2/timeline/notes'));
  expect(notes.map((one: { note: string }) => one.note)).toEqual(['Written in a tunnel']);
});

test.runIf(chromiumPath)('single-key shortcuts can be switched off permanently, and on again', async () => {
  await page.goto(origin + person);
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.getByLabel('Use single-key shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.keyboard.press('n');
  await page.keyboard.press('?');
  expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY');
  expect(await keys.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  expect(await keys.getByRole('checkbox').isChecked()).toBe(false);
  expect(await findings(page)).toEqual([]);
  await keys.getByRole('checkbox').check();
  await page.keyboard.press('Escape');
  await page.locator('h1').click();
  await page.keyboard.press('n');
  expect(await page.evaluate('document.activeElement.name')).toBe('note');
});
