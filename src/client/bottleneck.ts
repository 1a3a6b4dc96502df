import Bottleneck from 'bottleneck';
import { Redis } from 'ioredis';

// The shared limit uses bottleneck's clustering: its reservoir in Redis is the number of requests that all processes may
// still send. This file contains all workarounds for bottleneck:
// - Its own connection reconnects forever and holds back commands, so every call would wait for Redis. It gets a
//   constructor whose connections fail at once.
// - It creates a second connection, to subscribe, with `duplicate` of the first, and reports no failure of it.
//   `duplicate` is replaced, so that both are monitored and closed.
// - After a flush of Redis, its scripts reject every job. Nothing is repaired: the first failure of any kind discards the
//   reservoir, and shared-limit.ts opens another.
// - It refills a reservoir only by its own clock. The service decides when a window begins, so the reservoir has no
//   interval, and redis-limit.ts adjusts it.

/** Timeout for Redis: a call must not wait for it. */
const TIMEOUT_MS = 1_000;
/** After this time, a job counts as lost with its process. */
const JOB_EXPIRES_MS = 300_000;
/** Redis may delete a reservoir that is unused for this time. */
const IDLE_EXPIRES_MS = 600_000;

/** bottleneck's reservoir in Redis. Unusable once it is lost. */
export interface Reservoir {
  redis: Redis;
  /** Resolves to whether the reservoir could be opened. */
  ready: Promise<boolean>;
  /** Resolves with the reason when Redis is unavailable or has lost the reservoir. */
  lost: Promise<string>;
  /** Marks the reservoir as lost, with the reason. */
  lose(error: unknown): void;
  /** Runs a job once a permit is available. The permit is not returned. */
  schedule(priority: number, job: () => Promise<void>): void;
  /** Remaining permits, or null if Redis does not know. */
  left(): Promise<number | null>;
  running(): Promise<number>;
  add(count: number): Promise<unknown>;
  close(): void;
}

export function openReservoir(redisUrl: string, name: string): Reservoir {
  let resolveLost!: (reason: string) => void;
  const lost = new Promise<string>((resolve) => {
    resolveLost = resolve;
  });
  const lose = (error: unknown) => resolveLost((error as Error).message);
  const connections: Redis[] = [];

  const watch = (redis: Redis): Redis => {
    connections.push(redis);
    return redis.on('error', lose).on('end', () => resolveLost('the connection ended'));
  };

  /** bottleneck calls this with `new`. */
  function Connection(): Redis {
    const redis = new Redis(redisUrl, {
      connectTimeout: TIMEOUT_MS,
      commandTimeout: TIMEOUT_MS,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    redis.duplicate = (options) => watch(Redis.prototype.duplicate.call(redis, options));
    return watch(redis);
  }

  const limiter = new Bottleneck({
    id: name,
    datastore: 'ioredis',
    Redis: Connection,
    reservoir: 1,
    timeout: IDLE_EXPIRES_MS,
    clearDatastore: false,
  });
  limiter.on('error', lose);
  const opened = limiter.ready().then(
    () => true,
    (error) => {
      lose(error);
      return false;
    },
  );
  return {
    redis: connections[0]!,
    ready: Promise.race([opened, lost.then(() => false)]),
    lost,
    lose,
    schedule(priority, job) {
      limiter.schedule({ priority, expiration: JOB_EXPIRES_MS }, job).catch((error) => {
        // An error of bottleneck itself: the job expired, or the limiter was closed.
        if (!(error instanceof Bottleneck.BottleneckError)) lose(error);
      });
    },
    left: () => limiter.currentReservoir(),
    running: () => limiter.running(),
    add: (count) => limiter.incrementReservoir(count),
    close() {
      limiter.disconnect(false).catch(() => {});
      for (const connection of connections) connection.disconnect();
    },
  };
}
