import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLog } from '../../src/identity/users/security-log.ts';
import { matcherOf } from '../../src/server/book-sync/matcher.ts';
import { syncByClock } from '../../src/server/card-sync.ts';
import { findJob } from '../../src/service/jobs/jobs.ts';
import { listBooks, SYNC_JOB, saveBook } from '../../src/service/sync/books.ts';
import { beginRun, endRun } from '../../src/service/sync/runs.ts';
import { type SyncedBooks, startBookSync } from '../support/book-sync.ts';
import { fieldsOf } from '../support/book-sync-model.ts';
import { type FakeDav, startDav } from '../support/carddav.ts';

// Scheduled checks of synced address books.

const AT = new Date('2026-03-01T10:00:00.000Z');
let dav: FakeDav;
let kith: SyncedBooks;
beforeAll(async () => {
  [dav, kith] = await Promise.all([startDav(), startBookSync()]);
  dav.cards.set('a.vcf', ['BEGIN:VCARD', 'VERSION:3.0', 'UID:a', 'FN:Ann', 'N:;Ann;;;', 'END:VCARD', ''].join('\r\n'));
});
afterAll(async () => {
  dav.close();
  await kith.close();
});

/** Runs a book's job. Returns when it is due again. */
const run = (id: string, now = AT): Promise<string | null> =>
  kith.inside((userData) => {
    const { signal } = new AbortController();
    return syncByClock({ id }, { ...kith.data, userData, signal, now: () => now });
  });

const events = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const { event, detail } of readLog(kith.data.store, {})) found.push(`${event} ${detail}`);
  return found;
};

test('schedules a book when it is connected, checks it, and schedules it again', async () => {
  const { store } = kith.data;
  const userId = kith.user.user_id;
  const id = await kith.connect(dav.url, 'ann', 'secret', { bothWays: false });
  const planned = await store.directory((db) => findJob(db, { userId, kind: SYNC_JOB, id }));
  expect(Date.parse(planned!.due_at)).toBeGreaterThan(Date.now());
  expect(await run(id)).toBe('2026-03-01T10:15:00.000Z');
  expect((await kith.people()).map(({ fields }) => fields.full_name)).toEqual(['Ann']);
  expect(await listBooks(store, userId)).toMatchObject([{ state: 'fine', syncedAt: AT.toISOString() }]);

  // A book that another run has claimed is skipped until that run ends or its process is long gone.
  const other = await beginRun(kith.data, userId, id, AT);
  const asked = dav.requests.length;
  expect(await run(id)).toBe('2026-03-01T10:15:00.000Z');
  expect(dav.requests.length).toBe(asked);
  const later = new Date(AT.getTime() + 11 * 60_000);
  expect(await run(id, later)).toBe('2026-03-01T10:26:00.000Z');
  expect(dav.requests.length).toBeGreaterThan(asked);
  // A run that lost its claim can no longer report.
  await endRun(store, other!, { state: 'failing', reason: 'late', code: 'late' }, later);
  expect(await listBooks(store, userId)).toMatchObject([{ state: 'fine' }]);
});

test('reports a rejected password once without retries, and ends for a removed one', async () => {
  const { store } = kith.data;
  const userId = kith.user.user_id;
  const signIn = { url: `${dav.url}/dav/home/friends/`, user: 'ann', password: 'wrong' };
  const [known] = await listBooks(store, userId);
  const { id } = await saveBook(kith.data, userId, { name: known!.name, bothWays: false, signIn }, AT.toISOString());
  expect(id).toBe(known!.id);
  expect(await run(id)).toBeNull();
  expect(await listBooks(store, userId)).toMatchObject([
    { state: 'refused', reason: expect.stringContaining('rejected') },
  ]);
  expect((await events()).filter((line) => line.startsWith('sync.'))).toEqual(['sync.failed Unauthorized']);
  dav.quirks = { busy: 1 };
  expect(await run('nobody')).toBeNull();
});

test('distinguishes two books with the same name by user, and matches people by name', async () => {
  const { user_id: userId } = kith.user;
  const named = async (user: string) => {
    const signIn = { url: `${dav.url}/dav/home/other/`, user, password: 'x' };
    return (await saveBook(kith.data, userId, { name: 'Same', bothWays: false, signIn }, AT.toISOString())).name;
  };
  expect([await named('eve'), await named('ida'), await named('eve')]).toEqual(['Same', 'Same (ida)', 'Same']);
  const matcher = matcherOf([
    { name: '1', fields: fieldsOf({ full_name: 'Lee, Ann' }) },
    { name: '2', fields: fieldsOf({ full_name: 'Bob', emails: [{ value: 'BOB@x.example' }] }) },
  ]);
  expect(matcher.similar(fieldsOf({ full_name: 'ann lee' }))).toEqual(['1']);
  expect(matcher.similar(fieldsOf())).toEqual([]);
  expect(matcher.certain(fieldsOf({ full_name: 'Bob', emails: [{ value: 'bob@x.example' }] }))).toEqual(['2']);
});
