import { zonesOf } from '../../shared/country-zones.ts';
import { instantShowing, offsetAt, toText } from '../../shared/zones.ts';
import type { TimeRange } from './time-range.ts';
import { later, overlap, type Stretch } from './time-words/calendar.ts';
import { english } from './time-words/english.ts';
import { french } from './time-words/french.ts';
import { german } from './time-words/german.ts';
import { italian } from './time-words/italian.ts';
import { type Lexicon, lexiconOf, phrasesIn } from './time-words/lexicon.ts';
import { onlyWithin } from './time-words/names.ts';
import { phraseAt } from './time-words/phrase.ts';
import { longestOfLanguages, type Reader, type Reading, resolved } from './time-words/reading.ts';
import { spanish } from './time-words/spanish.ts';
import { isGlued, type Token, tokensOf } from './time-words/tokens.ts';

const DAY = 86_400_000;
/** Maximum numbers of characters and tokens read. A question has at most 1,000 characters. */
const MAX_CHARACTERS = 1_000;
const MAX_TOKENS = 300;
const MAX_TIMES = 8;
/** Start of an open range. */
const BEGINNING = '0001-01-01T00:00:00.000Z';

const LANGUAGES = [english, german, spanish, french, italian];
// Years are read in every language, so the words that rule out a year apply across languages.
const numbered = LANGUAGES.map((language) => language.numbered).join('|');
const counted = LANGUAGES.map((language) => language.counted).join('|');

let compiled: Lexicon[] | undefined;
/** Compiled on first use to keep startup fast. */
function lexicons(): Lexicon[] {
  compiled ??= LANGUAGES.map((language) => lexiconOf({ ...language, numbered, counted }));
  return compiled;
}

export interface TimeInText {
  range: TimeRange;
  /** UTF-16 ranges of the words that express the time, in ascending order, with an exclusive end. */
  spans: [start: number, end: number][];
}

/**
 * Parses the time in an English, German, Spanish, French, or Italian question. A time without a year refers to its
 * latest past or current occurrence. Returns undefined if there is none. Throws RangeError for an invalid IANA zone in
 * `timeZone`.
 */
export function readTime(text: string, now: Date, timeZone: string): TimeInText | undefined {
  const tokens = tokensOf(text.slice(0, MAX_CHARACTERS)).slice(0, MAX_TOKENS);
  const local = now.getTime() + offsetAt(timeZone, now.getTime());
  const found = readingsIn(tokens, local, () => zonesOf('US').includes(timeZone));
  const combined = combine(found, local);
  if (!combined) return undefined;
  const spans = combined.used.map(({ start, end }): [number, number] => [tokens[start]!.start, tokens[end - 1]!.end]);
  return { range: rangeOf(combined.stretch, now, timeZone), spans };
}

interface PlacedReading extends Reading {
  start: number;
}

function readingsIn(tokens: readonly Token[], now: number, isMonthFirst: () => boolean): PlacedReading[] {
  const readers = lexicons().map(
    (lexicon): Reader => ({
      tokens,
      phrasesAt: phrasesIn(lexicon, tokens),
      language: lexicon.language,
      now,
      isMonthFirst,
      known: new Map(),
    }),
  );
  const found: PlacedReading[] = [];
  for (let at = 0; at < tokens.length && found.length < MAX_TIMES; ) {
    const start = at;
    const reading =
      cutsWord(tokens, start) || isJoint(tokens, start)
        ? undefined
        : longestOfLanguages(readers.map((reader) => phraseAt(reader, start)));
    if (reading && !cutsWord(tokens, reading.end)) found.push({ ...reading, start });
    at = reading ? reading.end : at + 1;
  }
  return found;
}

/** Whether a token continues the previous word, like the letters in "2nd". */
const cutsWord = (tokens: readonly Token[], at: number): boolean =>
  isGlued(tokens, at) && [at - 1, at].every((one) => /^[\p{L}\p{N}]/u.test(tokens[one]!.word));

/** Whether the token is an apostrophe or a dash. Neither starts a time, except in '90s. */
const isJoint = (tokens: readonly Token[], at: number): boolean => {
  const { word } = tokens[at]!;
  return word === '-' || (word === "'" && !/^[0-9]/.test(tokens[at + 1]?.word ?? ''));
};

/**
 * Intersects the times in a text: "last year ... at Easter" is one time. Times that do not overlap the others are
 * ignored.
 */
function combine(
  found: readonly PlacedReading[],
  now: number,
): { stretch: Stretch; used: PlacedReading[] } | undefined {
  const first = found.find(({ isFixed }) => isFixed) ?? found[0];
  let stretch = first && resolved(first, now);
  if (!first || !stretch) return undefined;
  const used = [first];
  for (const reading of found) {
    if (reading === first) continue;
    const occurrence: Stretch | undefined = reading.isFixed
      ? resolved(reading, now)
      : onlyWithin(reading.time, stretch);
    const both: Stretch | undefined = occurrence && overlap(stretch, occurrence);
    if (!both) continue;
    stretch = both;
    used.push(reading);
  }
  return { stretch, used: used.sort((a, b) => a.start - b.start) };
}

/** Converts local time to UTC. An open range ends tomorrow or, if it starts later, after a year. */
function rangeOf({ from, to }: Stretch, now: Date, timeZone: string): TimeRange {
  const instant = (local: number) => toText(instantShowing((at) => offsetAt(timeZone, at), Math.round(local)));
  const start = from === Number.NEGATIVE_INFINITY ? BEGINNING : instant(from);
  if (to !== Number.POSITIVE_INFINITY) return { from: start, to: instant(to) };
  const tomorrow = toText(now.getTime() + DAY);
  return { from: start, to: start < tomorrow ? tomorrow : instant(later(from, 1, 'year')) };
}
