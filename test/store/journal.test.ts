import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../src/identity/users/caller.ts';
import { readLog, type SecurityLine } from '../../src/identity/users/security-log.ts';
import { listKeys } from '../../src/identity/users/user-keys.ts';
import { addUser, userByEmail } from '../../src/identity/users/users.ts';
import { openData } from '../../src/service/data/open-data.ts';
import { makeJournal } from '../../src/service/runtime/audit-buffer.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/service.ts';

// Audit lines are written after the response: limited under attack, and never dropped without a report.

const MINUTE = 60_000;
let folder: ReturnType<typeof temporaryFolder>;
let store: Store;
let now: number;
let faults: unknown[];
let ada: Caller;
beforeEach(async () => {
  folder = temporaryFolder();
  const data = openData(folder.path, undefined);
  store = data.store;
  await addUser(store, data.secret, { email: 'ada@example.com' });
  ada = { user: await userByEmail(store, 'ada@example.com'), permissions: 'write', key: 'default' };
  // The start of an hour.
  now = Math.floor(Date.now() / (60 * MINUTE)) * 60 * MINUTE;
  faults = [];
});
afterEach(async () => {
  await store.close();
  folder.remove();
});

const journal = () => makeJournal(store, { onFault: (error) => faults.push(error), now: () => now });
const written = async () => {
  const lines: SecurityLine[] = [];
  for await (const line of readLog(store, {})) lines.push(line);
  return lines.filter(({ event }) => /^(key\.(accepted|refused)|lines|limit)/.test(event));
};
const refused = (address: string) => ({ event: 'key.refused', address, detail: 'unknown' }) as const;

test('logs a repeated event once per interval, per network for IPv6', async () => {
  const one = journal();
  for (let time = 0; time < 20; time++) {
    one.note(refused('203.0.113.1'));
    one.note(refused(`2001:db8:1:2::${time}`));
    one.note({ event: 'key.accepted', userId: ada.user.user_id, key: 'default', address: '203.0.113.1' });
    now += MINUTE / 10;
  }
  await one.close();
  const said = (await written()).map(({ event, address }) => `${event} ${address!.slice(0, 9)}`);
  expect(said.sort()).toEqual([
    'key.accepted 203.0.113',
    'key.refused 2001:db8:',
    'key.refused 2001:db8:',
    'key.refused 203.0.113',
    'key.refused 203.0.113',
  ]);
});

test('writes 1,000 lines per kind and hour, counts the rest, and does not limit other kinds', async () => {
  const one = journal();
  for (let index = 0; index < 1_500; index++) one.note(refused(`10.0.${index >> 8}.${index & 255}`));
  one.note({ event: 'key.accepted', userId: ada.user.user_id, key: 'default', address: '203.0.113.1' });
  now += 60 * MINUTE;
  one.note(refused('203.0.113.9'));
  for (let index = 0; index < 1_200; index++)
    one.note({ event: 'limit.hit', address: `10.1.${index >> 8}.${index & 255}` });
  await one.close();
  const lines = await written();
  const count = (event: string) => lines.filter((line) => line.event === event).length;
  expect([count('key.refused'), count('key.accepted'), count('limit.hit')]).toEqual([1_001, 1, 1_000]);
  expect(lines.filter(({ event }) => event === 'lines.left_out').map(({ detail }) => detail)).toEqual([
    'key.refused 500',
    'limit.hit 200',
  ]);
});

test("records a key's last use at most minutes late, and never moves it back", async () => {
  const lastUse = async () => (await listKeys(store, 'ada@example.com'))[0]!.last_used_at;
  const start = new Date(now).toISOString();
  const [one, other] = [journal(), journal()];
  one.used(ada);
  now += MINUTE;
  one.used(ada);
  await one.close();
  expect(await lastUse()).toBe(start);
  now += 10 * MINUTE;
  const later = new Date(now).toISOString();
  one.used(ada);
  await one.close();
  now -= 20 * MINUTE;
  // A node whose clock is slow.
  other.used(ada);
  await other.close();
  expect(await lastUse()).toBe(later);
});

test('reports a failed write, keeps its lines, and writes them with the next ones', async () => {
  const broken = { ...failing(store), fails: true };
  const one = makeJournal(broken, { onFault: (error) => faults.push(error), now: () => now });
  one.note(refused('203.0.113.1'));
  one.used(ada);
  await one.close();
  expect([faults.length, (await written()).length]).toEqual([1, 0]);
  broken.fails = false;
  one.note(refused('203.0.113.2'));
  await one.close();
  expect((await written()).map(({ address }) => address)).toEqual(['203.0.113.1', '203.0.113.2']);
  expect((await listKeys(store, 'ada@example.com'))[0]!.last_used_at).not.toBeNull();
  expect(faults.length).toBe(1);
});

/** The store, unless the test makes it fail. */
function failing(inner: Store): Store & { fails: boolean } {
  return {
    fails: false,
    read: (userId, work) => inner.read(userId, work),
    write: (userId, work, options) => inner.write(userId, work, options),
    async directory(work) {
      if (this.fails) throw new Error('no space left');
      return inner.directory(work);
    },
    ready: () => inner.ready(),
    close: () => inner.close(),
  };
}
