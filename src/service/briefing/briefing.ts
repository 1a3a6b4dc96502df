import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { dayAfter, dayIn, endOfDay } from '../../shared/zones.ts';
import { latestNotes, shortened } from '../contact-rows/last-contact.ts';
import { peopleById } from '../contact-rows/people.ts';
import { overdueOn } from '../keep-in-touch/overdue.ts';
import { withoutRecent } from '../keep-in-touch/recent-contact.ts';
import { pageOfReminders } from '../reminders/pages.ts';
import { clockOf } from '../reminders/save.ts';
import { isOverdue } from '../reminders/state.ts';
import type { Context } from '../runtime/context.ts';
import type { ProviderContext, RequestOf } from '../runtime/handler.ts';
import { birthdaysBetween } from './birthdays.ts';
import { eventsAhead } from './events-ahead.ts';

export type Briefing = DataOf<Operations['get_briefing']>;
type Reminder = Briefing['reminders']['due'][number];

/** Maximum number of entries per list. Truncated lists are flagged. */
const MAX_ENTRIES = 25;

/** Collects birthdays, reminders, people to contact, and events for a number of local days, in under 20 KB. */
export async function briefing(
  live: ProviderContext,
  { day, days }: RequestOf<Operations['get_briefing']>['query'],
): Promise<Briefing> {
  const zone = live.user.time_zone;
  const from = day ?? dayIn(zone, live.now);
  const to = dayAfter(from, days - 1);
  const [kept, ahead, late] = await Promise.all([
    live.read((context) => fromDatabase(context, from, to)),
    eventsAhead(live, from, to, MAX_ENTRIES + 1),
    live.read((context) => overdueOn(context, from)).then((overdue) => withoutRecent(live, overdue, from)),
  ]);
  const { birthdays, due, overdue } = kept;
  const keep_in_touch = late.slice(0, MAX_ENTRIES);
  const ids = keep_in_touch.map(({ contact }) => contact.id);
  const said = await live.read((context) => latestNotes(context, ids));
  return fitted({
    from,
    to,
    birthdays: birthdays.slice(0, MAX_ENTRIES),
    reminders: { due: due.slice(0, MAX_ENTRIES), overdue: overdue.slice(0, MAX_ENTRIES) },
    keep_in_touch: keep_in_touch.map((entry) => ({ ...entry, last_said: said.get(entry.contact.id) ?? null })),
    events: ahead.events.slice(0, MAX_ENTRIES),
    truncated: {
      birthdays: birthdays.length > MAX_ENTRIES,
      reminders_due: due.length > MAX_ENTRIES,
      reminders_overdue: overdue.length > MAX_ENTRIES,
      keep_in_touch: late.length > MAX_ENTRIES,
      events: ahead.events.length > MAX_ENTRIES,
    },
    warnings: ahead.warnings,
  });
}

async function fromDatabase(context: Context, from: string, to: string) {
  return {
    birthdays: await birthdaysBetween(context, from, to),
    due: await remindersDue(context, from, to),
    overdue: await remindersOverdue(context),
  };
}

/** Reminders due by the last day that are not overdue yet, including recurrences. */
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
  return withPeople(context, ahead.slice(0, MAX_ENTRIES + 1));
}

async function remindersOverdue(context: Context): Promise<Reminder[]> {
  const { reminders } = await pageOfReminders(context, { isComplete: false, isOverdue: true, take: MAX_ENTRIES + 1 });
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

/** Maximum size of the data in bytes. It leaves room for the envelope within 20 KB. */
const BUDGET = 19_500;

/** Shortens the longest lists until the briefing fits, and flags each truncated list. */
export function fitted(briefing: Briefing): Briefing {
  const { due, overdue } = briefing.reminders;
  const fitting: Briefing = {
    ...briefing,
    birthdays: [...briefing.birthdays],
    reminders: { due: [...due], overdue: [...overdue] },
    keep_in_touch: [...briefing.keep_in_touch],
    events: [...briefing.events],
    truncated: { ...briefing.truncated },
  };
  const lists: { section: keyof Briefing['truncated']; list: object[]; sizes: number[] }[] = [
    { section: 'birthdays' as const, list: fitting.birthdays },
    { section: 'reminders_due' as const, list: fitting.reminders.due },
    { section: 'reminders_overdue' as const, list: fitting.reminders.overdue },
    { section: 'keep_in_touch' as const, list: fitting.keep_in_touch },
    { section: 'events' as const, list: fitting.events },
  ].map((one) => ({ ...one, sizes: one.list.map(bytes) }));
  let size = bytes(briefing);
  while (size > BUDGET) {
    const { section, list, sizes } = lists.reduce((a, b) => (sum(b.sizes) > sum(a.sizes) ? b : a));
    if (list.length === 0) break;
    list.pop();
    size -= sizes.pop()! + 1;
    fitting.truncated[section] = true;
  }
  return fitting;
}

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const sum = (sizes: number[]): number => sizes.reduce((total, size) => total + size, 0);
