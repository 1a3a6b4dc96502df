// Calendar arithmetic on local times: milliseconds since 1970 in local time, treated as UTC.

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** A range of local times with an exclusive end. Either end may be infinite. */
export interface Stretch {
  from: number;
  to: number;
}

/** A recurring time, such as a month or a weekday. */
export interface Recurring {
  /** Occurrences near a local time, in ascending order. */
  around(time: number): Stretch[];
  /** The occurrence in a year. Only yearly times have this method, and it returns undefined if the year has none. */
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
/** Length of an average month in milliseconds, used for fractions of a month. */
const MONTH = 30.44 * DAY;

export const yearOf = (time: number): number => new Date(time).getUTCFullYear();

export const startOfDay = (time: number): number => Math.floor(time / DAY) * DAY;

/** Start of a day. `month` is zero-based. Days past the end of the month roll over. */
export const dayOf = (year: number, month: number, day = 1): number => Date.UTC(year, month, day);

export const daysFrom = (from: number, days = 1): Stretch => ({ from, to: from + days * DAY });

export const monthsFrom = (year: number, month: number, months = 1): Stretch => ({
  from: dayOf(year, month),
  to: dayOf(year, month + months),
});

/** Adds units to a time. `count` may be negative or fractional. */
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

/** The calendar unit that contains a time, shifted by `offset` units. Weeks start on Monday. */
export function calendarUnit(time: number, unit: Unit, offset = 0): Stretch {
  const months = MONTHS[unit];
  if (months !== undefined) {
    const date = new Date(time);
    const month = Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / months) + offset;
    // `Date.UTC` maps years 0 to 99 to 1900 to 1999.
    const year = yearOf(time);
    return monthsFrom(year, month * months - year * 12, months);
  }
  const length = LENGTHS[unit]!;
  // 1970 began on a Thursday.
  const monday = unit === 'week' || unit === 'fortnight' ? -3 * DAY : 0;
  const from = Math.floor((time - monday) / length) * length + monday + offset * length;
  return { from, to: from + length };
}

/** Years generated on each side of a time. February 29 may be eight years away. */
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

/** Weekdays, counted from Monday as 0. */
export function weekly(weekday: number, days = 1): Recurring {
  const around = (time: number) => {
    const monday = calendarUnit(time, 'week').from;
    return [-3, -2, -1, 0, 1, 2, 3].map((weeks) => daysFrom(monday + weeks * WEEK + weekday * DAY, days));
  };
  return { around };
}

export const monthOfYear = (month: number): Recurring => yearly((year) => monthsFrom(year, month));

/** A season, counted from spring as 0. Winter belongs to the year in which it starts. */
export const season = (index: number): Recurring => yearly((year) => monthsFrom(year, 2 + 3 * index, 3));

export const lastBegun = (list: readonly Stretch[], now: number): Stretch | undefined =>
  list.findLast(({ from }) => from <= now) ?? list[0];

export const lastEnded = (list: readonly Stretch[], now: number): Stretch | undefined =>
  list.findLast(({ to }) => to <= now);

export const firstToCome = (list: readonly Stretch[], now: number): Stretch | undefined =>
  list.find(({ from }) => from > now);

/** The nearest occurrence. Future ones count as twice as far away, because most questions are about the past. */
export function nearest(list: readonly Stretch[], now: number): Stretch | undefined {
  const distance = ({ from, to }: Stretch) => (to <= now ? now - to : Math.max(from - now, 0) * 2);
  return list.toSorted((a, b) => distance(a) - distance(b))[0];
}

export function overlap(one: Stretch, other: Stretch): Stretch | undefined {
  const both = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
  return both.from < both.to ? both : undefined;
}
