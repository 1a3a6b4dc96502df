import { settings } from '../process/environment.ts';
import { noLimit, type RateLimiter } from '../service/runtime/limits.ts';
import { logRedis } from './composition/log.ts';

/** Counts requests per bucket. With Redis, several nodes share the counts. 0 per minute means no limit. */
export async function rateLimiter(perMinute: number): Promise<RateLimiter> {
  const { KITH_REDIS_URL: redis } = settings;
  if (perMinute === 0) return noLimit();
  if (redis) return (await import('../service/runtime/redis-limiter.ts')).redisLimiter(redis, perMinute, logRedis);
  return (await import('../service/runtime/memory-limiter.ts')).memoryLimiter(perMinute);
}
