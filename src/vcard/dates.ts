import { readBirthday } from '../contract/contact-fields.ts';

const YEAR_FIRST = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?:[T ].*)?$/;
const NO_YEAR = /^--(\d{2})-?(\d{2})(?:[T ].*)?$/;
const PARTS = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?: .*)?$/;
/** Years that mean "no year": 0, and 1604, the leap year that Apple's address book uses. */
const NO_YEAR_MARKS = ['0000', '1604'];

/**
 * Reads a day in the format of the API's birthdays: `YYYY-MM-DD`, or `--MM-DD` without a year. Accepts the forms of all
 * three vCard versions (RFC 6350 section 4.3.1: basic, extended, truncated) and drops a time of day. Returns undefined
 * for an incomplete day. `omittedYear` is Apple's X-APPLE-OMIT-YEAR.
 */
export function readDay(text: string, omittedYear?: string): string | undefined {
  const value = text.trim();
  const noYear = NO_YEAR.exec(value);
  if (noYear) return existing(`--${noYear[1]}-${noYear[2]}`);
  const [, year, separator, month = '', day = ''] = YEAR_FIRST.exec(value) ?? [];
  // Without separators only `19850517` is unambiguous; `1985111` could be two days.
  if (!year || (separator === '' && (month.length < 2 || day.length < 2))) return undefined;
  return dayOf(year, month, day, omittedYear);
}

export type DayOrder = 'day first' | 'month first';

/**
 * Reads a day as spreadsheets write it: `5/17/1985`, `17.05.1985`, or year first. `0/0/00` and similar are not days.
 */
export function readSheetDay(text: string, order: DayOrder): string | undefined {
  const [, first, separator, second, year] = PARTS.exec(text.trim()) ?? [];
  if (!first || !second || !year) return readDay(text);
  const dayFirst = separator === '.' || order === 'day first';
  return dayFirst ? dayOf(year, second, first) : dayOf(year, first, second);
}

/** Outlook writes `0/0/00` for an unset day. */
export const isUnsetDay = (text: string): boolean => /^0+[/.-]0+[/.-]0+$/.test(text);

/**
 * Determines from the first number above 12 whether day or month comes first in a column of slashed dates. Default:
 * `otherwise`.
 */
export function dayOrder(values: string[], otherwise: DayOrder): DayOrder {
  for (const value of values) {
    const [, first, , second] = PARTS.exec(value.trim()) ?? [];
    if (Number(first) > 12) return 'day first';
    if (Number(second) > 12) return 'month first';
  }
  return otherwise;
}

function dayOf(year: string, month: string, day: string, omittedYear?: string): string | undefined {
  const monthAndDay = `${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const noYear = NO_YEAR_MARKS.includes(year) || year === omittedYear;
  return existing(noYear ? `--${monthAndDay}` : `${year}-${monthAndDay}`);
}

/** Returns the day if it exists in the calendar. */
const existing = (day: string): string | undefined => (readBirthday(day) ? day : undefined);

/**
 * Reads ISO 8601, basic (`20260912T093000Z`) or extended, as a moment in UTC. A bare date is midnight UTC. Returns
 * undefined for anything else.
 */
export function readMoment(text: string): string | undefined {
  const extended = text
    .trim()
    .replace(/^(\d{4})(\d{2})(\d{2})/, '$1-$2-$3')
    .replace(
      /T(\d{2})(\d{2})(\d{2})?(?=\D|$)/,
      (_, hours, minutes, seconds = '00') => `T${hours}:${minutes}:${seconds}`,
    )
    .replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(extended)) return undefined;
  const time = new Date(extended);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
