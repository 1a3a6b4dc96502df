// Days and moments in the words of a person, in the zone of the account. The command line speaks American English.

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

/** `May 17, 1990`, or `May 17` where the year is unknown. */
export function inBirthday(birthday: string, year: number | null): string {
  const options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', timeZone: 'UTC' };
  if (year !== null) options.year = 'numeric';
  return new Intl.DateTimeFormat('en-US', options).format(new Date(birthday));
}
