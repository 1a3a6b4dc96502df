import { createHash } from 'node:crypto';
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

const wordOf = (place: number): string => {
  const hash = createHash('sha256').update(String(place)).digest('hex').slice(0, 9);
  return `Z${hash.replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)))}`;
};
const NAMES = [0, 1, 2, 3].map((place) => `${wordOf(place)} ${wordOf(place + 1_000)}`);

let pairs: [Json, Json][] = [];

/** A new user with pairs of equal cards. Nobody resembles anyone but their own second card. */
async function makePairs(count: number): Promise<[Json, Json][]> {
  user = await service.user();
  pairs = [];
  for (let place = 0; place < count; place++) {
    const full_name = `${wordOf(place)} ${wordOf(place + 1_000)}`;
    const card = { full_name, company: 'Acme', ...emails(`${full_name.toLowerCase().replace(' ', '.')}@example.com`) };
    pairs.push([await makeContact(user, card), await makeContact(user, card)]);
  }
  return pairs;
}

const isMerged = async (name: string): Promise<boolean> => {
  const [older, newer] = pairs[NAMES.indexOf(name)]!;
  return (await user.get(`/v2/contacts/${newer.id}`)).body.error?.details?.merged_into === older.id;
};

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
      await page.getByRole('link', { name: 'Compare Grace Hopper · Grace B. Hopper' }).click();
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
      await page.getByRole('status').getByText('Merged into Grace B. Hopper').waitFor();
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
      await page.getByText('Not the same person').click();
      await look('another');
      expect(found).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  test.each([true, false])('merges selected duplicates and undoes it (JavaScript: %s)', async (javaScript) => {
    await makePairs(4);
    const { page, complaints } = await newPage(javaScript);
    await page.goto(`${originOf(service)}/duplicates?wait=yes`);
    const bar = page.getByRole('region', { name: 'Selected duplicates' });
    expect(await bar.isVisible()).toBe(false);
    // Only with the keyboard.
    for (const name of [0, 1]) {
      await page.getByRole('checkbox', { name: `Select ${NAMES[name]}` }).focus();
      await page.keyboard.press('Space');
    }
    const selected = javaScript ? 'Merge 2 selected' : 'Merge selected';
    await bar.getByRole('button', { name: selected, exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Merged 2 duplicates').waitFor();
    await page.getByRole('checkbox', { name: `Select ${NAMES[0]}` }).waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: `Select ${NAMES[2]}` }).waitFor();
    expect(await bar.isVisible()).toBe(false);
    expect(await isMerged(NAMES[0]!)).toBe(true);

    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Undid 2 merges').waitFor();
    await page.getByRole('checkbox', { name: `Select ${NAMES[0]}` }).waitFor();
    expect(await isMerged(NAMES[0]!)).toBe(false);

    // The same duplicates are merged again.
    for (const name of [0, 1]) await page.getByRole('checkbox', { name: `Select ${NAMES[name]}` }).check();
    await bar.getByRole('button', { name: /^Merge/ }).click();
    await page.getByRole('status').getByText('Merged 2 duplicates').waitFor();
    expect(await isMerged(NAMES[0]!)).toBe(true);
    expect(complaints).toEqual([]);
  });

  test.each([true, false])('merges all certain duplicates with one click (JavaScript: %s)', async (javaScript) => {
    await makePairs(4);
    const { page, complaints } = await newPage(javaScript);
    await page.goto(`${originOf(service)}/duplicates?wait=yes`);
    await page.getByRole('button', { name: 'Merge all 4 certain duplicates' }).click();
    await page.getByRole('status').getByText('Merged 4 duplicates').waitFor();
    await page.getByRole('heading', { name: 'No duplicates' }).waitFor();
    for (const name of NAMES) expect(await isMerged(name)).toBe(true);
    await press(page, 'Undo');
    await page.getByRole('status').getByText('Undid 4 merges').waitFor();
    await page.getByRole('button', { name: 'Merge all 4 certain duplicates' }).waitFor();
    for (const name of NAMES) expect(await isMerged(name)).toBe(false);
    expect(complaints).toEqual([]);
  });

  test('merges more than one request does, and shows the progress', async () => {
    await makePairs(60);
    const { page, complaints } = await newPage(true);
    await page.goto(`${originOf(service)}/duplicates?wait=yes`);
    await page.getByRole('button', { name: /^Merge all \d+ certain/ }).click();
    await page
      .getByRole('status')
      .getByText(/^Merged \d+ duplicates/)
      .waitFor();
    await press(page, 'Undo');
    await page
      .getByRole('status')
      .getByText(/^Undid \d+ merges/)
      .waitFor();
    expect(complaints).toEqual([]);
  });

  test('merges one row in place, and moves the focus to the next', async () => {
    await makePairs(3);
    const { page, complaints } = await newPage(true);
    await page.goto(`${originOf(service)}/duplicates?wait=yes`);
    await page.getByRole('button', { name: `Merge ${NAMES[0]}` }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText(`Merged into ${NAMES[0]}`).waitFor();
    await page.getByRole('heading', { name: 'Certain: 2' }).waitFor();
    await page.getByRole('button', { name: 'Merge all 2 certain duplicates' }).waitFor();
    expect(await page.locator('[data-rows] > li :focus').count()).toBe(1);
    await press(page, 'Undo');
    await page.getByRole('button', { name: `Merge ${NAMES[0]}` }).waitFor();
    await page.getByRole('button', { name: `Merge ${NAMES[0]}` }).click();
    await page.getByRole('status').getByText(`Merged into ${NAMES[0]}`).waitFor();
    expect(await isMerged(NAMES[0]!)).toBe(true);
    // The other certain ones are still merged with one button, without the row that left.
    await page.getByRole('button', { name: 'Merge all 2 certain duplicates' }).click();
    await page.getByRole('status').getByText('Merged 2 duplicates').waitFor();
    await page.getByRole('heading', { name: 'No duplicates' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('keeps a row that another window merged, with the reason', async () => {
    const pairs = await makePairs(2);
    const { page } = await newPage(true);
    await page.goto(`${originOf(service)}/duplicates?wait=yes`);
    await user.call('DELETE', `/v2/contacts/${pairs[0]![1].id}`);
    await page.getByRole('button', { name: `Merge ${NAMES[0]}` }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('button', { name: `Merge ${NAMES[0]}` }).count()).toBe(1);
  });

  test('has no accessibility findings with rows selected, merged, and undone', async () => {
    await makePairs(3);
    const { page } = await newPage(true);
    await page.goto(`${originOf(service)}/duplicates?wait=yes`);
    await page
      .getByRole('checkbox', { name: /^Select Z/ })
      .first()
      .check();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Merge 1 selected' }).click();
    await page.getByRole('status').getByText('Merged into').waitFor();
    await page.getByRole('heading', { name: /^Certain/ }).waitFor();
    expect(await findings(page)).toEqual([]);
    await press(page, 'Undo');
    await page.getByRole('status').getByText('Undid 1 merge').waitFor();
    expect(await findings(page)).toEqual([]);
  });

  test.each([true, false])(
    'is shown while it compares 4,000 people, and the list follows (JavaScript: %s)',
    async (javaScript) => {
      user = await service.user();
      for (let part = 0; part < 8; part++)
        await user.post('/v2/contacts/batch', {
          contacts: Array.from({ length: 500 }, (_, place) => ({
            full_name: `${wordOf(part * 500 + place)} ${wordOf(place * 31 + part)}`,
            birthday: `19${10 + (place % 90)}-0${1 + (place % 9)}-1${place % 10}`,
            ...emails(`person${Math.max(1, part * 500 + place)}@example.com`),
          })),
        });
      const twice = { full_name: 'Zelda Quist', ...emails('zelda@example.com') };
      const archived = { full_name: 'Yann Roe', is_archived: true, ...emails('yann@example.com') };
      await user.post('/v2/contacts/batch', {
        contacts: [twice, twice, archived, { ...archived, is_archived: false }],
      });
      const { page, complaints } = await newPage(javaScript);
      await page.goto(`${originOf(service)}/duplicates`, { waitUntil: 'commit' });
      if (javaScript) {
        await page.getByText('Comparing 4,003 people…').waitFor();
        // Certain duplicates are shown at once.
        const soFar = page.locator('#found:has(progress)');
        expect(await soFar.getByRole('link', { name: 'Compare Zelda Quist' }).count()).toBe(1);
        expect(await soFar.getByRole('link', { name: 'Compare Yann Roe' }).count()).toBe(0);
        expect(await findings(page)).toEqual([]);
      }
      await page
        .getByRole('checkbox', { name: /^Select/ })
        .first()
        .waitFor();
      expect(await page.evaluate('scrollY')).toBe(0);
      expect(complaints).toEqual([]);
    },
  );
});
