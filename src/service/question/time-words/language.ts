import type { Unit } from './calendar.ts';
import type { Feast } from './feasts.ts';

/** How a language says times. Alternatives are separated by `|`; case, accents, hyphens and apostrophes do not matter. */
export interface TimeLanguage {
  /** From January. */
  months: readonly string[];
  /** From January; read only next to a year, or next to a day if capitalized. */
  shortMonths: readonly string[];
  /** From Monday. */
  weekdays: readonly string[];
  weekend: string;
  /** From spring. */
  seasons: readonly string[];
  feasts: Partial<Record<Feast, string>>;
  /** Months, weekdays and feasts that no person is named and no other word is spelled like: they need no preposition. */
  plain: string;
  /** Months that are also common words: read with "this" or with a day only if capitalized. */
  common: string;
  units: Partial<Record<Unit, string>>;
  plurals: Partial<Record<Unit, string>>;
  /** From 1. */
  numbers: readonly string[];
  few: string;
  /** From 1 to 4. */
  ordinals: readonly string[];
  quarterLetter: string;
  /** Offsets in days, with their words. */
  days: readonly [offset: number, words: string][];
  dayParts: Partial<Record<DayPart, string>>;
  /** Parts of a day next to today, with its offset. */
  moments: readonly [offset: number, part: DayPart, words: string][];
  decades: readonly [decade: number, words: string][];
  /** Before a number of two digits that is a decade. */
  decadeBefore: string;
  /** After such a number. */
  decadeAfter: string;
  /** Stretches up to now, in days. */
  recent: readonly [days: number, words: string][];
  now: string;
  last: string;
  /** Before or after a unit: the stretch of so many that ends today. */
  latest: string;
  this: string;
  next: string;
  /** After their noun: "the week before last". */
  beforeLast: string;
  afterNext: string;
  /** Before their noun: "vorletzte Woche". */
  secondLast: string;
  secondNext: string;
  /** Whether "last" and the like may follow their noun. */
  isPostposed: boolean;
  agoBefore: string;
  agoAfter: string;
  ahead: string;
  since: string;
  until: string;
  /** Like `until`, but not with a month by itself: "by April" names a person. */
  by: string;
  before: string;
  after: string;
  around: string;
  between: string;
  and: string;
  from: string;
  to: string;
  /** Prepositions of months, seasons, years and feasts. */
  in: string;
  /** Those of weekdays, dates and feasts. */
  on: string;
  /** Those of feasts only. */
  at: string;
  /** Words that may stand between a preposition and its time. */
  fillers: string;
  parts: Partial<Record<Part, string>>;
  /** Words after which a time is a habit. */
  every: string;
  /** Words after which a number is no year. */
  numbered: string;
  /** Words before which a number is no year. */
  counted: string;
  /** Words after which the word for tomorrow means the morning. */
  beforeMorning: string;
  /** Words after which a decade is an age. */
  personal: string;
}

export type DayPart = 'morning' | 'afternoon' | 'evening' | 'night';
export type Part = 'early' | 'mid' | 'late' | 'firstHalf' | 'secondHalf';
