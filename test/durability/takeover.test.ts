import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { makeSecret } from '../../src/service/secrets/secret.ts';
import { createService } from '../../src/service/service.ts';
import { openSqliteStore } from '../../src/service/store/sqlite-store.ts';
import { localUser } from '../../src/service/users/users.ts';
import { count, damage, withDatabase } from '../support/data-folder.ts';
import { temporaryFolder } from '../support/service.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const SECRET = makeSecret(['a secret of more than thirty-two characters']);

/** A service on the shared folder, in this process, whose clock is ahead by so much. */
async function openService(aheadMs: number) {
  const store = openSqliteStore(join(folder.path, 'kith.db'));
  const user = await localUser(store);
  const faults: unknown[] = [];
  const service = createService({
    store,
    secret: SECRET,
    version: 'test',
    authenticate: async () => ({ user, permissions: 'write' }),
    onFault: (_, error) => faults.push(error),
    now: () => new Date(Date.now() + aheadMs),
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
  // For the second one every lease of the first has long run out, as after a laptop was shut in the middle.
  ['a try that lost its lease to another', 0, HOUR],
  // The machine's clock was an hour ahead and was set right: that is no reason to wait for an hour.
  ['a try whose lease lies further ahead than a lease can', HOUR, 0],
])('%s does not do a step twice', async (_, ahead, thenAhead) => {
  const slept = await openService(ahead);
  const woken = await openService(thenAhead);
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
