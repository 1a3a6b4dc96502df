import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECURITY_EVENTS } from '../../src/identity/users/security-log.ts';
import { EVENT_WORDS } from '../../src/web/words/security-log.ts';
import { type Browser, newBrowser, originOf, signedIn } from '../support/browser.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { formIn, plain, press, typed } from '../support/forms.ts';
import { CORPUS, MARKUP } from '../support/hostile.ts';
import { dataOf, makeContact } from '../support/people.ts';
import { apiAt, kith, type RunningService, startService, type User } from '../support/service.ts';

// The settings, using only links and forms: no script runs here.

const RAW = /<img src=x|<script>alert|<system>/;

let service: RunningService;
let database: Database;
let ada: User;
let browser: Browser;
let eve: Browser;

beforeAll(async () => {
  service = await startService();
  database = openDatabase(service.dataDir);
  ada = await service.user('ada@example.com', 'Europe/Berlin');
  browser = await signedIn(service, ada.email);
  eve = await signedIn(service, (await service.user()).email);
});
afterAll(async () => {
  database.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

/** Sends a page's form with an action, with typed values. */
const fill = (page: string, action: string, values: Record<string, string> = {}, by = browser) =>
  press(by, page, action, values);

describe('you', () => {
  const user = async () => dataOf(await ada.get('/v2/users/me')).user;
  const change = (values: Record<string, string>) => fill('/settings', '/settings', values);

  test('saves, shows, and uses settings, and changes nothing if sent as opened', async () => {
    const before = await user();
    expect((await change({})).text).toContain('Profile saved.');
    expect(await user()).toEqual(before);
    const page = await change({ name: MARKUP, time_zone: 'america/new_york', country: 'US' });
    expect(page.text).not.toMatch(RAW);
    expect(plain(page.text)).toContain(`value="${MARKUP}"`);
    expect(await user()).toMatchObject({ name: MARKUP, time_zone: 'America/New_York', country: 'US' });
    await change({ name: '', country: '' });
    expect(await user()).toMatchObject({ name: null, country: null, time_zone: 'America/New_York' });
  });

  test('returns invalid input as typed with the reason at the field, and saves nothing', async () => {
    const before = await user();
    const page = await change({ name: 'x'.repeat(201), time_zone: '<b>Nowhere', country: 'XX' });
    expect(page.status).toBe(400);
    for (const field of ['name', 'time_zone', 'country']) expect(page.text).toContain(`id="${field}-error"`);
    expect(page.text).toContain('value="&lt;b&gt;Nowhere"');
    expect((await change({ time_zone: '+01:00' })).status).toBe(400);
    expect(await user()).toEqual(before);
  });

  test('moves all-day items to a new time zone but not moments, and reads phone numbers for a new country', async () => {
    await change({ time_zone: 'Europe/Berlin', country: 'DE' });
    const { id } = await makeContact(ada, {
      full_name: 'Grace',
      contact_phone_numbers: [{ phone_number: '030 1234567' }],
    });
    const remind = async (text: string, due: object) =>
      dataOf(await ada.post('/v2/reminders', { reminder: { text, ...due } })).reminder.id;
    const [day, moment] = [
      await remind('On a day', { due_at_date: '2031-05-17', recurrence: '1 year' }),
      await remind('At a moment', { due_at_time: '2031-05-17T10:00:00.000Z' }),
    ];
    const done = await remind('Done for this year', { due_at_date: '2026-02-03', recurrence: '1 year' });
    await ada.call('PATCH', `/v2/reminders/${done}`, { reminder: { is_complete: true } });
    const dues = () =>
      Object.fromEntries(
        database
          .all('select id, due_at, next_occurrence_at from reminders where user_id = ?', ada.id)
          .map(({ id, due_at, next_occurrence_at }) => [id, next_occurrence_at ?? due_at]),
      );
    const year = dues()[done].slice(0, 4);
    expect(dues()).toEqual({
      [day]: '2031-05-16T22:00:00.000Z',
      [moment]: '2031-05-17T10:00:00.000Z',
      [done]: `${year}-02-02T23:00:00.000Z`,
    });
    const page = await change({ time_zone: 'America/New_York', country: 'US' });
    expect(dues()).toEqual({
      [day]: '2031-05-17T04:00:00.000Z',
      [moment]: '2031-05-17T10:00:00.000Z',
      [done]: `${year}-02-03T05:00:00.000Z`,
    });
    expect(page.text).toContain('1 phone number updated.');
    const { contact } = dataOf(await ada.get(`/v2/contacts/${id}`));
    expect(contact.contact_phone_numbers[0].phone_number_sanitized).not.toContain('+49');
  });
});

describe('keys', () => {
  const add = (values: Record<string, string>) => fill('/settings/keys', '/settings/keys', values);
  const shown = (text: string): string => /<code[^>]*id="new-secret"[^>]*>(kith_[^<]+)</.exec(text)![1]!;
  const works = async (key: string) => (await apiAt(service.baseUrl, key).get('/v2/users/me')).status;
  const may = async (key: string) =>
    (await apiAt(service.baseUrl, key).post('/v2/tags', { tag: { name: `of ${key.slice(-6)}` } })).status;

  test('shows a key once, lists it with its rights, and refuses it once revoked', async () => {
    const name = `${MARKUP.slice(0, 50)}/..?#`;
    const key = shown((await add({ name, scope: 'read', expires: '2031-01-31' })).text);
    expect([await works(key), await may(key)]).toEqual([200, 403]);
    const list = await browser.open('/settings/keys');
    expect(list.text).not.toContain(key);
    expect(list.text).not.toMatch(RAW);
    expect(plain(list.text)).toContain(name);
    expect(plain(list.text.replace(/<[^>]+>/g, ''))).toMatch(/Read only · Expires Jan 31, 2031/);
    // Another user has no key with this name.
    const stolen = await eve.send('/settings/keys/revoke', [['name', name]]);
    expect([stolen.status, await works(key)]).toEqual([404, 200]);
    const rows = list.text.split('<li>').slice(1);
    const row = rows.find((one) => plain(one).includes(name))!;
    const revoked = await browser.send('/settings/keys/revoke', formIn(row, '/settings/keys/revoke'));
    expect(revoked.text).toContain('API key revoked');
    expect(await works(key)).toBe(401);
  });

  test('creates and shows one key for a double click', async () => {
    const path = '/settings/keys';
    const form = typed(formIn((await browser.open(path)).text, path), { name: 'twice', scope: 'write' });
    const pages = await Promise.all([browser.send(path, form), browser.send(path, form)]);
    const [first, second] = pages.map(({ text }) => shown(text));
    expect(first).toBe(second);
    expect([await works(first!), await may(first!)]).toEqual([200, 201]);
    // After going back, the browser shows the form with its old key.
    const other = await browser.send(path, typed(form, { name: 'another' }));
    expect(await works(shown(other.text))).toBe(200);
    const again = await add({ name: 'twice', scope: 'read' });
    expect(again.status).toBe(409);
    expect(again.text).toContain('id="name-error"');
    expect(again.text).toContain('already has a key named twice');
  });

  test.each([
    ['name', { name: 'a\u0007b' }],
    ['name', { name: 'x'.repeat(65) }],
    ['scope', { name: 'x', scope: 'all' }],
    ['expires', { name: 'x', expires: '2031-02-30' }],
    ['expires', { name: 'x', expires: '2020-01-01' }],
  ])('shows the reason at the field %s of %j', async (field, values) => {
    const page = await add(values);
    expect(page.status).toBe(400);
    expect(page.text.match(/id="[a-z]+-error"/g)).toEqual([`id="${field}-error"`]);
    expect(plain(page.text)).toContain(`value="${values.name}"`);
  });

  test('creates none on the free plan, with an explanation', async () => {
    const bob = await service.user('bob@example.com');
    const his = await signedIn(service, bob.email);
    const form = formIn((await his.open('/settings/keys')).text, '/settings/keys');
    await kith(service.dataDir, 'user', 'plan', bob.email, 'free');
    expect((await his.open('/settings/keys')).text).toContain('The free plan allows no API keys');
    expect((await his.open('/settings/keys')).text).not.toContain('action="/settings/keys"');
    expect((await his.send('/settings/keys', typed(form, { name: 'x' }))).status).toBe(403);
  });
});

test('shows completed setup instructions for each assistant, and which ones cannot connect', async () => {
  const { text } = await browser.open('/settings/assistants');
  const address = `${originOf(service)}/mcp`;
  const page = plain(text);
  expect(page).toContain(`claude mcp add --transport http kith ${address}`);
  expect(page).toContain(
    `vscode:mcp/install?${encodeURIComponent(`{"name":"kith","type":"http","url":"${address}"}`)}`,
  );
  const config = /cursor:\/\/[^"]+&config=([^"]+)"/.exec(page)![1]!;
  expect(JSON.parse(Buffer.from(decodeURIComponent(config), 'base64').toString())).toEqual({ url: address });
  const chatGpt = page.slice(page.indexOf('ChatGPT</summary>')).split('</details>')[0];
  expect(chatGpt).toContain('needs a public https URL');
  // A kith serve user sees no path on the server.
  expect(page).not.toContain('cli.js');
});

describe('the log', () => {
  test('describes every event', () => {
    expect(Object.keys(EVENT_WORDS).sort()).toEqual(Object.keys(SECURITY_EVENTS).sort());
  });

  test("shows only one's own account, page by page, latest first", async () => {
    const [bob, other] = [await service.user(), await service.user()];
    const his = await signedIn(service, bob.email);
    const line = (user: User, index: number, key: string) =>
      database.insert('security_log', {
        id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        at: new Date(Date.now() - 3_600_000 - index * 1_000).toISOString(),
        event: 'key.refused',
        user_id: user.id,
        key_name: key,
        address: null,
        detail: 'expired',
      });
    for (let index = 0; index < 70; index++) line(bob, index, `his ${index}.`);
    for (const [index, text] of CORPUS.entries()) line(bob, 100 + index, `${text}${MARKUP}`);
    line(other, 200, 'of another');
    const pages = [await his.open('/settings/log')];
    for (let next: string | undefined = 'x'; next; ) {
      next = /href="(\/settings\/log\?before=[^"]+)"/.exec(pages.at(-1)!.text)?.[1];
      if (next) pages.push(await his.open(plain(next)));
    }
    expect(pages).toHaveLength(2);
    const all = pages.map(({ text }) => text).join('');
    expect(all).not.toContain('of another');
    expect(all).not.toMatch(RAW);
    const order = [...all.matchAll(/his (\d+)\./g)].map(([, index]) => Number(index));
    expect(order).toEqual([...Array(70).keys()]);
    expect(all.replace(/<[^>]+>/g, '')).toContain('API key refused: his 0.');
    expect((await his.open(`/settings/log?before=${encodeURIComponent("'\u0000")}`)).text).toContain('his 0.');
  });
});

test('shows the settings only to signed-in users', async () => {
  const nobody = newBrowser(originOf(service));
  for (const path of ['/settings', '/settings/keys', '/settings/assistants', '/settings/log'])
    expect((await nobody.open(path)).url.pathname).toBe('/sign-in');
  for (const path of ['/settings', '/settings/keys', '/settings/keys/revoke', '/settings/assistants/x/revoke'])
    expect((await nobody.send(path, [['name', MARKUP]])).status).toBe(401);
});
