import { civilDay, DAY, dayNumber, HOUR, MINUTE, SECOND, type WallTime } from '../rules/days.ts';
import { type JcalProperty, parameterOf, valuesOf } from './jcal.ts';

/** A time as written (RFC 5545, 3.3.4 and 3.3.5). */
export interface IcsTime {
  wall: WallTime;
  /** A day without a time. */
  isDay: boolean;
  isUtc: boolean;
  /** Zone name. A time without one is local everywhere. */
  tzid: string | undefined;
}

/** Parses a time. Throws if it is invalid. */
export function parseIcsTime(text: unknown, tzid?: string): IcsTime {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:T(?:::|(\d\d):(\d\d):(\d\d)?)(Z)?)?$/.exec(String(text));
  if (!parts) throw new Error('not a time');
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const number = dayNumber(year, month, day);
  const isValid = month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour <= 24 && minute <= 59 && second <= 60;
  // Date arithmetic would turn February 30 into a day in March.
  if (!isValid || civilDay(number).day !== day) throw new Error('not a time');
  const isDay = parts[4] === undefined;
  const isUtc = parts[7] !== undefined;
  const wall = number * DAY + hour * HOUR + minute * MINUTE + Math.min(second, 59) * SECOND;
  return { wall, isDay, isUtc, tzid: isDay || isUtc ? undefined : tzid };
}

/** All times of a property. */
export const timesOf = (property: JcalProperty): IcsTime[] =>
  valuesOf(property).map((value) => parseIcsTime(value, parameterOf(property, 'tzid')));

/** A duration: calendar days, and elapsed hours (RFC 5545, 3.3.6). */
export interface IcsDuration {
  days: number;
  ms: number;
}

/** Parses a duration. Throws if it is invalid. */
export function parseIcsDuration(text: unknown): IcsDuration {
  const parts = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(String(text));
  if (!parts) throw new Error('not a length of time');
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(2).map((part) => Number(part ?? 0));
  // Negative durations are treated as zero.
  if (parts[1] === '-') return { days: 0, ms: 0 };
  return { days: weeks * 7 + days, ms: hours * HOUR + minutes * MINUTE + seconds * SECOND };
}
