import { type RateLimiterAbstract, RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { KithError } from '../catalogue/error.ts';

export const WINDOW_SECONDS = 60;

/** What is left of a bucket's fixed window. */
export interface Quota {
  limit: number;
  remaining: number;
  /** Seconds until the window ends, rounded up. */
  reset: number;
  allowed: boolean;
}

/** Counts requests by bucket: a user's key, or the address of whoever brings none. */
export interface Limiter {
  take(bucket: string): Promise<Quota>;
  close(): Promise<void>;
}

const UNLIMITED = 1_000_000_000;

/** For the embedded service, and for KITH_RATE_LIMIT=0. */
export const noLimit = (): Limiter => ({
  take: async () => ({ limit: UNLIMITED, remaining: UNLIMITED, reset: WINDOW_SECONDS, allowed: true }),
  close: async () => {},
});

/** A fixed window of 60 seconds for each bucket, counted in this process. */
export const memoryLimiter = (perMinute: number): Limiter =>
  limiterOver(new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS }), perMinute);

/** The same over windows that are counted elsewhere. */
export function limiterOver(windows: RateLimiterAbstract, perMinute: number): Limiter {
  const quota = (result: RateLimiterRes, allowed: boolean): Quota => ({
    limit: perMinute,
    remaining: allowed ? Math.max(0, result.remainingPoints) : 0,
    reset: Math.max(0, Math.ceil(result.msBeforeNext / 1000)),
    allowed,
  });
  return {
    async take(bucket) {
      try {
        return quota(await windows.consume(bucket), true);
      } catch (refused) {
        if (refused instanceof Error) throw refused;
        return quota(refused as RateLimiterRes, false);
      }
    },
    close: async () => {},
  };
}

/** Both header families of the specification (Limits, 2). */
export function limitHeaders({ limit, remaining, reset }: Quota): Record<string, string> {
  const values = { Limit: limit, Remaining: remaining, Reset: reset };
  const plain = Object.entries(values).flatMap(([name, value]) => [
    [`RateLimit-${name}`, String(value)],
    [`X-RateLimit-${name}`, String(value)],
  ]);
  return {
    ...Object.fromEntries(plain),
    RateLimit: `"default";r=${remaining};t=${reset}`,
    'RateLimit-Policy': `"default";q=${limit};w=${WINDOW_SECONDS}`,
  };
}

export const rateLimited = ({ reset }: Quota): KithError =>
  new KithError('rate_limited', `Too many requests; the next window begins in ${reset} s.`, {
    hint: 'Wait as long as Retry-After says.',
    retryAfter: Math.max(1, reset),
  });
