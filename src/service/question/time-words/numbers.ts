import { calendarUnit, dayOf, daysFrom, monthsFrom, type Stretch } from './calendar.ts';
import { type PhraseMatch, take } from './lexicon.ts';
import { fixed, marker, type Reader, type Reading } from './reading.ts';
import { isGlued, skipJoints, type Token } from './tokens.ts';

const FIRST_YEAR = 1900;
const LAST_YEAR = 2099;

const word = (tokens: readonly Token[], at: number): string => tokens[at]?.word ?? '';

/** The token's number, if it has between `least` and `most` digits. */
function digits(tokens: readonly Token[], at: number, least: number, most: number): number | undefined {
  const text = word(tokens, at);
  return /^[0-9]+$/.test(text) && text.length >= least && text.length <= most ? Number(text) : undefined;
}

/** Reads a year with four digits, or with two after an apostrophe. */
export function yearAt({ tokens }: Reader, at: number): PhraseMatch<number> | undefined {
  const year = digits(tokens, at, 4, 4);
  if (year !== undefined) return year >= FIRST_YEAR && year <= LAST_YEAR ? { end: at + 1, sense: year } : undefined;
  const short = word(tokens, at) === "'" && isGlued(tokens, at + 1) ? digits(tokens, at + 1, 2, 2) : undefined;
  if (short === undefined || /^\p{L}/u.test(word(tokens, at + 2))) return undefined;
  return { end: at + 2, sense: short < 50 ? 2000 + short : 1900 + short };
}

/** Reads a day of the month with its suffix: `5`, `5th`, `5.`, `1er`, `1º`. */
export function dayNumberAt({ tokens }: Reader, at: number): PhraseMatch<number> | undefined {
  // "10:30 March" and "2.5 May" contain no day.
  if (isGlued(tokens, at) && /^[:.,/]$/.test(word(tokens, at - 1))) return undefined;
  const day = digits(tokens, at, 1, 2);
  if (day === undefined || day < 1 || day > 31 || word(tokens, at + 1) === ':') return undefined;
  const hasMark = isGlued(tokens, at + 1) && /^(st|nd|rd|th|er|ter|ten|o|a|e|\.|º|°|ª)$/.test(word(tokens, at + 1));
  return { end: hasMark ? at + 2 : at + 1, sense: day };
}

/** Reads a count: digits, a number word, or "a few" (undefined in `sense`). */
export function countAt(reader: Reader, at: number): PhraseMatch<number | undefined> | undefined {
  const start = skipJoints(reader.tokens, at);
  const figure = digits(reader.tokens, start, 1, 3);
  if (figure !== undefined && figure > 0) return { end: start + 1, sense: figure };
  const few = marker(reader, 'few', at);
  const number = take(reader, 'number', at);
  if (few !== undefined && few >= (number?.end ?? 0)) return { end: few, sense: undefined };
  return number;
}

export function dateOf(year: number, month: number, day: number): Stretch | undefined {
  const from = dayOf(year, month - 1, day);
  const isThere = month >= 1 && month <= 12 && day >= 1 && new Date(from).getUTCDate() === day;
  return isThere && year >= FIRST_YEAR && year <= LAST_YEAR ? daysFrom(from) : undefined;
}

/** Whether a dash connects to a number that is not a year, as in a phone number. */
function leadsToNumber(tokens: readonly Token[], dash: number, beyond: number): boolean {
  const isOne = word(tokens, dash) === '-' && isGlued(tokens, Math.max(dash, beyond));
  return isOne && /^[0-9]/.test(word(tokens, beyond)) && !/^((19|20)?[0-9]{2})$/.test(word(tokens, beyond));
}

