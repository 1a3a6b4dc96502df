import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkFor, originOf } from '../support/browser.ts';
import { chromiumPath, findings, newVisitor, openChromium } from '../support/chromium.ts';
import { getContact, type Json, makeContact } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Duplicates for a person: reviewed, selected, merged, and undone.

let service: RunningService;
let browser: Browser;
let user: User;
beforeAll(async () => {
  if (!chromiumPath) return;
  [service, browser] = await Promise.all([startService(), openChromium()]);
});
afterAll(async () => {
  if (!chromiumPath) return;
  await browser.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

const emails = (...all: string[]) => ({ contact_emails: all.map((email) => ({ email })) });

/** Two pairs and a group of three cards, one of them in a right-to-left script. */
async function makePeople(): Promise<Json[]> {
  user = await service.user();
  const older = await makeContact(user, {
    full_name: 'Grace Hopper',
    ...emails('grace@navy.example'),
    company: 'US Navy',
    job_title: 'Rear Admiral',
    birthday: '1906-12-09',
    website: 'https://navy.example/hopper',
    description: 'Met at the compiler meeting. Has a clock that runs backwards.',
  });
  const newer = await makeContact(user, {
    full_name: 'Grace B. Hopper',
    ...emails('grace@navy.example', 'hopper@univac.example'),
    contact_phone_numbers: [{ phone_number: '+1 212 555 0188', label: 'work' }],
    company: 'Eckert–Mauchly Computer Corporation',
    website: 'https://navy.example/hopper',
    birthday: '--12-09',
  });
  for (const company of ['جامعة القاهرة', 'مكتبة الإسكندرية', `Long${'x'.repeat(60)}`])
    await makeContact(user, { full_name: 'نجيب محفوظ', ...emails('naguib@example.eg'), company });
  for (const full_name of ['Ada Lovelace', 'Ada King']) await makeContact(user, { full_name, birthday: '1815-12-10' });
  return [older, newer];
}

async function newPage(javaScript: boolean): Promise<{ page: Page; complaints: string[] }> {
  const page = await (await newVisitor(browser, { javaScript })).newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(originOf(service) + (await linkFor(service, user.email)));
  await press(page, 'Sign in');
  await page.getByRole('link', { name: 'Not now' }).click();
  return { page, complaints };
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

describe.runIf(chromiumPath)('in a browser', () => {
  test.each([true, false])(
    'selects a pair, previews it, merges it, and undoes it (JavaScript: %s)',
    async (javaScript) => {
      const [older, newer] = (await makePeople()) as [Json, Json];
      const { page, complaints } = await newPage(javaScript);
      const found: string[] = [];
      const look = async (name: string) => {
        if (!javaScript) return;
        found.push(...(await findings(page)).map((finding) => `${name}, ${finding}`));
      };
      await page.getByRole('link', { name: 'Duplicates' }).click();
      await look('list');
      await page.getByRole('link', { name: 'Grace Hopper · Grace B. Hopper' }).click();
      await look('pair');

      // Only with the keyboard.
      await group(page, 'Company').getByRole('radio').first().focus();
      await page.keyboard.press('ArrowRight');
      await group(page, 'Name').getByRole('radio').first().focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/duplicates/preview?**');
      expect(await page.locator('main').getByRole('heading', { level: 2 }).first().textContent()).toBe(
        'Grace B. Hopper',
      );
      expect(await page.locator('section[aria-labelledby=lost]').textContent()).toContain('US Navy');
      await look('preview');

      // Going back keeps the selection.
      await page.getByRole('link', { name: 'Choose again' }).click();
      expect(await group(page, 'Company').getByRole('radio').nth(1).isChecked()).toBe(true);
      await press(page, 'Preview');
      await page.getByRole('button', { name: 'Merge', exact: true }).dblclick();
      await page.waitForURL('**/duplicates?merged=**');
      expect(await page.getByRole('status').filter({ hasText: /\S/ }).textContent()).toContain('Grace B. Hopper');
      await look('merged');
      const kept = await getContact(user, older.id);
      expect(kept.company).toBe('Eckert–Mauchly Computer Corporation');
      expect(kept.birthday_year).toBe(1906);

      await press(page, 'Undo');
      await page.waitForURL('**/duplicates/pair?**');
      expect(await page.getByRole('status').filter({ hasText: /\S/ }).textContent()).toContain(
        'the contacts are separate again',
      );
      expect((await getContact(user, older.id)).company).toBe('US Navy');
      expect((await getContact(user, newer.id)).full_name).toBe('Grace B. Hopper');

      await page.getByRole('link', { name: 'Skip to the next' }).click();
      await page.getByText('They are different people').click();
      await look('another');
      expect(found).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );
});
