import type { GroupMergeChange } from '../../contract/archive.ts';
import type { Secret } from '../../identity/secrets/secret.ts';
import { chunked } from '../../shared/lists.ts';
import { newId } from '../../store/ids.ts';
import type { Db } from '../../store/store.ts';
import type { Context } from '../runtime/context.ts';
import { retainedSince } from '../runtime/retention.ts';
import { membersOf } from './members.ts';

/** A merge of groups. It can be undone while its sources are in the trash. */
export interface GroupMergeRecord {
  id: string;
  destination_id: string;
  created_at: string;
  change: GroupMergeChange;
}

export const PURPOSE = 'group merge';

export const sealChange = ({ secret }: Context, change: GroupMergeChange): string =>
  secret.seal(PURPOSE, JSON.stringify(change));
export const openChange = ({ secret }: Context, sealed: string): GroupMergeChange =>
  JSON.parse(secret.open(PURPOSE, sealed));

/** Runs a merge of groups and records its changes to the destination. The merge must move its sources to the trash. */
export async function recordGroupMerge<T>(
  context: Context,
  destination_id: string,
  sources: string[],
  merge: () => Promise<T>,
): Promise<T> {
  const before = await standingGroup(context, destination_id);
  const names = await namesOf(context, sources);
  const members = new Set((await membersRows(context, destination_id)).map(({ contact_id }) => contact_id));
  const result = await merge();
  const entries = await trashIdsOf(context, sources);
  const added = (await membersRows(context, destination_id)).filter(({ contact_id }) => !members.has(contact_id));
  const change: GroupMergeChange = {
    sources: sources.map((id) => ({ id, name: names.get(id)!, bin_id: entries.get(id)! })),
    before,
    after: await standingGroup(context, destination_id),
    added,
  };
  const { db, user, now } = context;
  await db
    .insertInto('group_merges')
    .values({
      user_id: user.user_id,
      id: newId(),
      destination_id,
      created_at: now,
      sealed: sealChange(context, change),
    })
    .execute();
  return result;
}

/** The columns of the destination that a merge may change. */
async function standingGroup({ db, user }: Context, id: string): Promise<GroupMergeChange['before']> {
  return db
    .selectFrom('groups')
    .select(['name', 'emoji', 'parent_id', 'updated_at'])
    .where('user_id', '=', user.user_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

async function namesOf({ db, user }: Context, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('user_id', '=', user.user_id)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const membersRows = (context: Context, groupId: string) =>
  membersOf(context, groupId).select('created_at').orderBy('contact_id').execute();

async function trashIdsOf({ db, user, now }: Context, objectIds: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('bin')
    .select(['id', 'object_id'])
    .where('user_id', '=', user.user_id)
    .where('object_id', 'in', objectIds)
    .where('deleted_at', '=', now)
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ id, object_id }) => [object_id, id]));
}

/** Group merges that can still be undone, latest first, at most `limit`. With `destinationId`, only those into that group. */
export async function undoableGroupMerges(
  context: Context,
  { destinationId, limit }: { destinationId?: string; limit: number },
): Promise<GroupMergeRecord[]> {
  const { db, user, now } = context;
  let query = db
    .selectFrom('group_merges')
    .selectAll()
    .where('user_id', '=', user.user_id)
    .where('created_at', '>=', retainedSince(now));
  if (destinationId !== undefined) query = query.where('destination_id', '=', destinationId);
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(({ id, destination_id, created_at, sealed }) => ({
    ...{ id, destination_id, created_at },
    change: openChange(context, sealed),
  }));
}

/** The sources that neither exist nor are in the trash, because the trash was emptied. */
export async function missingSources({ db, user }: Context, merges: GroupMergeRecord[]): Promise<Set<string>> {
  const sources = merges.flatMap(({ change }) => change.sources);
  const there = new Set<string>();
  for (const part of chunked(sources)) {
    const living = await db
      .selectFrom('groups')
      .select('id')
      .where('user_id', '=', user.user_id)
      .where(
        'id',
        'in',
        part.map(({ id }) => id),
      )
      .execute();
    const inTrash = await db
      .selectFrom('bin')
      .select('id')
      .where('user_id', '=', user.user_id)
      .where(
        'id',
        'in',
        part.map(({ bin_id }) => bin_id),
      )
      .execute();
    for (const { id } of [...living, ...inTrash]) there.add(id);
  }
  return new Set(sources.flatMap(({ id, bin_id }) => (there.has(id) || there.has(bin_id) ? [] : id)));
}

export async function dropGroupMerge({ db, user }: Context, id: string): Promise<void> {
  await db.deleteFrom('group_merges').where('user_id', '=', user.user_id).where('id', '=', id).execute();
}

export async function purgeGroupMerges(db: Db, _: Secret, userId: string, now: string): Promise<void> {
  await db
    .deleteFrom('group_merges')
    .where('user_id', '=', userId)
    .where('created_at', '<', retainedSince(now))
    .execute();
}
