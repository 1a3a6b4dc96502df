import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaveCards, withDevices } from '../support/cards.ts';
import { damage } from '../support/data-folder.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { engine, engineSettings } from '../support/engine.ts';
import { initialize, startJsonRpc } from '../support/json-rpc.ts';
import { dataOf, makeContacts, makeNote, namesFound, namesWhere } from '../support/people.ts';
import {
  type Api,
  apiAt,
  CLI,
  kith,
  kithWith,
  type RunningService,
  startService,
  temporaryFolder,
} from '../support/service.ts';
import { makeWorld } from '../support/world.ts';

// User administration in the shell: list, change plans, and remove users with all their data.

const folder = temporaryFolder();
let service: RunningService;
let database: Database;
beforeAll(async () => {
  service = await startService(folder.path);
  database = openDatabase(folder.path);
});
afterAll(async () => {
  database.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
  folder.remove();
});

const failure = (...args: string[]) =>
  kith(folder.path, ...args).then(
    () => expect.unreachable('should have failed'),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );
const emails = async (): Promise<string[]> =>
  JSON.parse((await kith(folder.path, 'user', 'list', '--json')).stdout).map(({ email }: { email: string }) => email);

/** In all databases: in the tables of users, of the directory, and of the index. */
const rowsOf = (userId: string): [string, number][] =>
  [...database.keysOfTables().keys()]
    .filter((table) => table !== 'security_log')
    .map((table): [string, number] => [
      table,
      database.all(`select user_id from ${table}`).filter((row) => row.user_id === userId).length,
    ])
    .filter(([, count]) => count > 0);

test("leaves no row of a removed user, and removes no one else's", async () => {
  const [ada, bob] = [await service.user('ada@example.com'), await service.user('bob@example.com')];
  for (const user of [ada, bob]) {
    await makeWorld(user, 'secret');
    await withDevices(folder.path, user.id, leaveCards);
  }
  const tablesOfCards = ['card_conflicts', 'card_counters', 'card_devices', 'card_members', 'card_texts', 'cards'];
  tablesOfCards.push('card_properties');
  expect(rowsOf(ada.id).map(([table]) => table)).toEqual(expect.arrayContaining([...tablesOfCards, 'cards_given']));
  // More than one batch.
  for (let part = 0; part < 3; part++) {
    const contacts = Array.from({ length: 200 }, (_, index) => ({ full_name: `Person ${part} ${index}` }));
    await makeContacts(ada, contacts);
  }
  await makeNote(ada, { note: 'one more' });
  await kith(folder.path, 'key', 'add', ada.email, '--name', 'second');
  const before = database.rowsOf(bob.id);
  expect(rowsOf(ada.id).length).toBeGreaterThan(15);

  const { stdout, stderr } = await kith(folder.path, 'user', 'remove', 'Ada@Example.com', '--yes', ada.email, '--json');
  expect(JSON.parse(stdout)).toMatchObject({ id: ada.id, email: ada.email, removed: { contacts: 605, keys: 2 } });
  expect(stderr).toMatch(/removes ada@example.com with 605 contacts, \d notes, .* 2 keys/);
  expect(rowsOf(ada.id)).toEqual([]);
  expect(database.rowsOf(bob.id)).toBe(before);
  expect((await ada.get('/v2/contacts')).status).toBe(401);
  expect((await bob.get('/v2/contacts')).status).toBe(200);
  if (engine === 'sqlite') expect(damage(folder.path)).toEqual([]);
  expect(await emails()).toEqual(['bob@example.com']);
  // The email is free for a new user, who finds no data.
  const again = await service.user('ada@example.com');
  expect((await again.get('/v2/contacts/count')).body.data.count).toBe(0);
});

test.each([
  [['user', 'remove', 'bob@example.com'], 2, 'Add --yes bob@example.com'],
  [['user', 'remove', 'bob@example.com', '--yes', 'ada@example.com'], 2, 'Nothing was removed'],
  [['user', 'remove', 'bob@example.com', '--yes', ''], 2, 'Nothing was removed'],
  [['user', 'remove', 'nobody@example.com', '--yes', 'nobody@example.com'], 1, 'There is no user'],
  [['user', 'remove'], 2, 'kith help user'],
])('kith %j removes nobody', async (args, code, words) => {
  expect(await failure(...args)).toEqual({ code, stderr: expect.stringContaining(words) });
  expect(await emails()).toContain('bob@example.com');
});

