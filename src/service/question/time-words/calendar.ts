// Arithmetic on local times: milliseconds since 1970 that a zone's clocks show, as if the zone were UTC.

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** From a local time to another, exclusive. Either end may be infinite. */
export interface Stretch {
  from: number;
  to: number;
}

/** A time that may come again, such as a month or a weekday. */
export interface Recurring {
  /** The occurrences around a local time, ascending. */
  around(time: number): Stretch[];
  /** The occurrence named for a year, if it occurs yearly and the year has it. */
  inYear?(year: number): Stretch | undefined;
}

export type Unit =
  | 'minute'
  | 'hour'
  | 'day'
  | 'week'
  | 'fortnight'
  | 'month'
  | 'quarter'
  | 'halfYear'
  | 'year'
  | 'decade';

const LENGTHS: Partial<Record<Unit, number>> = {
  minute: 60_000,
  hour: HOUR,
  day: DAY,
  week: WEEK,
  fortnight: 2 * WEEK,
};
const MONTHS: Partial<Record<Unit, number>> = { month: 1, quarter: 3, halfYear: 6, year: 12, decade: 120 };
/** An average month, for fractions of one. */
const MONTH = 30.44 * DAY;

export const yearOf = (time: number): number => new Date(time).getUTCFullYear();

export const startOfDay = (time: number): number => Math.floor(time / DAY) * DAY;

/** A day of a year; `month` counts from 0. A day beyond the end of its month lies in the next one. */
export const dayOf = (year: number, month: number, day = 1): number => Date.UTC(year, month, day);

export const daysFrom = (from: number, days = 1): Stretch => ({ from, to: from + days * DAY });

export const monthsFrom = (year: number, month: number, months = 1): Stretch => ({
  from: dayOf(year, month),
  to: dayOf(year, month + months),
});

/** A time so many units later; earlier if `count` is negative. Fractions are allowed. */
export function later(time: number, count: number, unit: Unit): number {
  const months = MONTHS[unit];
  if (months === undefined) return time + count * LENGTHS[unit]!;
  const whole = Math.trunc(count * months);
  const date = new Date(time);
  const first = dayOf(date.getUTCFullYear(), date.getUTCMonth() + whole);
  const lastDay = new Date(dayOf(date.getUTCFullYear(), date.getUTCMonth() + whole + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), lastDay) - 1;
  return first + day * DAY + (time - startOfDay(time)) + (count * months - whole) * MONTH;
}

/** The calendar unit that contains a time, or the one so many units later. Weeks begin on Monday. */
export function calendarUnit(time: number, unit: Unit, offset = 0): Stretch {
  const months = MONTHS[unit];
  if (months !== undefined) {
    const date = new Date(time);
    const month = Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / months) + offset;
    // Date.UTC takes the years from 0 to 99 for those of the last century.
    const year = yearOf(time);
    return monthsFrom(year, month * months - year * 12, months);
  }
  const length = LENGTHS[unit]!;
  // 1970 began on a Thursday.
  const monday = unit === 'week' || unit === 'fortnight' ? -3 * DAY : 0;
  const from = Math.floor((time - monday) / length) * length + monday + offset * length;
  return { from, to: from + length };
}

/** Years to both sides of a time; February 29 may be eight years away. */
const YEARS = 8;

export function yearly(inYear: (year: number) => Stretch | undefined): Recurring {
  const around = (time: number) => {
    const first = yearOf(time) - YEARS;
    return Array.from({ length: 2 * YEARS + 1 }, (_, index) => inYear(first + index)).filter(
      (one) => one !== undefined,
    );
  };
  return { around, inYear };
}

/** Days of every week; `weekday` counts from Monday, 0. */
export function weekly(weekday: number, days = 1): Recurring {
  const around = (time: number) => {
    const monday = calendarUnit(time, 'week').from;
    return [-3, -2, -1, 0, 1, 2, 3].map((weeks) => daysFrom(monday + weeks * WEEK + weekday * DAY, days));
  };
  return { around };
}

export const monthOfYear = (month: number): Recurring => yearly((year) => monthsFrom(year, month));

/** A season by its number from spring, 0. Winter belongs to the year it begins in. */
export const season = (index: number): Recurring => yearly((year) => monthsFrom(year, 2 + 3 * index, 3));

export const lastBegun = (list: readonly Stretch[], now: number): Stretch | undefined =>
  list.findLast(({ from }) => from <= now) ?? list[0];

export const lastEnded = (list: readonly Stretch[], now: number): Stretch | undefined =>
  list.findLast(({ to }) => to <= now);

export const firstToCome = (list: readonly Stretch[], now: number): Stretch | undefined =>
  list.find(({ from }) => from > now);

/** The nearest occurrence. One to come counts as twice as far away: people mostly ask about the past. */
export function nearest(list: readonly Stretch[], now: number): Stretch | undefined {
  const distance = ({ from, to }: Stretch) => (to <= now ? now - to : Math.max(from - now, 0) * 2);
  return list.toSorted((a, b) => distance(a) - distance(b))[0];
}

export function overlap(one: Stretch, other: Stretch): Stretch | undefined {
  const both = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
  return both.from < both.to ? both : undefined;
}
