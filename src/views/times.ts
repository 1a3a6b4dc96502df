import { element } from './element.ts';

/** Formats dates and times in the locale and time zone of the client. */
export interface Times {
  /** An all-day date. */
  day(text: string): HTMLElement | string;
  /** A birthday: a date with its year, or MM-DD if the year is unknown. */
  birthday(text: string): HTMLElement | string;
  /** The day of a time. */
  dayOf(moment: string): HTMLElement | string;
  /** The day and time, to the minute. */
  moment(text: string): HTMLElement | string;
  /** The time of day, to the minute. */
  clock(moment: string): HTMLElement | string;
  /** The date of a time or day: 2026-11-22. */
  date(text: string): string;
  /** The date some days from now: 2026-11-29. */
  inDays(count: number): string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;
const DATE: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' };

/** Creates the formatter. Text that is not a date or time is shown unchanged. */
export function timesIn(wantedLocale: string | undefined, wantedZone: string | undefined): Times {
  const locale = usable(() => new Intl.Locale(wantedLocale!).toString()) ?? 'en-US';
  const zone =
    usable(() => new Intl.DateTimeFormat('en', { timeZone: wantedZone! }).resolvedOptions().timeZone) ?? 'UTC';
  // Swedish dates have the ISO 8601 format.
  const isoDate = new Intl.DateTimeFormat('sv', { timeZone: zone });
  const year = isoDate.format().slice(0, 4);
  // 9:15 AM, but 09:15.
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  const clock: Intl.DateTimeFormatOptions = { hour: hour12 ? 'numeric' : '2-digit', minute: '2-digit' };
  const isThisYear = (day: string) => day.startsWith(year);
  const show = (text: string, at: Date, options: Intl.DateTimeFormatOptions, timeZone: string) =>
    Number.isNaN(at.getTime())
      ? text
      : element('time', { datetime: text }, new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(at));
  const dated = (day: string): Intl.DateTimeFormatOptions => (isThisYear(day) ? DATE : { ...DATE, year: 'numeric' });
  const date = (text: string) =>
    DAY.test(text) || Number.isNaN(Date.parse(text)) ? text : isoDate.format(new Date(text));
  const day = (text: string) => show(text, new Date(`${text}T00:00:00Z`), dated(text), 'UTC');
  return {
    date,
    inDays: (count) => isoDate.format(Date.now() + count * DAY_MS),
    day,
    birthday(text) {
      const options = { day: 'numeric', month: 'long' } as const;
      return DAY.test(text)
        ? show(text, new Date(`${text}T00:00:00Z`), { ...options, year: 'numeric' }, 'UTC')
        : show(text, new Date(`2000-${text.replace(/^--/, '')}T00:00:00Z`), options, 'UTC');
    },
    dayOf: (moment) => day(date(moment)),
    moment: (text) => show(text, new Date(text), { ...dated(date(text)), ...clock }, zone),
    clock: (moment) => show(moment, new Date(moment), clock, zone),
  };
}

/** Returns the result for a locale or time zone from the client; undefined if the platform does not support it. */
function usable(make: () => string): string | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return undefined;
    throw error;
  }
}
