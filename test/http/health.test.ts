import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHealth } from '../../src/server/health.ts';
import { withDatabase } from '../support/data-folder.ts';
import type { Json } from '../support/people.ts';
import { type RunningHttp, type RunningService, startHttp, startService, temporaryFolder } from '../support/service.ts';
import { virtualClock } from '../support/virtual-clock.ts';

// Health checks for load balancers and supervisors: no key, no rate limit, and no load on the data.

const LIMIT = 3;
let service: RunningService;
let http: RunningHttp;
beforeAll(async () => {
  [service, http] = await Promise.all([
    startService(undefined, { KITH_RATE_LIMIT: String(LIMIT) }),
    startHttp({ KITH_HTTP_TOKEN: 'a token' }),
  ]);
});
afterAll(() => Promise.all([service.stop(), http.stop()]));

async function ask(url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') {
  const { statusCode: status, headers, body } = await request(url, { method });
  const text = await body.text();
  return { status, headers, body: text === '' ? undefined : JSON.parse(text) };
}

test.each(['kith serve', 'kith http'])(
  '%s responds without a key or rate limit, in each form of the path',
  async (which) => {
    const base = which === 'kith serve' ? service.baseUrl : http.url.replace('/mcp', '');
    for (let time = 0; time < 3 * LIMIT; time++) {
      expect(await ask(`${base}/health`)).toMatchObject({
        status: 200,
        body: { status: 'ok', version: expect.any(String) },
      });
      expect(await ask(`${base}/ready/`)).toMatchObject({ status: 200, body: { status: 'ready' } });
    }
    const head = await ask(`${base}/ready?a=b`, 'HEAD');
    expect([head.status, head.headers['cache-control'], head.headers['ratelimit-limit']]).toEqual([
      200,
      'no-store',
      undefined,
    ]);
    const other = await ask(`${base}/health`, 'POST');
    expect([other.status, other.headers.allow, other.body.error.code]).toEqual([405, 'GET, HEAD', 'MethodNotAllowed']);
    // A similar path is no health check.
    expect((await ask(`${base}/healthy`)).status).toBe(which === 'kith serve' ? 401 : 404);
  },
);

test('reports data restored in an older schema as not ready, and the process as healthy', async () => {
  const folder = temporaryFolder();
  const own = await startService(folder.path);
  expect((await ask(`${own.baseUrl}/health`)).status).toBe(200);
  withDatabase(folder.path, (database) => database.exec('pragma user_version = 3'));
  const { status, body, headers } = await ask(`${own.baseUrl}/ready`);
  expect([status, body.error.code, headers['retry-after']]).toEqual([503, 'ServiceUnavailable', undefined]);
  expect(body.error.message).toContain('schema version 3');
  expect((await ask(`${own.baseUrl}/health`)).status).toBe(200);
  await own.stop();
  folder.remove();
});

test("reports kith http as healthy when it can't open its data, and as not ready until it can", async () => {
  const folder = temporaryFolder();
  const first = await startHttp({ KITH_DATA_DIR: folder.path });
  const base = first.url.replace('/mcp', '');
  expect((await ask(`${base}/ready`)).status).toBe(200);
  await first.stop();
  const [secret, away] = [join(folder.path, 'secret'), join(folder.path, 'away')];
  renameSync(secret, away);
  const second = await startHttp({ KITH_DATA_DIR: folder.path });
  const there = second.url.replace('/mcp', '');
  expect((await ask(`${there}/health`)).status).toBe(200);
  const refused = await ask(`${there}/ready`);
  expect([refused.status, refused.body.error.message]).toEqual([503, expect.stringContaining('secret')]);
  await second.stop();
  folder.remove();
});

test('checks the data once for many concurrent requests, and again after a second', async () => {
  let asked = 0;
  let answer = () => {};
  const clock = virtualClock();
  const health = makeHealth(() => {
    asked++;
    return new Promise((resolve) => {
      answer = resolve;
    });
  }, clock);
  const many = Array.from({ length: 50 }, () => health(new Request('http://kith/ready'))!);
  answer();
  expect((await Promise.all(many)).map(({ status }) => status)).toEqual(Array(50).fill(200));
  clock.advance(1_000);
  expect((await health(new Request('http://kith/ready'))!).status).toBe(200);
  expect(asked).toBe(1);
  clock.advance(1);
  // The data does not respond: three seconds on the virtual clock, none in real time.
  const late = await health(new Request('http://kith/ready'))!;
  expect([late.status, ((await late.json()) as Json).error.message]).toEqual([
    503,
    expect.stringContaining('within 3 seconds'),
  ]);
  expect(asked).toBe(2);
  clock.stop();
});
