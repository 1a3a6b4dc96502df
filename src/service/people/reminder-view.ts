import type { DataOf } from '../../catalogue/operation.ts';
import type { Operations } from '../../catalogue/operations.ts';
import type { Context } from '../context.ts';
import { inList } from '../store/in-list.ts';
import type { ReminderRow } from '../store/tables.ts';
import { contactsById } from './contact-pages.ts';
import { isOverdue } from './reminder-state.ts';
import { clockOf } from './save-reminder.ts';

export type ReminderView = DataOf<Operations['get_reminder']>['reminder'];

/** Standing reminders as the API shows them, in the order of the rows; with contacts each link carries its contact. */
export async function viewReminders(
  context: Context,
  rows: ReminderRow[],
  withContacts = false,
): Promise<ReminderView[]> {
  const { db, user } = context;
  if (rows.length === 0) return [];
  const links = await db
    .selectFrom('reminders_contacts')
    .select(['reminder_id', 'contact_id'])
    .where('user_id', '=', user.user_id)
    .where('reminder_id', 'in', inList(rows.map(({ id }) => id)))
    .orderBy('contact_id')
    .execute();
  const linkedIds = links.map(({ contact_id }) => contact_id);
  const contacts = withContacts ? await contactsById(context, linkedIds) : undefined;
  return rows.map((row) => {
    const own = links.filter((link) => link.reminder_id === row.id);
    return {
      ...viewRow(row),
      is_overdue: isOverdue(row, clockOf(context)),
      reminders_contacts: own.map((link) => ({
        ...link,
        ...(contacts && { contacts: contacts.get(link.contact_id) }),
      })),
    };
  });
}

/** A due day goes out as its midnight in UTC, as birthdays do (decisions, Times). */
function viewRow({ anchor: _, due_at: __, ...row }: ReminderRow) {
  return {
    ...row,
    due_at_date: row.due_at_date && `${row.due_at_date}T00:00:00.000Z`,
    is_complete: row.is_complete === 1,
    email_sent: row.email_sent === 1,
    push_notification_sent: row.push_notification_sent === 1,
    // Whom it is assigned to: nobody yet, a reminder is its owner's.
    users: null,
  };
}
