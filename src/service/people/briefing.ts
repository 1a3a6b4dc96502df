import type { DataOf } from '../../catalogue/operation.ts';
import type { Operations } from '../../catalogue/operations.ts';
import type { Context, RequestOf, Steps } from '../context.ts';
import { inList, inParts } from '../store/in-list.ts';
import { birthdaysBetween } from './birthdays.ts';
import { fitted } from './briefing-size.ts';
import { lastSaid, shortened } from './last-contact.ts';
import { overdueOn } from './overdue.ts';
import { pageOfReminders } from './reminder-pages.ts';
import { isOverdue } from './reminder-state.ts';
import { clockOf } from './save-reminder.ts';
import { dayAfter, dayIn, endOfDay } from './time-zone.ts';

export type Briefing = DataOf<Operations['get_briefing']>;
type Reminder = Briefing['reminders']['due'][number];

/** The most of each kind: what is more is cut, and flagged. */
const MOST = 25;

/** What a source outside the database has to say of the days ahead. */
export interface EventSource {
  /** Events that touch the time from `from` to `to` (instants), soonest first. Throws a KithError when none can be read. */
  between(
    steps: Pick<Steps, 'look'>,
    from: string,
    to: string,
    limit: number,
  ): Promise<{ events: Briefing['events']; more: boolean; warnings: string[] }>;
}

/** Birthdays, reminders, people to be in touch with and events of some days of the user's calendar, in under 20 KB. */
export async function briefing(
  steps: Pick<Steps, 'look'>,
  { day, days }: RequestOf<Operations['get_briefing']>['query'],
): Promise<Briefing> {
  const own = await steps.look((context) => fromDatabase(context, day, days));
  return fitted(own);
}

async function fromDatabase(context: Context, day: string | undefined, days: number): Promise<Briefing> {
  const zone = context.user.time_zone;
  const from = day ?? dayIn(zone, context.now);
  const to = dayAfter(from, days - 1);
  const birthdays = await birthdaysBetween(context, from, to);
  const due = await remindersDue(context, from, to);
  const overdue = await remindersOverdue(context);
  const late = await overdueOn(context, from);
  const said = await lastSaid(
    context,
    late.slice(0, MOST).map(({ contact }) => contact.id),
  );
  return {
    from,
    to,
    birthdays: birthdays.slice(0, MOST),
    reminders: { due: due.slice(0, MOST), overdue: overdue.slice(0, MOST) },
    keep_in_touch: late.slice(0, MOST).map((entry) => ({ ...entry, last_said: said.get(entry.contact.id) ?? null })),
    events: [],
    truncated: {
      birthdays: birthdays.length > MOST,
      reminders_due: due.length > MOST,
      reminders_overdue: overdue.length > MOST,
      keep_in_touch: late.length > MOST,
      events: false,
    },
    warnings: [],
  };
}

/** Of the reminders due by the last day those that are not overdue yet, also ones that come back until then. */
async function remindersDue(context: Context, from: string, to: string): Promise<Reminder[]> {
  const { now, user } = context;
  const end = endOfDay(user.time_zone, to);
  const atTheEnd = { ...context, now: [end, now].sort().at(-1)! };
  const query = { isComplete: false, dueAfter: from, dueBefore: to, take: 200 };
  const { reminders } = await pageOfReminders(atTheEnd, query);
  const clock = clockOf(context);
  const ahead = reminders.filter(
    ({ due_at_date, due_at_time }) =>
      !isOverdue({ due_at_date: due_at_date?.slice(0, 10) ?? null, due_at_time, is_complete: 0 }, clock),
  );
  return withPeople(context, ahead.slice(0, MOST + 1));
}

async function remindersOverdue(context: Context): Promise<Reminder[]> {
  const { reminders } = await pageOfReminders(context, { isComplete: false, isOverdue: true, take: MOST + 1 });
  return withPeople(context, reminders);
}

const TEXT_LENGTH = 300;

async function withPeople(
  context: Context,
  reminders: DataOf<Operations['list_reminders']>['reminders'],
): Promise<Reminder[]> {
  const links = reminders.flatMap(({ reminders_contacts }) => reminders_contacts.map(({ contact_id }) => contact_id));
  const people = await peopleById(context, links);
  return reminders.map(({ id, text, due_at_date, due_at_time, recurrence, reminders_contacts }) => ({
    id,
    text: text && shortened(text, TEXT_LENGTH),
    due_at_date,
    due_at_time,
    recurrence,
    contacts: reminders_contacts.flatMap(({ contact_id }) => people.get(contact_id) ?? []).slice(0, 5),
  }));
}

type Person = Reminder['contacts'][number];

/** Enough of contacts to know who is meant. */
export async function peopleById({ db, user }: Context, ids: string[]): Promise<Map<string, Person>> {
  const people = new Map<string, Person>();
  for (const part of inParts([...new Set(ids)])) {
    const rows = await db
      .selectFrom('contacts')
      .select(['id', 'full_name', 'job_title', 'company'])
      .where('user_id', '=', user.user_id)
      .where('id', 'in', inList(part))
      .execute();
    for (const row of rows) people.set(row.id, row);
  }
  return people;
}
