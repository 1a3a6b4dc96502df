import type { Edge } from './clusters.ts';

// Two cards of one address that differ only in the first name are twins, and two that differ by twelve years or more are
// parent and child, unless fields of this address book are wrong so often that most such pairs are one person with an
// error. How often they are wrong shows in pairs that are surely one person: same first name, birthday and address, and
// another last name.

/** Which of first name, last name and birthday clearly differ, as bits. */
export const DIFFERS = { given: 1, family: 2, birthday: 4 } as const;

/** So many pairs with another last name must have been seen, and they must be so large a part. */
const LEAST_SEEN = 10;
const LEAST_RATE = 0.01;

/**
 * The combinations of differences that are mostly errors in this address book: those not seen much more often than
 * errors alone would make them. None in an address book that is mostly right.
 */
export function errorsIn(edges: readonly Pick<Edge, 'differs' | 'sameHome'>[]): ReadonlySet<number> {
  const seen = new Array<number>(8).fill(0);
  for (const { differs, sameHome } of edges) if (sameHome) seen[differs]!++;
  const [same, otherFamily] = [seen[0]!, seen[DIFFERS.family]!];
  const rate = otherFamily / (same + otherFamily);
  if (otherFamily < LEAST_SEEN || rate < LEAST_RATE) return new Set();
  const expected = (differs: number): number => same * (rate / (1 - rate)) ** bitsIn(differs);
  // Errors come together more often than by chance: somebody who types one field wrong does so with others.
  const most = (differs: number): number => (bitsIn(differs) + 1) * expected(differs) + 2;
  return new Set([1, 3, 4, 5, 6].filter((differs) => seen[differs]! <= most(differs)));
}

const bitsIn = (bits: number): number => (bits & 1) + ((bits >> 1) & 1) + ((bits >> 2) & 1);
