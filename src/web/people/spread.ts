import { dayAfter, instantOf } from '../../shared/zones.ts';

/** How the first reminders of people who get a frequency at once are spread. */
export interface Spread {
  /** The day from which to count. */
  start: string;
  zone: string;
  /** Number of people before the first of these, and of all people. */
  before: number;
  all: number;
}

const NOON = 12 * 60 * 60 * 1000;
const UNIT_DAYS: Record<string, number> = { day: 1, week: 7, mon: 30.44, year: 365.25 };

/** A frequency in days, such as 91 for "3 mons". */
function daysIn(frequency: string): number {
  const [, count, unit] = /^(\d+) (day|week|mon|year)s?$/.exec(frequency) ?? [];
  return Math.round(Number(count ?? 0) * (UNIT_DAYS[unit ?? ''] ?? 0));
}

/** Noon of the day of a first reminder. */
export const firstReminder = (index: number, frequency: string, spread: Spread): string =>
  instantOf(spread.zone, firstDay(index, frequency, spread), NOON);

/**
 * The day of the first reminder for the person at an index: all of them are spread over one period from tomorrow on, so
 * that nobody is overdue at once.
 */
export function firstDay(index: number, frequency: string, { start, before, all }: Spread): string {
  const share = (before + index + 1) / Math.max(all, 1);
  return dayAfter(start, Math.max(1, Math.round(daysIn(frequency) * Math.min(share, 1))));
}
