import { after } from '../shared/http/wait.ts';
import { openReservoir } from './bottleneck.ts';
import type { RateLimit } from './rate-limit-headers.ts';
import type { Permit } from './request-budget.ts';

/** This process's share of a limit in Redis. Unusable once Redis is unavailable. */
export interface RedisLimit {
  /** Whether this process has joined. */
  joined: Promise<boolean>;
  /** Resolves with the reason when Redis is unavailable or has lost the reservoir. */
  lost: Promise<string>;
  /** Resolves to a permit once the processes may send another request, or to undefined if the limit is lost. */
  enter(priority: number): Promise<Permit | undefined>;
  leave(): void;
}

/** Interval at which waiting calls check for the end of the window, and time for which only one request may probe. */
const ASK_MS = { first: 100, again: 1_000, alone: 500 };

/**
 * Synchronizes the reservoir with the service, which reports the remaining requests. `window` in Redis marks that a process
 * has set this number for the current window, and expires with the window. Then one process sends a probe request.
 */
export function openRedisLimit(redisUrl: string, name: string): RedisLimit {
  const reservoir = openReservoir(redisUrl, name);
  const { redis } = reservoir;
  const waiting = new Set<(permit: Permit | undefined) => void>();
  const windowKey = `${name}:window`;
  let hasLeft = false;
  let asking: NodeJS.Timeout | undefined;
  let latest: RateLimit | undefined;
  let learning = false;
  return { joined: reservoir.ready, lost: reservoir.lost, enter, leave };

  function enter(priority: number): Promise<Permit | undefined> {
    return new Promise((resolve) => {
      if (hasLeft) return resolve(undefined);
      waiting.add(resolve);
      const job = () =>
        new Promise<void>((freed) => {
          if (!waiting.delete(resolve)) return freed();
          resolve({
            done(_, rateLimit) {
              freed();
              if (rateLimit) void learn(rateLimit);
            },
          });
        });
      reservoir.schedule(priority, job);
      asking ??= after(ASK_MS.first, () => void ask());
    });
  }

  /** Synchronizes the shared reservoir with a response. */
  async function learn(rateLimit: RateLimit): Promise<void> {
    latest = rateLimit;
    if (learning) return;
    learning = true;
    try {
      while (latest && !hasLeft) {
        const { remaining, reset } = latest;
        latest = undefined;
        await adjust(remaining, reset);
      }
    } catch (error) {
      reservoir.lose(error);
    } finally {
      learning = false;
    }
  }

  async function adjust(remaining: number, reset: number): Promise<void> {
    const [left, running] = await Promise.all([reservoir.left(), reservoir.running()]);
    if (left === null) return;
    if (remaining === 0) await closeWindow(reset);
    // Other clients use this key too.
    if (remaining < left) await reservoir.add(remaining - left);
    else if (remaining > left + running && (await openWindow(reset))) {
      await reservoir.add(remaining - running - left);
    }
  }

  /** Resolves to true for the one process that may fill the reservoir for this window. */
  async function openWindow(reset: number): Promise<boolean> {
    return (await redis.set(windowKey, 'open', 'PX', Math.max(1, reset) * 1000, 'NX')) === 'OK';
  }

  async function closeWindow(reset: number): Promise<void> {
    const milliseconds = Math.max(1, reset) * 1000;
    // `reset` is rounded up: a known end within that second is more exact.
    if ((await redis.pttl(windowKey)) < milliseconds - 1000) await redis.set(windowKey, 'spent', 'PX', milliseconds);
  }

  /** After the window, if the reservoir is empty, lets one request of all processes probe the service. */
  async function ask(): Promise<void> {
    asking = undefined;
    if (waiting.size === 0 || hasLeft) return;
    try {
      const windowLeft = await redis.pttl(windowKey);
      if (windowLeft <= 0) {
        const left = await reservoir.left();
        const first = left !== null && left <= 0 && (await redis.set(`${name}:ask`, '1', 'PX', ASK_MS.alone, 'NX'));
        if (first) await reservoir.add(1 - left);
      }
      if (!hasLeft) asking ??= after(windowLeft > 0 ? windowLeft + 1 : ASK_MS.again, () => void ask());
    } catch (error) {
      reservoir.lose(error);
    }
  }

  function leave(): void {
    if (hasLeft) return;
    hasLeft = true;
    clearTimeout(asking);
    for (const resolve of waiting) resolve(undefined);
    waiting.clear();
    reservoir.close();
  }
}
