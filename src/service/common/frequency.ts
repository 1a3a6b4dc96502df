import { knownValue } from '../../contract/archive-rows.ts';

const DAY = 86_400_000;
const UNIT_DAYS: Record<string, number> = { day: 1, week: 7 };
const UNIT_MONTHS: Record<string, number> = { mon: 1, year: 12 };

export interface Interval {
  count: number;
  unit: 'day' | 'week' | 'mon' | 'year';
}

/** The stored keep-in-touch frequency; null if there is none or the contract does not accept it. */
export const knownFrequency = (frequency: string | null): string | null =>
  knownValue('contacts', 'frequency', frequency);

/** Reads `14 days`, `1 mon`, `2 years`. The text has passed the contract's check. */
export function readInterval(frequency: string): Interval {
  const [count, unit] = frequency.split(' ') as [string, string];
  return { count: Number(count), unit: unit.replace(/s$/, '') as Interval['unit'] };
}

/** `{ mons: 3 }`: the interval as an object, the way the database engines of this API's clients print it. */
export function intervalObject(frequency: string): Record<string, number> {
  const { count, unit } = readInterval(frequency);
  return { [`${unit}s`]: count };
}

/** The length of an interval: days, or months where the number of days varies. */
export function intervalSize(frequency: string): { days: number; months: number } {
  const { count, unit } = readInterval(frequency);
  return { days: count * (UNIT_DAYS[unit] ?? 0), months: count * (UNIT_MONTHS[unit] ?? 0) };
}

/** The time `times` intervals after `from`, in UTC; a month that lacks the day gives its last day. */
export function afterIntervals(from: string, frequency: string, times: number): number {
  const { days, months } = intervalSize(frequency);
  return days ? Date.parse(from) + times * days * DAY : addMonths(new Date(from), times * months);
}

// The last moment that a four-digit year can say.
const END_OF_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The moment one interval after `from`. */
export const addInterval = (from: string, frequency: string): string =>
  new Date(Math.min(afterIntervals(from, frequency, 1), END_OF_TIME)).toISOString();

function addMonths(from: Date, months: number): number {
  const target = new Date(from);
  target.setUTCMonth(target.getUTCMonth() + months, 1);
  const monthEnd = new Date(target);
  monthEnd.setUTCMonth(monthEnd.getUTCMonth() + 1, 0);
  return target.setUTCDate(Math.min(from.getUTCDate(), monthEnd.getUTCDate()));
}

/** When to be in touch next: one interval after the last time seen, else after now (docs/api/contacts.md). */
export function nextReminder(frequency: string | null, lastSeenAt: string | null, now: string): string | null {
  const known = knownFrequency(frequency);
  return known ? addInterval(lastSeenAt ?? now, known) : null;
}
