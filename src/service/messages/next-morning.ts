import {
  dayAfter,
  dayIn,
  daysBetween,
  endOfDay,
  instantOf,
  offsetAt,
  startOfDay,
  toText,
  wallClock,
} from '../../shared/zones.ts';

/** When somebody's morning messages are sent. */
export interface Schedule {
  zone: string;
  /** `07:00`, by the clocks of the zone. */
  time: string;
  /** The first is sent after this instant, when the message was set so. */
  beginsAt: string;
  /** The day whose message was the last to be dealt with. */
  sentDay: string | null;
}

export interface Morning {
  /** The day that it is the message of. */
  day: string;
  /** When it is to be sent. */
  at: string;
}

/** The message that is due now, or else the next one. One that could not be sent on its day is over with it. */
export function nextMorning({ zone, time, beginsAt, sentDay }: Schedule, now: string): Morning {
  const today = dayIn(zone, now);
  // A clock that was wrong for a while must not silence the years until then.
  const sent = sentDay !== null && daysBetween(today, sentDay) <= 2 ? sentDay : '';
  // No message of an earlier day is sent after it begins.
  const first = [today, dayIn(zone, beginsAt)].sort()[1]!;
  for (let day = dayAfter(first, -1); ; day = dayAfter(day)) {
    if (day <= sent || !isThere(zone, day)) continue;
    const at = momentOf(zone, day, time);
    if (at > beginsAt && endOfDay(zone, dayIn(zone, at)) >= now) return { day, at };
  }
}

/** Where a zone crossed the date line, a day is missing. */
const isThere = (zone: string, day: string): boolean => dayIn(zone, startOfDay(zone, day)) === day;

/**
 * When the clocks of a zone first show a time on a day, or where they skip it, the first moment after. Of a time that they
 * show twice it is the first.
 */
export function momentOf(zone: string, day: string, time: string): string {
  const [hours, minutes] = time.split(':').map(Number);
  const wanted = (hours! * 60 + minutes!) * 60_000;
  const found = instantOf(zone, day, wanted);
  const shown = wallClock(zone, found);
  if (shown.day === day && shown.time === wanted) return found;
  return toText(changeBefore(zone, Date.parse(found)));
}

const MOST_SKIPPED = 24 * 60 * 60_000;

/** The first instant with the offset that an instant has, within a day before it. */
function changeBefore(zone: string, instant: number): number {
  const offset = offsetAt(zone, instant);
  let [before, at] = [instant - MOST_SKIPPED, instant];
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2);
    if (offsetAt(zone, middle) === offset) at = middle;
    else before = middle;
  }
  return at;
}
