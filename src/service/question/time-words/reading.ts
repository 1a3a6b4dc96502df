import { lastBegun, type Recurring, type Stretch } from './calendar.ts';
import type { TimeLanguage } from './language.ts';
import { type Marker, type TokenizedText, takeMarker } from './lexicon.ts';

/** What a text is read with. */
export interface Reader extends TokenizedText {
  language: TimeLanguage;
  /** Local time. */
  now: number;
  /** Whether 3/5 is March 5, as in the United States. */
  isMonthFirst: () => boolean;
  /** Times that were read before: several phrases begin with the same one. */
  known: Map<string, Reading | undefined>;
}

/** A time that begins at some token. */
export interface Reading {
  /** The token after it. */
  end: number;
  /** Occurrences of a time that the words leave open, or a single stretch. */
  time: Recurring;
  isFixed: boolean;
  /** Whether the words mean a time even without a preposition. */
  isSure: boolean;
  /** A day of the year, so that another day number next to it can share the rest. */
  day?: { month: number; year?: number };
  /** Weekdays: "until Friday" looks ahead. */
  isWeekday?: boolean;
  /** A time after "since" and the like. */
  isBounded?: boolean;
}

/** Which prepositions a time follows. */
export type License = 'none' | 'in' | 'on' | 'at' | 'any';

export const marker = (reader: Reader, name: Marker, at: number): number | undefined => takeMarker(reader, name, at);

export const fixed = (stretch: Stretch, end: number): Reading => ({
  end,
  time: { around: () => [stretch] },
  isFixed: true,
  isSure: true,
});

/** The same time with every occurrence changed, for instance to its beginning. */
export const mapped = (reading: Reading, change: (stretch: Stretch) => Stretch): Reading => ({
  end: reading.end,
  time: { around: (time) => reading.time.around(time).map(change) },
  isFixed: reading.isFixed,
  isSure: reading.isSure,
});

/** The last occurrence that has begun: questions are about the past. */
export const resolved = ({ time }: Reading, now: number): Stretch | undefined => lastBegun(time.around(now), now);

/** The longest reading, the first of several as long. */
export function longest(readings: readonly (Reading | undefined)[]): Reading | undefined {
  let found: Reading | undefined;
  for (const reading of readings) if (reading && (!found || reading.end > found.end)) found = reading;
  return found;
}

/** The longest of several languages: "dès 2020" has a bound in French, and only a filler in another. */
export const longestOfLanguages = (readings: readonly (Reading | undefined)[]): Reading | undefined =>
  longest([...readings.filter((reading) => reading?.isBounded), ...readings]);
