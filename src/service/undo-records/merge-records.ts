import type { Secret } from '../../identity/secrets/secret.ts';
import { chunked } from '../../shared/lists.ts';
import { newId } from '../../store/ids.ts';
import { type Db, type StoredRow, untyped } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import type { Context } from '../runtime/context.ts';
import { retainedSince } from '../runtime/retention.ts';
import { HANGING_TABLES } from './hanging-tables.ts';

/** Complete rows by table, as they were before a merge. */
export type MergeImages = Record<string, StoredRow[]>;

/** The rows of one table, with the types of the database. */
export const imagesOf = <T extends keyof Tables>(images: MergeImages, table: T): Tables[T][] =>
  (images[table] ?? []) as Record<keyof Tables[T], unknown>[] as Tables[T][];

export interface MergeRecord {
  id: string;
  survivor_id: string;
  created_at: string;
  images: MergeImages;
}

export const PURPOSE = 'merge';

const TABLES: [table: keyof Tables, columns: string[]][] = [
  ['contacts', ['id']],
  ['contact_relations', ['source', 'destination']],
  ['merged_contacts', ['survivor_id']],
  ...HANGING_TABLES.map(({ table }): [keyof Tables, string[]] => [table, ['contact_id']]),
];

/** Saves all rows that a merge of these contacts may change, encrypted. Call it before the merge. */
export async function recordMerge(context: Context, survivor_id: string, contactIds: string[]): Promise<void> {
  const { db, user, now } = context;
  const images: MergeImages = {};
  for (const [table, columns] of TABLES) {
    images[table] = await untyped(db)
      .selectFrom(table)
      .selectAll()
      .where('user_id', '=', user.user_id)
      .where((row) => row.or(columns.map((column) => row(column, 'in', contactIds))))
      .execute();
  }
  const sealed = sealImages(context, images);
  await db
    .insertInto('merges')
    .values({ user_id: user.user_id, id: newId(), survivor_id, created_at: now, sealed })
    .execute();
}

const recordsOf = ({ db, user }: Context) =>
  db.selectFrom('merges').select(['id', 'survivor_id', 'created_at', 'sealed']).where('user_id', '=', user.user_id);

/** Encrypts and decrypts the rows of a record. */
export const sealImages = ({ secret }: Pick<Context, 'secret'>, images: MergeImages): string =>
  secret.seal(PURPOSE, JSON.stringify(images));

export const openImages = ({ secret }: Pick<Context, 'secret'>, sealed: string): MergeImages =>
  JSON.parse(secret.open(PURPOSE, sealed));

function opened<R extends { sealed: string }>(context: Context, { sealed, ...record }: R) {
  return { ...record, images: openImages(context, sealed) };
}

/** Deletes and returns the latest merge into a contact that can be undone. */
export async function takeLatestMerge(context: Context, survivorId: string): Promise<MergeRecord | undefined> {
  const { db, user, now } = context;
  const latest = await recordsOf(context)
    .where('survivor_id', '=', survivorId)
    .where('created_at', '>=', retainedSince(now))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!latest) return undefined;
  await db.deleteFrom('merges').where('user_id', '=', user.user_id).where('id', '=', latest.id).execute();
  return opened(context, latest);
}

/** Merges that can still be undone, latest first, at most `limit`. */
export async function undoableMerges(context: Context, limit: number): Promise<MergeRecord[]> {
  const rows = await recordsOf(context)
    .where('created_at', '>=', retainedSince(context.now))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => opened(context, row));
}

/** The merges after another merge that involved some of these contacts, oldest first. */
export async function laterMerges(
  context: Context,
  { id, created_at }: MergeRecord,
  contactIds: string[],
): Promise<MergeRecord[]> {
  const survivors = await survivorsOf(context, contactIds);
  const later: MergeRecord[] = [];
  for (const part of chunked(survivors)) {
    const records = await recordsOf(context).where('survivor_id', 'in', part).execute();
    for (const record of records) {
      const isLater = record.created_at === created_at ? record.id > id : record.created_at > created_at;
      if (isLater) later.push(opened(context, record));
    }
  }
  const ageOf = ({ created_at: time, id: tie }: MergeRecord) => `${time} ${tie}`;
  return later.sort((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1));
}

/** The contacts, and all contacts they were merged into, up to the last survivor. */
async function survivorsOf({ db, user }: Context, contactIds: string[]): Promise<string[]> {
  const merged = () => db.selectFrom('merged_contacts').where('user_id', '=', user.user_id);
  const survivors = new Set(contactIds);
  for (const part of chunked(contactIds)) {
    const last = await merged().select('survivor_id').where('contact_id', 'in', part).execute();
    for (const { survivor_id } of last) survivors.add(survivor_id);
  }
  for (const part of chunked([...survivors])) {
    const between = await merged().select('contact_id').where('survivor_id', 'in', part).execute();
    for (const { contact_id } of between) survivors.add(contact_id);
  }
  return [...survivors];
}

/** Replaces the rows of one table in a record. */
export async function rewriteMerge(
  context: Context,
  record: MergeRecord,
  table: keyof Tables,
  rows: object[],
): Promise<void> {
  const { db, user } = context;
  const sealed = sealImages(context, { ...record.images, [table]: rows.map((row) => ({ ...row })) });
  await db
    .updateTable('merges')
    .set({ sealed })
    .where('user_id', '=', user.user_id)
    .where('id', '=', record.id)
    .execute();
}

/** Permanently deletes the merge records of contacts. */
export async function deleteMergeRecords({ db, user }: Context, contactIds: string[]): Promise<void> {
  const merged = await db
    .deleteFrom('merged_contacts')
    .where('user_id', '=', user.user_id)
    .where('survivor_id', 'in', contactIds)
    .returning('contact_id')
    .execute();
  for (const part of chunked([...contactIds, ...merged.map(({ contact_id }) => contact_id)])) {
    await db.deleteFrom('merges').where('user_id', '=', user.user_id).where('survivor_id', 'in', part).execute();
  }
}

/** Deletes the records of merges that can no longer be undone, because they contain old personal data. */
export async function purgeMerges(db: Db, _: Secret, userId: string, now: string): Promise<void> {
  await db.deleteFrom('merges').where('user_id', '=', userId).where('created_at', '<', retainedSince(now)).execute();
}
