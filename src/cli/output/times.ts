import { inZone } from '../../shared/zones.ts';

// Formats days and times for people, in the account's time zone and American English.

/** This computer's time zone, for administrators, because users have different time zones. */
const machineZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Formats a time in a list: `2026-11-27 10:30 +01:00`. */
export const inList = (instant: string, zone = machineZone()): string =>
  inZone(zone, instant).replace(/T(\d\d:\d\d)[^+-]*/, ' $1 ');

/** Formats a time with seconds, for administrators. */
export const inLocalTime = (instant: string): string => inZone(machineZone(), instant);

const DAY: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' };
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

/** Formats a day, or a UTC midnight that represents one: `Fri, Nov 27, 2026`. */
export const inDay = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { ...DAY, timeZone: 'UTC' }).format(new Date(`${day.slice(0, 10)}T00:00:00Z`));

/** Formats an instant: `Fri, Nov 27, 2026, 10:30`. */
export const inMoment = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat('en-US', { ...DAY, ...TIME, timeZone: zone }).format(new Date(instant));

/** Formats the day of an instant, such as a note's. */
export const inDayOf = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat('en-US', { ...DAY, timeZone: zone }).format(new Date(instant));

/** Formats an interval to follow “every”: `month` for `1 mon`, `2 weeks` for `14 days`. */
export function inSpan(interval: string): string {
  const days = Number(/^(\d+) days?$/.exec(interval)?.[1]);
  const said = days > 0 && days % 7 === 0 ? `${days / 7} week${days === 7 ? '' : 's'}` : interval;
  return said.replace(/\bmon(s?)$/, 'month$1').replace(/^1 /, '');
}

/** Formats a birthday: `May 17, 1990` for `1990-05-17`, or `May 17` for `--05-17` (year unknown). */
export function inBirthday(birthday: string): string {
  const options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', timeZone: 'UTC' };
  // A leap year includes February 29.
  if (birthday.startsWith('--'))
    return new Intl.DateTimeFormat('en-US', options).format(new Date(`2000-${birthday.slice(2)}`));
  return new Intl.DateTimeFormat('en-US', { ...options, year: 'numeric' }).format(new Date(birthday.slice(0, 10)));
}