/** Whether a number is part of a longer one, such as an amount or a phone number. */
function isPartOfNumber(tokens: readonly Token[], start: number, end: number): boolean {
  const before = isGlued(tokens, start) ? word(tokens, start - 1) : '';
  const after = isGlued(tokens, end) ? word(tokens, end) : '';
  if (leadsToNumber(tokens, start - 1, start - 2) || leadsToNumber(tokens, end, end + 1)) return true;
  const goesOn = /^[.,:/]$/.test(after) && isGlued(tokens, end + 1) && /^[\p{L}\p{N}]/u.test(word(tokens, end + 1));
  return goesOn || /^[\p{L}\p{N}_+#*@$€£¥=&.,:/]/u.test(before) || /^[\p{L}\p{N}_%€$£@=&]/u.test(after);
}

/** Reads a numeric date: 2024-03-05, 2024-03, 05.03.2024, 03/05/2024, 3/2024. */
export function numericDateAt(reader: Reader, at: number): Reading | undefined {
  const { tokens } = reader;
  const separator = word(tokens, at + 1);
  if (!/^[-./]$/.test(separator) || !isGlued(tokens, at + 1) || !isGlued(tokens, at + 2)) return undefined;
  const hasThree = word(tokens, at + 3) === separator && isGlued(tokens, at + 3) && isGlued(tokens, at + 4);
  const three = hasThree ? threeNumbers(reader, at, separator) : undefined;
  if (three) return isPartOfNumber(tokens, at, at + 5) ? undefined : fixed(three, at + 5);
  const two = hasThree ? undefined : monthOfNumbers(tokens, at, separator);
  return two && !isPartOfNumber(tokens, at, at + 3) ? fixed(two, at + 3) : undefined;
}

function threeNumbers({ tokens, isMonthFirst }: Reader, at: number, separator: string): Stretch | undefined {
  const [first, second, third] = [at, at + 2, at + 4].map((place) => digits(tokens, place, 1, 4));
  if (first === undefined || second === undefined || third === undefined) return undefined;
  if (first > 31) return dateOf(first, second, third);
  const year = third < 100 && word(tokens, at + 4).length === 2 ? 2000 + third : third;
  const dayFirst = dateOf(year, second, first);
  const monthFirst = separator === '/' ? dateOf(year, first, second) : undefined;
  return dayFirst && monthFirst && isMonthFirst() ? monthFirst : (dayFirst ?? monthFirst);
}

function monthOfNumbers(tokens: readonly Token[], at: number, separator: string): Stretch | undefined {
  const yearFirst = separator === '-' ? digits(tokens, at, 4, 4) : undefined;
  const year = yearFirst ?? digits(tokens, at + 2, 4, 4);
  const month = yearFirst === undefined ? digits(tokens, at, 1, 2) : digits(tokens, at + 2, 2, 2);
  if (year === undefined || month === undefined || month < 1 || month > 12) return undefined;
  return year >= FIRST_YEAR && year <= LAST_YEAR ? monthsFrom(year, month - 1) : undefined;
}

/**
 * Reads a year on its own. Without a preposition, the context must not make it a room number, an amount, or the like.
 */
export function bareYearAt(reader: Reader, at: number, isLicensed: boolean): Reading | undefined {
  const { tokens } = reader;
  // As in "the year 2023".
  const unit = take(reader, 'unit', at);
  const start = skipJoints(tokens, unit?.sense.unit === 'year' ? unit.end : at);
  const year = yearAt(reader, start);
  if (!year || isPartOfNumber(tokens, start, year.end) || marker(reader, 'counted', year.end) !== undefined)
    return undefined;
  const isMarked = /^[#$€£¥+]$/.test(word(tokens, start - 1)) || /^[%€$£¥]$/.test(word(tokens, year.end));
  const besideNumber = /^[0-9]/.test(word(tokens, start - 1)) || /^[0-9]/.test(word(tokens, year.end));
  const isNumbered = isAfter(reader, 'numbered', start);
  if (isMarked || isNumbered || (besideNumber && !isLicensed)) return undefined;
  return fixed(calendarUnit(dayOf(year.sense, 0), 'year'), year.end);
}

/** Whether a phrase for the marker directly precedes a token, optionally with a period, as in "no. 5". */
export function isAfter(
  reader: Reader,
  name: 'numbered' | 'every' | 'personal' | 'beforeMorning',
  at: number,
): boolean {
  const last = word(reader.tokens, at - 1) === '.' ? at - 1 : at;
  return [1, 2].some((words) => last - words >= 0 && marker(reader, name, last - words) === last);
}

/** Reads a decade: 1990s, the 90s, 90er Jahre, années 90, nineties. */
export function decadeAt(reader: Reader, at: number): Reading | undefined {
  const { tokens } = reader;
  if (isAfter(reader, 'personal', at)) return undefined;
  const named = take(reader, 'decade', at);
  if (named) return fixed(monthsFrom(named.sense, 0, 120), named.end);
  const before = marker(reader, 'decadeBefore', at);
  const start = skipApostrophe(tokens, before ?? at);
  const figure = digits(tokens, start, 2, 4);
  if (figure === undefined || figure % 10 !== 0) return undefined;
  const isLong = word(tokens, start).length === 4;
  if (word(tokens, start).length === 3 || (isLong && (figure < FIRST_YEAR || figure > LAST_YEAR))) return undefined;
  const after = isGlued(tokens, start + 1) ? marker(reader, 'decadeAfter', start + 1) : undefined;
  if (before === undefined && after === undefined) return undefined;
  const decade = isLong ? figure : figure < 30 ? 2000 + figure : 1900 + figure;
  return fixed(monthsFrom(decade, 0, 120), after ?? start + 1);
}

const skipApostrophe = (tokens: readonly Token[], at: number): number => (word(tokens, at) === "'" ? at + 1 : at);
