/** Share of the question's weight below which even the best match may be off topic. */
export const WEAK = 0.5;

/** Share of the total weight that the given terms have, 0 to 1. Returns 1 if there are no terms. */
export function coverageOf(terms: Iterable<number>, weights: readonly number[]): number {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  for (const number of terms) sum += weights[number]!;
  return all === 0 ? 1 : sum / all;
}
