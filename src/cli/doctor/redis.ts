import { settings } from '../../process/environment.ts';
import { redisConnection } from '../../service/runtime/redis-limiter.ts';
import type { Finding } from './findings.ts';
import { asProblem } from './findings.ts';

/** Whether the Redis of the settings answers. Nothing where none is set. */
export async function checkRedis(): Promise<Finding[]> {
  if (!settings.KITH_REDIS_URL) return [];
  try {
    const redis = redisConnection(settings.KITH_REDIS_URL);
    redis.on('error', () => {});
    try {
      await redis.connect();
      await redis.ping();
      return [{ state: 'ok', what: 'Redis answers: nodes and processes share their limits.' }];
    } catch {
      const what = 'Redis does not answer: each process counts its limits alone.';
      return [{ state: 'problem', what, todo: 'Start it, or correct KITH_REDIS_URL.' }];
    } finally {
      redis.disconnect();
    }
  } catch (error) {
    return [asProblem(error)];
  }
}
