import { KithError } from '../../../shared/error.ts';
import { chunked } from '../../../shared/lists.ts';
import { type StoredRow, untyped } from '../../../store/store.ts';
import type { ContactRow, Tables } from '../../../store/tables.ts';
import { removeCopiedText } from '../../cards/text.ts';
import { markGroupsOf } from '../../common/changed-groups.ts';
import { saveHasNotes } from '../../contact-rows/has-notes.ts';
import { requireContact } from '../../contact-rows/save.ts';
import { indexContacts } from '../../indexing/contact-index.ts';
import { indexNotesOf } from '../../indexing/note-index.ts';
import { markChanged } from '../../runtime/changes.ts';
import type { Context } from '../../runtime/context.ts';
import { recountAfter } from '../../runtime/counts.ts';
import { HANGING_TABLES, type HangingTable } from '../../undo-records/hanging-tables.ts';
import { imagesOf, takeLatestMerge } from '../../undo-records/merge-records.ts';
import { restoreRelations } from './undo-relations.ts';

/**
 * Undoes the latest merge into a contact by restoring all rows. Rows that the survivor got later remain with it, unless
 * they conflict with a restored row. Links to records deleted later are skipped. Returns the ids, the survivor's
 * first. Throws 404 for an unknown survivor, and 409 if there is no merge to undo.
 */
export async function undoMerge(context: Context, survivorId: string): Promise<string[]> {
  const { db, user } = context;
  await requireContact(context, survivorId);
  const undone = await takeLatestMerge(context, survivorId);
  if (!undone) {
    throw new KithError('Conflict', 'This contact has no merge to undo.', {
      hint: 'A merge can be undone for 30 days, on the contact that remained.',
    });
  }
  const { images } = undone;
  const contacts = [...new Map(imagesOf(images, 'contacts').map((row) => [row.id, row])).values()];
  const others = contacts.map(({ id }) => id).filter((id) => id !== survivorId);
  const ids = [survivorId, ...others];
  await markGroupsOf(context, ids);
  await recountAfter(context, ids, async () => {
    await restoreContacts(context, survivorId, contacts);
    await restoreMergedInto(context, others, imagesOf(images, 'merged_contacts'));
    const own = new Set<unknown>(ids);
    for (const hanging of HANGING_TABLES) {
      const rows = (images[hanging.table] ?? []).filter(({ contact_id }) => own.has(contact_id));
      await restoreHanging(context, hanging, survivorId, rows);
    }
  });
  await saveHasNotes(context, ids);
  await restoreRelations(context, undone);
  await removeCopiedText(context, survivorId, others);
  markChanged(context, 'contact', ids);
  await markGroupsOf(context, ids);
  await indexContacts(db, user.user_id, ids);
  await indexNotesOf(db, user.user_id, ids);
  return ids;
}

async function restoreContacts({ db, user }: Context, survivorId: string, rows: ContactRow[]): Promise<void> {
  for (const row of rows) {
    if (row.id !== survivorId) {
      await db
        .insertInto('contacts')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      continue;
    }
    // The user_id is the distribution key, which must not be in an update, not even unchanged.
    const { user_id: _, ...columns } = row;
    await db
      .updateTable('contacts')
      .set(columns)
      .where('user_id', '=', user.user_id)
      .where('id', '=', row.id)
      .execute();
  }
}

/** Restores the survivors of earlier merges. */
async function restoreMergedInto(
  { db, user }: Context,
  others: string[],
  rows: Tables['merged_contacts'][],
): Promise<void> {
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
  images: StoredRow[],
): Promise<void> {
  const { db, user } = context;
  const { table, key, same } = hanging;
  const tables = untyped(db);
  const restored = new Set(images.map((row) => row[key]));
  const ownOfSurvivor = new Set(images.filter((row) => row.contact_id === survivorId).map((row) => row[same]));
  const current = await tables
    .selectFrom(table)
    .selectAll()
    .where('user_id', '=', user.user_id)
    .where('contact_id', '=', survivorId)
    .execute();
  const replaced = current.filter((row) => restored.has(row[key]) || ownOfSurvivor.has(row[same]));
  for (const part of chunked(replaced.map((row) => String(row[key])))) {
    await tables
      .deleteFrom(table)
      .where('user_id', '=', user.user_id)
      .where('contact_id', '=', survivorId)
      .where(key, 'in', part)
      .execute();
  }
  for (const rows of chunked(await stillLinked(context, hanging, images), 50)) {
    await tables
      .insertInto(table)
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** The rows whose other end still exists. Links to notes get the note's current time, which may have changed. */
async function stillLinked({ db, user }: Context, hanging: HangingTable, images: StoredRow[]): Promise<StoredRow[]> {
  const { target, same } = hanging;
  if (!target) return images;
  const targets = new Map<unknown, StoredRow>();
  for (const part of chunked([...new Set(images.map((row) => String(row[same])))])) {
    const found = await untyped(db)
      .selectFrom(target)
      .select(target === 'timeline_items' ? ['id', 'event_time'] : ['id'])
      .where('user_id', '=', user.user_id)
      .where('id', 'in', part)
      .execute();
    for (const { id, ...repeated } of found) targets.set(id, repeated);
  }
  return images.filter((row) => targets.has(row[same])).map((row) => ({ ...row, ...targets.get(row[same]) }));
}
