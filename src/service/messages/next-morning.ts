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

/** When a user's morning messages are sent. */
export interface Schedule {
  zone: string;
  /** Local time in the zone, such as `07:00`. */
  time: string;
  /** The time at which the schedule was set. The first message is sent after it. */
  beginsAt: string;
  /** The day of the last message that was sent or skipped. */
  sentDay: string | null;
}

export interface Morning {
  /** The day of the message. */
  day: string;
  /** When to send it. ISO 8601 UTC. */
  at: string;
}

/** The message that is due now, otherwise the next one. A message that was not sent on its day is dropped. */
export function nextMorning({ zone, time, beginsAt, sentDay }: Schedule, now: string): Morning {
  const today = dayIn(zone, now);
  // Ignores a sent day in the future, which a wrong clock may have caused.
  const sent = sentDay !== null && daysBetween(today, sentDay) <= 2 ? sentDay : '';
  // Days before the schedule was set have no message.
  const first = [today, dayIn(zone, beginsAt)].sort()[1]!;
  for (let day = dayAfter(first, -1); ; day = dayAfter(day)) {
    if (day <= sent || !hasDay(zone, day)) continue;
    const at = momentOf(zone, day, time);
    if (at > beginsAt && endOfDay(zone, dayIn(zone, at)) >= now) return { day, at };
  }
}

/** Whether a zone has this day. A day is missing if the zone crossed the date line. */
const hasDay = (zone: string, day: string): boolean => dayIn(zone, startOfDay(zone, day)) === day;

/**
 * The instant of a local time on a day. If daylight saving time skips the time, returns the first instant after the gap.
 * If the time occurs twice, returns the first occurrence.
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

/** The time of the last offset change before an instant, within 24 hours. */
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
