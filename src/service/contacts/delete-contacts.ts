import { forgetMerges } from '../merge/merge-records.ts';
import { indexNotes } from '../notes/note-index.ts';
import { removeReminders } from '../reminders/save-reminder.ts';
import type { Context } from '../runtime/context.ts';
import { inParts } from '../store/lists.ts';
import { removeWords } from '../store/word-index.ts';
import { intoBin } from '../trash/records.ts';

/**
 * Deletes contacts with their details, links, values and favorites. Notes and reminders stay while another
 * contact is linked, else go too (docs/api/trash.md). The ids must be the caller's.
 */
export const deleteContacts = (context: Context, ids: string[]): Promise<void> =>
  intoBin(context, 'contact', ids, () => removeContacts(context, ids));

async function removeContacts(context: Context, ids: string[]): Promise<void> {
  const { db, user } = context;
  const noteIds = await linkedIds(context, 'timeline_items_contacts', 'timeline_item_id', ids);
  const reminderIds = await linkedIds(context, 'reminders_contacts', 'reminder_id', ids);
  await db.deleteFrom('contacts').where('user_id', '=', user.user_id).where('id', 'in', ids).execute();
  await removeWords(db, 'contact', user.user_id, ids);
  await forgetMerges(context, ids);

  const keptNotes = await stillLinked(context, 'timeline_items_contacts', 'timeline_item_id', noteIds);
  await indexNotes(db, user.user_id, keptNotes);
  await removeNotes(
    context,
    noteIds.filter((id) => !keptNotes.has(id)),
  );
  const keptReminders = await stillLinked(context, 'reminders_contacts', 'reminder_id', reminderIds);
  const lostReminders = reminderIds.filter((id) => !keptReminders.has(id));
  for (const part of inParts(lostReminders)) await removeReminders(context, part);
}

export const deleteNote = (context: Context, id: string): Promise<void> =>
  intoBin(context, 'note', [id], () => removeNotes(context, [id]));

async function removeNotes({ db, user }: Context, ids: string[]): Promise<void> {
  for (const part of inParts(ids)) {
    await db.deleteFrom('timeline_items').where('user_id', '=', user.user_id).where('id', 'in', part).execute();
  }
  await removeWords(db, 'note', user.user_id, ids);
}

type LinkTable = 'timeline_items_contacts' | 'reminders_contacts';

async function linkedIds(
  { db, user }: Context,
  table: LinkTable,
  column: string,
  contactIds: string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom(table as 'reminders_contacts')
    .select(`${column as 'reminder_id'} as id`)
    .distinct()
    .where('user_id', '=', user.user_id)
    .where('contact_id', 'in', contactIds)
    .execute();
  return rows.map(({ id }) => id);
}

async function stillLinked(
  { db, user }: Context,
  table: LinkTable,
  column: string,
  ids: string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const part of inParts(ids)) {
    const rows = await db
      .selectFrom(table as 'reminders_contacts')
      .select(`${column as 'reminder_id'} as id`)
      .distinct()
      .where('user_id', '=', user.user_id)
      .where(column as 'reminder_id', 'in', part)
      .execute();
    for (const { id } of rows) found.add(id);
  }
  return found;
}
