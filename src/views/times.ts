import { element } from './element.ts';

/** Days and moments in the words of the place that a view stands in. */
export interface Times {
  zone: string;
  /** A whole day, given as one. */
  day(text: string): HTMLElement | string;
  /** A birthday: a whole day with its year, or MM-DD where that is not known. */
  birthday(text: string): HTMLElement | string;
  /** The day of a moment. */
  dayOf(moment: string): HTMLElement | string;
  /** The day and the minute of a moment. */
  moment(text: string): HTMLElement | string;
  /** The minute of a moment. */
  clock(moment: string): HTMLElement | string;
  /** The date that a moment or a day falls on: 2026-11-22. */
  date(text: string): string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const DATE: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' };

/** A text that is no time is shown as it is. */
export function timesIn(wantedLocale: string | undefined, wantedZone: string | undefined): Times {
  const locale = usable(() => new Intl.Locale(wantedLocale!).toString()) ?? 'en-US';
  const zone =
    usable(() => new Intl.DateTimeFormat('en', { timeZone: wantedZone! }).resolvedOptions().timeZone) ?? 'UTC';
  // Swedish dates are ISO 8601.
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
    zone,
    date,
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

/** What is made of a text of the host, where it is one that the platform knows. */
function usable(make: () => string): string | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return undefined;
    throw error;
  }
}
