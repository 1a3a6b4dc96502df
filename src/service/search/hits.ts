import type { SearchKind } from '../../contract/search.ts';
import { SEARCH_KINDS } from '../../contract/search.ts';
import type { CursorKey } from '../runtime/cursor.ts';
import type { Match, Question } from './question.ts';

/** A record that matches, before it is read whole. */
export interface Hit {
  kind: SearchKind;
  id: string;
  /** 0 to 1, in ten thousandths: as many digits as the answer and its order have. */
  score: number;
  /** The part of the query's weight that the record itself has, 0 to 1. */
  coverage: number;
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

/** Whether a record covers every quoted word. Notes are searched for the whole phrase instead. */
export function hasQuoted({ covered }: Pick<Match, 'covered'>, { words, required }: Question): boolean {
  const quoted = new Set(required.flatMap((term) => term.words));
  return words.every(
    ({ word, telling }, place) => !telling || !quoted.has(word) || (covered.get(place) ?? 0) >= AS_WRITTEN,
  );
}

/** The least quality of a word that stands there as it is written. */
const AS_WRITTEN = 0.97;

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
