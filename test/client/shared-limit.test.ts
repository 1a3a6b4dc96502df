import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canStartRedis, type RedisServer, startRedis } from '../support/redis.ts';
import { runLimit, use } from './limit-run.ts';
import { startWindowedService } from './windowed-service.ts';

// Five processes with one key, against windows of two seconds. `npm run faults -- --limit` does it with real minutes.

describe.concurrent('five processes with one key', () => {
  let redis: RedisServer | undefined;
  beforeAll(async () => {
    redis = canStartRedis() ? await startRedis() : undefined;
  });
  afterAll(() => redis?.remove());

  test('without Redis are refused now and then, wait it out, and lose nothing', async () => {
    const service = await startWindowedService(150, 2);
    const run = await runLimit({ service, processes: 5, windows: 4 });
    expect(run.failed).toEqual([]);
    const { used, refused } = use(service, 1, 4);
    expect(used).toBeGreaterThan(0.9);
    // At most what each had on the wire when the others took the last of a window.
    expect(refused).toBeLessThanOrEqual(3 * 5 * 10);
    await service.stop();
  });

  test.skipIf(!canStartRedis())(
    'with Redis use the whole budget and are never refused; when it is flushed and restarted, no call fails',
    async () => {
      const service = await startWindowedService(150, 2);
      const run = await runLimit({
        service,
        processes: 5,
        windows: 5,
        redisUrl: redis!.url,
        onWindow(number) {
          if (number === 3) void flush(redis!.url);
          if (number === 4) void redis!.stop().then(() => redis!.start());
        },
      });
      expect(run.failed).toEqual([]);
      const { used, refused } = use(service, 1, 3);
      expect({ refused, whole: used >= 0.95 }).toEqual({ refused: 0, whole: true });
      for (const said of run.redis) expect(said).toEqual(['joined', 'lost', 'joined', 'lost', 'joined']);
      await service.stop();
    },
  );
});

async function flush(url: string): Promise<void> {
  const redis = new Redis(url);
  await redis.flushall();
  redis.disconnect();
}
