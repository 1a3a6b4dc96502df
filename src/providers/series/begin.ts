import { dayAfter, daysBetween, instantOf, wallClock } from '../../shared/zones.ts';
import type { EventTimes } from '../content/calendar.ts';

/** When a series, or one occurrence of it, begins on the clocks that it follows. */
export interface Begin {
  day: string;
  /** Milliseconds since midnight. Whole days have no time. */
  time: number;
  isDay: boolean;
  zone: string;
}

export const onDay = (day: string, zone: string): Begin => ({ day: day.slice(0, 10), time: 0, isDay: true, zone });

export const onClock = (instant: string, zone: string): Begin => ({
  ...wallClock(zone, instant),
  isDay: false,
  zone,
});

/** Where new times put an occurrence; without a zone of their own they are meant on the clocks of the series. */
export const beginOf = (times: EventTimes, zone: string): Begin =>
  times.allDay ? onDay(times.start, zone) : onClock(times.start, times.zone ?? zone);

const lengthOf = ({ start, end }: EventTimes): number => Date.parse(end) - Date.parse(start);

/** Times of the same length that begin at another place. */
export function timesAt({ day, time, isDay, zone }: Begin, times: EventTimes): EventTimes {
  if (isDay) return { allDay: true, start: day, end: dayAfter(day, daysBetween(times.start, times.end)) };
  const start = instantOf(zone, day, time);
  return { allDay: false, start, end: new Date(Date.parse(start) + lengthOf(times)).toISOString(), zone };
}

/** Where a whole series begins when one occurrence of it goes from one place to another. */
export const movedAlong = (series: Begin, from: Begin, to: Begin): Begin => ({
  ...to,
  day: dayAfter(series.day, daysBetween(from.day, to.day)),
});

/** On the clocks of a series: milliseconds since 1970-01-01T00:00 there. */
export const wallOf = ({ day, time }: Begin): number => Date.parse(`${day}T00:00:00Z`) + time;

/** Whether an occurrence is the first of its series: what is meant from there on is all of it. */
export const isFirst = ({ begin, at }: { begin: Begin; at: Begin }): boolean => wallOf(at) <= wallOf(begin);
