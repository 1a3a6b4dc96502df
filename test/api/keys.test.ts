import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSecret } from '../../src/identity/secrets/secret.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { engine, TEST_SECRET } from '../support/engine.ts';
import { GIVES_NOTHING_UP } from '../support/no-long-waits.ts';
import { apiAt, kith, type RunningService, startService, temporaryFolder, type User } from '../support/service.ts';
import { testOnce } from '../support/test-once.ts';

// A user's named keys: scope, expiration, and visible properties.

const folder = temporaryFolder();
let service: RunningService;
let ada: User;
let database: Database;
beforeAll(async () => {
  service = await startService(folder.path);
  ada = await service.user('ada@example.com');
  database = openDatabase(folder.path);
});
afterAll(async () => {
  database.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
  folder.remove();
});

const json = async (...args: string[]) => JSON.parse((await kith(folder.path, ...args, '--json')).stdout);
const addKey = (name: string, ...more: string[]) => json('key', 'add', ada.email, '--name', name, ...more);
const withKey = (key: string) => apiAt(service.baseUrl, key);
const failure = (...args: string[]) =>
  kith(folder.path, ...args).then(
    () => expect.unreachable('should have failed'),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );

test('a named key opens what its scope allows, is shown once, and is stored as a digest', async () => {
  const writer = await addKey('laptop');
  const reader = await addKey('a report, monthly', '--scope', 'read', '--expires', '90d');
  expect(writer).toEqual({
    email: ada.email,
    name: 'laptop',
    kind: 'api',
    scope: 'write',
    created_at: expect.any(String),
    expires_at: null,
    last_used_at: null,
    api_key: expect.stringMatching(/^kith_[\w-]{43}$/),
  });
  expect(Date.parse(reader.expires_at) - Date.parse(reader.created_at)).toBeCloseTo(90 * 86_400_000, -5);
  const made = await withKey(writer.api_key).post('/v2/contacts', { full_name: 'By laptop' });
  expect(made.status).toBe(201);
  const read = withKey(reader.api_key);
  expect((await read.get(`/v2/contacts/${made.body.data.contact.id}`)).status).toBe(200);
  expect((await read.post('/v2/contacts', {})).body.error).toMatchObject({ code: 'Forbidden' });
  // The specified key is unchanged.
  expect((await json('key', 'show', ada.email)).api_key).toBe(ada.apiKey);
  const stored = JSON.stringify(database.all('select * from api_keys'));
  for (const key of [ada.apiKey, writer.api_key, reader.api_key]) expect(stored).not.toContain(key.slice(5));
  const listed = await kith(folder.path, 'key', 'list', ada.email, '--json');
  expect(JSON.parse(listed.stdout).map(({ name, scope }: { name: string; scope: string }) => [name, scope])).toEqual([
    ['default', 'write'],
    ['laptop', 'write'],
    ['a report, monthly', 'read'],
  ]);
  // Its stored, sealed form opens nothing either.
  const [row] = database.all(`select sealed from api_keys where name = 'laptop'`);
  const kept = loadSecret(join(folder.path, 'secret'), engine === 'postgres' ? TEST_SECRET : undefined).open(
    'api key',
    String(row!.sealed),
  );
  expect(kept).toBe(`sha256:${createHash('sha256').update(writer.api_key).digest('base64url')}`);
  expect((await withKey(kept).get('/v2/users/me')).status).toBe(401);
});

test('a revoked key is rejected at the next request, and the others work on', async () => {
  const gone = await addKey('gone');
  const api = withKey(gone.api_key);
  expect((await api.get('/v2/users/me')).status).toBe(200);
  await json('key', 'revoke', ada.email, 'gone');
  expect((await api.get('/v2/users/me')).status).toBe(401);
  expect((await ada.get('/v2/users/me')).status).toBe(200);
  // Its name is free again, for a different key.
  expect((await addKey('gone')).api_key).not.toBe(gone.api_key);
  expect((await api.get('/v2/users/me')).status).toBe(401);
  await json('key', 'regenerate', ada.email).then(({ api_key }) => {
    ada = { ...ada, ...withKey(api_key), apiKey: api_key };
  });
  expect((await json('key', 'list', ada.email)).length).toBeGreaterThan(2);
});

