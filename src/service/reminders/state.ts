import { knownValue } from '../../contract/archive-rows.ts';
import type { Operations } from '../../contract/operations.ts';
import { badRequest } from '../../shared/error.ts';
import { dayIn, startOfDay } from '../../shared/zones.ts';
import type { ReminderRow } from '../../store/tables.ts';
import type { RequestOf } from '../runtime/handler.ts';
import { nextDay, nextInstant } from './recurrence.ts';

// Computes the state of a reminder at a given time. Uses no database, so that tests can simulate time.

/** The time at which a reminder is read, and the user's time zone. */
export interface Clock {
  now: string;
  zone: string;
}

export type ReminderInput = RequestOf<Operations['update_reminder']>['body'];

type Due = Pick<ReminderRow, 'due_at_date' | 'due_at_time'>;

/** Whether a reminder is due on a day, without a time. */
const isWholeDay = ({ due_at_time }: Due): boolean => due_at_time === null;

/** Whether an incomplete reminder's time or day has passed. */
export function isOverdue(row: Due & Pick<ReminderRow, 'is_complete'>, { now, zone }: Clock): boolean {
  if (row.is_complete) return false;
  return isWholeDay(row) ? row.due_at_date! < dayIn(zone, now) : row.due_at_time! < now;
}

/** Whether a completed reminder recurs and is due again by `now`. */
const hasComeBack = (row: ReminderRow, now: string): boolean =>
  row.is_complete === 1 && row.recurrence !== null && row.next_occurrence_at !== null && row.next_occurrence_at <= now;

/** Replaces unknown values: an unknown recurrence with none, and an unknown anchor with the due date. */
export function readableReminder(row: ReminderRow): ReminderRow {
  const recurrence = knownValue('reminders', 'recurrence', row.recurrence);
  const known = knownValue('reminders', 'anchor', row.anchor);
  const isFit = known !== null && (row.due_at_time !== null || isDay(known));
  const anchor = isFit ? known : (row.due_at_time ?? row.due_at_date ?? '');
  return recurrence === row.recurrence && anchor === row.anchor ? row : { ...row, recurrence, anchor };
}

/**
 * Computes a reminder's current state. When its next occurrence comes, it is open again and due then. This is computed by
 * every read instead of being saved by a timer, so it is correct without a running process, and reads do not write. The
 * next change saves it.
 */
export function currentReminder(stored: ReminderRow, clock: Clock): ReminderRow {
  const row = readableReminder(stored);
  if (!hasComeBack(row, clock.now)) return row;
  const due_at = row.next_occurrence_at!;
  return {
    ...row,
    due_at,
    due_at_date: row.due_at_date && dayIn(clock.zone, due_at),
    due_at_time: row.due_at_time && due_at,
    next_occurrence_at: null,
    is_complete: 0,
    email_sent: 0,
    push_notification_sent: 0,
  };
}

/** Applies the given fields to a reminder's current state. Throws 400 without a due date or time. */
export function changedReminder(standing: ReminderRow, input: ReminderInput, clock: Clock): ReminderRow {
  const row = { ...standing, ...givenColumns(input, clock.zone) };
  if (!row.due_at_date && !row.due_at_time) {
    throw badRequest({ due_at_date: 'required unless due_at_time is set' });
  }
  const moved =
    row.due_at_date !== standing.due_at_date ||
    row.due_at_time !== standing.due_at_time ||
    row.recurrence !== standing.recurrence;
  if (moved) {
    row.anchor = row.due_at_time ?? row.due_at_date!;
    row.due_at = row.due_at_time ?? startOfDay(clock.zone, row.due_at_date!);
  }
  const completed = row.is_complete && !standing.is_complete;
  const reopened = !row.is_complete && standing.is_complete;
  if (completed && input.last_completed_at === undefined) row.last_completed_at = clock.now;
  if (input.next_occurrence_at === undefined) {
    if (reopened) row.next_occurrence_at = null;
    else if (completed || (row.is_complete && moved))
      row.next_occurrence_at = nextOccurrence(row, completed ? row : standing, clock);
  }
  return row;
}

const COPIED = ['text', 'due_at_date', 'due_at_time', 'recurrence', 'last_completed_at', 'next_occurrence_at'] as const;
const FLAGS = ['is_complete', 'email_sent', 'push_notification_sent'] as const;

const isDay = (text: string): boolean => text.length === 10;

function givenColumns(input: ReminderInput, zone: string): Partial<ReminderRow> {
  const columns: Partial<ReminderRow> = {};
  for (const field of COPIED) if (input[field] !== undefined) columns[field] = input[field];
  const { next_occurrence_at: next } = columns;
  if (next && isDay(next)) columns.next_occurrence_at = startOfDay(zone, next);
  for (const flag of FLAGS) if (input[flag] !== undefined) columns[flag] = input[flag] ? 1 : 0;
  return columns;
}

/** The first occurrence after now and after the completed one. For a day, its first instant. */
function nextOccurrence(row: ReminderRow, completed: Due, { now, zone }: Clock): string | null {
  if (!row.recurrence) return null;
  if (!isWholeDay(row)) {
    const done = completed.due_at_time ?? startOfDay(zone, completed.due_at_date!);
    return nextInstant(row.anchor, row.recurrence, later(now, done), zone);
  }
  const done = completed.due_at_date ?? dayIn(zone, completed.due_at_time!);
  const day = nextDay(row.anchor, row.recurrence, later(dayIn(zone, now), done));
  return day && startOfDay(zone, day);
}

const later = (a: string, b: string): string => (a > b ? a : b);
