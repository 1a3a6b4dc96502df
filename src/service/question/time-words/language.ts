import type { Unit } from './calendar.ts';
import type { Feast } from './feasts.ts';

/**
 * Time expressions in one language. Alternatives are separated by `|`. Matching ignores case, accents, hyphens, and
 * apostrophes.
 */
export interface TimeLanguage {
  /** Starting with January. */
  months: readonly string[];
  /** Starting with January. Recognized only next to a year or, if capitalized, next to a day. */
  shortMonths: readonly string[];
  /** Starting with Monday. */
  weekdays: readonly string[];
  weekend: string;
  /** Starting with spring. */
  seasons: readonly string[];
  feasts: Partial<Record<Feast, string>>;
  /**
   * Unambiguous months, weekdays, and feasts. They are neither personal names nor other words, so they need no
   * preposition.
   */
  plain: string;
  /** Months that are also common words. With "this" or a day, they must be capitalized. */
  common: string;
  units: Partial<Record<Unit, string>>;
  plurals: Partial<Record<Unit, string>>;
  /** Starting with 1. */
  numbers: readonly string[];
  few: string;
  /** 1 to 4. */
  ordinals: readonly string[];
  quarterLetter: string;
  /** Day offsets from today, with their words. */
  days: readonly [offset: number, words: string][];
  dayParts: Partial<Record<DayPart, string>>;
  /** Parts of a day, with the day's offset from today. */
  moments: readonly [offset: number, part: DayPart, words: string][];
  decades: readonly [decade: number, words: string][];
  /** Words before a two-digit decade. */
  decadeBefore: string;
  /** Suffixes of a decade. */
  decadeAfter: string;
  /** Ranges that end now, with their length in days. */
  recent: readonly [days: number, words: string][];
  now: string;
  last: string;
  /** Words before or after a unit that form a range ending today, as in "the past 3 weeks". */
  latest: string;
  this: string;
  next: string;
  /** Modifiers that follow the noun: "the week before last". */
  beforeLast: string;
  afterNext: string;
  /** Modifiers that precede the noun: "vorletzte Woche". */
  secondLast: string;
  secondNext: string;
  /** Whether words such as "last" may follow the noun. */
  isPostposed: boolean;
  agoBefore: string;
  agoAfter: string;
  ahead: string;
  since: string;
  until: string;
  /** Like `until`, but not before a lone month: in "by April", April is a person. */
  by: string;
  before: string;
  after: string;
  around: string;
  between: string;
  and: string;
  from: string;
  to: string;
  /** Prepositions before months, seasons, years, and feasts. */
  in: string;
  /** Prepositions before weekdays, dates, and feasts. */
  on: string;
  /** Prepositions before feasts only. */
  at: string;
  /** Words that may occur between a preposition and its time. */
  fillers: string;
  parts: Partial<Record<Part, string>>;
  /** Words that turn a following time into a habit, as in "every Monday". */
  every: string;
  /** Words after which a number is not a year. */
  numbered: string;
  /** Words before which a number is not a year. */
  counted: string;
  /** Words after which the word for "tomorrow" means "morning". */
  beforeMorning: string;
  /** Words after which a decade is an age. */
  personal: string;
}

export type DayPart = 'morning' | 'afternoon' | 'evening' | 'night';
export type Part = 'early' | 'mid' | 'late' | 'firstHalf' | 'secondHalf';
