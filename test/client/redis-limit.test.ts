import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRedisLimit, type RedisLimit } from '../../src/client/redis-limit.ts';
import type { Permit } from '../../src/client/request-budget.ts';
import { canStartRedis, type RedisServer, startRedis } from '../support/redis.ts';

// The permits behind shared-limit.slow.test.ts, one by one. Windows last an hour, so none ends during a test.

const HOUR = 3_600;

describe.skipIf(!canStartRedis())('processes that share a limit', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.remove());

  async function joined(count: number, name = `kith-${randomUUID()}`): Promise<RedisLimit[]> {
    const limits = Array.from({ length: count }, () => openRedisLimit(redis.url, name));
    expect(await Promise.all(limits.map((limit) => limit.joined))).toEqual(Array(count).fill(true));
    return limits;
  }

  /** Requests a permit, and records it. */
  function asking(limit: RedisLimit) {
    const asked: { permit?: Permit | undefined; settled: boolean } = { settled: false };
    void limit.enter(5).then((permit) => {
      Object.assign(asked, { permit, settled: true });
    });
    return asked;
  }

  const permits = (asked: ReturnType<typeof asking>[]) => asked.filter(({ permit }) => permit !== undefined).length;

  async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await holds())) await pause(5);
  }

  test('let one request first, and share the remainder from its response', async () => {
    const [one, other] = (await joined(2)) as [RedisLimit, RedisLimit];
    const first = await one.enter(5);
    const asked = Array.from({ length: 10 }, (_, index) => asking(index % 2 ? one : other));
    expect(permits(asked)).toBe(0);
    first!.done(true, { remaining: 6, reset: HOUR });
    // The answered request may still count as in flight.
    await until(() => permits(asked) >= 5);
    // The last responses of the window: nothing is left, and nothing is added.
    for (const { permit } of asked) permit?.done(true, { remaining: 0, reset: HOUR });
    const late = asking(one);
    other.leave();
    one.leave();
    await until(() => [...asked, late].every(({ settled }) => settled));
    expect(permits([...asked, late])).toBeLessThanOrEqual(6);
  });

  test('subtract what other programs spend', async () => {
    const name = `kith-${randomUUID()}`;
    const [one] = (await joined(1, name)) as [RedisLimit];
    const watching = new Redis(redis.url);
    // The key in which bottleneck stores the remainder.
    const left = async () => Number(await watching.hget(`b_${name}_settings`, 'reservoir'));
    (await one.enter(5))!.done(true, { remaining: 8, reset: HOUR });
    const second = await one.enter(5);
    await until(async () => (await left()) > 4);
    second!.done(true, { remaining: 2, reset: HOUR });
    await until(async () => (await left()) === 2);
    one.leave();
    watching.disconnect();
  });

  test('give no permit to a process that left, which holds up nobody', async () => {
    const [one, other] = (await joined(2)) as [RedisLimit, RedisLimit];
    const first = await one.enter(5);
    const waiting = other.enter(5);
    other.leave();
    expect(await waiting).toBeUndefined();
    expect(await other.enter(5)).toBeUndefined();
    first!.done(true, { remaining: 1, reset: HOUR });
    expect(await one.enter(5)).toBeDefined();
    one.leave();
  });
});
