import { inZone } from '../../shared/zones.ts';

// Days and moments for a person, in the zone of the account. The command line speaks American English.

/** The zone of this machine, for whoever keeps the accounts of several people: theirs differ. */
const machineZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A moment in a list for a person: `2026-11-27 10:30 +01:00`. */
export const inList = (instant: string, zone = machineZone()): string =>
  inZone(zone, instant).replace(/T(\d\d:\d\d)[^+-]*/, ' $1 ');

/** A moment to the second, for whoever keeps the service. */
export const onThisMachine = (instant: string): string => inZone(machineZone(), instant);

const DAY: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' };
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

/** `Fri, Nov 27, 2026`, for a day or the UTC midnight that stands for one. */
export const inDay = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { ...DAY, timeZone: 'UTC' }).format(new Date(`${day.slice(0, 10)}T00:00:00Z`));

/** `Fri, Nov 27, 2026, 10:30`, for an instant. */
export const inMoment = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat('en-US', { ...DAY, ...TIME, timeZone: zone }).format(new Date(instant));

/** The day of an instant, such as that of a note. */
export const inDayOf = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat('en-US', { ...DAY, timeZone: zone }).format(new Date(instant));

/** `month` for `1 mon`, `2 weeks` for `14 days`: how often something comes back, behind `every`. */
export function inSpan(interval: string): string {
  const days = Number(/^(\d+) days?$/.exec(interval)?.[1]);
  const said = days > 0 && days % 7 === 0 ? `${days / 7} week${days === 7 ? '' : 's'}` : interval;
  return said.replace(/\bmon(s?)$/, 'month$1').replace(/^1 /, '');
}

/** `May 17, 1990` for `1990-05-17`, or `May 17` for `--05-17`, whose year is unknown. */
export function inBirthday(birthday: string): string {
  const options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', timeZone: 'UTC' };
  // A leap year has every day.
  if (birthday.startsWith('--'))
    return new Intl.DateTimeFormat('en-US', options).format(new Date(`2000-${birthday.slice(2)}`));
  return new Intl.DateTimeFormat('en-US', { ...options, year: 'numeric' }).format(new Date(birthday.slice(0, 10)));
}
