import { KithError } from '../../../shared/error.ts';
import type { ContactRow } from '../../../store/tables.ts';
import { removeWords } from '../../../store/word-index.ts';
import { copyCardText } from '../../cards/text.ts';
import { markGroupsOf } from '../../common/changed-groups.ts';
import { saveHasNotes } from '../../contact-rows/has-notes.ts';
import { requireContact } from '../../contact-rows/save.ts';
import { indexContact } from '../../indexing/contact-index.ts';
import { indexNotesOf } from '../../indexing/note-index.ts';
import { markChanged } from '../../runtime/changes.ts';
import type { Context } from '../../runtime/context.ts';
import { recountAfter } from '../../runtime/counts.ts';
import { recordMerge } from '../../undo-records/merge-records.ts';
import { moveEverything } from './associations.ts';
import { mergedColumns } from './columns.ts';

/**
 * Merges contacts without losing data (docs/api/merge.md). Returns the survivor's id: the caller's choice, otherwise the
 * oldest. Throws 400 for fewer than two distinct ids or a survivor that is not one of them, and 404 for an unknown id. The
 * original rows are saved in an encrypted merge record.
 */
export async function mergeGroup(context: Context, contactIds: string[], primaryId?: string): Promise<string> {
  const { db, user, now } = context;
  const ids = [...new Set(contactIds)];
  if (ids.length < 2) throw new KithError('BadRequest', 'A merge needs at least two different contacts.');
  if (primaryId && !ids.includes(primaryId)) {
    throw new KithError('BadRequest', `primaryContactId ${primaryId} is not among the contacts to merge.`);
  }
  const rows: ContactRow[] = [];
  // In order of ids, so that two concurrent merges cannot deadlock.
  for (const id of [...ids].sort()) rows.push(await requireContact(context, id));
  rows.sort(byAge);
  const survivor = rows.find(({ id }) => id === primaryId) ?? rows[0]!;
  const others = rows.filter((row) => row !== survivor);

  const otherIds = others.map(({ id }) => id);
  await recordMerge(context, survivor.id, ids);
  markChanged(context, 'contact', ids);
  await markGroupsOf(context, ids);
  await recountAfter(context, ids, async () => {
    await moveEverything(context, survivor.id, otherIds);
    await retire(context, survivor.id, otherIds);
    await copyCardText(context, survivor.id, otherIds);
    await db
      .updateTable('contacts')
      .set({ ...mergedColumns(survivor, others, now), updated_at: now })
      .where('user_id', '=', user.user_id)
      .where('id', '=', survivor.id)
      .execute();
  });
  await saveHasNotes(context, [survivor.id]);
  await indexContact(db, user.user_id, survivor.id);
  await indexNotesOf(db, user.user_id, [survivor.id]);
  return survivor.id;
}

/** Compares by age, then by id. */
const byAge = (a: ContactRow, b: ContactRow): number =>
  a.created_at === b.created_at ? 0 : a.created_at < b.created_at ? -1 : 1;

/** Deletes the merged contacts and records their survivor, also for contacts that were merged into them earlier. */
async function retire({ db, user }: Context, survivor: string, others: string[]): Promise<void> {
  await db.deleteFrom('contacts').where('user_id', '=', user.user_id).where('id', 'in', others).execute();
  await db
    .updateTable('merged_contacts')
    .set({ survivor_id: survivor })
    .where('user_id', '=', user.user_id)
    .where('survivor_id', 'in', others)
    .execute();
  for (const contact_id of others) {
    await db
      .insertInto('merged_contacts')
      .values({ user_id: user.user_id, contact_id, survivor_id: survivor })
      .execute();
    await removeWords(db, 'contact', user.user_id, [contact_id]);
  }
}
