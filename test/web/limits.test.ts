import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apiAt, type RunningService, startService, type User } from '../support/service.ts';
import { visitorOf, visitorSignedIn } from '../support/visitor.ts';

const LIMIT = 20;

let service: RunningService;
let ada: User;
beforeEach(async () => {
  service = await startService(undefined, { KITH_RATE_LIMIT: String(LIMIT) });
  ada = await service.user();
});
afterEach(() => service.stop());

/** Sends wrong keys from this test's address until it exceeds its limit. */
async function useUpAddress(): Promise<void> {
  const stranger = apiAt(service.baseUrl, `kith_${randomBytes(32).toString('base64url')}`);
  const statuses: number[] = [];
  while (statuses.length <= LIMIT && !statuses.includes(429))
    statuses.push((await stranger.get('/v2/contacts')).status);
  expect(statuses.at(-1)).toBe(429);
}

test('wrong keys from an address do not lock signed-in users out of the web app', async () => {
  const browser = await visitorSignedIn(service, ada.email);
  const ended = await visitorSignedIn(service, ada.email);
  const token = ended.cookie;
  await ended.post('/sign-out');
  await useUpAddress();

  expect((await browser.get('/settings')).status).toBe(200);
  expect((await visitorOf(service).get('/sign-in')).status).toBe(429);
  for (const cookie of [`kith_session=${randomBytes(32).toString('base64url')}`, 'kith_session=short', token!])
    expect((await visitorOf(service).get('/settings', { cookie })).status, cookie).toBe(429);
});

test("the web app counts a session's requests against its user, separately from those with keys", async () => {
  const bob = await service.user();
  const [first, second] = [await visitorSignedIn(service, ada.email), await visitorSignedIn(service, ada.email)];
  const other = await visitorSignedIn(service, bob.email);
  const statuses: number[] = [];
  for (let asked = 0; asked < LIMIT; asked++) statuses.push((await first.get('/settings')).status);
  expect(new Set(statuses)).toEqual(new Set([200]));

  const refused = await second.get('/settings');
  expect([refused.status, refused.headers['ratelimit-remaining']]).toEqual([429, '0']);
  expect(refused.text).toContain('Too many requests');
  expect((await other.get('/settings')).status).toBe(200);
  expect((await ada.get('/v2/users/me')).status).toBe(200);
});
