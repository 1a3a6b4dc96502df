import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectModern } from '../support/mcp.ts';
import { makeContact } from '../support/people.ts';
import { canStartRedis, type RedisServer, startRedis } from '../support/redis.ts';
import { apiAt, type RunningService, startService, temporaryFolder } from '../support/service.ts';

describe.skipIf(!canStartRedis())('two nodes and a Redis', () => {
  const folder = temporaryFolder();
  let redis: RedisServer;
  let nodes: RunningService[];
  beforeAll(async () => {
    redis = await startRedis();
    const env = { KITH_REDIS_URL: redis.url };
    nodes = [await startService(folder.path, env), await startService(folder.path, env)];
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await redis.remove();
    folder.remove();
  });

  test("notifies only the same user's clients on the other node of a change", async () => {
    const [here, there] = nodes as [RunningService, RunningService];
    const [ada, eve] = [await here.user(), await here.user()];
    const listen = async (apiKey: string) => {
      const heard: string[] = [];
      const client = await connectModern(
        {
          url: `${there.baseUrl}/mcp`,
          headers: { authorization: `Bearer ${apiKey}` },
          onNotice: (notice) => heard.push(notice),
        },
        { pin: '2026-07-28' },
      );
      await client.watch(['kith://contacts']);
      return { client, heard };
    };
    const [mine, hers] = [await listen(ada.apiKey), await listen(eve.apiKey)];
    // The other node subscribes to Redis after it responds, so it may miss the first changes.
    for (let tries = 0; mine.heard.length === 0 && tries < 500; tries++) {
      await makeContact(apiAt(here.baseUrl, ada.apiKey), { full_name: `Try ${tries}` });
    }
    expect(new Set(mine.heard)).toEqual(new Set(['list', 'kith://contacts']));
    expect(hers.heard).toEqual([]);
    await Promise.all([mine.client.close(), hers.client.close()]);
  });
});
