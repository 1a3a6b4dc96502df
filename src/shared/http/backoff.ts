export interface Backoff {
  firstMs: number;
  longestMs: number;
}

/**
 * Milliseconds to pause after a number of failures, from 0. Doubles each time; half of it is chance, so that those who
 * failed together do not come back together.
 */
export function backoff(failures: number, { firstMs, longestMs }: Backoff): number {
  const full = Math.min(longestMs, firstMs * 2 ** failures);
  return full / 2 + (full / 2) * Math.random();
}

/** The longer of what a server asked for and our own pause: one that asks for no time at all is not to be flooded. */
export const pauseBefore = (failures: number, own: Backoff, askedMs = 0): number =>
  Math.max(askedMs, backoff(failures, own));
