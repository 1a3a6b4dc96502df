import Bottleneck from 'bottleneck';
import { Redis } from 'ioredis';

// The limit that processes share runs on bottleneck's clustering: its reservoir, kept in Redis, is what they may still
// send together. bottleneck is patched around here and nowhere else, because:
// - A connection of its own making reconnects without end and holds commands back meanwhile, so that every call would
//   wait for Redis. It is given a constructor that makes connections which fail at once instead.
// - It makes a second connection, to subscribe, by `duplicate` of the first, and reports no failure of it.
//   `duplicate` is replaced, so that both are watched and both can be ended.
// - Its scripts do not survive a flush of Redis: from then on they reject every job. Nothing is repaired: the first
//   failure of any kind loses the whole reservoir, and shared-limit.ts opens another.
// - It refills a reservoir by its own clock alone. A window of the service begins when the service says, so the reservoir
//   has no interval and is adjusted by hand, in redis-limit.ts.

/** A Redis that answers later than this is of no use: a call must not wait for it. */
const TIMEOUT_MS = 1_000;
/** A job that has not ended by then went down with its process. */
const JOB_EXPIRES_MS = 300_000;
/** Redis may forget the reservoir when nobody has called for so long. */
const IDLE_EXPIRES_MS = 600_000;

/** bottleneck's reservoir in Redis. Of no more use once it is lost. */
export interface Reservoir {
  redis: Redis;
  /** Whether it could be opened. */
  ready: Promise<boolean>;
  /** Resolves with the reason when Redis is gone, or has forgotten the reservoir. */
  lost: Promise<string>;
  /** Says that it is lost, and why. */
  lose(error: unknown): void;
  /** Runs a job when there is one left to take, which stays taken. */
  schedule(priority: number, job: () => Promise<void>): void;
  /** How many are left to take; null where Redis does not know. */
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
        // Of bottleneck's own making: the job expired, or the limiter was closed.
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
