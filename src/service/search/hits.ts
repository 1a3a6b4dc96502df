import type { SearchKind } from '../../contract/search.ts';
import { SEARCH_KINDS } from '../../contract/search.ts';
import { ABOUT_NAMED } from '../notes/rank/rank.ts';
import type { Match } from '../question/question.ts';
import type { CursorKey } from '../runtime/cursor.ts';
import type { WordWeights } from './weights.ts';

/** A record that matches, before it is read whole. */
export interface Hit {
  kind: SearchKind;
  id: string;
  /** 0 to 1, in ten thousandths: as many digits as the answer and its order have. */
  score: number;
  /** How far the record can be trusted to answer, 0 to 1. */
  trust: number;
  date: string | null;
  /** What an answer shows of a record that is in no table: an event, an e-mail, or something in the trash. */
  shown?: { title: string; text: string; addresses?: string[] };
  trashed?: true;
  archived?: boolean;
}

export type Found = Partial<Record<SearchKind, { count: number; archived: number; trashed: number }>>;

/** The part of a question's weight that a record covers, 0 to 1. */
export function coverageOf({ covered }: Pick<Match, 'covered'>, weights: readonly number[]): number {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  for (const [place, quality] of covered) sum += (weights[place] ?? 0) * quality;
  return all === 0 ? 0 : Math.min(1, sum / all);
}

/** How steeply a score nears 1: a note that has every word once gets about 0.7. */
const STEEPNESS = 1.2;
/** What a reminder or an event gains beside a note: it is short, and it says a name once where a note says it twice. */
const SHORT = 1.3;

/** A score from a sum of weights, as a part of the weights of all words. */
export const scoreFrom = (part: number): number => rounded(1 - Math.exp(-STEEPNESS * part));

/** The score of a reminder, event or email, which compares with those of notes. */
export function scoreBesideNotes(match: Pick<Match, 'covered'>, { order, names }: WordWeights): number {
  const isAboutNamed = [...match.covered.keys()].some((place) => names.has(place));
  return scoreFrom(coverageOf(match, order) * SHORT * (isAboutNamed ? ABOUT_NAMED : 1));
}

/** Below this, the best match may well be about something else. Chosen on the first lives of `bench -- recall`. */
const WEAK = 0.44;
/** Of people, tags and groups less is known than of what notes say: a match of theirs proves less. */
const BESIDE_NOTES = 0.7;
/** A word of less quality is one slip of three letters away, or an initial: it proves nothing. */
const SURE = 0.7;

export function trustOf(kind: SearchKind, match: Pick<Match, 'covered'>, { trust }: WordWeights): number {
  // Only a time was asked for, and all results lie in it.
  if (trust.every((weight) => weight === 0)) return 1;
  const sure = new Map([...match.covered].filter(([, quality]) => quality >= SURE));
  return coverageOf({ covered: sure }, trust) * (kind === 'note' ? 1 : BESIDE_NOTES);
}

/** Whether even the most trusted of some hits hardly answers. The trash answers nothing. */
export const isWeak = (hits: readonly Hit[]): boolean =>
  hits.length > 0 && hits.every(({ trust, trashed }) => trashed || trust < WEAK);

export const rounded = (score: number): number => Math.round(score * 10_000) / 10_000;

/** Best first, then the newest, then by kind and id. Records in the trash are last. */
export function inOrder(a: Hit, b: Hit): number {
  return compareKeys(keyOf(a), keyOf(b));
}

/** Where a hit stands in the order. */
export const keyOf = ({ trashed, score, date, kind, id }: Hit): CursorKey => [
  trashed ? 1 : 0,
  -score,
  date ?? '',
  SEARCH_KINDS.indexOf(kind),
  id,
];

export function compareKeys(a: CursorKey, b: CursorKey): number {
  for (const [index, value] of a.entries()) {
    const other = b[index]!;
    // Newest first; all other parts go up.
    if (value! < other) return index === 2 ? 1 : -1;
    if (value! > other) return index === 2 ? -1 : 1;
  }
  return 0;
}
