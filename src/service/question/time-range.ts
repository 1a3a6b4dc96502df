/** A range of instants in ISO 8601 UTC, with an exclusive end. */
export interface TimeRange {
  from: string;
  to: string;
}

const DAY = 86_400_000;
/** Bounds for the half-life of `nearness`, in milliseconds. Within them, the half-life is the length of the range. */
const MIN_HALF_LIFE = 7 * DAY;
const MAX_HALF_LIFE = 365 * DAY;

/**
 * Proximity of an ISO 8601 date to a range, 0 to 1. It is 1 inside the range and halves with each half-life outside it.
 */
export function nearness(date: string, range: TimeRange): number {
  const [at, from, to] = [date, range.from, range.to].map((text) => Date.parse(text)) as [number, number, number];
  if (Number.isNaN(at)) return 0;
  // The exclusive end counts as inside the range.
  const distance = at < from ? from - at : Math.max(0, at - to);
  return 0.5 ** (distance / Math.min(Math.max(to - from, MIN_HALF_LIFE), MAX_HALF_LIFE));
}
