import type { Edge } from './clusters.ts';

// Two contacts at one address that differ only in the given name are usually twins, and with birth years 12 or more
// apart, parent and child. In an address book with many errors, however, most such pairs are one person. The error rate
// is estimated from pairs that are surely one person: same given name, birthday, and address, but a different family
// name.

/** Clear differences in given name, family name, and birthday, as bits. */
export const DIFFERS = { given: 1, family: 2, birthday: 4 } as const;

/** Minimum number and share of pairs with another family name. */
const MIN_SEEN = 10;
const MIN_RATE = 0.01;

/**
 * Combinations of differences that are usually errors in this address book: those that are not much more frequent than
 * errors alone would explain. Empty for a mostly correct address book.
 */
export function errorsIn(edges: readonly Pick<Edge, 'differs' | 'sameHome'>[]): ReadonlySet<number> {
  const seen = new Array<number>(8).fill(0);
  for (const { differs, sameHome } of edges) if (sameHome) seen[differs]!++;
  const [same, otherFamily] = [seen[0]!, seen[DIFFERS.family]!];
  const rate = otherFamily / (same + otherFamily);
  if (otherFamily < MIN_SEEN || rate < MIN_RATE) return new Set();
  const expected = (differs: number): number => same * (rate / (1 - rate)) ** bitsIn(differs);
  // Errors cluster: a contact with one wrong field often has others.
  const most = (differs: number): number => (bitsIn(differs) + 1) * expected(differs) + 2;
  return new Set([1, 3, 4, 5, 6].filter((differs) => seen[differs]! <= most(differs)));
}

const bitsIn = (bits: number): number => (bits & 1) + ((bits >> 1) & 1) + ((bits >> 2) & 1);
