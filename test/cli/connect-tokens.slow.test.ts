import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openData } from '../../src/service/data/open-data.ts';
import { accountsOf, connectingForFile } from '../support/connecting.ts';
import { openDatabase } from '../support/database.ts';
import { engineSettings } from '../support/engine.ts';
import { dataOf } from '../support/people.ts';
import { MARKER } from '../support/providers/data.ts';
import { always, type SeenRequest } from '../support/providers/faults.ts';
import { startSecretCalendar } from '../support/secret-calendar.ts';
import { startService, type User } from '../support/service.ts';

// Stored data of a connected account: refreshed and expiring tokens, and nothing unencrypted.

const { fake, service, env, google, office, newUser, start, connect } = await connectingForFile();

let ann: User;
beforeEach(async () => {
  ann = await newUser();
});

test('an account that lost its permission reports it everywhere until it is connected again', async () => {
  await connect(google, ['google']);
  await connect(office, ['microsoft']);
  fake.oauth.expire(google.email);
  fake.oauth.revoke(google.email);
  const emails = dataOf(await ann.get('/v2/agenda/email/messages'));
  expect(emails.warnings).toEqual(['account:ann@gmail.example: reconnect_required']);
  expect(emails.email_messages.length).toBe(office.messages.length);
  expect(await accountsOf(ann)).toMatchObject([{ status: 'reconnect_required' }, { status: 'connected' }]);
  expect((await (await start('accounts')).ended).stdout).toContain('reconnect with kith connect google');
  const asked = fake.seen.length;
  await ann.get('/v2/agenda/email/messages?folder=all');
  expect(fake.seen.slice(asked).some(({ path }) => path === '/token')).toBe(false);
  await connect(google, ['google']);
  expect(await accountsOf(ann)).toMatchObject([{ status: 'connected' }, { status: 'connected' }]);
});

test('refreshes tokens once, in the first process that needs it, and stores the rotated one', async () => {
  await connect(office, ['microsoft']);
  const stale = fake.oauth.stale.length;
  const other = await startService(service.dataDir, env);
  const twin = (path: string) =>
    fetch(other.baseUrl + path, { headers: { authorization: `Bearer ${ann.apiKey}` } }).then(({ status }) => status);
  for (let round = 1; round <= 2; round++) {
    fake.oauth.expire(office.email);
    const before = fake.oauth.refreshes;
    const path = '/v2/agenda/email/messages';
    const answers = await Promise.all([ann.get(path), ann.get(path), twin(path), twin(path)]);
    expect(answers.map((answer) => (typeof answer === 'number' ? answer : answer.status))).toEqual([
      200, 200, 200, 200,
    ]);
    expect(fake.oauth.refreshes - before).toBe(1);
  }
  expect(fake.oauth.stale).toHaveLength(stale);

  // One process is so slow that another goes first, and its refresh token is already used.
  const isRefresh = ({ path }: SeenRequest) => path.endsWith('/token');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  fake.oauth.expire(office.email);
  const before = fake.oauth.refreshes;
  fake.hold = (seen) => (isRefresh(seen) && fake.oauth.stale.length === stale ? held : undefined);
  const asked = fake.until(isRefresh);
  const slow = ann.get('/v2/agenda/email/messages');
  await asked;
  const database = openDatabase(service.dataDir);
  database.all("update connected_accounts set refresh_until = '2026-01-01' where user_id = ?", ann.id);
  database.close();
  expect(await twin('/v2/agenda/email/messages')).toBe(503);
  release();
  expect([(await slow).status, await twin('/v2/agenda/email/messages')]).toEqual([200, 200]);
  expect(await accountsOf(ann)).toMatchObject([{ status: 'connected' }]);
  expect([fake.oauth.refreshes - before, fake.oauth.stale.length - stale]).toEqual([1, 1]);
  await other.stop();
});

/** All files below a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });

test('keeps messages, events, and tokens out of the data, the log, records, and cursors in clear text', async () => {
  await connect(google, ['google', '--write']);
  await connect(office, ['microsoft', '--write']);
  const calendar = await startSecretCalendar(`${MARKER} chess`);
  await (await start('connect', 'ics', calendar.address)).ended;
  const lunch = { summary: `${MARKER} lunch`, description: `${MARKER} text`, start_date: '2026-12-01' };
  for (const account_email of [google.email, office.email]) {
    const made = dataOf(await ann.post('/v2/agenda/calendar/events', { ...lunch, account_email })).calendar_event;
    const path = `/v2/agenda/calendar/events/${encodeURIComponent(made.providerId)}`;
    const moved = { location: `${MARKER} street`, account_email };
    expect((await ann.call('PATCH', path, moved)).status).toBe(200);
    expect((await ann.call('DELETE', path)).status).toBe(200);
  }
  // Failed writes leave no more behind.
  fake.plan = always({ kind: 'status', status: 507 }, ({ method }) => method === 'POST');
  expect((await ann.post('/v2/agenda/calendar/events', lunch)).status).toBe(503);
  fake.plan = () => undefined;
  const cursors: string[] = [];
  for (const path of ['/v2/agenda/email/messages?limit=3', '/v2/timeline?take=3&sources[0]=emails']) {
    const { nextCursor } = dataOf(await ann.get(`${path}&searchQuery=${MARKER}`)).pagination;
    cursors.push(nextCursor, Buffer.from(nextCursor, 'base64url').toString('latin1'));
  }
  await ann.get('/v2/briefing');
  expect(calendar.given).toBeGreaterThan(1);
  calendar.close();

  const database = openDatabase(service.dataDir);
  const rows = [...database.keysOfTables().keys()]
    .map((table) => JSON.stringify(database.all(`select * from ${table}`)))
    .join('\n');
  const records = database.all('select sealed from idempotency_records where user_id = ?', ann.id);
  database.close();
  // Sealed records of provider writes contain only where the event is. That of the calendar describes the account.
  const { KITH_SECRET, KITH_DATABASE_URL } = { ...process.env, ...(await engineSettings(service.dataDir)) };
  const { secret, store } = openData(service.dataDir, KITH_SECRET, KITH_DATABASE_URL);
  await store.close();
  const opened = records.map(({ sealed }) => JSON.parse(secret.open('idempotency', String(sealed))));
  const [connected, ...writes] = opened.sort((a, b) => Number('id' in a) - Number('id' in b));
  expect(Object.keys(connected.data)).toEqual(['account']);
  expect(writes.map((record) => Object.keys(record).sort())).toEqual(Array(6).fill(['account', 'id']));
  const files = filesIn(service.dataDir).map((path) => readFileSync(path, 'latin1'));
  const tokens = fake.oauth.grants.flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken]);
  for (const text of [rows, JSON.stringify(opened), service.log(), ...cursors, ...files])
    for (const word of [MARKER, 'secret/calendar', ...tokens]) expect(text.includes(word), word).toBe(false);
});
