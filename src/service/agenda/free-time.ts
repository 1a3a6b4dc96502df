import type * as z from 'zod';
import { type calendars as contract, WEEKDAYS } from '../../contract/calendars.ts';
import type { CalendarEvent } from '../../providers/content/items.ts';
import type { Range } from '../../providers/content/ranges.ts';
import { badRequest } from '../../shared/error.ts';
import { dayAfter, dayIn, instantOf, startOfDay } from '../../shared/zones.ts';
import type { ProviderContext } from '../runtime/handler.ts';
import { eventsOf } from './list-events.ts';
import { accountsWith, noCalendar } from './read.ts';

type FreeTimeRequest = z.output<ReturnType<typeof contract.find_free_time.body>>;
type FreeTimeResponse = z.output<ReturnType<typeof contract.find_free_time.data>>;

const MAX_DAYS = 92;
const MAX_RANGES = 200;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Finds times without events in the selected calendars. Throws 400 for an invalid window. */
export async function findFreeTime(live: ProviderContext, wanted: FreeTimeRequest): Promise<FreeTimeResponse> {
  const window = { start: instant(wanted.start), end: instant(wanted.end) };
  if (window.end <= window.start) throw badRequest({ end: 'must be after start' });
  if (Date.parse(window.end) - Date.parse(window.start) > MAX_DAYS * DAY_MS)
    throw badRequest({ end: `must be within ${MAX_DAYS} days of start` });
  const accounts = await accountsWith(live, 'read_calendar');
  if (accounts.length === 0) return { free: [], warnings: [noCalendar(live)] };
  const zone = live.user.time_zone;
  const { events, warnings } = await eventsOf(await live.agenda(), accounts, { window, zone });
  const busy = events
    .filter(({ showAs }) => showAs !== 'free' && showAs !== 'elsewhere')
    .map((one) => timeOf(one, zone));
  const free = freeWithin(hoursIn(window, wanted, wanted.time_zone ?? zone), busy);
  const long = free.filter(
    ({ start, end }) => Date.parse(end) - Date.parse(start) >= wanted.duration_minutes * MINUTE_MS,
  );
  const cut = long.length > MAX_RANGES ? [`truncated: ${long.length - MAX_RANGES} more; narrow start and end`] : [];
  return { free: long.slice(0, MAX_RANGES), warnings: [...warnings, ...cut] };
}

const instant = (moment: string): string => new Date(moment).toISOString();

/** The time an event takes. All-day events cover whole days in the user's zone. */
const timeOf = ({ isAllDay, dateTime, endDateTime }: CalendarEvent, zone: string): Range =>
  isAllDay
    ? { start: startOfDay(zone, dateTime.slice(0, 10)), end: startOfDay(zone, endDateTime.slice(0, 10)) }
    : { start: dateTime, end: endDateTime };

/** Splits a window into working hours. Without working hours, returns the window itself. */
function hoursIn(
  window: Range,
  { working_hours: hours }: Pick<FreeTimeRequest, 'working_hours'>,
  zone: string,
): Range[] {
  if (!hours) return [window];
  const [from, to] = [minutesOf(hours.start), minutesOf(hours.end)];
  if (to <= from) throw badRequest({ 'working_hours.end': 'must be after working_hours.start' });
  const days: readonly string[] = hours.days ?? WEEKDAYS.slice(0, 5);
  const parts: Range[] = [];
  for (const day of daysIn(window, zone)) {
    const start = [instantOf(zone, day, from * MINUTE_MS), window.start].sort()[1]!;
    const end = [instantOf(zone, day, to * MINUTE_MS), window.end].sort()[0]!;
    if (days.includes(WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7]!) && start < end) parts.push({ start, end });
  }
  return parts;
}

/** The days of a window in a zone, up to the last supported date. */
function daysIn({ start, end }: Range, zone: string): string[] {
  const found: string[] = [];
  for (let day = dayIn(zone, start); found.at(-1) !== day && startOfDay(zone, day) < end; day = dayAfter(day))
    found.push(day);
  return found;
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/**
 * Subtracts busy times from each part. All times are UTC, and the parts are sorted. Events with zero length are
 * ignored.
 */
export function freeWithin(parts: Range[], busy: Range[]): Range[] {
  const sorted = busy.filter(({ start, end }) => start < end).sort((a, b) => (a.start < b.start ? -1 : 1));
  return parts.flatMap((part) => {
    const free: Range[] = [];
    let from = part.start;
    for (const { start, end } of sorted) {
      if (end <= from || start >= part.end) continue;
      if (start > from) free.push({ start: from, end: start });
      from = end;
    }
    return from < part.end ? [...free, { start: from, end: part.end }] : free;
  });
}
