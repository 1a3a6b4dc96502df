import { offsetAt } from './zones.ts';

/** A clock change in a zone. Offsets are milliseconds ahead of UTC. */
export interface ClockChange {
  at: number;
  before: number;
  after: number;
}

const WEEK = 7 * 86_400_000;
const SECOND = 1000;

/** Clock changes between two instants. No zone changes its clocks twice within a week. */
export function clockChanges(zone: string, from: number, to: number): ClockChange[] {
  const changes: ClockChange[] = [];
  for (let start = from; start < to; start += WEEK) {
    const end = Math.min(start + WEEK, to);
    const [before, after] = [offsetAt(zone, start), offsetAt(zone, end)];
    if (before !== after) changes.push({ at: changeBetween(zone, start, end), before, after });
  }
  return changes;
}

function changeBetween(zone: string, from: number, to: number): number {
  const before = offsetAt(zone, from);
  let [low, high] = [from, to];
  while (high - low > SECOND) {
    const middle = Math.floor((low + high) / 2 / SECOND) * SECOND;
    if (middle <= low) break;
    if (offsetAt(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}
