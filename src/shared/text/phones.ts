import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { append } from '../lists.ts';
import { DIALED, DIALED_AT_HOME, isPlain, type SearchTerm, searchTerms, streamSafe, words } from './fold.ts';

const isCountry = (country: string): country is CountryCode => isSupportedCountry(country as CountryCode);

const regionOf = (country: string | null) => (country && isCountry(country) ? country : undefined);

/** Matching, comparing and saving a new contact parse the same number several times in a row. */
const MAX_CACHED = 500;
const MAX_CACHED_LENGTH = 40;
const remembered = new Map<string, PhoneNumber | undefined>();

function parsed(number: string, region?: CountryCode): PhoneNumber | undefined {
  const key = `${region} ${number}`;
  if (remembered.has(key)) return remembered.get(key);
  const found = parsePhoneNumberFromString(number, region);
  if (number.length > MAX_CACHED_LENGTH) return found;
  if (remembered.size >= MAX_CACHED) remembered.clear();
  remembered.set(key, found);
  return found;
}

/**
 * A phone number in E.164, parsed with its own country code or that of `country` (ISO 3166 alpha-2). Undefined if it
 * cannot be parsed.
 */
export function e164(number: string, country: string | null = null): string | undefined {
  const read = parsed(number, regionOf(country));
  if (read?.isPossible()) return read.number;
  // Most of the world dials `0048…` for `+48…`.
  const dialed = /^\s*00/.test(number) ? parsed(number.replace(/^\s*00/, '+')) : undefined;
  return dialed?.isPossible() ? dialed.number : undefined;
}

/** The digits of a string, including full-width ones. */
export const digitsOf = (text: string): string =>
  (isPlain(text) ? text : streamSafe(text).normalize('NFKC')).replace(/\D/g, '');

/** Normalizes a number for comparison: E.164, otherwise its digits, otherwise the text. */
export const normalPhone = (number: string, country: string | null): string =>
  e164(number, country) ?? (digitsOf(number) || number.trim());

/** Digits of a number independent of its country: all of them, and those after the country code. */
export function ownDigits(number: string): string[] {
  const read = parsed(number.replace(/^\s*00/, '+'));
  return [digitsOf(number), ...(read ? [read.nationalNumber] : [])].map(significant);
}

// Numbers are indexed with reversed digits, so that the end of a number, which people know, is a prefix.
const backward = (digits: string): string => [...digits].reverse().join('');

/** Digits without the leading zeros of an area code or country code. */
const significant = (digits: string): string => digits.replace(/^0+/, '');

/** Index words for a record's normalized phone numbers. */
export const phoneWords = (normals: readonly string[]): string[] =>
  normals.flatMap((normal) => {
    const isWhole = /^(\+|00)/.test(normal);
    const digits = significant(digitsOf(normal));
    return digits ? [(isWhole ? DIALED : DIALED_AT_HOME) + backward(digits)] : [];
  });

/** Minimum digits for a search by number. */
const MIN_DIGITS = 5;
const MAX_DIGITS = 30;

/**
 * Search terms that match a number however it is written. With a country code: that number, or one stored without a
 * country. Otherwise: all numbers with this ending. Empty if the text has too few digits.
 */
export function phoneTerms(number: string, country: string | null): SearchTerm[] {
  const typed = number.trim().replace(/^00(?=[1-9])/, '+');
  const digits = significant(digitsOf(typed));
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return [];
  const endingIn = (mark: string, end: string): SearchTerm => ({ words: [mark + backward(end)], prefix: true });
  if (!typed.startsWith('+')) return [endingIn(DIALED, digits), endingIn(DIALED_AT_HOME, digits)];
  const read = parsed(typed, regionOf(country));
  if (!read) return [endingIn(DIALED, digits)];
  return [endingIn(DIALED, digitsOf(read.number)), endingIn(DIALED_AT_HOME, significant(read.nationalNumber))];
}

const NUMBER = /[+(]?\d(?:[\d\s()./-]*\d)?/g;

/**
 * Parses a query for people. Each word is a prefix, and anything that looks like a phone number is also searched as
 * one.
 */
export function peopleTerms(query: string, country: string | null): SearchTerm[] {
  const plain = (text: string) => searchTerms(text, { everyPrefix: true });
  const terms: SearchTerm[] = [];
  let from = 0;
  const numbers = query.includes('"') ? [] : query.matchAll(NUMBER);
  for (const { 0: number, index } of numbers) {
    const to = index + number.length;
    const or = /\S$/.test(query.slice(0, index)) || /^\S/.test(query.slice(to)) ? [] : phoneTerms(number, country);
    if (or.length === 0) continue;
    const before = query.slice(from, index);
    if (words(before).length > 0) append(terms, plain(before));
    terms.push({ words: words(number), prefix: true, or });
    from = to;
  }
  const rest = query.slice(from);
  return terms.length > 0 && words(rest).length === 0 ? terms : [...terms, ...plain(rest)];
}
