import { chunked } from '../../shared/lists.ts';
import { untyped } from '../../store/store.ts';
import { removeWords } from '../../store/word-index.ts';
import { markGroupsOf } from '../common/changed-groups.ts';
import { indexNotes } from '../indexing/note-index.ts';
import { removeNotes } from '../notes/save.ts';
import { removeReminders } from '../reminders/save.ts';
import { markChanged } from '../runtime/changes.ts';
import type { Context } from '../runtime/context.ts';
import { recountAfter } from '../runtime/counts.ts';
import { deleteMergeRecords } from '../undo-records/merge-records.ts';
import { moveToTrash } from '../undo-records/move-to-trash.ts';

/**
 * Deletes contacts with their details, links, custom values, and favorites. Notes and reminders are kept if they are
 * linked to another contact, otherwise they are deleted too (docs/api/trash.md). The ids must be the user's. `later` are
 * contacts that the same call deletes later: shared notes are indexed again only then.
 */
export const deleteContacts = (context: Context, ids: string[], later: string[] = []): Promise<void> =>
  moveToTrash(context, 'contact', ids, () => removeContacts(context, ids, later));

async function removeContacts(context: Context, ids: string[], later: string[]): Promise<void> {
  const { db, user } = context;
  const noteIds = await linkedIds(context, NOTES, ids);
  const reminderIds = await linkedIds(context, REMINDERS, ids);
  await markGroupsOf(context, ids);
  markChanged(context, 'contact', ids);
  await recountAfter(context, ids, () =>
    db.deleteFrom('contacts').where('user_id', '=', user.user_id).where('id', 'in', ids).execute(),
  );
  await removeWords(db, 'contact', user.user_id, ids);
  await deleteMergeRecords(context, ids);

  const remainingNotes = await stillLinked(context, NOTES, noteIds);
  const changingAgain = await stillLinked(context, NOTES, [...remainingNotes], later);
  await indexNotes(
    db,
    user.user_id,
    [...remainingNotes].filter((id) => !changingAgain.has(id)),
  );
  await removeNotes(
    context,
    noteIds.filter((id) => !remainingNotes.has(id)),
  );
  const remainingReminders = await stillLinked(context, REMINDERS, reminderIds);
  const lostReminders = reminderIds.filter((id) => !remainingReminders.has(id));
  for (const part of chunked(lostReminders)) await removeReminders(context, part);
}

/** A table that links contacts to notes or reminders, and its column with the id of the note or reminder. */
interface Association {
  table: 'timeline_items_contacts' | 'reminders_contacts';
  column: 'timeline_item_id' | 'reminder_id';
}

const NOTES: Association = { table: 'timeline_items_contacts', column: 'timeline_item_id' };
const REMINDERS: Association = { table: 'reminders_contacts', column: 'reminder_id' };

async function linkedIds(
  { db, user }: Context,
  { table, column }: Association,
  contactIds: string[],
): Promise<string[]> {
  const rows = await untyped(db)
    .selectFrom(table)
    .select(column)
    .distinct()
    .where('user_id', '=', user.user_id)
    .where('contact_id', 'in', contactIds)
    .execute();
  return rows.map((row) => String(row[column]));
}

/** The notes or reminders that are still linked to a contact, or to one of these contacts. */
async function stillLinked(
  { db, user }: Context,
  { table, column }: Association,
  ids: string[],
  contactIds?: string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  if (contactIds?.length === 0) return found;
  for (const part of chunked(ids)) {
    const rows = await untyped(db)
      .selectFrom(table)
      .select(column)
      .distinct()
      .where('user_id', '=', user.user_id)
      .where(column, 'in', part)
      .$if(contactIds !== undefined, (links) => links.where('contact_id', 'in', contactIds!))
      .execute();
    for (const row of rows) found.add(String(row[column]));
  }
  return found;
}
