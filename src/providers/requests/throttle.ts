import { type Clock, pause } from '../../shared/http/wait.ts';

/** Limits concurrency, in order. */
export function concurrencyLimit(count: number) {
  let free = count;
  const waiting: (() => void)[] = [];
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}

/** A quota of units per minute, refilled continuously. */
export interface TokenBucket {
  /** Takes units, waiting if necessary. Returns the seconds to wait instead if that exceeds `deadline`. */
  take(units: number, deadline: number): Promise<number | undefined>;
}

export function tokenBucket(perMinute: number, clock: Clock): TokenBucket {
  let level = perMinute;
  let at = clock.now();
  const perMs = perMinute / 60_000;
  return {
    async take(units, deadline) {
      const now = clock.now();
      level = Math.min(perMinute, level + (now - at) * perMs);
      at = now;
      const wait = level >= units ? 0 : (units - level) / perMs;
      if (now + wait > deadline) return wait / 1000;
      level -= units;
      if (wait > 0) await pause(wait, [], clock);
      return undefined;
    },
  };
}
