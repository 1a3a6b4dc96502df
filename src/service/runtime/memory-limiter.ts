import { type RateLimiterAbstract, RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { type Quota, type RateLimiter, WINDOW_SECONDS } from './limits.ts';

/** Limits each bucket to `perMinute` requests per fixed window of 60 seconds, counted in this process. */
export const memoryLimiter = (perMinute: number): RateLimiter =>
  limiterOver(new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS }), perMinute);

/** The same, with any backend of rate-limiter-flexible. */
export function limiterOver(windows: RateLimiterAbstract, perMinute: number): RateLimiter {
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
