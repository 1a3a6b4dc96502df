import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { originOf } from '../support/browser.ts';
import { chromiumPath, findings, openChromium, signInOn, watchedPage } from '../support/chromium.ts';
import { dataOf, type Json, makeContacts } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// The form that logs contact, in a browser.

let service: RunningService;
let browser: Browser;
let origin: string;
let ada: User;
let people: Json[];
let page: Page;
let complaints: string[];

beforeAll(async () => {
  if (!chromiumPath) return;
  [service, browser] = await Promise.all([startService(), openChromium()]);
  origin = originOf(service);
  ada = await service.user();
  people = await makeContacts(
    ada,
    Array.from({ length: 3 }, (_, at) => ({
      full_name: `Person ${'JKL'[at]}`,
      frequency: '7 days',
      last_seen_at: new Date(Date.UTC(2025, 0, 1 + at)).toISOString(),
      contact_phone_numbers: [{ phone_number: `+1 202 555 01${10 + at}` }],
    })),
  );
  ({ page, complaints } = await watchedPage(browser));
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInOn(page, service, ada);
});
afterAll(async () => {
  if (!chromiumPath) return;
  await browser.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

const rows = () => page.locator('#part-reach li:visible');
const notesOf = async ({ id }: Json): Promise<Json[]> =>
  dataOf(await ada.get(`/v2/timeline/notes?contactId=${id}`)).notes;
const called = (name: string): Json => people.find(({ full_name }) => full_name === name)!;

describe.runIf(chromiumPath)('the log form', () => {
  test('shows an error at its field, and keeps the text', async () => {
    await page.goto(`${origin}/today`);
    await rows().first().getByRole('link', { name: 'Log' }).click();
    await page.getByLabel('What happened?').fill('Kept text');
    await page.getByLabel('Remind me').selectOption('day');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Choose a date.').waitFor();
    expect(await page.getByLabel('What happened?').inputValue()).toBe('Kept text');
    await page.getByLabel('Reminder date').fill('2031-03-01');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Note saved for').waitFor();
    expect(complaints).toEqual([]);
  });

  test('takes people by the first letters of their names', async () => {
    await page.goto(`${origin}/new`);
    await page.getByLabel('With').pressSequentially('person l');
    await page.locator('#candidates label').first().waitFor();
    await page.keyboard.press('Enter');
    expect(await page.locator('.chosen label').textContent()).toContain('Person L');
    await page.getByLabel('What happened?').fill('With L');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Note saved for').waitFor();
    expect(await notesOf(called('Person L'))).toMatchObject([{ note: 'With L' }]);
  });

  test('does not refill a saved note after Back', async () => {
    const [contact] = people;
    await page.goto(`${origin}/new?id=${contact!.id}`);
    await page.getByLabel('What happened?').fill('Saved once');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Note saved for').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: /New note/ }).waitFor();
    expect(await page.getByLabel('What happened?').inputValue()).toBe('');
    const saved = (await notesOf(contact!)).filter(({ note }) => note === 'Saved once');
    expect(saved).toHaveLength(1);
  });

  test('has no axe findings with the form open', async () => {
    for (const path of ['/today', '/new?with=person']) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(origin + path);
      if (path === '/today') await rows().first().getByRole('link', { name: 'Log' }).click();
      await page.getByLabel('What happened?').waitFor();
      expect([path, await findings(page)]).toEqual([path, []]);
    }
  });
});
