import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canStartRedis, type RedisServer, startRedis } from '../support/redis.ts';
import { type Api, apiAt, type RunningService, startService, temporaryFolder } from '../support/service.ts';

const LIMIT = 12;

test('rejects an address that is not a Redis URL at start', async () => {
  await expect(startService(undefined, { KITH_RATE_LIMIT: '10', KITH_REDIS_URL: 'localhost:6379' })).rejects.toThrow(
    'KITH_REDIS_URL must look like redis://',
  );
});

describe.skipIf(!canStartRedis())('two nodes and a Redis', () => {
  const folder = temporaryFolder();
  let redis: RedisServer;
  let nodes: RunningService[];
  beforeAll(async () => {
    redis = await startRedis();
    const env = { KITH_RATE_LIMIT: String(LIMIT), KITH_REDIS_URL: redis.url };
    nodes = [await startService(folder.path, env), await startService(folder.path, env)];
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await redis.remove();
    folder.remove();
  });

  /** A new user, as each node sees it. */
  async function newUser(): Promise<[Api, Api]> {
    const { apiKey } = await nodes[0]!.user();
    return [apiAt(nodes[0]!.baseUrl, apiKey), apiAt(nodes[1]!.baseUrl, apiKey)];
  }

  const bothLogged = (text: string, times = 1) => Promise.all(nodes.map((node) => node.logged(text, times)));

  /** Uses up a window on both nodes in turns. Returns the number of requests that each let through. */
  async function useUp(apis: Api[]): Promise<number[]> {
    const allowed = apis.map(() => 0);
    for (let number = 0; number < 2 * LIMIT + 2; number++) {
      const { status } = await apis[number % 2]!.get('/v1');
      if (status === 200) allowed[number % 2]!++;
      else expect(status).toBe(429);
    }
    return allowed;
  }

  test('share a window exactly, however many requests arrive at once', async () => {
    const apis = await newUser();
    const left = [];
    for (let number = 0; number < 4; number++) {
      left.push(Number((await apis[number % 2]!.get('/v1')).headers.get('RateLimit-Remaining')));
    }
    expect(left).toEqual([LIMIT - 1, LIMIT - 2, LIMIT - 3, LIMIT - 4]);
    const answers = await Promise.all(Array.from({ length: 2 * LIMIT }, (_, number) => apis[number % 2]!.get('/v1')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT - 4);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(LIMIT + 4);
  });

  test('count separately without Redis, report it once, and share again when it is back', async () => {
    await redis.stop();
    await bothLogged('Redis is down');
    expect(await useUp(await newUser())).toEqual([LIMIT, LIMIT]);
    expect(nodes.map((node) => node.log().split('Redis is down').length - 1)).toEqual([1, 1]);

    await redis.start();
    await bothLogged('Redis is back');
    const [first, second] = await useUp(await newUser());
    expect(first! + second!).toBe(LIMIT);
  });

  test('delay no response for long while Redis hangs', async () => {
    const [api] = await newUser();
    const client = new Redis(redis.url);
    // Longer than a test may take, so a request that waits for it fails.
    await client.client('PAUSE', 3_600_000, 'ALL');
    expect((await api.get('/v1')).status).toBe(200);
    expect((await api.get('/v1')).headers.get('RateLimit-Remaining')).toBe(String(LIMIT - 2));
    client.disconnect();
  });

  test('keep the Redis URL, which may contain a password, out of the log', () => {
    for (const node of nodes) expect(node.log()).not.toContain(new URL(redis.url).host);
  });
});
