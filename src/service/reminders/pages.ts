import { type SqlBool, sql } from 'kysely';
import type { DataOf } from '../../contract/operation.ts';
import type { Operations } from '../../contract/operations.ts';
import { dayIn, endOfDay, startOfDay } from '../../shared/zones.ts';
import type { Context } from '../runtime/context.ts';
import type { RequestOf } from '../runtime/handler.ts';
import type { ReminderRow } from '../store/tables.ts';
import { clockOf } from './save.ts';
import { standingReminder } from './state.ts';
import { viewReminders } from './view.ts';

export type ReminderQuery = RequestOf<Operations['list_reminders']>['query'];

/** A page of reminders as they stand, soonest first. */
export async function pageOfReminders(
  context: Context,
  query: ReminderQuery,
): Promise<DataOf<Operations['list_reminders']>> {
  const { user, cursors } = context;
  const { take, cursor, ...filters } = query;
  const list = JSON.stringify([user.user_id, 'list_reminders', filters]);
  let found = filtered(context, filters);
  if (cursor !== undefined) {
    const [due, id] = cursors.read(list, cursor);
    found = found.where(sql<SqlBool>`(standing.due, standing.id) > (${due}, ${id})`);
  }
  const ids = await found
    .orderBy('standing.due')
    .orderBy('standing.id')
    .limit(take + 1)
    .execute();
  const shown = ids.slice(0, take);
  const reminders = await viewReminders(context, await rowsOf(context, shown));
  const last = shown.at(-1);
  const nextCursor = ids.length > take ? cursors.write(list, [last!.due, last!.id]) : null;
  return { reminders, pagination: { nextCursor, count: reminders.length } };
}

/** All recurring reminders, completed for now or not, soonest first. */
export async function recurringReminders(context: Context): Promise<ReminderRow[]> {
  const rows = await context.db
    .selectFrom('reminders')
    .selectAll()
    .where('user_id', '=', context.user.user_id)
    .where('recurrence', 'is not', null)
    .execute();
  const standing = rows.map((row) => standingReminder(row, clockOf(context)));
  return standing.sort((a, b) => (a.due_at === b.due_at ? (a.id < b.id ? -1 : 1) : a.due_at < b.due_at ? -1 : 1));
}

/**
 * Where each reminder stands now: what standingReminder does to a row, in SQL. Reminders whose next occurrence has come
 * are open and due then. Two halves with the same columns, so that each is read along an index and merged.
 */
function standing({ db, user, now }: Context) {
  const own = db.selectFrom('reminders').select(['id', 'due_at_time']).where('user_id', '=', user.user_id);
  const asWritten = own
    .select(['due_at as due', 'is_complete'])
    .where((row) =>
      row.or([
        row('is_complete', '=', 0),
        row('recurrence', 'is', null),
        row('next_occurrence_at', 'is', null),
        row('next_occurrence_at', '>', now),
      ]),
    );
  const comeBack = own
    .select([sql<string>`next_occurrence_at`.as('due'), sql<0 | 1>`cast(0 as integer)`.as('is_complete')])
    .where('is_complete', '=', 1)
    .where('recurrence', 'is not', null)
    .where('next_occurrence_at', '<=', now);
  return db.selectFrom(asWritten.unionAll(comeBack).as('standing')).select(['standing.id', 'standing.due']);
}

type Standing = ReturnType<typeof standing>;

function filtered(context: Context, filters: Omit<ReminderQuery, 'take' | 'cursor'>): Standing {
  const { db, user, now } = context;
  const zone = user.time_zone;
  const { contactId, isComplete, isOverdue, dueAfter, dueBefore } = filters;
  let found = standing(context);
  if (contactId) {
    const linked = db
      .selectFrom('reminders_contacts')
      .select('reminder_id')
      .where('user_id', '=', user.user_id)
      .where('contact_id', '=', contactId);
    found = found.where('standing.id', 'in', linked);
  }
  if (isComplete !== undefined) found = found.where('standing.is_complete', '=', isComplete ? 1 : 0);
  if (isOverdue !== undefined) {
    const overdue = sql<SqlBool>`(standing.is_complete = 0 and ${dueBeforeInstant(zone, now)})`;
    found = found.where(isOverdue ? overdue : sql<SqlBool>`not ${overdue}`);
  }
  // A bare date means that day in the user's time zone, and all of it.
  if (dueAfter) found = found.where(sql<SqlBool>`not ${dueBeforeInstant(zone, momentOf(dueAfter, startOfDay))}`);
  if (dueBefore) found = found.where('standing.due', '<=', momentOf(dueBefore, endOfDay));
  return found;

  function momentOf(value: string, ofDay: typeof startOfDay): string {
    return value.length === DAY_LENGTH ? ofDay(zone, value) : value;
  }
}

const DAY_LENGTH = '2026-11-01'.length;

/** Whether a reminder is past due at an instant: one that is due on a day only when the day is over. */
const dueBeforeInstant = (zone: string, instant: string) =>
  sql<SqlBool>`standing.due < case when standing.due_at_time is null
    then ${startOfDay(zone, dayIn(zone, instant))} else ${instant} end`;

/** The rows of found ids as they stand, in their order. */
async function rowsOf(context: Context, found: { id: string }[]): Promise<ReminderRow[]> {
  const rows = await context.db
    .selectFrom('reminders')
    .selectAll()
    .where('user_id', '=', context.user.user_id)
    .where(
      'id',
      'in',
      found.map(({ id }) => id),
    )
    .execute();
  const byId = new Map(rows.map((row) => [row.id, standingReminder(row, clockOf(context))]));
  return found.map(({ id }) => byId.get(id)!);
}
