import { request } from 'undici';
import { expect } from 'vitest';
import type { ArchiveRows } from '../../src/contract/archive.ts';
import { apiNames, operation as operationNamed } from '../../src/contract/operations.ts';
import { readArchive } from '../../src/import/files/archive-file.ts';
import { openData } from '../../src/service/data/open-data.ts';
import { undoableGroupMerges } from '../../src/service/groups/merge-records.ts';
import { exportRows } from '../../src/service/history/archive/export.ts';
import { importArchive } from '../../src/service/history/archive/import.ts';
import type { ArchiveReport } from '../../src/service/history/archive/report.ts';
import { undoGroupMerge } from '../../src/service/history/merge/undo-groups.ts';
import type { UserData } from '../../src/service/runtime/user-data.ts';
import { createService } from '../../src/service/service.ts';
import { undoableMerges } from '../../src/service/undo-records/merge-records.ts';
import { asOwner } from './as-owner.ts';
import { engineSettings } from './engine.ts';
import { pagePaths } from './page-routes.ts';
import { dataOf, type Json } from './people.ts';
import { sampleRequest, send } from './samples.ts';
import type { RunningService, User } from './service.ts';
import { visitorSignedIn } from './visitor.ts';
import { idsFrom, type World } from './world.ts';

/** The data of a running service, as the command line opens it. */
interface RowsOf {
  of(user: { id: string }): Promise<UserData>;
  feedOf(user: { id: string }): Promise<string>;
  close(): Promise<void>;
}

export async function openRows(running: RunningService): Promise<RowsOf> {
  const { dataDir } = running;
  const { KITH_SECRET, KITH_DATABASE_URL } = { ...process.env, ...(await engineSettings(dataDir)) };
  const { store, secret } = openData(dataDir, KITH_SECRET, KITH_DATABASE_URL);
  const onFault = (_: unknown, error: unknown) => {
    throw error;
  };
  const service = createService({ store, secret, version: 'test', authenticate: async () => undefined, onFault });
  const caller = (id: string) =>
    store.directory((db) => db.selectFrom('users').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow());
  return {
    of: async ({ id }) => service.userData({ user: await caller(id), permissions: 'write' }),
    feedOf: (user) =>
      asOwner(running, user, async (client) => (await client.call('renew_feed_address', {})).data.feed_address.url),
    async close() {
      await service.idle();
      await store.close();
    },
  };
}

/** All rows of a user, as in an export. */
export async function rowsOf(data: UserData): Promise<ArchiveRows> {
  const rows: ArchiveRows = {};
  await data.read((context) =>
    exportRows(context, async (table, some) => {
      rows[table] = [...(rows[table] ?? []), ...some];
    }),
  );
  return rows;
}

/** Imports rows as if from a file. */
export const importRowsOf = (data: UserData, rows: object): Promise<ArchiveReport> =>
  importArchive(data, readArchive(JSON.stringify({ format: 'kith archive', version: 1, ...rows })));

const reads = apiNames.map(operationNamed).filter(({ effect }) => effect === 'read');

function expectAnswer(what: string, { status, body, text }: { status: number; body?: unknown; text?: string }): void {
  expect(status, `${what}: ${text ?? JSON.stringify(body)}`.slice(0, 2_000)).toBeLessThan(500);
}

/** Expects a response from every read operation, page, and calendar feed of a user. */
export async function expectReads(service: RunningService, rows: RowsOf, user: User, world: World): Promise<void> {
  for (const operation of reads)
    expectAnswer(operation.name, await send(user, operation, sampleRequest(operation, idsFrom(world, operation.name))));
  for (const path of [
    '/v2/contacts?take=500',
    '/v2/contacts?archived=true',
    '/v2/reminders',
    '/v2/views',
    '/v2/favorites',
  ])
    expectAnswer(path, await user.get(path));
  for (const filter of [{ has_frequency: true }, { has_birthday: true }, { last_seen_at: null }])
    expectAnswer(`filter ${JSON.stringify(filter)}`, await user.post('/v2/contacts/filter', { where: filter }));
  const visitor = await visitorSignedIn(service, user.email);
  for (const path of pagePaths(world)) expectAnswer(path, await visitor.get(path));
  const feed = await request(service.baseUrl + new URL(await rows.feedOf(user)).pathname);
  expectAnswer('feed', { status: feed.statusCode, text: await feed.body.text() });
}

/** Expects a response from operations that change existing records: completing, meeting, restoring, undoing. */
export async function expectWrites(rows: RowsOf, user: User): Promise<void> {
  const done = { reminder: { is_complete: true } };
  for (const { id } of dataOf(await user.get('/v2/reminders?take=200')).reminders)
    expectAnswer('tick off', await user.call('PATCH', `/v2/reminders/${id}`, done));
  const change = { last_seen_now: true, birthday_year: 1990 };
  for (const { id } of dataOf(await user.get('/v2/contacts?take=500')).contacts)
    expectAnswer('meet', await user.call('PATCH', `/v2/contacts/${id}`, change));
  const data = await rows.of(user);
  const { items = [] }: Json = dataOf(await user.get('/v2/trash?take=200'));
  const deleted = (
    await data.read(({ db }) => db.selectFrom('bin').select('id').where('user_id', '=', user.id).execute())
  )
    .map(({ id }) => id)
    .concat(items.map(({ id }: Json) => id));
  if (deleted.length > 0) expectAnswer('restore', await user.post('/v2/trash/restore', { ids: [...new Set(deleted)] }));
  for (const { survivor_id } of await data.read((context) => undoableMerges(context, 500)))
    expectAnswer('undo a merge', await user.post(`/v2/contacts/${survivor_id}/undo-merge`));
  for (const { destination_id } of await data.read((context) => undoableGroupMerges(context, { limit: 500 })))
    await data.write((context) => undoGroupMerge(context, destination_id)).catch(expectRefusal);
}

function expectRefusal(error: { status?: number }): void {
  if (error.status === undefined || error.status >= 500) throw error;
}

/** Expects another user to import a user's export completely. */
export async function expectExports(rows: RowsOf, user: User, other: User): Promise<void> {
  const exported = await rowsOf(await rows.of(user));
  expect((await importRowsOf(await rows.of(other), exported)).problems).toEqual([]);
}
