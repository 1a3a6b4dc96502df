import { type Clock, pause } from '../../shared/http/wait.ts';

/** Lets so many through at a time, in order. */
export function slots(count: number) {
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

/** A quota of units per minute, filled up evenly. */
export interface Bucket {
  /** Takes units, waiting until there are enough. Answers the seconds to wait instead where that passes `deadline`. */
  take(units: number, deadline: number): Promise<number | undefined>;
}

export function bucket(perMinute: number, clock: Clock): Bucket {
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
