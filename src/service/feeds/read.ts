import { RECURRENCES } from '../../contract/reminders.ts';
import type { FeedBirthday, FeedContent, FeedKeepInTouch, FeedReminder, FeedSettings } from '../../shared/feed.ts';
import { append, chunked, groupBy } from '../../shared/lists.ts';
import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import { dayAfter, dayIn } from '../../shared/zones.ts';
import { knownFrequency } from '../common/frequency.ts';
import { knownBirthday } from '../contact-rows/birthday.ts';
import { CONTACT_TIMES, lastNotes, latestTime } from '../contact-rows/last-contact.ts';
import { dueAt } from '../keep-in-touch/overdue.ts';
import { currentReminder } from '../reminders/state.ts';
import type { Context } from '../runtime/context.ts';
import type { UserData } from '../runtime/user-data.ts';
import { dueOf, windowOf } from './occurrences.ts';

const MONTHS_BACK = 3;
const MONTHS = 24;

/** Maximum number of events in each part that calendar apps can handle. A truncated feed says so. */
const MOST = 20_000;

/**
 * Reads the content of a user's feed. Events without a rule are listed for two years, starting a quarter before this
 * month, so that the window, and with it the feed, changes only once a month.
 */
export async function readFeed(data: UserData, { parts }: FeedSettings): Promise<FeedContent> {
  const { now, born, reminders, touches } = await data.read(async (context) => ({
    now: context.now,
    born: parts.includes('birthdays') ? await birthdays(context) : [],
    reminders: parts.includes('reminders') ? await openReminders(context) : [],
    touches: parts.includes('keep-in-touch') ? await keepInTouch(context) : [],
  }));
  const zone = data.user.time_zone;
  const today = dayIn(zone, now);
  const from = firstOfMonth(today, -MONTHS_BACK);
  const to = dayAfter(firstOfMonth(today, MONTHS - MONTHS_BACK), -1);
  const window = windowOf(zone, from, to);
  const due: FeedReminder[] = [];
  for (const { row, people } of reminders) {
    const when = dueOf(currentReminder(row, { now, zone }), window);
    if (when) due.push({ id: row.id, text: row.text, people, ...when });
    if (shouldYield()) await yieldToOthers();
  }
  return {
    ...{
      zone,
      from,
      to,
      birthdays: born.slice(0, MOST),
      reminders: due.slice(0, MOST),
      touches: touches.slice(0, MOST),
    },
    isCut: [born, due, touches].some(({ length }) => length > MOST),
  };
}

function firstOfMonth(day: string, months: number): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00.000Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
}

async function birthdays({ db, user }: Context): Promise<FeedBirthday[]> {
  const rows = await db
    .selectFrom('contacts')
    .select(['id', 'full_name as name', 'birthday', 'birthday_year', 'birthday_dismissed_year'])
    .where('user_id', '=', user.user_id)
    .where('is_archived', '=', 0)
    .where('birthday', 'is not', null)
    .orderBy('id')
    .limit(MOST + 1)
    .execute();
  return rows.flatMap(({ id, name, ...row }) => {
    const born = knownBirthday(row);
    return born ? [{ id, name, ...born, birthday: born.birthday.slice(0, 10) }] : [];
  });
}

/** The reminders that are open or recurring, with their contacts. */
async function openReminders(context: Context) {
  const { db, user } = context;
  const rows = await db
    .selectFrom('reminders')
    .selectAll()
    .where('user_id', '=', user.user_id)
    .where((row) => row.or([row('is_complete', '=', 0), row('recurrence', 'in', RECURRENCES)]))
    .orderBy('id')
    .limit(MOST + 1)
    .execute();
  const names = await namesIn(
    context,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ row, people: (names.get(row.id) ?? []).map(({ name }) => name) }));
}

/** Reminders per query. A reminder may have 500 contacts, and SQLite queries block other requests. */
const REMINDERS_IN_QUERY = 20;

async function namesIn({ db, user }: Context, ids: string[]) {
  const found: { reminder_id: string; name: string | null }[] = [];
  for (const part of chunked(ids, REMINDERS_IN_QUERY)) {
    const query = db
      .selectFrom('reminders_contacts as link')
      .innerJoin('contacts', (join) =>
        join.onRef('contacts.user_id', '=', 'link.user_id').onRef('contacts.id', '=', 'link.contact_id'),
      )
      .select(['link.reminder_id', 'contacts.full_name as name'])
      .where('link.user_id', '=', user.user_id)
      .where('link.reminder_id', 'in', part)
      .where('contacts.is_archived', '=', 0)
      .orderBy('contacts.id');
    append(found, await query.execute());
    if (shouldYield()) await yieldToOthers();
  }
  return groupBy(found, ({ reminder_id }) => reminder_id);
}

/** The next keep-in-touch dates, by the rules of the briefing. */
async function keepInTouch(context: Context): Promise<FeedKeepInTouch[]> {
  const { db, user, now } = context;
  const rows = await db
    .selectFrom('contacts')
    .select(['id', 'full_name as name', 'frequency', 'next_reminder_at', 'created_at', ...CONTACT_TIMES])
    .where('user_id', '=', user.user_id)
    .where('is_archived', '=', 0)
    .where('never_keep_in_touch', '=', 0)
    .where('frequency', 'is not', null)
    .orderBy('id')
    .limit(MOST + 1)
    .execute();
  const noted = await lastNotes(
    context,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, name, ...row }) => {
    if (knownFrequency(row.frequency) === null) return [];
    const last = latestTime(row, noted.get(id)?.time, now);
    return { id, name, day: dayIn(user.time_zone, dueAt(row, last)) };
  });
}
