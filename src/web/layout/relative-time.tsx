import { dayIn } from '../../shared/zones.ts';
import { dateFormat } from './dates.ts';

const DAY_MS = 86_400_000;
const RELATIVE = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const FULL: Intl.DateTimeFormatOptions = { dateStyle: 'full', timeZone: 'UTC' };

/** Days from the first to the second day, both YYYY-MM-DD. */
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** "today", "3 weeks ago", "in 2 months": whole units of the size that a reader would name. */
export function relativeDay(day: string, today: string): string {
  const days = daysBetween(today, day);
  const size = Math.abs(days);
  if (size < 14) return RELATIVE.format(days, 'day');
  if (size < 60) return RELATIVE.format(Math.trunc(days / 7), 'week');
  if (size < 730) return RELATIVE.format(Math.trunc(days / 30.44), 'month');
  return RELATIVE.format(Math.trunc(days / 365.25), 'year');
}

/** How long ago or how far ahead a moment's day is; the date is shown when pointed at. */
export function Relative({ at, zone, today }: { at: string; zone: string; today: string }) {
  const day = at.length === 10 ? at : dayIn(zone, at);
  return (
    <time datetime={day} title={dateFormat(FULL).format(new Date(day))}>
      {relativeDay(day, today)}
    </time>
  );
}
