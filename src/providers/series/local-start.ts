import { dayAfter, daysBetween, instantOf, wallClock } from '../../shared/zones.ts';
import type { EventTimes } from '../content/calendar.ts';

/** Local start time of a series or of one occurrence. */
export interface LocalStart {
  day: string;
  /** Milliseconds since midnight; 0 for days. */
  time: number;
  isDay: boolean;
  zone: string;
}

export const onDay = (day: string, zone: string): LocalStart => ({ day: day.slice(0, 10), time: 0, isDay: true, zone });

export const onClock = (instant: string, zone: string): LocalStart => ({
  ...wallClock(zone, instant),
  isDay: false,
  zone,
});

/** Start according to new times. Without a zone, they are in the series' zone. */
export const beginOf = (times: EventTimes, zone: string): LocalStart =>
  times.allDay ? onDay(times.start, zone) : onClock(times.start, times.zone ?? zone);

const lengthOf = ({ start, end }: EventTimes): number => Date.parse(end) - Date.parse(start);

/** Times with the same duration at another start. */
export function timesAt({ day, time, isDay, zone }: LocalStart, times: EventTimes): EventTimes {
  if (isDay) return { allDay: true, start: day, end: dayAfter(day, daysBetween(times.start, times.end)) };
  const start = instantOf(zone, day, time);
  return { allDay: false, start, end: new Date(Date.parse(start) + lengthOf(times)).toISOString(), zone };
}

/** New start of a series when one of its occurrences is moved. */
export const movedStart = (series: LocalStart, from: LocalStart, to: LocalStart): LocalStart => ({
  ...to,
  day: dayAfter(series.day, daysBetween(from.day, to.day)),
});

/** Local time in milliseconds since 1970-01-01T00:00. */
export const wallOf = ({ day, time }: LocalStart): number => Date.parse(`${day}T00:00:00Z`) + time;

/** Whether an occurrence is the first of its series, so that "from here on" means all of it. */
export const isFirst = ({ begin, at }: { begin: LocalStart; at: LocalStart }): boolean => wallOf(at) <= wallOf(begin);
