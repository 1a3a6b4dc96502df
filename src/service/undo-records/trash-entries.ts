import { type SqlBool, sql } from 'kysely';
import type { Secret } from '../../identity/secrets/secret.ts';
import { chunked, inOrderOf } from '../../shared/lists.ts';
import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import type { Db } from '../../store/store.ts';
import type { UserRow } from '../../store/tables.ts';
import { firstFitting, sizesOfTexts } from '../common/answer-size.ts';
import type { Context } from '../runtime/context.ts';
import type { CursorKey } from '../runtime/cursor.ts';
import { retainedSince } from '../runtime/retention.ts';
import { deleteCardData } from './purge-cards.ts';
import { objectsOf, openContent, sealContent, type TrashContent, type TrashEntry } from './trash-content.ts';
import type { TrashKindName } from './trash-kinds.ts';

export async function addEntry(context: Context, entry: TrashEntry): Promise<void> {
  const { db, user } = context;
  const { id, kind, object_id, deleted_at } = entry;
  await db
    .insertInto('bin')
    .values({ user_id: user.user_id, id, kind, object_id, deleted_at, sealed: sealContent(context, entry) })
    .execute();
  await addObjects(context, id, objectsOf(entry));
}

/** Indexes an entry by the ids of its content. */
export async function addObjects(
  { db, user }: Pick<Context, 'db'> & { user: Pick<UserRow, 'user_id'> },
  bin_id: string,
  objectIds: string[],
): Promise<void> {
  for (const part of chunked(objectIds, 100))
    await db
      .insertInto('bin_objects')
      .values(part.map((object_id) => ({ user_id: user.user_id, object_id, bin_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

const entriesOf = ({ db, user, now }: Context) =>
  db.selectFrom('bin').selectAll().where('user_id', '=', user.user_id).where('deleted_at', '>=', retainedSince(now));

const opened = (
  context: Context,
  { sealed, user_id: _, ...row }: { sealed: string; user_id: string } & Omit<TrashEntry, keyof TrashContent>,
): TrashEntry => ({ ...row, ...openContent(context, sealed) });

/** All trash entries, latest first. */
export async function listTrash(context: Context): Promise<TrashEntry[]> {
  const rows = await entriesOf(context).orderBy('deleted_at', 'desc').orderBy('id', 'desc').execute();
  return rows.map((row) => opened(context, row));
}

/** Entries after a list position, which is a time and an id. Fewer than `limit` if they are large. */
export interface TrashPlace {
  kind: TrashKindName | undefined;
  after: CursorKey | undefined;
  limit: number;
}

/** Lists entries, latest first, and whether there are more. */
export async function entriesAfter(
  context: Context,
  { kind, after, limit }: TrashPlace,
): Promise<{ entries: TrashEntry[]; more: boolean }> {
  let wanted = entriesOf(context);
  if (kind) wanted = wanted.where('kind', '=', kind);
  if (after)
    wanted = wanted.where(sql<SqlBool>`(${sql.ref('deleted_at')}, ${sql.ref('id')}) < (${after[0]}, ${after[1]})`);
  const rows = await wanted
    .clearSelect()
    .select('id')
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  if (rows.length === 0) return { entries: [], more: false };
  const { ids } = await firstFitting(
    rows.map(({ id }) => id),
    sizesOfTexts(context, 'bin', 0, ['sealed']),
  );
  const sealed = await entriesOf(context).where('id', 'in', ids).execute();
  const entries: TrashEntry[] = [];
  for (const row of inOrderOf(ids, sealed)) {
    if (shouldYield()) await yieldToOthers();
    entries.push(opened(context, row));
  }
  return { entries, more: ids.length < rows.length || rows.length === limit };
}

/**
 * Finds an entry by its own id or by the id of a deleted record, of which it returns the latest. An entry that is already
 * open is not decrypted again.
 */
export async function findEntry(
  context: Context,
  id: string,
  open: ReadonlyMap<string, TrashEntry> = new Map(),
): Promise<TrashEntry | undefined> {
  const row = await entriesOf(context)
    .where((entry) => entry.or([entry('id', '=', id), entry('object_id', '=', id)]))
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row && (open.get(row.id) ?? opened(context, row));
}

/** The entries that contain some records or changes of them, each with the ids of those records. */
export async function entriesAbout(
  context: Context,
  objectIds: string[],
  open: ReadonlyMap<string, TrashEntry>,
): Promise<{ object_id: string; entry: TrashEntry }[]> {
  const { db, user } = context;
  const objects = await db
    .selectFrom('bin_objects')
    .select(['object_id', 'bin_id'])
    .where('user_id', '=', user.user_id)
    .where('object_id', 'in', objectIds)
    .execute();
  const entries = new Map(open);
  const unopened = [...new Set(objects.map(({ bin_id }) => bin_id))].filter((id) => !open.has(id));
  for (const part of chunked(unopened, 50)) {
    if (shouldYield()) await yieldToOthers();
    for (const row of await entriesOf(context).where('id', 'in', part).execute())
      entries.set(row.id, opened(context, row));
  }
  return objects.flatMap(({ object_id, bin_id }) => {
    const entry = entries.get(bin_id);
    return entry ? { object_id, entry } : [];
  });
}

/** Saves the changed content of an entry. */
export async function rewriteEntry(context: Context, entry: TrashEntry): Promise<void> {
  await context.db
    .updateTable('bin')
    .set({ sealed: sealContent(context, entry) })
    .where('user_id', '=', context.user.user_id)
    .where('id', '=', entry.id)
    .execute();
  await addObjects(context, entry.id, objectsOf(entry));
}

/** Deletes entries. Their content is lost unless it was restored. */
export async function dropEntries({ db, user }: Context, ids: string[]): Promise<void> {
  for (const part of chunked(ids))
    await db.deleteFrom('bin').where('user_id', '=', user.user_id).where('id', 'in', part).execute();
}

/** Permanently deletes entries, and the card data of their records. */
export async function deletePermanently(context: Context, ids: string[]): Promise<void> {
  await dropEntries(context, ids);
  await deleteCardData(context);
}

/** Permanently deletes all entries up to a time of deletion. Returns their number. */
export async function deleteEntriesUntil(context: Context, until: string): Promise<number> {
  const { db, user } = context;
  const { numDeletedRows } = await db
    .deleteFrom('bin')
    .where('user_id', '=', user.user_id)
    .where('deleted_at', '<=', until)
    .executeTakeFirst();
  await deleteCardData(context);
  return Number(numDeletedRows);
}

/** Deletes a batch of entries that can no longer be restored. */
export async function purgeTrash(db: Db, _: Secret, userId: string, now: string): Promise<void> {
  await db.deleteFrom('bin').where('user_id', '=', userId).where('deleted_at', '<', retainedSince(now)).execute();
}
