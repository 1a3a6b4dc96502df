export interface Backoff {
  firstMs: number;
  maxMs: number;
}

/**
 * Milliseconds to wait after a number of failures, starting at 0. Doubles each time. Half of it is random, so that
 * clients that failed together do not retry together.
 */
export function backoff(failures: number, { firstMs, maxMs }: Backoff): number {
  const full = Math.min(maxMs, firstMs * 2 ** failures);
  return full / 2 + (full / 2) * Math.random();
}

/** The longer of the server's requested pause and our own, so that a server that requests no pause is not flooded. */
export const pauseBefore = (failures: number, own: Backoff, askedMs = 0): number =>
  Math.max(askedMs, backoff(failures, own));
