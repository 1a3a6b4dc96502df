import { readBirthday } from '../contract/contact-fields.ts';

const YEAR_FIRST = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?:[T ].*)?$/;
const NO_YEAR = /^--(\d{2})-?(\d{2})(?:[T ].*)?$/;
const PARTS = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?: .*)?$/;
/** Years that mean "no year": 0, and Apple's 1604, the leap year its address book counts from. */
const NO_YEAR_MARKS = ['0000', '1604'];

/**
 * A day as the API takes a birthday: `YYYY-MM-DD`, or `--MM-DD` when the year is not known. Reads the forms of
 * all three vCard versions (RFC 6350 section 4.3.1: basic, extended, truncated; a time of day is dropped).
 * Undefined when it is not a whole day. `omittedYear` is Apple's X-APPLE-OMIT-YEAR.
 */
export function readDay(text: string, omittedYear?: string): string | undefined {
  const value = text.trim();
  const noYear = NO_YEAR.exec(value);
  if (noYear) return existing(`--${noYear[1]}-${noYear[2]}`);
  const [, year, separator, month = '', day = ''] = YEAR_FIRST.exec(value) ?? [];
  // Without separators only `19850517` is sure; `1985111` could be two days.
  if (!year || (separator === '' && (month.length < 2 || day.length < 2))) return undefined;
  return dayOf(year, month, day, omittedYear);
}

export type DayOrder = 'day first' | 'month first';

/** A day as spreadsheets write it: `5/17/1985`, `17.05.1985`, or year first. `0/0/00` and the like are not days. */
export function readSheetDay(text: string, order: DayOrder): string | undefined {
  const [, first, separator, second, year] = PARTS.exec(text.trim()) ?? [];
  if (!first || !second || !year) return readDay(text);
  const dayFirst = separator === '.' || order === 'day first';
  return dayFirst ? dayOf(year, second, first) : dayOf(year, first, second);
}

/** Outlook writes `0/0/00` for a day that was never set. */
export const isUnsetDay = (text: string): boolean => /^0+[/.-]0+[/.-]0+$/.test(text);

/** Whether day or month comes first in a column of slashed dates: decided by a number above 12, else by `otherwise`. */
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

/** The day, if the calendar has it. */
const existing = (day: string): string | undefined => (readBirthday(day) ? day : undefined);

/**
 * A moment in UTC from ISO 8601, basic (`20260912T093000Z`) or extended; a bare date is its midnight in UTC.
 * Undefined when it is not a moment.
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
