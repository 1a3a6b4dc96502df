import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { KithError } from '../../shared/error.ts';
import { type RateLimiter, WINDOW_SECONDS } from './limits.ts';
import { limiterOver } from './memory-limiter.ts';

/** Listener for lost and restored Redis connections. */
export interface RedisWatch {
  away(code: string | undefined): void;
  back(): void;
}

/** How long a hung Redis may delay an answer. After this, the connection is closed and reopened. */
const TIMEOUT_MS = 500;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Counts the windows of several nodes together in the Redis (or Valkey) at `url`. While Redis is unavailable, each node
 * counts for itself, so an outage never blocks users. Resolves when the first connection is open or has failed. Throws
 * 400 for a malformed URL.
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

/** Creates a connection that opens later, and whose commands fail instead of waiting. Throws 400 for a malformed URL. */
export function redisConnection(url: string): Redis {
  if (!/^rediss?:\/\/[^/]/.test(url) || !URL.canParse(url)) {
    throw new KithError('BadRequest', 'KITH_REDIS_URL must look like redis://user:password@host:6379/0.', {
      hint: 'Use rediss:// to connect with TLS.',
    });
  }
  return new Redis(url, {
    lazyConnect: true,
    // A delayed count is useless.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, LONGEST_PAUSE_MS),
  });
}
