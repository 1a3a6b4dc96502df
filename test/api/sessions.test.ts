import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addPasskey } from '../../src/identity/users/passkeys.ts';
import { asOwner } from '../support/as-owner.ts';
import { signedIn, withData } from '../support/browser.ts';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, type Json } from '../support/people.ts';
import type { User } from '../support/service.ts';

// Browser sessions and passkeys, as their operations list, rename and remove them.

const { service, ada: eve } = await serviceForFile();

const sessionsOf = async (user: User): Promise<Json[]> => dataOf(await user.get('/v2/sessions')).sessions;
const passkeysOf = async (user: User): Promise<Json[]> => dataOf(await user.get('/v2/passkeys')).passkeys;

test('a browser session is listed, and ended only by its user', async () => {
  const user = await service.user();
  const [first, second] = [await signedIn(service, user.email), await signedIn(service, user.email)];
  const sessions = await sessionsOf(user);
  expect(sessions).toHaveLength(2);
  expect(sessions[0]).toEqual({
    ...{ id: expect.any(String), browser: expect.any(String), is_current: false },
    ...{ created_at: expect.any(String), last_used_at: expect.any(String) },
  });
  const oldest = sessions.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))[0]!;
  expect(await sessionsOf(eve)).toEqual([]);
  expect((await eve.call('DELETE', `/v2/sessions/${oldest.id}`)).status).toBe(404);
  const ended = await user.call('DELETE', `/v2/sessions/${oldest.id}`);
  expect(dataOf(ended)).toEqual({ affected: 1, ids: [oldest.id] });
  expect((await first.open('/today')).url.pathname).toBe('/sign-in');
  expect((await second.open('/today')).url.pathname).toBe('/today');
  expect((await user.call('DELETE', `/v2/sessions/${oldest.id}`)).status).toBe(404);
});

test('an API key ends every browser session of its user', async () => {
  const [user, other] = [await service.user(), await service.user()];
  const browsers = [await signedIn(service, user.email), await signedIn(service, user.email)];
  const theirs = await signedIn(service, other.email);
  expect(dataOf(await user.post('/v2/sessions/end-others', {}))).toEqual({ affected: 2 });
  for (const browser of browsers) expect((await browser.open('/today')).url.pathname).toBe('/sign-in');
  expect((await theirs.open('/today')).url.pathname).toBe('/today');
});

test('a passkey is listed and renamed by its user, and removed only with a fresh sign-in', async () => {
  const user = await service.user();
  const id = randomUUID();
  const added = { id, name: 'Laptop', publicKey: 'AAAA', counter: 0, transports: ['internal'] };
  await withData(service, ({ store }) => addPasskey(store, user.id, added, undefined));
  const laptop = { id, name: 'Laptop', created_at: expect.any(String), last_used_at: null };
  expect(await passkeysOf(user)).toEqual([laptop]);
  expect(await passkeysOf(eve)).toEqual([]);
  expect((await eve.call('PATCH', `/v2/passkeys/${id}`, { name: 'Mine' })).status).toBe(404);
  const renamed = await user.call('PATCH', `/v2/passkeys/${id}`, { name: 'Work\nlaptop' });
  expect(dataOf(renamed).passkey).toEqual({ ...laptop, name: 'Work laptop' });
  expect((await user.call('DELETE', `/v2/passkeys/${id}`)).status).toBe(405);
  const remove = (of: User) => asOwner(service, of, (client) => client.call('delete_passkey', { passkeyId: id }));
  await expect(remove(eve)).rejects.toMatchObject({ status: 404 });
  expect((await remove(user)).data).toEqual({ affected: 1, ids: [id] });
  expect(await passkeysOf(user)).toEqual([]);
});
