import { notFound } from '../../shared/error.ts';
import { newId } from '../../store/ids.ts';
import type { ReminderRow } from '../../store/tables.ts';
import { requireOwned } from '../common/owned.ts';
import type { Context } from '../runtime/context.ts';
import { moveToTrash } from '../undo-records/move-to-trash.ts';
import { type Clock, changedReminder, currentReminder, type ReminderInput } from './state.ts';

export const clockOf = ({ now, user }: Context): Clock => ({ now, zone: user.time_zone });

/** Reads a reminder in its current state. Throws 404. */
export async function requireReminder(context: Context, id: string): Promise<ReminderRow> {
  const row = await context.db
    .selectFrom('reminders')
    .selectAll()
    .where('user_id', '=', context.user.user_id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('reminder', id);
  return currentReminder(row, clockOf(context));
}

export async function createReminder(context: Context, input: ReminderInput): Promise<string> {
  const { db, user, now } = context;
  const blank: ReminderRow = { ...EMPTY, user_id: user.user_id, id: newId(), created_at: now };
  const row = changedReminder(blank, input, clockOf(context));
  await db.insertInto('reminders').values(row).execute();
  await replaceLinks(context, row.id, input.reminders_contacts);
  return row.id;
}

/** Changes the given fields. A list of contacts replaces the links. Throws 404 for an unknown reminder. */
export async function updateReminder(context: Context, id: string, input: ReminderInput): Promise<void> {
  const { db, user } = context;
  const {
    user_id: _,
    id: __,
    ...columns
  } = changedReminder(await requireReminder(context, id), input, clockOf(context));
  await db.updateTable('reminders').set(columns).where('user_id', '=', user.user_id).where('id', '=', id).execute();
  await replaceLinks(context, id, input.reminders_contacts);
}

/** Moves a reminder to the trash. It must be the user's. */
export const deleteReminder = (context: Context, id: string): Promise<void> =>
  moveToTrash(context, 'reminder', [id], () => removeReminders(context, [id]));

/** Deletes reminders and their links, without the trash. Clears the reference in notes that were created from them. */
export async function removeReminders({ db, user }: Context, ids: string[]): Promise<void> {
  await db
    .updateTable('timeline_items')
    .set({ reminder_id: null })
    .where('user_id', '=', user.user_id)
    .where('reminder_id', 'in', ids)
    .execute();
  await db.deleteFrom('reminders').where('user_id', '=', user.user_id).where('id', 'in', ids).execute();
}

const EMPTY = {
  workspace_id: null,
  assignee_id: null,
  text: null,
  due_at_date: null,
  due_at_time: null,
  is_complete: 0,
  email_sent: 0,
  push_notification_sent: 0,
  recurrence: null,
  last_completed_at: null,
  next_occurrence_at: null,
  anchor: '',
  due_at: '',
} as const;

async function replaceLinks(context: Context, id: string, links: ReminderInput['reminders_contacts']): Promise<void> {
  if (!links) return;
  const { db, user } = context;
  const contactIds = links.map(({ contact_id }) => contact_id);
  await requireOwned(context, 'contacts', contactIds, (index) => `reminders_contacts[${index}].contact_id`);
  await db
    .deleteFrom('reminders_contacts')
    .where('user_id', '=', user.user_id)
    .where('reminder_id', '=', id)
    .where('contact_id', 'not in', contactIds)
    .execute();
  for (const contact_id of contactIds) {
    await db
      .insertInto('reminders_contacts')
      .values({ user_id: user.user_id, reminder_id: id, contact_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
