import { instantOf, wallClock } from '../../shared/zones.ts';
import { afterIntervals, intervalSize } from '../common/frequency.ts';

// Occurrences are computed from an anchor, not from each other: monthly from the 31st results in the 30th, then the 31st
// (docs/api/reminders.md#recurrence).

/** The first day of a series after a day. Null if it would be after the year 9999. */
export const nextDay = (anchor: string, recurrence: string, after: string): string | null =>
  firstDay(anchor, recurrence, after, (day) => day > after);

/**
 * The first instant of a series after an instant. Occurrences have the same local time, so 9:00 remains 9:00 when
 * daylight saving time changes.
 */
export function nextInstant(anchor: string, recurrence: string, after: string, zone: string): string | null {
  const { day: first, time } = wallClock(zone, anchor);
  const day = firstDay(first, recurrence, wallClock(zone, after).day, (one) => instantOf(zone, one, time) > after);
  return day && instantOf(zone, day, time);
}

/** Maximum steps. The count starts up to two intervals early, and a skipped calendar day adds one. */
const MAX_STEPS = 10;

function firstDay(anchor: string, recurrence: string, near: string, fits: (day: string) => boolean): string | null {
  const first = Math.max(0, wholeIntervals(anchor, near, recurrence) - 1);
  for (let count = first; count < first + MAX_STEPS; count++) {
    const at = new Date(afterIntervals(`${anchor}T00:00:00.000Z`, recurrence, count));
    if (!(at.getUTCFullYear() <= 9999)) return null;
    const day = at.toISOString().slice(0, 10);
    if (fits(day)) return day;
  }
  return null;
}

/** The number of intervals between two days, or one more. */
function wholeIntervals(from: string, to: string, recurrence: string): number {
  const { days, months } = intervalSize(recurrence);
  if (days) return Math.floor((Date.parse(to) - Date.parse(from)) / 86_400_000 / days);
  const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return Math.floor((monthOf(to) - monthOf(from)) / months);
}
