/** Below this part of a question's weight, the best match may well be about something else. */
export const WEAK = 0.5;

/** The part of the weight of all terms that some of them have, 0 to 1; 1 without terms. */
export function coverageOf(terms: Iterable<number>, weights: readonly number[]): number {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  for (const number of terms) sum += weights[number]!;
  return all === 0 ? 1 : sum / all;
}