test('a process that was already running reports the removal at the next call, and writes nothing afterwards', async () => {
  const settings = { ...(await engineSettings(folder.path)), KITH_DATA_DIR: folder.path, KITH_USER: 'eve@example.com' };
  const server = startJsonRpc([process.execPath, CLI], settings);
  await initialize(server);
  const call = (name: string, args = {}) => server.request('tools/call', { name, arguments: args });
  expect(await call('create_contact', { full_name: 'Once' })).not.toHaveProperty('isError', true);
  await kith(folder.path, 'user', 'remove', 'eve@example.com', '--yes', 'eve@example.com');
  for (const told of [await call('count_contacts'), await call('create_contact', { full_name: 'Late' })])
    expect(told).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('was removed') }] });
  server.child.stdin.end();
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(await emails()).not.toContain('eve@example.com');
  const { stdout } = await kithWith({ KITH_USER: 'eve@example.com' }, folder.path, 'call', 'count_contacts');
  expect(JSON.parse(stdout)).toEqual({ count: 0 });
});

test("refuses an open connection's next request", async () => {
  const zoe = await service.user('zoe@example.com');
  const { hostname, port } = new URL(service.baseUrl);
  const socket = connect(Number(port), hostname);
  const asked = `GET /v2/contacts HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${zoe.apiKey}\r\n\r\n`;
  const status = async () => {
    socket.write(asked);
    return String((await once(socket, 'data'))[0]).split('\r\n')[0];
  };
  expect(await status()).toBe('HTTP/1.1 200 OK');
  await kith(folder.path, 'user', 'remove', zoe.email, '--yes', zoe.email);
  // On the connection that is already open, too.
  expect(await status()).toBe('HTTP/1.1 401 Unauthorized');
  socket.destroy();
});

test('lists plan, keys, and last use, in text and as JSON', async () => {
  const { stdout } = await kith(folder.path, 'user', 'list');
  expect(stdout).toMatch(/^bob@example\.com +professional +1 key +(never|last) used/m);
  await kith(folder.path, 'call', 'get_current_user');
  expect((await kith(folder.path, 'user', 'list')).stdout).toMatch(/^me@localhost .* the local user$/m);
  const [user] = JSON.parse((await kith(folder.path, 'user', 'list', '--json')).stdout);
  expect(Object.keys(user).sort()).toEqual(['created_at', 'email', 'id', 'keys', 'last_used_at', 'name', 'plan']);
});

test('derives the phone country from the time zone, lets users set it, and applies it to existing numbers', async () => {
  const added = async (...args: string[]) => {
    const user = JSON.parse((await kith(folder.path, 'user', 'add', ...args, '--json')).stdout);
    return apiAt(service.baseUrl, user.api_key);
  };
  const countryOf = async (api: Api) => dataOf(await api.get('/v2/users/me')).user.country;
  const vienna = await added('vienna@example.com', '--time-zone', 'Europe/Vienna');
  expect(await countryOf(vienna)).toBe('AT');
  expect(await countryOf(await added('set@example.com', '--time-zone', 'Europe/Vienna', '--country', 'de'))).toBe('DE');
  expect(await countryOf(await added('kyiv@example.com', '--time-zone', 'Europe/Kyiv'))).toBe('UA');

  await makeContacts(vienna, [
    { full_name: 'Home', contact_phone_numbers: [{ phone_number: '030 5550177' }] },
    { full_name: 'Said', contact_phone_numbers: [{ phone_number: '+49 30 5550177' }, { phone_number: '030 5550177' }] },
    { full_name: 'Own', contact_phone_numbers: [{ phone_number: '030 5550177', country_code: 'CH' }] },
  ]);
  const withNumber = (phone: string) => namesWhere(vienna, { phone });
  expect(await withNumber('+43 30 5550177')).toEqual(['Home', 'Said']);
  expect(await withNumber('+49 30 5550177')).toEqual(['Said']);
  const set = await kith(folder.path, 'user', 'country', 'vienna@example.com', 'DE', '--json');
  expect(JSON.parse(set.stdout)).toMatchObject({ email: 'vienna@example.com', country: 'DE', read_anew: 1 });
  expect(await countryOf(vienna)).toBe('DE');
  expect(await withNumber('+49 30 5550177')).toEqual(['Home', 'Said']);
  expect(await withNumber('+41 30 5550177')).toEqual(['Own']);
  expect(await namesFound(vienna, '+49 (0)30 5550177')).toEqual(['Home', 'Said']);
  const again = await kith(folder.path, 'user', 'country', 'vienna@example.com', 'DE');
  expect(again.stdout).toContain('Changed 0 stored numbers');
  expect((await failure('user', 'country', 'vienna@example.com', 'Germany')).stderr).toContain('two-letter code');
  expect((await failure('user', 'country', 'nobody@example.com', 'DE')).stderr).toContain('There is no user');
});
