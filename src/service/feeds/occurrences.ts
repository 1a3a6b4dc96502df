import { type ClockChange, clockChanges } from '../../shared/clock-changes.ts';
import type { FeedReminder, FeedSeries } from '../../shared/feed.ts';
import { append } from '../../shared/lists.ts';
import { dayAfter, dayIn, instantOf, offsetAt, toText, wallClock } from '../../shared/zones.ts';
import type { ReminderRow } from '../../store/tables.ts';
import { intervalSize } from '../common/frequency.ts';
import { nextDay, nextInstant } from '../reminders/recurrence.ts';

const DAY = 86_400_000;

/** When a reminder is due, in calendar terms. */
export type Due = Pick<FeedReminder, 'isDay' | 'single' | 'series'>;

export interface Window {
  zone: string;
  /** Occurrences without a recurrence rule are listed from this day to `to`. */
  from: string;
  to: string;
  /** The zone's offset changes in this window. */
  changes: ClockChange[];
}

export const windowOf = (zone: string, from: string, to: string): Window => ({
  zone,
  from,
  to,
  // Includes neighboring days, because days of other zones begin at other times.
  changes: clockChanges(zone, Date.parse(from) - 2 * DAY, Date.parse(to) + 2 * DAY),
});

type Row = Pick<
  ReminderRow,
  'due_at_date' | 'due_at_time' | 'is_complete' | 'recurrence' | 'next_occurrence_at' | 'anchor'
>;

/**
 * When a reminder in its current state is due and recurs. Undefined if it is done. It recurs at times that are computed
 * from its anchor, even if it was postponed.
 */
export function dueOf(row: Row, window: Window): Due | undefined {
  const isDay = row.due_at_time === null;
  const next = row.next_occurrence_at;
  const back = next && (isDay ? dayIn(window.zone, next) : next);
  const first = row.is_complete ? row.recurrence && back : (row.due_at_time ?? row.due_at_date);
  if (!first) return undefined;
  if (row.recurrence === null) return { isDay, single: [first], series: undefined };
  const recurring = { anchor: row.anchor, recurrence: row.recurrence, first };
  return isDay ? { isDay, ...days(recurring, window) } : { isDay, ...instants(recurring, window) };
}

interface Recurring {
  anchor: string;
  recurrence: string;
  first: string;
}

type Parts = Pick<FeedReminder, 'single' | 'series'>;

function days({ anchor, recurrence, first }: Recurring, { from: begin, to }: Window): Parts {
  const after = (day: string) => nextDay(anchor, recurrence, day);
  const isCounted = after(dayAfter(first, -1)) === first;
  const rule = ruleOf(anchor, recurrence);
  if (!rule)
    return {
      single: [first, ...upTo(after, later(first, dayAfter(begin, -1)), (day) => day <= to)],
      series: undefined,
    };
  const from = isCounted ? first : after(first);
  return { single: isCounted ? [] : [first], series: from === null ? undefined : { ...rule, from, except: [] } };
}

function instants({ anchor, recurrence, first }: Recurring, { zone, from: begin, to, changes }: Window): Parts {
  const { day: anchorDay, time } = wallClock(zone, anchor);
  const after = (at: string) => nextInstant(anchor, recurrence, at, zone);
  const rule = ruleOf(anchorDay, recurrence);
  const end = instantOf(zone, dayAfter(to), 0);
  if (!rule)
    return {
      single: [first, ...upTo(after, later(first, instantOf(zone, dayAfter(begin, -1), 0)), (at) => at < end)],
      series: undefined,
    };
  const single: string[] = [];
  let from: string | null = first;
  if (after(earlier(first)) !== first) {
    single.push(first);
    from = after(first);
  }
  // A series must not start at a local time that does not exist or occurs twice.
  while (from !== null && !isPlain(zone, nominalDay(zone, from, time), time)) {
    if (single.length > MAX_LISTED) return { single, series: undefined };
    single.push(from);
    from = after(from);
  }
  if (from === null) return { single, series: undefined };
  const hard = changes
    .flatMap((change) => daysWithin(change, time))
    .filter((day) => {
      const at = instantOf(zone, day, time);
      return at > from && after(earlier(at)) === at;
    });
  append(
    single,
    hard.map((day) => instantOf(zone, day, time)),
  );
  return { single, series: { ...rule, from, except: hard } };
}

/** The days on which an offset change skips or repeats a local time. */
function daysWithin({ at, before, after }: ClockChange, time: number): string[] {
  const [first, end] = [at + Math.min(before, after), at + Math.max(before, after)];
  const days = new Set([first, end - 1].map((shown) => toText(shown).slice(0, 10)));
  return [...days].filter((day) => {
    const shown = Date.parse(`${day}T00:00:00.000Z`) + time;
    return shown >= first && shown < end;
  });
}

const later = (a: string, b: string): string => (a > b ? a : b);
const earlier = (at: string): string => toText(Date.parse(at) - 1);

/** Maximum occurrences listed one by one. A two-year window has fewer days. */
const MAX_LISTED = 800;

function upTo(after: (one: string) => string | null, first: string, fits: (one: string) => boolean): string[] {
  const found: string[] = [];
  for (let one = after(first); one !== null && fits(one) && found.length < MAX_LISTED; one = after(one))
    found.push(one);
  return found;
}

/** Whether a local time occurs exactly once on a day. Calendar apps treat all other times differently. */
function isPlain(zone: string, day: string, time: number): boolean {
  const shown = Date.parse(`${day}T00:00:00.000Z`) + time;
  const offsets = new Set([offsetAt(zone, shown - DAY), offsetAt(zone, shown + DAY)]);
  return [...offsets].filter((offset) => offsetAt(zone, shown - offset) === offset).length === 1;
}

/** The day in the series of an instant. A skipped local time may move to the next day. */
function nominalDay(zone: string, at: string, time: number): string {
  const { day } = wallClock(zone, at);
  return instantOf(zone, day, time) === at
    ? day
    : ([dayAfter(day, -1), day].find((one) => instantOf(zone, one, time) === at) ?? day);
}

/**
 * The recurrence rule of a series that starts on a day. Undefined if no rule is supported by all calendar apps. In months
 * without the day, reminders are due on the last day, which rules can express only for day 31, and for February 29 in
 * yearly series.
 */
export function ruleOf(anchorDay: string, recurrence: string): Omit<FeedSeries, 'from' | 'except'> | undefined {
  const { days, months } = intervalSize(recurrence);
  if (days) return { unit: 'week', interval: days / 7, onLastDay: false };
  const [month, day] = [Number(anchorDay.slice(5, 7)), Number(anchorDay.slice(8, 10))];
  const span =
    months % 12 === 0 ? { unit: 'year' as const, interval: months / 12 } : { unit: 'month' as const, interval: months };
  const meetsFebruary = (month - 2) % months === 0;
  if (span.unit === 'year') return { ...span, onLastDay: meetsFebruary && day === 29 };
  if (day === 31) return { ...span, onLastDay: true };
  return day >= 29 && meetsFebruary ? undefined : { ...span, onLastDay: false };
}
