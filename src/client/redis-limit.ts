import Bottleneck from 'bottleneck';
import { Redis } from 'ioredis';
import type { Quota } from './rate-headers.ts';
import type { Pass } from './send-queue.ts';
import { after } from './wait.ts';

/** This process's seat among those that share a limit over Redis; good until Redis goes, then of no more use. */
export interface Cluster {
  /** Whether the seat was taken. */
  joined: Promise<boolean>;
  /** Resolves with the reason when Redis is gone or has forgotten us. */
  lost: Promise<string>;
  /** A pass when the processes together may send one more; undefined when the seat is lost. */
  enter(priority: number): Promise<Pass | undefined>;
  leave(): void;
}

/** Redis is near, or it is of no use: a call must not wait for it. */
const PATIENCE_MS = 1_000;
/** A pass that is not given back by then went down with its process. */
const PASS_EXPIRES_MS = 300_000;
/** Nobody has called for so long: Redis may forget the limiter. */
const IDLE_EXPIRES_MS = 600_000;

/**
 * bottleneck's clustering: its reservoir, kept in Redis, is what the processes together may still send. The service
 * says how much that is; `window` in Redis says that somebody has put it in for the current window, and how long
 * that window lasts. When it is over, one process sends one request that asks anew.
 */
export function openCluster(redisUrl: string, name: string): Cluster {
  let lose!: (reason: string) => void;
  const lost = new Promise<string>((resolve) => {
    lose = resolve;
  });
  const connections: Redis[] = [];
  const limiter = new Bottleneck({
    id: name,
    datastore: 'ioredis',
    Redis: connect,
    reservoir: 1,
    timeout: IDLE_EXPIRES_MS,
    clearDatastore: false,
  });
  const waiting = new Set<(pass: Pass | undefined) => void>();
  const windowKey = `${name}:window`;
  let hasLeft = false;
  let nudge: NodeJS.Timeout | undefined;
  let latest: Quota | undefined;
  let learning = false;

  limiter.on('error', fail);
  const ready = limiter.ready().then(
    () => true,
    (error) => fail(error),
  );
  return { joined: Promise.race([ready, lost.then(() => false)]), lost, enter, leave };

  /** bottleneck calls this as a constructor. */
  function connect(this: unknown): Redis {
    // What is lost is built anew as a whole: bottleneck's scripts do not survive a flush (they reject every job).
    const redis = new Redis(redisUrl, {
      connectTimeout: PATIENCE_MS,
      commandTimeout: PATIENCE_MS,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    // It makes a second connection of the first, to subscribe.
    redis.duplicate = (options) => watch(Redis.prototype.duplicate.call(redis, options));
    return watch(redis);
  }

  function watch(redis: Redis): Redis {
    connections.push(redis);
    return redis.on('error', fail).on('end', () => lose('the connection ended'));
  }

  function fail(error: unknown): false {
    lose((error as Error).message);
    return false;
  }

  function enter(priority: number): Promise<Pass | undefined> {
    return new Promise((resolve) => {
      if (hasLeft) return resolve(undefined);
      waiting.add(resolve);
      const job = () =>
        new Promise<void>((freed) => {
          if (!waiting.delete(resolve)) return freed();
          resolve({
            done(_, quota) {
              freed();
              if (quota) void learn(quota);
            },
          });
        });
      limiter.schedule({ priority, expiration: PASS_EXPIRES_MS }, job).catch((error) => {
        if (!(error instanceof Bottleneck.BottleneckError)) fail(error);
      });
      nudge ??= after(PATIENCE_MS / 10, () => void ask());
    });
  }

  /** Brings the shared reservoir in step with what the service answered. */
  async function learn(quota: Quota): Promise<void> {
    latest = quota;
    if (learning) return;
    learning = true;
    try {
      while (latest && !hasLeft) {
        const { remaining, reset } = latest;
        latest = undefined;
        await adjust(remaining, reset);
      }
    } catch (error) {
      fail(error);
    } finally {
      learning = false;
    }
  }

  async function adjust(remaining: number, reset: number): Promise<void> {
    const [left, running] = await Promise.all([limiter.currentReservoir(), limiter.running()]);
    if (left === null) return;
    if (remaining === 0) await closeWindow(reset);
    // Somebody spends from this key who is not one of us.
    if (remaining < left) await limiter.incrementReservoir(remaining - left);
    else if (remaining > left + running && (await openWindow(reset))) {
      await limiter.incrementReservoir(remaining - running - left);
    }
  }

  /** True for the one process that may fill the reservoir for this window. */
  async function openWindow(reset: number): Promise<boolean> {
    return (await redis().set(windowKey, 'open', 'PX', Math.max(1, reset) * 1000, 'NX')) === 'OK';
  }

  async function closeWindow(reset: number): Promise<void> {
    const milliseconds = Math.max(1, reset) * 1000;
    // `reset` is rounded up: a window known to end within that second is known better.
    if ((await redis().pttl(windowKey)) < milliseconds - 1000)
      await redis().set(windowKey, 'spent', 'PX', milliseconds);
  }

  /** When the window is over and the reservoir empty, lets one request of all the processes ask the service anew. */
  async function ask(): Promise<void> {
    nudge = undefined;
    if (waiting.size === 0 || hasLeft) return;
    try {
      const windowLeft = await redis().pttl(windowKey);
      if (windowLeft <= 0) {
        const left = await limiter.currentReservoir();
        const first =
          left !== null && left <= 0 && (await redis().set(`${name}:ask`, '1', 'PX', PATIENCE_MS / 2, 'NX'));
        if (first) await limiter.incrementReservoir(1 - left);
      }
      if (!hasLeft) nudge ??= after(windowLeft > 0 ? windowLeft + 1 : PATIENCE_MS, () => void ask());
    } catch (error) {
      fail(error);
    }
  }

  function redis(): Redis {
    return connections[0]!;
  }

  function leave(): void {
    if (hasLeft) return;
    hasLeft = true;
    clearTimeout(nudge);
    for (const resolve of waiting) resolve(undefined);
    waiting.clear();
    limiter.disconnect(false).catch(() => {});
    for (const connection of connections) connection.disconnect();
  }
}
