import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { makeSecret } from '../../src/identity/secrets/secret.ts';
import { localUser } from '../../src/identity/users/users.ts';
import { createService } from '../../src/service/service.ts';
import { openSqliteStore } from '../../src/store/sqlite-store.ts';
import { count, damage, withDatabase } from '../support/data-folder.ts';
import { temporaryFolder } from '../support/service.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const SECRET = makeSecret(['a secret of more than thirty-two characters']);

const ahead = (milliseconds: number) => () => new Date(Date.now() + milliseconds);

/** A service in this process, on the shared folder, with its own clock. */
async function openService(now: () => Date) {
  const store = openSqliteStore(join(folder.path, 'kith.db'));
  const user = await localUser(store);
  const faults: unknown[] = [];
  const service = createService({
    store,
    secret: SECRET,
    version: 'test',
    authenticate: async () => ({ user, permissions: 'write' }),
    onFault: (_, error) => faults.push(error),
    now,
  });
  return {
    post: (path: string, body: object, key: string) => service.fetch(requestOf(path, body, key)),
    store,
    faults,
  };
}

const requestOf = (path: string, body: object, key: string) =>
  new Request(`http://kith.local${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });

const HOUR = 3_600_000;

test.each([
  // For the second service, every lease of the first has long expired, as after a laptop was asleep.
  ['a try that lost its lease to another', 0, HOUR],
  // The system clock was an hour ahead and was corrected. That must not cause an hour's wait.
  ['a try whose lease lies further ahead than a lease can', HOUR, 0],
])('%s does not repeat a step', async (_, aheadMs, thenAheadMs) => {
  const slept = await openService(ahead(aheadMs));
  const woken = await openService(ahead(thenAheadMs));
  const body = { contacts: Array.from({ length: 500 }, (_, index) => ({ full_name: `Person ${index}` })) };
  const key = randomUUID();
  const path = '/v2/contacts/batch';
  const rows = () => withDatabase(folder.path, (database) => count(database, 'contacts'));

  const before = rows();
  const first = slept.post(path, body, key);
  while (rows() < before + 100) await nextTurn();
  const second = woken.post(path, body, key);
  expect((await first).status).toBe(409);
  const answer = await second;
  expect(answer.status).toBe(201);
  expect(((await answer.json()) as { data: { batch: { committed: number } } }).data.batch.committed).toBe(500);
  expect(rows()).toBe(before + 500);
  expect((await slept.post(path, body, key)).headers.get('idempotent-replayed')).toBe('true');

  await Promise.all([slept.store.close(), woken.store.close()]);
  expect([...slept.faults, ...woken.faults]).toEqual([]);
  expect(damage(folder.path)).toEqual([]);
});

test('waits in every other process for an attempt that holds its lease', async () => {
  // The virtual clock stands still, however slow the computer is.
  const now = new Date();
  const [busy, other] = [await openService(() => now), await openService(() => now)];
  const body = { contacts: Array.from({ length: 500 }, (_, index) => ({ full_name: `Held ${index}` })) };
  const key = randomUUID();
  const rows = () => withDatabase(folder.path, (database) => count(database, 'contacts'));
  const before = rows();
  const working = busy.post('/v2/contacts/batch', body, key);
  while (rows() < before + 100) await nextTurn();
  const refused = await other.post('/v2/contacts/batch', body, key);
  expect(((await refused.json()) as { error: { code: string } }).error.code).toBe('idempotency_in_progress');
  expect((await working).status).toBe(201);
  expect(rows()).toBe(before + 500);
  await Promise.all([busy.store.close(), other.store.close()]);
});
