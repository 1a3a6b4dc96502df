import { lastBegun, type Recurring, type Stretch } from './calendar.ts';
import type { TimeLanguage } from './language.ts';
import { type Marker, type TokenizedText, takeMarker } from './lexicon.ts';

/** The state of one parse. */
export interface Reader extends TokenizedText {
  language: TimeLanguage;
  /** Local time, in milliseconds. */
  now: number;
  /** Whether 3/5 is March 5, as in the United States. */
  isMonthFirst: () => boolean;
  /** Cached readings by kind and token, because several phrases start with the same time. */
  known: Map<string, Reading | undefined>;
}

/** A time expression that starts at a given token. */
export interface Reading {
  /** Index of the token after it. */
  end: number;
  /** All possible occurrences, or a single fixed range. */
  time: Recurring;
  isFixed: boolean;
  /** Whether the words mean a time even without a preposition. */
  isSure: boolean;
  /** A calendar day, so that an adjacent day number can share its month and year. */
  day?: { month: number; year?: number };
  /** Whether the time is a weekday: "until Friday" looks ahead. */
  isWeekday?: boolean;
  /** Whether the time follows a bound such as "since". */
  isBounded?: boolean;
}

/** The preposition before a time. */
export type License = 'none' | 'in' | 'on' | 'at' | 'any';

export const marker = (reader: Reader, name: Marker, at: number): number | undefined => takeMarker(reader, name, at);

export const fixed = (stretch: Stretch, end: number): Reading => ({
  end,
  time: { around: () => [stretch] },
  isFixed: true,
  isSure: true,
});

/** Maps every occurrence, for instance to its start. */
export const mapped = (reading: Reading, change: (stretch: Stretch) => Stretch): Reading => ({
  end: reading.end,
  time: { around: (time) => reading.time.around(time).map(change) },
  isFixed: reading.isFixed,
  isSure: reading.isSure,
});

/** The latest occurrence that has begun, because questions are about the past. */
export const resolved = ({ time }: Reading, now: number): Stretch | undefined => lastBegun(time.around(now), now);

/** The longest reading. The first one wins a tie. */
export function longest(readings: readonly (Reading | undefined)[]): Reading | undefined {
  let found: Reading | undefined;
  for (const reading of readings) if (reading && (!found || reading.end > found.end)) found = reading;
  return found;
}

/**
 * The longest reading in any language. Bounded readings win ties: in "dès 2020", "dès" is a bound in French but only a
 * filler in another language.
 */
export const longestOfLanguages = (readings: readonly (Reading | undefined)[]): Reading | undefined =>
  longest([...readings.filter((reading) => reading?.isBounded), ...readings]);
