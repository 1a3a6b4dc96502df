import { KithError } from '../../contract/error.ts';
import { requireContact } from '../contacts/save.ts';
import { indexContacts } from '../contacts/search-index.ts';
import { indexNotesOf } from '../notes/search-index.ts';
import type { Context } from '../runtime/context.ts';
import { inParts } from '../store/lists.ts';
import type { ContactRow } from '../store/tables.ts';
import { type ImageRow, takeLatestMerge } from './records.ts';
import { HANGING_TABLES, type HangingTable } from './tables.ts';
import { restoreRelations } from './undo-relations.ts';

/**
 * Takes back the latest merge into a contact: every row is as it was before. Rows that the survivor got since
 * stay with it; where one stands in the way of a row of before, that row wins. A link to what was deleted since
 * is left out. Answers the ids, the survivor's first. Throws 404 for an unknown survivor, 409 when no merge is left.
 */
export async function undoMerge(context: Context, survivorId: string): Promise<string[]> {
  const { db, user } = context;
  await requireContact(context, survivorId);
  const undone = await takeLatestMerge(context, survivorId);
  if (!undone) {
    throw new KithError('Conflict', 'This contact has no merge left to take back.', {
      hint: 'A merge can be taken back for 30 days, from the contact that remained.',
    });
  }
  const { images } = undone;
  const contacts = images.contacts as unknown as ContactRow[];
  const others = contacts.map(({ id }) => id).filter((id) => id !== survivorId);
  const ids = [survivorId, ...others];
  await restoreContacts(context, survivorId, contacts);
  await restoreMergedInto(context, others, images.merged_contacts as unknown as MergedInto[]);
  for (const table of HANGING_TABLES) await restoreHanging(context, table, survivorId, images[table.table] ?? []);
  await restoreRelations(context, undone);
  await indexContacts(db, user.user_id, ids);
  await indexNotesOf(db, user.user_id, ids);
  return ids;
}

async function restoreContacts({ db, user }: Context, survivorId: string, rows: ContactRow[]): Promise<void> {
  for (const row of rows) {
    if (row.id !== survivorId) await db.insertInto('contacts').values(row).execute();
    else
      await db.updateTable('contacts').set(row).where('user_id', '=', user.user_id).where('id', '=', row.id).execute();
  }
}

interface MergedInto {
  user_id: string;
  contact_id: string;
  survivor_id: string;
}

/** Where the ids of earlier merges lead: to the contacts they led to before. */
async function restoreMergedInto({ db, user }: Context, others: string[], rows: MergedInto[]): Promise<void> {
  await db
    .deleteFrom('merged_contacts')
    .where('user_id', '=', user.user_id)
    .where('contact_id', 'in', others)
    .execute();
  for (const { contact_id, survivor_id } of rows) {
    await db
      .updateTable('merged_contacts')
      .set({ survivor_id })
      .where('user_id', '=', user.user_id)
      .where('contact_id', '=', contact_id)
      .execute();
  }
}

async function restoreHanging(
  context: Context,
  hanging: HangingTable,
  survivorId: string,
  images: ImageRow[],
): Promise<void> {
  const { db, user } = context;
  const { key, same } = hanging;
  // One typed stand-in serves for all tables that have contact_id and columns of their own.
  const table = hanging.table as 'tags_contacts';
  const restored = new Set(images.map((row) => row[key]));
  const ownOfSurvivor = new Set(images.filter((row) => row.contact_id === survivorId).map((row) => row[same]));
  const current: ImageRow[] = await db
    .selectFrom(table)
    .selectAll()
    .where('user_id', '=', user.user_id)
    .where('contact_id', '=', survivorId)
    .execute();
  const replaced = current.filter((row) => restored.has(row[key]) || ownOfSurvivor.has(row[same]));
  for (const part of inParts(replaced.map((row) => String(row[key])))) {
    await db
      .deleteFrom(table)
      .where('user_id', '=', user.user_id)
      .where('contact_id', '=', survivorId)
      .where(key as 'tag_id', 'in', part)
      .execute();
  }
  for (const rows of inParts(await stillLinked(context, hanging, images), 50)) {
    await db
      .insertInto(table)
      .values(rows as never)
      .execute();
  }
}

/** The rows whose other end still exists. A link to a note repeats the note's time, which may have changed since. */
async function stillLinked({ db, user }: Context, hanging: HangingTable, images: ImageRow[]): Promise<ImageRow[]> {
  const { target, same } = hanging;
  if (!target) return images;
  const targets = new Map<unknown, ImageRow>();
  for (const part of inParts([...new Set(images.map((row) => String(row[same])))])) {
    const found = await db
      .selectFrom(target as 'timeline_items')
      .select(target === 'timeline_items' ? ['id', 'event_time'] : ['id'])
      .where('user_id', '=', user.user_id)
      .where('id', 'in', part)
      .execute();
    for (const { id, ...repeated } of found) targets.set(id, repeated);
  }
  return images.filter((row) => targets.has(row[same])).map((row) => ({ ...row, ...targets.get(row[same]) }));
}
