/** A stretch of time, as ISO 8601 in UTC: from its first moment, to the one after its last. */
export interface TimeRange {
  from: string;
  to: string;
}

const DAY = 86_400_000;
/** Limits of the distance at which a date is half as near: one length of the range. */
const LEAST_HALF = 7 * DAY;
const MOST_HALF = 365 * DAY;

/** How near a date (ISO 8601) is to a range, from 0 to 1: 1 inside it, then half as much for every length of the range. */
export function nearness(date: string, range: TimeRange): number {
  const [at, from, to] = [date, range.from, range.to].map((text) => Date.parse(text)) as [number, number, number];
  if (Number.isNaN(at)) return 0;
  // A date on the last moment of a range is as near as one on the moment before it.
  const distance = at < from ? from - at : Math.max(0, at - to);
  return 0.5 ** (distance / Math.min(Math.max(to - from, LEAST_HALF), MOST_HALF));
}
