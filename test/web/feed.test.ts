import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, signedIn } from '../support/browser.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { plain, press } from '../support/forms.ts';
import { makeContact } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// The calendar feed, using only links and forms.

const FEED = '/settings/feed';

let service: RunningService;
let database: Database;
let ada: User;
let browser: Browser;

beforeAll(async () => {
  service = await startService();
  database = openDatabase(service.dataDir);
  ada = await service.user('ada@example.com', 'Europe/Berlin');
  browser = await signedIn(service, ada.email);
  await makeContact(ada, { full_name: 'Grace', birthday: '--12-09' });
});
afterAll(async () => {
  database.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

const fill = (action: string, values: Record<string, string> = {}, by = browser) => press(by, FEED, action, values);
const shown = (page: string): string => plain(/<code[^>]*id="feed-address"[^>]*>([^<]+)</.exec(page)![1]!);

async function read(url: string): Promise<{ status: number; text: string }> {
  const answer = await request(service.baseUrl + new URL(url).pathname);
  return { status: answer.statusCode, text: await answer.body.text() };
}

test('creates, shows, replaces, and disables a URL, which serves the feed until then', async () => {
  expect((await browser.open(FEED)).text).toContain('Calendar feed is off');
  const page = await fill(`${FEED}/new`);
  const url = shown(page.text);
  expect(url).toMatch(/^http:\/\/localhost:\d+\/feed\/[\w-]{43}\.ics$/);
  expect(plain(page.text)).toContain(`href="${url.replace('http:', 'webcal:')}"`);
  expect(await read(url)).toMatchObject({ status: 200, text: expect.stringContaining('SUMMARY:Birthday of Grace') });
  // The page itself does not show it.
  expect((await browser.open(FEED)).text).not.toContain(url.slice(-47));
  expect(shown((await fill(`${FEED}/show`)).text)).toBe(url);
  const other = shown((await fill(`${FEED}/new`)).text);
  expect([(await read(url)).status, (await read(other)).status]).toEqual([404, 200]);
  expect((await fill(`${FEED}/off`)).text).toContain('Its URL no longer works');
  expect((await read(other)).status).toBe(404);
  const events = database.all('select event from security_log where user_id = ? order by at, id', ada.id);
  expect(events.map(({ event }) => String(event)).filter((event) => event.startsWith('feed.'))).toEqual([
    ...['feed.made', 'feed.shown', 'feed.replaced', 'feed.ended'],
  ]);
  const gone = await browser.send(`${FEED}/show`, [['key', randomUUID()]]);
  expect(gone.status).toBe(404);
});

test("selects the feed's parts, and shows an error at an invalid field", async () => {
  const url = shown((await fill(`${FEED}/new`)).text);
  const choose = (...values: [string, string][]) => browser.send(FEED, [['key', randomUUID()], ...values]);
  const page = await choose(['part', 'reminders'], ['part', 'birthdays'], ['alarm', '45']);
  expect(page.text).toContain('Calendar feed saved.');
  expect(page.text).toContain('45 minutes before');
  await choose(['part', 'reminders'], ['alarm', 'none']);
  expect((await read(url)).text).not.toContain('Grace');
  const refused = await choose(['alarm', '-1']);
  expect(refused.status).toBe(400);
  for (const field of ['part', 'alarm']) expect(refused.text).toContain(`id="${field}-error"`);
});

test('requires a recent sign-in to show a URL', async () => {
  await fill(`${FEED}/new`);
  database.all(
    'update sessions set created_at = ? where user_id = ? returning id',
    new Date(Date.now() - 16 * 60_000).toISOString(),
    ada.id,
  );
  for (const action of [`${FEED}/show`, `${FEED}/new`]) {
    const page = await fill(action);
    expect(page.status).toBe(403);
    expect(page.text).not.toContain('feed-address');
  }
});
