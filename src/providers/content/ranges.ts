import { badRequest } from '../../shared/error.ts';
import { endOfDay, startOfDay, toText } from '../../shared/zones.ts';

/** Instants as ISO 8601 UTC: `start` inclusive, `end` exclusive. */
export interface Range {
  start: string;
  end: string;
}

/** A range with optional ends. */
export type OpenRange = { start?: string | undefined; end?: string | undefined };

const DAY_MS = 86_400_000;
/** The longest calendar range that Graph reads at once. Google accepts it too. */
const MAX_WINDOW_DAYS = 1825;
const DEFAULT_WINDOW_MS = 7 * DAY_MS;

/** Converts a requested range to instants. Days are in the user's zone, and an end day is included. */
function instants(range: OpenRange | undefined, zone: string): OpenRange {
  const { start, end } = range ?? {};
  const given: OpenRange = {};
  if (start !== undefined) given.start = isDay(start) ? startOfDay(zone, start) : start;
  if (end !== undefined) given.end = isDay(end) ? after(endOfDay(zone, end)) : after(end);
  if (given.start && given.end && given.end <= given.start)
    throw badRequest({ 'dateRange.end': 'must not be before dateRange.start' });
  return given;
}

const isDay = (value: string) => value.length === 10;
const after = (instant: string) => toText(Date.parse(instant) + 1);
const shifted = (instant: string, by: number) => toText(Date.parse(instant) + by);

/** Range of an email search, open if nothing is specified. Throws 400 if it ends before it starts. */
export const emailRange = instants;

/** Window of an event list: the next 7 days, or 7 days from the specified end. Throws 400. */
export function eventWindow(range: OpenRange | undefined, zone: string, now: string): Range {
  const given = instants(range, zone);
  const start =
    given.start ?? (given.end !== undefined && given.end <= now ? shifted(given.end, -DEFAULT_WINDOW_MS) : now);
  const end = given.end ?? shifted(start, DEFAULT_WINDOW_MS);
  if (Date.parse(end) - Date.parse(start) > MAX_WINDOW_DAYS * DAY_MS)
    throw badRequest({ 'dateRange.end': `must be within ${MAX_WINDOW_DAYS} days of dateRange.start` });
  return { start, end };
}
