import { badRequest } from '../../shared/error.ts';
import { endOfDay, startOfDay, toText } from '../../shared/zones.ts';

/** Instants as ISO 8601 UTC: `start` inclusive, `end` exclusive. */
export interface Range {
  start: string;
  end: string;
}

/** A range that may be open on either side. */
export type OpenRange = { start?: string | undefined; end?: string | undefined };

const DAY_MS = 86_400_000;
/** What Graph reads of a calendar at once; Google takes it too. */
const LONGEST_WINDOW_DAYS = 1825;
const DEFAULT_WINDOW_MS = 7 * DAY_MS;

/** A range as asked for: days are those of the user's zone, and an end day is covered whole. */
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

/** The range of an e-mail search; open where nothing is said. Throws 400 for an end before the start. */
export const emailRange = instants;

/** The window of a list of events: the next 7 days, or 7 days from the one end that is given. Throws 400. */
export function eventWindow(range: OpenRange | undefined, zone: string, now: string): Range {
  const given = instants(range, zone);
  const start =
    given.start ?? (given.end !== undefined && given.end <= now ? shifted(given.end, -DEFAULT_WINDOW_MS) : now);
  const end = given.end ?? shifted(start, DEFAULT_WINDOW_MS);
  if (Date.parse(end) - Date.parse(start) > LONGEST_WINDOW_DAYS * DAY_MS)
    throw badRequest({ 'dateRange.end': `must lie within ${LONGEST_WINDOW_DAYS} days of dateRange.start` });
  return { start, end };
}
