import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { originOf } from '../support/browser.ts';
import { chromiumPath, openChromium, signInOn, watchedPage } from '../support/chromium.ts';
import { dataOf, type Json, makeContact, makeContacts } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';
import { addRow, countTask, taskTable } from '../support/task-count.ts';

// Five daily tasks in a browser, with their cost in clicks, keys, and page loads.

const TASKS = {
  log: { task: 'Log a call and set a follow-up', before: '10 clicks, 6 loads, 1,700 px scrolled' },
  today: { task: 'Go through Today: snooze one, log one', before: 'each action loads the page and jumps to the top' },
  prepare: { task: 'Prepare for a meeting', before: 'latest note at y=2,142, phone number at y=978' },
  onPhone: { task: 'Prepare for a meeting, on a phone', before: 'latest note at y=2,675' },
  change: { task: 'Find 84 people, tag them, set a frequency', before: '22 clicks, 9 loads' },
  find: { task: 'Find a note, then add a person', before: 'notes find nobody, people are added elsewhere' },
};

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
    Array.from({ length: 12 }, (_, at) => ({
      full_name: `Person ${'ABCDEFGHIJKL'[at]}`,
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
  process.stdout.write(`\n${taskTable()}\n`);
});

const rows = () => page.locator('#part-reach li:visible');
const names = () => rows().locator('.about a').allTextContents();
const notesOf = async ({ id }: Json): Promise<Json[]> =>
  dataOf(await ada.get(`/v2/timeline/notes?contactId=${id}`)).notes;
const remindersOf = async ({ id }: Json): Promise<Json[]> =>
  dataOf(await ada.get(`/v2/reminders?contactId=${id}`)).reminders;
const called = (name: string): Json => people.find(({ full_name }) => full_name === name)!;

describe.runIf(chromiumPath)('five daily tasks', () => {
  test('logs a call and sets a follow-up with three clicks and no load', async () => {
    await page.goto(`${origin}/today`);
    const [name = '', next = ''] = await names();
    const count = await countTask(page, TASKS.log, async () => {
      await rows().first().getByRole('link', { name: 'Log' }).click();
      await page.getByLabel('What happened?').fill('Talked about the garden');
      await page.getByText('Call', { exact: true }).last().click();
      await page.getByLabel('Remind me').focus();
      await page.keyboard.press('ArrowDown');
      await page.getByRole('button', { name: 'Save note' }).click();
      await page.getByText(`Note saved for ${name} · reminder`).waitFor();
    });
    expect(count.loads).toBe(0);
    expect(count.clicks).toBeLessThanOrEqual(3);
    expect(await notesOf(called(name))).toMatchObject([{ note: 'Talked about the garden', meeting_type: 'call' }]);
    expect(await remindersOf(called(name))).toHaveLength(1);
    expect((await names())[0]).toBe(next);
    expect(await page.evaluate('document.activeElement.textContent')).toBe(next);
    expect(await page.locator('#reach-out').textContent()).toBe('Reach out · 7 of 11');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Note and reminder deleted').waitFor();
    expect([await notesOf(called(name)), await remindersOf(called(name))]).toEqual([[], []]);
    expect(complaints).toEqual([]);
  });

  test('goes through people by keys in place: next row, log, snooze', async () => {
    await page.goto(`${origin}/today`);
    const [first = '', second = ''] = await names();
    const count = await countTask(page, TASKS.today, async () => {
      await page.keyboard.press('j');
      await page.keyboard.press('s');
      await page.getByText(`${first}: next reminder`).waitFor();
      await page.keyboard.press('l');
      await page.getByLabel('What happened?').waitFor();
      await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('note');
      await page.keyboard.type('Hi');
      await page.keyboard.press('Control+Enter');
      await page.getByText(`Note saved for ${second}`).waitFor();
    });
    expect([count.clicks, count.loads, count.scrolled]).toEqual([0, 0, 0]);
    expect(await notesOf(called(second))).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  test('prepare for a meeting on the first screen', async () => {
    const amara = await makeAmara();
    const path = `${origin}/people/${amara.id}`;
    /** The lower end of an element that is in the first screen. */
    const bottomOf = async (locator: Locator): Promise<number> => {
      const box = await locator.first().boundingBox();
      return Math.round(box!.y + box!.height);
    };
    await page.goto(path);
    const phone = await bottomOf(page.locator('.facts').getByText('+1 202 555 0177'));
    const note = await bottomOf(page.getByText('Talk 1'));
    const others = [page.getByRole('link', { name: 'Call', exact: true }), page.getByText('Tunde Bakare')];
    for (const bottom of [phone, note, ...(await Promise.all(others.map(bottomOf)))]) expect(bottom).toBeLessThan(900);
    addRow({ ...TASKS.prepare, now: `latest note at y=${note}, phone number at y=${phone}` });

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    const second = await bottomOf(page.getByText('Talk 2'));
    const tabs = (await page.locator('.tabs').boundingBox())!.y;
    expect(second).toBeLessThan(tabs);
    addRow({ ...TASKS.onPhone, now: `latest two notes end at y=${second}` });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('find people, tag them, and set a frequency in nine clicks and no load', async () => {
    const addresses = [{ city: 'Berlin' }];
    await makeContacts(
      ada,
      Array.from({ length: 84 }, (_, index) => ({
        full_name: `Berliner ${index}`,
        legacy_contact_addresses: addresses,
        last_seen_at: '2020-01-01T10:00:00Z',
      })),
    );
    await page.goto(`${origin}/people`);
    const click = (name: string | RegExp, role: 'button' | 'link' | 'checkbox' = 'button') =>
      page.getByRole(role, { name }).first().click();
    const count = await countTask(page, TASKS.change, async () => {
      await click('+ Filter', 'link');
      await page.getByLabel('Location').click();
      await page.keyboard.type('Berlin');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: /^Remove filter: Location contains/ }).waitFor();
      await page.locator('#new-seen').click();
      await page.locator('#new-seen').selectOption('6m');
      await page.waitForURL('**/people?location=Berlin&last_seen_at.older=6m');
      await page.locator('#told').getByText('84').waitFor();
      await click('Select all shown', 'checkbox');
      await click(/^Select all 84 results/, 'checkbox');
      await click('Tag');
      await page.keyboard.type('Berlin');
      await page.getByText('Add new tag “Berlin” to 84 people?').waitFor();
      await page.keyboard.press('Enter');
      await page.locator('#toast').getByText('Added tag “Berlin” to 84 people').waitFor();
      await expect.poll(() => page.locator('.bulk strong').textContent()).toBe('84 selected');
      await page.locator('.people tr:has([name=id])').first().getByText('Berlin', { exact: true }).nth(1).waitFor();
      await click('Keep in touch');
      await page.getByText('for 84 people?').waitFor();
      await click('Set frequency for 84 people');
      await page.locator('#toast').getByText('for 84 people').waitFor();
    });
    expect([count.loads, count.clicks <= 9]).toEqual([0, true]);
    await page.locator('#toast').getByRole('button', { name: 'Undo' }).click();
    await page.locator('#toast').getByText('Restored the frequency of 84 people').waitFor();
    expect(dataOf(await ada.get('/v2/contacts/count?where[has_frequency]=true')).count).toBe(people.length);
    expect(complaints).toEqual([]);
  });

  test('find a note by a word in it, and add a person who is not found', async () => {
    await page.goto(`${origin}/today`);
    const palette = page.getByRole('dialog', { name: 'Search or run a command' });
    const count = await countTask(page, TASKS.find, async () => {
      await page.keyboard.press('Control+k');
      await palette.getByRole('link', { name: 'Go to People' }).waitFor();
      await page.keyboard.type('walnuts');
      await palette.getByText('Allergic to walnuts').waitFor();
      for (let letter = 0; letter < 'walnuts'.length; letter++) await page.keyboard.press('Backspace');
      await page.keyboard.type('Nora Newcomer');
      await palette.getByRole('button', { name: 'New person “Nora Newcomer”' }).waitFor();
    });
    expect([count.clicks, count.loads]).toEqual([0, 0]);
    expect(complaints).toEqual([]);
  });
});

/** A person with facts, a relationship, and more notes than a screen holds. */
async function makeAmara(): Promise<Json> {
  const tunde = await makeContact(ada, { full_name: 'Tunde Bakare' });
  const amara = await makeContact(ada, {
    full_name: 'Amara Okafor',
    job_title: 'Head of Grid Integration',
    company: 'Voltmarsh',
    birthday: '1987-03-24',
    contact_emails: [{ email: 'amara@example.com' }, { email: 'okafor@voltmarsh.example' }],
    contact_phone_numbers: [{ phone_number: '+1 202 555 0177' }],
    related_contacts: [{ destination: tunde.id, source_contact: 'spouse', destination_contact: 'spouse' }],
  });
  const links = [{ contact_id: amara.id }];
  const notes = Array.from({ length: 12 }, (_, at) => ({
    note: `Talk ${at + 1}: ${at === 4 ? 'Allergic to walnuts.' : 'we spoke about the garden and the new house.'}`,
    event_time: new Date(Date.UTC(2026, 10 - at, 1)).toISOString(),
    timeline_items_contacts: links,
  }));
  dataOf(await ada.post('/v2/timeline/notes/batch', { notes }));
  return amara;
}
