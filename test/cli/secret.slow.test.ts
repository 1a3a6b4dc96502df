import { randomUUID } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSecret, newMaster } from '../../src/identity/secrets/secret.ts';
import { newToken, putRecord, SIGN_IN_PURPOSE } from '../../src/identity/users/sign-in-records.ts';
import { openData } from '../../src/service/data/open-data.ts';
import { PURPOSE as DISMISSED_OFFER } from '../../src/service/last-contact/dismissed.ts';
import { SEALED_TABLES } from '../../src/service/rotate-secret.ts';
import { type Browser, newBrowser, originOf, signedIn } from '../support/browser.ts';
import { leaveCards, withDevices } from '../support/cards.ts';
import { authorizationPath, type ConnectedHost, connectHost, refresh, statusWith } from '../support/connected-host.ts';
import { openDatabase } from '../support/database.ts';
import { engine, engineSettings, TEST_SECRET } from '../support/engine.ts';
import { dataOf, type Json, makeContact, makeContacts } from '../support/people.ts';
import { addGroup, addShareLink } from '../support/records.ts';
import { type Api, apiAt, kithWith, type RunningService, startService, temporaryFolder } from '../support/service.ts';

const folder = temporaryFolder();
// Tokens are for this URL, on any port.
const PUBLIC = { KITH_PUBLIC_URL: 'http://localhost:9' };
const FIRST = { ...PUBLIC, ...(engine === 'postgres' && { KITH_SECRET: TEST_SECRET }) };
const CALENDAR = join(folder.path, 'work.ics');
let apiKey: string;
let namedKey: string;
let email: string;
let left: Left;

/** Records from before the rotation, one of everything that is sealed or signed. */
interface Left {
  created: { key: string; body: Json };
  survivor: string;
  group: string;
  deleted: string;
  share: string;
  cursor: string;
  host: ConnectedHost;
  browser: Browser;
}

beforeAll(async () => {
  const now = new Date();
  const soon = new Date(now.getTime() + 3_600_000).toISOString().replace(/[-:]|\.\d+/g, '');
  writeFileSync(
    CALENDAR,
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:${soon}\r\nDTSTART:${soon}\r\nSUMMARY:Sealed\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
  );
  const service = await startService(folder.path, FIRST);
  const user = await service.user();
  ({ apiKey, email } = user);
  await kithWith(FIRST, folder.path, 'connect', 'ics', CALENDAR, '--user', user.email);
  await kithWith(FIRST, folder.path, 'last-contact', '--on', 'work', '--user', user.email);
  const { stdout } = await kithWith(FIRST, folder.path, 'key', 'add', email, '--name', 'second', '--json');
  namedKey = JSON.parse(stdout).api_key;
  const [host, browser] = [await connectHost(service, email, 'Sealed'), await signedIn(service, email)];
  left = { ...(await leave(user)), host, browser };
  await withDevices(folder.path, user.id, leaveCards);
  await keepRecords(250, user.id);
  await service.stop();
});
afterAll(() => folder.remove());

async function leave(api: Api): Promise<Omit<Left, 'host' | 'browser'>> {
  const created = { key: randomUUID(), body: { full_name: 'Written under the first secret' } };
  dataOf(await api.post('/v2/contacts', created.body, { key: created.key }));
  const [ann, anna, gone] = await makeContacts(api, [
    { full_name: 'Ann' },
    { full_name: 'Anna' },
    { full_name: 'Gone' },
  ]);
  dataOf(await api.post('/v2/contacts/merge', { contactIds: [[ann.id, anna.id]] }));
  dataOf(await api.call('DELETE', `/v2/contacts/${gone.id}`));
  const [group, source] = [await addGroup(api, 'Friends'), await addGroup(api, 'Old friends')];
  await api.post(`/v2/groups/${group}/merge`, { sourceGroupIds: [source], finalName: 'Friends', finalEmoji: '🎈' });
  return {
    created,
    survivor: ann.id,
    group,
    deleted: gone.id,
    share: (await addShareLink(api, group)).token,
    cursor: dataOf(await api.get('/v2/contacts?take=1')).pagination.nextCursor,
  };
}

