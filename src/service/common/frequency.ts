import { knownValue } from '../../contract/archive-rows.ts';

const DAY = 86_400_000;
const UNIT_DAYS: Record<string, number> = { day: 1, week: 7 };
const UNIT_MONTHS: Record<string, number> = { mon: 1, year: 12 };

export interface Interval {
  count: number;
  unit: 'day' | 'week' | 'mon' | 'year';
}

/** The stored keep-in-touch frequency. Null if there is none, or if it is not valid in the contract. */
export const knownFrequency = (frequency: string | null): string | null =>
  knownValue('contacts', 'frequency', frequency);

/** Parses `14 days`, `1 mon`, or `2 years`. The contract has validated the text. */
export function readInterval(frequency: string): Interval {
  const [count, unit] = frequency.split(' ') as [string, string];
  return { count: Number(count), unit: unit.replace(/s$/, '') as Interval['unit'] };
}

/** The interval as an object in PostgreSQL's format, such as `{ mons: 3 }`. */
export function intervalObject(frequency: string): Record<string, number> {
  const { count, unit } = readInterval(frequency);
  return { [`${unit}s`]: count };
}

/** The length of an interval in days, or in months if the number of days varies. */
export function intervalSize(frequency: string): { days: number; months: number } {
  const { count, unit } = readInterval(frequency);
  return { days: count * (UNIT_DAYS[unit] ?? 0), months: count * (UNIT_MONTHS[unit] ?? 0) };
}

/** The time `times` intervals after `from`, in UTC. In a month without that day, returns its last day. */
export function afterIntervals(from: string, frequency: string, times: number): number {
  const { days, months } = intervalSize(frequency);
  return days ? Date.parse(from) + times * days * DAY : addMonths(new Date(from), times * months);
}

// The last instant with a four-digit year.
const END_OF_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The instant one interval after `from`. */
export const addInterval = (from: string, frequency: string): string =>
  new Date(Math.min(afterIntervals(from, frequency, 1), END_OF_TIME)).toISOString();

function addMonths(from: Date, months: number): number {
  const target = new Date(from);
  target.setUTCMonth(target.getUTCMonth() + months, 1);
  const monthEnd = new Date(target);
  monthEnd.setUTCMonth(monthEnd.getUTCMonth() + 1, 0);
  return target.setUTCDate(Math.min(from.getUTCDate(), monthEnd.getUTCDate()));
}

/** The next keep-in-touch date: one interval after the last contact, otherwise after now (docs/api/contacts.md). */
export function nextReminder(frequency: string | null, lastSeenAt: string | null, now: string): string | null {
  const known = knownFrequency(frequency);
  return known ? addInterval(lastSeenAt ?? now, known) : null;
}
