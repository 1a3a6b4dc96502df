import type { Operations } from '../../../src/contract/operations.ts';
import type { DataOf } from '../../../src/contract/schema/operation.ts';

export type ReportedDuplicate = Pick<
  DataOf<Operations['find_duplicate_contacts']>['duplicates'][number],
  'contactIds' | 'confidence'
>;

/** Cumulative from the surest band down. */
export const BAND_LIMITS = {
  certain: ['certain'],
  likely: ['certain', 'likely'],
  possible: ['certain', 'likely', 'possible'],
} as const;
export type Limit = keyof typeof BAND_LIMITS;

export interface Quality {
  pairs: number;
  precision: number;
  recall: number;
  f1: number;
}

/** Compares every pair reported down to a band with the pairs of one person. */
export function qualityOf(
  told: readonly ReportedDuplicate[],
  personOf: ReadonlyMap<string, string>,
  limit: Limit,
): Quality {
  const found = pairsIn(told, limit);
  const right = found.filter(([a, b]) => personOf.get(a) === personOf.get(b)).length;
  const precision = found.length > 0 ? right / found.length : 1;
  const recall = right / truePairs([...personOf.values()]);
  return { pairs: found.length, precision, recall, f1: (2 * precision * recall) / (precision + recall) || 0 };
}

/** The pairs reported down to a band, each once. */
export function pairsIn(told: readonly ReportedDuplicate[], limit: Limit): [string, string][] {
  const found = new Map<string, [string, string]>();
  for (const { contactIds, confidence } of told) {
    if (!(BAND_LIMITS[limit] as readonly string[]).includes(confidence)) continue;
    for (const a of contactIds) for (const b of contactIds) if (a < b) found.set(`${a} ${b}`, [a, b]);
  }
  return [...found.values()];
}

/** Number of card pairs that belong to one person. */
export function truePairs(person: readonly string[]): number {
  const cards = new Map<string, number>();
  for (const one of person) cards.set(one, (cards.get(one) ?? 0) + 1);
  return [...cards.values()].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
}
