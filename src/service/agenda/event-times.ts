import { hasOffset } from '../../contract/event-input.ts';
import type { EventTimes } from '../../providers/content/calendar.ts';
import { badRequest } from '../../shared/error.ts';
import { instantOf } from '../../shared/zones.ts';

export interface TimesInput {
  start_datetime?: string | undefined;
  end_datetime?: string | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
  time_zone?: string | undefined;
}

/**
 * Reads the times in a validated request. Returns undefined if there are none. Throws 400 if the end is before the
 * start.
 */
export function eventTimes(input: TimesInput): EventTimes | undefined {
  const { start_datetime, end_datetime, start_date, end_date, time_zone } = input;
  if (start_date !== undefined) return { allDay: true, start: start_date, end: end_date ?? dayAfter(start_date) };
  if (start_datetime === undefined || end_datetime === undefined) return undefined;
  const [start, end] = [instant(start_datetime, time_zone), instant(end_datetime, time_zone)];
  if (end < start) throw badRequest({ end_datetime: 'must not be before start_datetime' });
  return { allDay: false, start, end, zone: time_zone };
}

/** Converts a date-time to a UTC instant. Without an offset, it is local time in `zone`. */
export function instant(moment: string, zone = 'UTC'): string {
  if (hasOffset(moment)) return new Date(moment).toISOString();
  const shown = Date.parse(`${moment}Z`);
  const day = new Date(shown).toISOString().slice(0, 10);
  return instantOf(zone, day, shown - Date.parse(`${day}T00:00:00Z`));
}

export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
