import type { SearchKind } from '../../contract/search.ts';
import { SEARCH_KINDS } from '../../contract/search.ts';
import { ABOUT_NAMED } from '../notes/rank/rank.ts';
import type { Match } from '../question/question.ts';
import type { CursorKey } from '../runtime/cursor.ts';
import type { WordWeights } from './weights.ts';

/** A matching record before its details are loaded. */
export interface Hit {
  kind: SearchKind;
  id: string;
  /** Relevance from 0 to 1, rounded to four decimals as in the reply. */
  score: number;
  /** Confidence from 0 to 1 that the record answers the question. */
  trust: number;
  date: string | null;
  /** Display data for records without a table row: events, emails, and records in the trash. */
  shown?: { title: string; text: string; addresses?: string[] };
  trashed?: true;
  archived?: boolean;
}

export type CountsByKind = Partial<Record<SearchKind, { count: number; archived: number; trashed: number }>>;

/** Share of the question's total weight that a record covers, 0 to 1. */
export function coverageOf({ covered }: Pick<Match, 'covered'>, weights: readonly number[]): number {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  for (const [place, quality] of covered) sum += (weights[place] ?? 0) * quality;
  return all === 0 ? 0 : Math.min(1, sum / all);
}

/** How fast a score approaches 1. A note that contains every word once scores about 0.7. */
const STEEPNESS = 1.2;
/** Boost for reminders and events over notes. They are short and mention a name once where a note repeats it. */
const SHORT = 1.3;

/** Maps a share of the total weight to a score from 0 to 1. */
export const scoreFrom = (part: number): number => rounded(1 - Math.exp(-STEEPNESS * part));

/** Scores a reminder, event, or email on the same scale as notes. */
export function scoreBesideNotes(match: Pick<Match, 'covered'>, { order, names }: WordWeights): number {
  const isAboutNamed = [...match.covered.keys()].some((place) => names.has(place));
  return scoreFrom(coverageOf(match, order) * SHORT * (isAboutNamed ? ABOUT_NAMED : 1));
}

/**
 * Trust below which even the best match may be off topic. Tuned on the first data sets of `npm run bench -- recall`.
 */
const WEAK = 0.44;
/** Trust factor for people, tags, and groups. They carry less text than notes, so a match proves less. */
const BESIDE_NOTES = 0.7;
/** Minimum quality of a trusted word match. Initials and words with one typo per three letters fall below it. */
const SURE = 0.7;

export function trustOf(kind: SearchKind, match: Pick<Match, 'covered'>, { trust }: WordWeights): number {
  // The question names only a time, and all results are within it.
  if (trust.every((weight) => weight === 0)) return 1;
  const sure = new Map([...match.covered].filter(([, quality]) => quality >= SURE));
  return coverageOf({ covered: sure }, trust) * (kind === 'note' ? 1 : BESIDE_NOTES);
}

/** Whether even the most trusted hit is a weak answer. Records in the trash do not count. */
export const isWeak = (hits: readonly Hit[]): boolean =>
  hits.length > 0 && hits.every(({ trust, trashed }) => trashed || trust < WEAK);

export const rounded = (score: number): number => Math.round(score * 10_000) / 10_000;

/** Sorts by score, then newest first, then by kind and id. Records in the trash come last. */
export function compareHits(a: Hit, b: Hit): number {
  return compareKeys(sortKeyOf(a), sortKeyOf(b));
}

/** Sort key of a hit, also used in cursors. */
export const sortKeyOf = ({ trashed, score, date, kind, id }: Hit): CursorKey => [
  trashed ? 1 : 0,
  -score,
  date ?? '',
  SEARCH_KINDS.indexOf(kind),
  id,
];

export function compareKeys(a: CursorKey, b: CursorKey): number {
  for (const [index, value] of a.entries()) {
    const other = b[index]!;
    // Dates sort in descending order, everything else in ascending order.
    if (value! < other) return index === 2 ? 1 : -1;
    if (value! > other) return index === 2 ? -1 : 1;
  }
  return 0;
}
