import { afterAll, beforeAll, expect, test } from 'vitest';
import { GIVES_NOTHING_UP } from '../support/no-long-waits.ts';
import { type Api, apiAt, kith, type RunningService, startService, temporaryFolder } from '../support/service.ts';

// Clients of a proxy: each has its own limit if the proxy is trusted, and only then.

const LIMIT = 100;
const folder = temporaryFolder();
let service: RunningService;
let nobody: Api;
beforeAll(async () => {
  const env = { ...GIVES_NOTHING_UP, KITH_RATE_LIMIT: String(LIMIT), KITH_TRUSTED_PROXIES: 'loopback, 10.0.0.0/8' };
  service = await startService(folder.path, env);
  nobody = apiAt(service.baseUrl, undefined);
});
afterAll(() => folder.remove());

const left = async (headers: Record<string, string>, api = nobody) => {
  const answer = await api.get('/v2/contacts', { headers });
  expect(answer.status).toBe(401);
  return Number(answer.headers.get('ratelimit-remaining'));
};

test('each client address is a bucket, and no header from a client creates another', async () => {
  const [one, two] = ['203.0.113.1', '203.0.113.2'];
  expect(await left({ 'x-forwarded-for': one })).toBe(LIMIT - 1);
  expect(await left({ 'x-forwarded-for': two })).toBe(LIMIT - 1);
  expect(await left({ 'x-forwarded-for': `1.2.3.4, ${one}, 10.0.0.3` })).toBe(LIMIT - 2);
  expect(await left({ forwarded: `for=9.9.9.9, for="${one}:80";proto=https` })).toBe(LIMIT - 3);
  expect(await left({ 'x-forwarded-for': `10.1.1.1, ${one}` })).toBe(LIMIT - 4);
  expect(await left({ 'x-forwarded-for': '2001:db8:1:2::1' })).toBe(LIMIT - 1);
  expect(await left({ 'x-forwarded-for': '[2001:db8:1:2:ffff::9]:443' })).toBe(LIMIT - 2);
  expect(await left({ 'x-forwarded-for': '2001:db8:1:3::1' })).toBe(LIMIT - 1);
});

test("ignores a client's headers without the setting", async () => {
  const plain = await startService(undefined, { KITH_RATE_LIMIT: String(LIMIT), KITH_TRUSTED_PROXIES: '' });
  const api = apiAt(plain.baseUrl, undefined);
  const first = await left({ 'x-forwarded-for': '203.0.113.1' }, api);
  expect(await left({ 'x-forwarded-for': '203.0.113.2' }, api)).toBe(first - 1);
  await plain.stop();
});

test('rejects a setting with an invalid address at start', async () => {
  await expect(startService(undefined, { KITH_TRUSTED_PROXIES: 'nginx' })).rejects.toThrow('nginx is not an address');
});

test("logs each client's address once in the security log", async () => {
  await nobody.get('/v2/contacts', {
    headers: { authorization: 'Bearer kith_guess', 'x-forwarded-for': '203.0.113.7' },
  });
  await nobody.get('/v2/contacts', {
    headers: { authorization: 'Bearer kith_other', 'x-forwarded-for': '203.0.113.7' },
  });
  await service.stop();
  const { stdout } = await kith(folder.path, 'log', '--json');
  const refused = stdout.split('\n').filter((line) => line.includes('key.refused'));
  expect(refused.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'key.refused', outcome: 'refused', address: '203.0.113.7', detail: 'unknown', user_id: null },
  ]);
});
