import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canStartRedis, type RedisServer, startRedis } from '../support/redis.ts';
import { runLimit, use } from './limit-run.ts';
import { startWindowedService, type WindowedService } from './windowed-service.ts';

// Five processes with one key, against windows of a second. `node scripts/run.mjs test/faults.ts --limit` uses real
// minutes.

// Few enough requests for a busy computer to spend in a second. The command measures how much of it is used.
const LIMIT = 40;

describe.concurrent('five processes with one key', () => {
  let redis: RedisServer | undefined;
  beforeAll(async () => {
    redis = canStartRedis() ? await startRedis() : undefined;
  });
  afterAll(() => redis?.remove());

  // Windows that a busy computer missed are ignored: three in a row must be correct. The command measures that an idle
  // computer is never refused and uses the whole budget.
  const threeWith = (service: WindowedService, mostRefused: number) => () => {
    const { used, refused } = use(service, 3);
    return used > 0.5 && refused <= mostRefused;
  };

  test('without Redis are sometimes refused, wait, and lose no call', async () => {
    const service = await startWindowedService(LIMIT, 1);
    // At most the requests in flight when others took the last of a window.
    const { failed } = await runLimit({ service, processes: 5, story: ({ until }) => until(threeWith(service, 60)) });
    expect(failed).toEqual([]);
    await service.stop();
  });

  test.skipIf(!canStartRedis())(
    'with Redis share the budget with few refusals, and fail no call when Redis is flushed and restarted',
    async () => {
      const service = await startWindowedService(LIMIT, 1);
      const { failed } = await runLimit({
        service,
        processes: 5,
        redisUrl: redis!.url,
        async story({ said, until }) {
          const losses = () => said.map((words) => words.filter((word) => word === 'lost').length);
          /** Waits until every process notices. */
          const isNoticed = async (trouble: () => Promise<void>) => {
            const before = losses();
            await trouble();
            await until(() => losses().every((count, index) => count > before[index]!));
          };
          const allJoined = () => said.every((words) => words.at(-1) === 'joined');
          await until(allJoined);
          await until(threeWith(service, 0.05 * 3 * LIMIT));
          await isNoticed(() => flush(redis!.url));
          await until(allJoined);
          await isNoticed(() => redis!.stop());
          await redis!.start();
          await until(allJoined);
          await until(threeWith(service, 0.05 * 3 * LIMIT));
        },
      });
      expect(failed).toEqual([]);
      await service.stop();
    },
  );
});

async function flush(url: string): Promise<void> {
  const redis = new Redis(url);
  await redis.flushall();
  redis.disconnect();
}
