import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { chunked, groupBy } from '../../shared/lists.ts';
import type { ReminderRow } from '../../store/tables.ts';
import { contactsById } from '../contact-rows/read.ts';
import type { Context } from '../runtime/context.ts';
import { clockOf } from './save.ts';
import { isOverdue } from './state.ts';

export type ReminderView = DataOf<Operations['get_reminder']>['reminder'];

/**
 * Converts reminders in their current state to API format, in the order of the rows. With contacts, each link contains its
 * contact, or only the first `maxContacts` links of each reminder do.
 */
export async function viewReminders(
  context: Context,
  rows: ReminderRow[],
  withContacts = false,
  maxContacts = Number.POSITIVE_INFINITY,
): Promise<ReminderView[]> {
  const { db, user } = context;
  const clock = clockOf(context);
  const links: ReminderView['reminders_contacts'] = [];
  for (const part of chunked(rows)) {
    const found = db
      .selectFrom('reminders_contacts')
      .select(['reminder_id', 'contact_id'])
      .where('user_id', '=', user.user_id)
      .where(
        'reminder_id',
        'in',
        part.map(({ id }) => id),
      )
      .orderBy('contact_id');
    for (const link of await found.execute()) links.push(link);
  }
  const linksOf = groupBy(links, ({ reminder_id }) => reminder_id);
  if (withContacts) {
    const shown = [...linksOf.values()].flatMap((own) => own.slice(0, maxContacts));
    const ids = shown.map(({ contact_id }) => contact_id);
    const contacts = await contactsById(context, ids);
    for (const link of shown) link.contacts = contacts.get(link.contact_id);
  }
  return rows.map((row) => ({
    ...viewRow(row),
    is_overdue: isOverdue(row, clock),
    reminders_contacts: linksOf.get(row.id) ?? [],
  }));
}

/** Converts a reminder. A due day is returned as midnight UTC, like birthdays (docs/api/times.md#days). */
function viewRow(row: ReminderRow) {
  return {
    user_id: row.user_id,
    id: row.id,
    workspace_id: row.workspace_id,
    assignee_id: row.assignee_id,
    text: row.text,
    due_at_date: row.due_at_date && `${row.due_at_date}T00:00:00.000Z`,
    due_at_time: row.due_at_time,
    is_complete: row.is_complete === 1,
    email_sent: row.email_sent === 1,
    push_notification_sent: row.push_notification_sent === 1,
    recurrence: row.recurrence,
    last_completed_at: row.last_completed_at,
    next_occurrence_at: row.next_occurrence_at,
    created_at: row.created_at,
    // Reminders cannot be assigned to other users yet.
    users: null,
  };
}
