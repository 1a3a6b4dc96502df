import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canStartRedis, type RedisServer, startRedis } from '../support/redis.ts';
import { runLimit, steadyUse } from './limit-run.ts';

// Five processes with one key, against windows of two seconds. `npm run faults -- --limit` does it with the real minute.

const five = { limit: 150, windowSeconds: 2, processes: 5 };

test('without Redis they are refused now and then, wait it out, and lose nothing', async () => {
  const run = await runLimit({ ...five, windows: 3 });
  expect(run.failed).toEqual([]);
  const { used, refused } = steadyUse(run);
  expect(used).toBeGreaterThan(0.9);
  // At most what each process had on the wire when the others took the last of a window.
  expect(refused).toBeLessThanOrEqual(run.steady.length * five.processes * 10);
});

describe.skipIf(!canStartRedis())('with Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.remove());

  test('they use the whole budget and are never refused', async () => {
    const run = await runLimit({ ...five, windows: 3, redisUrl: redis.url });
    expect(run.failed).toEqual([]);
    expect(run.redis.every(([state]) => state === 'joined')).toBe(true);
    const { used, refused } = steadyUse(run);
    expect(refused).toBe(0);
    expect(used).toBeGreaterThanOrEqual(0.95);
  });
});