/** Records without an owner, more than one batch, and a person whom the user dismissed as a suggestion. */
async function keepRecords(count: number, user_id: string): Promise<void> {
  const { KITH_SECRET, KITH_DATABASE_URL } = { ...process.env, ...(await engineSettings(folder.path)) };
  const { store, secret } = openData(folder.path, KITH_SECRET, KITH_DATABASE_URL);
  const record = { content: {}, expiresAt: new Date(Date.now() + 3_600_000) };
  await store.directory(async (db) => {
    for (let n = 0; n < count; n++) await putRecord(db, secret, `kind ${n % 3}`, newToken(), record);
  });
  const dismissed = { user_id, id: randomUUID(), sealed: secret.seal(DISMISSED_OFFER, 'ann@example.com'), until: null };
  await store.write(user_id, (db) => db.insertInto('dismissed_offers').values(dismissed).execute());
  await store.close();
}

/** Everything sealed, of users and of sign-in. */
const SEALED = [...SEALED_TABLES, { name: 'sign_in_records', purpose: SIGN_IN_PURPOSE }];

/** The present secret alone opens everything sealed. */
async function expectOpens(env: Record<string, string>, present: string): Promise<void> {
  const [database, secret] = [openDatabase(folder.path), makeSecret([present])];
  for (const name of ['card_texts', 'card_conflicts', 'card_properties'])
    expect(database.all(`select sealed from ${name}`), name).not.toEqual([]);
  for (const { name, purpose } of SEALED) {
    for (const { sealed } of database.all(`select sealed from ${name}`))
      expect(() => secret.open(purpose, sealed as string), name).not.toThrow();
  }
  database.close();
  const service = await startService(folder.path, { ...PUBLIC, ...env });
  const api = apiAt(service.baseUrl, apiKey);
  expect(dataOf(await api.get(`/v2/groups/${left.group}/share-links`)).share_links[0].token).toBe(left.share);
  expect(dataOf(await api.post(`/v2/contacts/${left.survivor}/undo-merge?dryRun=true`)).contacts).toHaveLength(2);
  expect(dataOf(await api.get('/v2/agenda/calendar/events')).calendar_events).toHaveLength(1);
  expect((await apiAt(service.baseUrl, namedKey).get('/v2/users/me')).status).toBe(200);
  await expectSignedIn(service);
  await expectRenewed(service);
  await service.stop();
  const { stdout } = await kithWith({ ...env, KITH_USER: email }, folder.path, 'trash', 'list', '--json');
  expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ object_id: left.deleted, title: 'Gone' }));
}

