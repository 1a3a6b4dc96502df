import { settings } from '../../process/environment.ts';
import { redisConnection } from '../../service/runtime/redis-limiter.ts';
import type { Finding } from './findings.ts';
import { asProblem } from './findings.ts';

/** Checks that the configured Redis responds. Returns no findings if none is set. */
export async function checkRedis(): Promise<Finding[]> {
  if (!settings.KITH_REDIS_URL) return [];
  try {
    const redis = redisConnection(settings.KITH_REDIS_URL);
    redis.on('error', () => {});
    try {
      await redis.connect();
      await redis.ping();
      return [{ state: 'ok', what: 'Redis responds: nodes and processes share their rate limits.' }];
    } catch {
      const what = 'Redis does not respond: each process enforces its own rate limits.';
      return [{ state: 'problem', what, todo: 'Start it, or correct KITH_REDIS_URL.' }];
    } finally {
      redis.disconnect();
    }
  } catch (error) {
    return [asProblem(error)];
  }
}
