import { type SqlBool, sql } from 'kysely';
import type { Operations } from '../../contract/operations.ts';
import { RECURRENCES } from '../../contract/reminders.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { dayIn, endOfDay, startOfDay } from '../../shared/zones.ts';
import type { ReminderRow } from '../../store/tables.ts';
import { firstFitting, MAX_ROWS } from '../common/answer-size.ts';
import type { Context } from '../runtime/context.ts';
import type { RequestOf } from '../runtime/handler.ts';
import { clockOf } from './save.ts';
import { sizesOfReminders } from './size.ts';
import { currentReminder } from './state.ts';
import { viewReminders } from './view.ts';

export type ReminderQuery = RequestOf<Operations['list_reminders']>['query'];

/** Lists reminders in their current state, soonest first. */
export async function pageOfReminders(
  context: Context,
  query: ReminderQuery,
): Promise<DataOf<Operations['list_reminders']>> {
  const { user } = context;
  const { take, cursor, ...filters } = query;
  const list = JSON.stringify([user.user_id, 'list_reminders', filters]);
  return pageOf(context, list, filtered(context, filters), { take, cursor });
}

/** Counts the reminders that pass the filters, in their current state. */
export async function countReminders(
  context: Context,
  filters: Omit<ReminderQuery, 'take' | 'cursor'>,
): Promise<number> {
  const { count } = await filtered(context, filters)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Lists recurring reminders, completed for now or not, soonest first. Without `take`, it has all that fit in an answer. */
export async function pageOfRecurring(
  context: Context,
  { take = MAX_ROWS, cursor, include }: RequestOf<Operations['list_recurring_reminders']>['query'],
): Promise<DataOf<Operations['list_reminders']>> {
  const { db, user } = context;
  const recurring = db
    .selectFrom('reminders')
    .select('id')
    .where('user_id', '=', user.user_id)
    .where('recurrence', 'in', RECURRENCES);
  const found = standing(context).where('standing.id', 'in', recurring);
  const list = JSON.stringify([user.user_id, 'list_recurring_reminders']);
  return pageOf(context, list, found, { take, cursor, withContacts: include?.contacts });
}

interface Page {
  take: number;
  cursor?: string | undefined;
  withContacts?: boolean | undefined;
}

/** Reads a page, soonest first, with all columns of each reminder in its current state. */
async function pageOf(
  context: Context,
  list: string,
  reminders: Standing,
  { take, cursor, withContacts = false }: Page,
): Promise<DataOf<Operations['list_reminders']>> {
  const { cursors } = context;
  let found = reminders;
  if (cursor !== undefined) {
    const [due, id] = cursors.read(list, cursor);
    found = found.where(sql<SqlBool>`(standing.due, standing.id) > (${due}, ${id})`);
  }
  const ids = await found
    .orderBy('standing.due')
    .orderBy('standing.id')
    .limit(take + 1)
    .execute();
  const wanted = ids.slice(0, take).map(({ id }) => id);
  const { ids: shown, maxRows, ...warned } = await firstFitting(wanted, sizesOfReminders(context, withContacts));
  const last = ids[shown.length - 1];
  const nextCursor = ids.length > shown.length ? cursors.write(list, [last!.due, last!.id]) : null;
  return {
    reminders: await viewReminders(context, await rowsOf(context, shown), withContacts, maxRows),
    pagination: { nextCursor, count: shown.length },
    ...warned,
  };
}

/**
 * Computes each reminder's current state in SQL, like `currentReminder`. Completed reminders whose next occurrence has
 * come are open again and due then. The two halves of the union have the same columns, so that each can use an index.
 */
function standing({ db, user, now }: Context) {
  const own = db.selectFrom('reminders').select(['id', 'due_at_time']).where('user_id', '=', user.user_id);
  const asWritten = own
    .select(['due_at as due', 'is_complete'])
    .where((row) =>
      row.or([
        row('is_complete', '=', 0),
        row('recurrence', 'is', null),
        row('recurrence', 'not in', RECURRENCES),
        row('next_occurrence_at', 'is', null),
        row('next_occurrence_at', '>', now),
      ]),
    );
  const comeBack = own
    .select([sql<string>`next_occurrence_at`.as('due'), sql<0 | 1>`cast(0 as integer)`.as('is_complete')])
    .where('is_complete', '=', 1)
    .where('recurrence', 'in', RECURRENCES)
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
  // A date without a time means the whole day in the user's time zone.
  if (dueAfter) found = found.where(sql<SqlBool>`not ${dueBeforeInstant(zone, momentOf(dueAfter, startOfDay))}`);
  if (dueBefore) found = found.where('standing.due', '<=', momentOf(dueBefore, endOfDay));
  return found;

  function momentOf(value: string, ofDay: typeof startOfDay): string {
    return value.length === DAY_LENGTH ? ofDay(zone, value) : value;
  }
}

const DAY_LENGTH = '2026-11-01'.length;

/** Whether a reminder is past due at an instant. One that is due on a day is past due after the end of the day. */
const dueBeforeInstant = (zone: string, instant: string) =>
  sql<SqlBool>`standing.due < case when standing.due_at_time is null
    then ${startOfDay(zone, dayIn(zone, instant))} else ${instant} end`;

/** The current rows of these ids, in the same order. */
async function rowsOf(context: Context, ids: string[]): Promise<ReminderRow[]> {
  const rows = await context.db
    .selectFrom('reminders')
    .selectAll()
    .where('user_id', '=', context.user.user_id)
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, currentReminder(row, clockOf(context))]));
  return ids.map((id) => byId.get(id)!);
}
