import type { ReminderRow } from '../../store/tables.ts';
import { peopleById } from '../contact-rows/people.ts';
import { currentReminder } from '../reminders/state.ts';
import type { Context } from '../runtime/context.ts';
import type { UserData } from '../runtime/user-data.ts';
import { type DeliveryContext, deliver, messageId } from './deliver.ts';
import type { Message } from './message.ts';
import { messagesRow } from './settings.ts';
import { reminderText } from './text.ts';

/** Interval of checks for new reminders. */
const LOOK_MS = 60_000;
/** Older reminders are only part of the morning message, as overdue. */
const TOO_LATE_MS = 24 * 60 * 60_000;
const MOST = 100;

/** Sends each due reminder once. Returns when to check again, null if reminder messages are off. */
export async function sendReminders(context: DeliveryContext, userData: UserData): Promise<string | null> {
  const { store, user, now } = context;
  const row = await store.read('', (db) => messagesRow(db, user.user_id));
  if (!row?.is_on || !row.with_reminders) return null;
  const time = now().getTime();
  const [until, oldest] = [toText(time + LOOK_MS), toText(time - TOO_LATE_MS)];
  const from = row.reminders_at < oldest ? { at: oldest, id: '' } : { at: row.reminders_at, id: row.reminders_id };
  const ahead = await userData.read((context) => remindersBetween(context, from, until));
  for (const reminder of ahead) {
    if (reminder.due_at > now().toISOString()) return reminder.due_at;
    const seen = { reminders_at: reminder.due_at, reminders_id: reminder.id };
    await deliver(context, row, await messageOf(context, userData, reminder), seen);
  }
  if (ahead.length === MOST) return now().toISOString();
  return toText(now().getTime() + LOOK_MS);
}

const toText = (time: number): string => new Date(time).toISOString();

/** The open reminders with a time that are due after `from` and until an instant, in their state at that instant. */
async function remindersBetween(
  { db, user }: Context,
  from: { at: string; id: string },
  until: string,
): Promise<ReminderRow[]> {
  const rows = await db
    .selectFrom('reminders')
    .selectAll()
    .where('user_id', '=', user.user_id)
    .where('due_at_time', 'is not', null)
    .where(({ eb, or, and }) =>
      or([
        and([eb('is_complete', '=', 0), eb('due_at', '>=', from.at), eb('due_at', '<=', until)]),
        and([
          eb('is_complete', '=', 1),
          eb('next_occurrence_at', '>=', from.at),
          eb('next_occurrence_at', '<=', until),
        ]),
      ]),
    )
    .execute();
  return rows
    .map((row) => currentReminder(row, { now: until, zone: user.time_zone }))
    .filter(({ is_complete, due_at, id }) => !is_complete && (due_at > from.at || (due_at === from.at && id > from.id)))
    .sort((a, b) => (a.due_at < b.due_at || (a.due_at === b.due_at && a.id < b.id) ? -1 : 1))
    .slice(0, MOST);
}

async function messageOf(
  { user, origin, now }: DeliveryContext,
  userData: UserData,
  row: ReminderRow,
): Promise<Message> {
  const contacts = await userData.read((context) => peopleOf(context, row.id));
  const { id, text, due_at_date, due_at_time } = row;
  const reminder = { id, text, due_at_date, due_at_time, contacts };
  return {
    id: messageId(user, 'reminder', `${id} ${row.due_at}`),
    kind: 'reminder',
    ...reminderText(reminder, user.time_zone, origin),
    content: { time_zone: user.time_zone, sent_at: now().toISOString(), reminder },
    link: origin && `${origin}/reminders`,
  };
}

async function peopleOf(context: Context, reminderId: string) {
  const links = await context.db
    .selectFrom('reminders_contacts')
    .select('contact_id')
    .where('user_id', '=', context.user.user_id)
    .where('reminder_id', '=', reminderId)
    .execute();
  const ids = links.map(({ contact_id }) => contact_id);
  const people = await peopleById(context, ids);
  return ids.flatMap((id) => people.get(id) ?? []);
}