test('an expired key is rejected with its expiration, and requests without a key still work', async () => {
  const { api_key } = await addKey('brief', '--expires', '1h');
  const api = withKey(api_key);
  expect((await api.get('/v2/users/me')).status).toBe(200);
  const past = '2026-01-02T03:04:05.678Z';
  database.all(`update api_keys set expires_at = '${past}' where name = 'brief'`);
  const refused = await api.get('/v2/users/me');
  expect([refused.status, refused.body.error.message]).toEqual([401, `This API key expired at ${past}.`]);
  expect((await api.get('/v1')).status).toBe(200);
  const mcp = await api.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' });
  expect(mcp.status).toBe(401);
  expect((await kith(folder.path, 'key', 'list', ada.email)).stdout).toMatch(/brief +write +expired 2026-01-02/);
});

test('the free plan keeps and rejects all keys, which work again after an upgrade', async () => {
  const eve = await service.user();
  const named = await json('key', 'add', eve.email, '--name', 'named');
  const apis = [eve, withKey(named.api_key)];
  await json('user', 'plan', eve.email, 'free');
  for (const api of apis) {
    const refused = await api.get('/v2/users/me');
    expect([refused.status, refused.body.error.code]).toEqual([403, 'Forbidden']);
    expect((await api.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(403);
    expect((await api.get('/v1')).status).toBe(200);
  }
  expect((await json('key', 'show', eve.email)).api_key).toBe(eve.apiKey);
  expect((await failure('key', 'add', eve.email, '--name', 'more')).stderr).toContain('professional plan');
  expect(await json('user', 'plan', eve.email, 'professional')).toMatchObject({ plan: 'professional' });
  for (const api of apis) expect((await api.get('/v2/users/me')).status).toBe(200);
});

testOnce.each([
  [['key', 'add', 'ada@example.com'], 2, "'--name <name>' not specified"],
  [['key', 'add', 'ada@example.com', '--name', ' '], 2, '1 to 64 printable'],
  [['key', 'add', 'ada@example.com', '--name', 'a\u001b[2J'], 2, '1 to 64 printable'],
  [['key', 'add', 'ada@example.com', '--name', 'x'.repeat(65)], 2, '1 to 64 printable'],
  [['key', 'add', 'ada@example.com', '--name', 'default'], 1, 'already has a key named default'],
  [['key', 'add', 'ada@example.com', '--name', 'n', '--scope', 'all'], 2, '--scope must be read or write'],
  [['key', 'add', 'ada@example.com', '--name', 'n', '--expires', 'soon'], 2, '--expires "soon" is not a time'],
  [['key', 'add', 'ada@example.com', '--name', 'n', '--expires', '2026-02-31'], 2, 'is not a time'],
  [['key', 'add', 'ada@example.com', '--name', 'n', '--expires', '2020-01-01'], 2, 'must be in the future'],
  [['key', 'add', 'nobody@example.com', '--name', 'n'], 1, 'There is no user'],
  [['key', 'revoke', 'ada@example.com', 'never'], 1, 'no key named never'],
  [['key', 'revoke', 'ada@example.com'], 2, 'kith help key'],
  [['key'], 2, 'kith help key'],
  [['user', 'toString'], 2, 'kith help user'],
  [['user', 'plan', 'ada@example.com', 'gold'], 2, 'free or professional'],
])('rejects kith %j with an explanation', async (args, code, words) => {
  const refused = await failure(...args);
  expect(refused).toEqual({ code, stderr: expect.stringContaining(words) });
  expect(refused.stderr).not.toMatch(/\n\s+at /);
});

test('all keys of a user share one rate limit, and each has its own last use', async () => {
  const other = temporaryFolder();
  const limited = await startService(other.path, { ...GIVES_NOTHING_UP, KITH_RATE_LIMIT: '6' });
  const bob = await limited.user('bob@example.com');
  const { stdout } = await kith(other.path, 'key', 'add', bob.email, '--name', 'second', '--json');
  await kith(other.path, 'key', 'add', bob.email, '--name', 'unused');
  const second = apiAt(limited.baseUrl, JSON.parse(stdout).api_key);
  const left = async (api: typeof second) => Number((await api.get('/v1')).headers.get('ratelimit-remaining'));
  expect([await left(bob), await left(second), await left(bob), await left(second)]).toEqual([5, 4, 3, 2]);
  await limited.stop();
  const keys = JSON.parse((await kith(other.path, 'key', 'list', bob.email, '--json')).stdout);
  expect(keys).toMatchObject([
    { name: 'default', last_used_at: expect.any(String) },
    { name: 'second', last_used_at: expect.any(String) },
    { name: 'unused', last_used_at: null },
  ]);
  const [user] = JSON.parse((await kith(other.path, 'user', 'list', '--json')).stdout);
  expect(user).toMatchObject({ email: bob.email, keys: 3, last_used_at: keys[1].last_used_at });
  other.remove();
});
