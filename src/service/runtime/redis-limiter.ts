import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { KithError } from '../../shared/error.ts';
import { type RateLimiter, WINDOW_SECONDS } from './limits.ts';
import { limiterOver } from './memory-limiter.ts';

/** Told when Redis is lost, with the code of the error, and when it is back. */
export interface RedisWatch {
  away(code: string | undefined): void;
  back(): void;
}

/** A hung Redis may delay one answer by this much; then the connection is given up and made anew. */
const TIMEOUT_MS = 500;
const LONGEST_PAUSE_MS = 2_000;

/**
 * The windows of several nodes, counted together in the Redis (or Valkey) at `url`. While it is away each node
 * counts for itself: a limit is a courtesy to the machine, and no reason to refuse the people it is for.
 * Resolves when the first connection is made or has failed. Throws 400 for a malformed address.
 */
export async function redisLimiter(url: string, perMinute: number, watch: RedisWatch): Promise<RateLimiter> {
  const redis = redisConnection(url);
  let isAway = false;
  let lastCode: string | undefined;
  const goneAway = () => {
    if (!isAway) watch.away(lastCode);
    isAway = true;
  };
  redis.on('error', (error: { code?: string }) => {
    lastCode = error.code;
  });
  redis.on('close', goneAway);
  redis.on('ready', () => {
    if (isAway) watch.back();
    isAway = false;
    lastCode = undefined;
  });
  await redis.connect().catch(() => {});
  const windows = { points: perMinute, duration: WINDOW_SECONDS, keyPrefix: 'kith:limit' };
  const limiter = limiterOver(
    new RateLimiterRedis({
      ...windows,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(windows),
    }),
    perMinute,
  );
  return {
    ...limiter,
    async close() {
      redis.off('close', goneAway);
      redis.disconnect();
    },
  };
}

/** A connection that is not made yet, and that fails rather than waits. Throws 400 for a malformed address. */
export function redisConnection(url: string): Redis {
  if (!/^rediss?:\/\/[^/]/.test(url) || !URL.canParse(url)) {
    throw new KithError('BadRequest', 'KITH_REDIS_URL must look like redis://user:password@host:6379/0.', {
      hint: 'rediss:// connects with TLS.',
    });
  }
  return new Redis(url, {
    lazyConnect: true,
    // A count that could not be made now is of no use later.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, LONGEST_PAUSE_MS),
  });
}