/** The app's token is valid, its registration is known, and the browser is still signed in. */
async function expectSignedIn(service: RunningService): Promise<void> {
  expect(await statusWith(service, left.host)).toBe(200);
  const browser = newBrowser(originOf(service));
  for (const [name, cookie] of left.browser.cookies) browser.cookies.set(name, cookie);
  const asked = await browser.open(authorizationPath(left.host.clientId));
  expect([asked.status, asked.url.pathname]).toEqual([200, expect.stringMatching(/^\/authorize\//)]);
  left.browser = browser;
}

/** The app gets new tokens. */
async function expectRenewed(service: RunningService): Promise<void> {
  const renewed = await refresh(service, left.host);
  expect(renewed.status).toBe(200);
  left.host = { ...left.host, ...((await renewed.json()) as Json) };
}

/** Reads all the records, and changes nothing that a repeated check needs. */
async function expectAllThere(service: RunningService): Promise<void> {
  const { baseUrl } = service;
  await expectSignedIn(service);
  const api = apiAt(baseUrl, apiKey);
  expect((await apiAt(baseUrl, namedKey).get('/v2/users/me')).status).toBe(200);
  const replay = await api.post('/v2/contacts', left.created.body, { key: left.created.key });
  expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  expect(dataOf(await api.get(`/v2/contacts?take=1&cursor=${left.cursor}`)).contacts).toHaveLength(1);
  expect((await apiAt(baseUrl, undefined).get(`/v1/shared/${left.share}`)).status).toBe(200);
  expect(dataOf(await api.get(`/v2/groups/${left.group}/share-links`)).share_links[0].token).toBe(left.share);
  expect(dataOf(await api.get('/v2/agenda/calendar/events')).calendar_events).toMatchObject([
    { subjectOrTitle: 'Sealed' },
  ]);
  const undone = `/v2/contacts/${left.survivor}/undo-merge?dryRun=true`;
  expect(dataOf(await api.post(undone)).contacts).toHaveLength(2);
}

const rotate = async (env: Record<string, string>): Promise<Json> =>
  JSON.parse((await kithWith(env, folder.path, 'secret', 'rotate', '--json')).stdout);

test('the rotation knows every sealed table', () => {
  const database = openDatabase(folder.path);
  const columns =
    engine === 'postgres'
      ? `select distinct table_name as name from information_schema.columns where column_name = 'sealed'`
      : `select m.name from sqlite_master m join pragma_table_info(m.name) c on c.name = 'sealed' where m.type = 'table'`;
  const found = database.all(columns).map(({ name }) => name);
  database.close();
  expect(new Set(SEALED.map(({ name }) => name))).toEqual(new Set(found));
});

describe.runIf(engine === 'sqlite')('a secret beside the data', () => {
  const file = join(folder.path, 'secret');
  const masters = () => readFileSync(file, 'utf8').split('\n');

  test('is rotated while the service runs, without losing anything', async () => {
    const service = await startService(folder.path, PUBLIC);
    await expectAllThere(service);
    const [before] = masters();
    const { records, busy } = await rotate({});
    expect([records > 258, busy]).toEqual([true, 0]);
    expect(masters()).toEqual([expect.not.stringMatching(before!), before]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expectAllThere(service);
    await makeContact(apiAt(service.baseUrl, apiKey), { full_name: 'After' });
    await service.stop();
  });

  test('resumes after an interruption, without another secret', async () => {
    const [present, ...before] = masters();
    // The state if the process dies right after it stored the new secret.
    writeFileSync(file, [newMaster(), present, ...before].join('\n'), { mode: 0o600 });
    const interrupted = masters();
    const service = await startService(folder.path, PUBLIC);
    await expectAllThere(service);
    // Its registration is rewritten before the rotation reaches it.
    await expectRenewed(service);
    expect((await rotate({})).records).toBeGreaterThan(8);
    expect(masters()).toEqual(interrupted);
    await expectAllThere(service);
    await service.stop();
  });

  test('opens all of the data by itself', async () => {
    const all = readFileSync(file, 'utf8');
    writeFileSync(file, masters()[0]!);
    await expectOpens({}, masters()[0]!);
    writeFileSync(file, all);
  });

  test('is reported if it is truncated, and the data is left alone', async () => {
    const all = readFileSync(file, 'utf8');
    writeFileSync(file, all.slice(0, 20));
    await expect(startService(folder.path)).rejects.toThrow(/incomplete/);
    writeFileSync(file, all);
  });
});

describe('KITH_SECRET', () => {
  const present = () =>
    engine === 'postgres' ? TEST_SECRET : readFileSync(join(folder.path, 'secret'), 'utf8').split('\n')[0]!;

  test('is rotated by setting both, on running nodes', async () => {
    const both = { KITH_SECRET: newMaster(), KITH_SECRET_PREVIOUS: present() };
    const service = await startService(folder.path, { ...PUBLIC, ...both });
    const [first] = [apiAt(service.baseUrl, apiKey)];
    expect((await first.get('/v2/users/me')).status).toBe(200);
    await expectSignedIn(service);
    expect((await rotate(both)).records).toBeGreaterThan(5);
    expect(await rotate(both)).toEqual({ records: 0, busy: 0 });
    await service.stop();
    await expectOpens({ KITH_SECRET: both.KITH_SECRET }, both.KITH_SECRET);
  });

  test('cannot be rotated alone, and the refusal explains how', async () => {
    const refused = await kithWith({ KITH_SECRET: newMaster() }, folder.path, 'secret', 'rotate').catch(
      (error) => error,
    );
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('KITH_SECRET_PREVIOUS')]);
  });
});
