import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type RunningHttp, startHttp } from '../support/service.ts';

// Every account on a computer can reach loopback, so `kith http` requires a token there too.

const running: RunningHttp[] = [];
afterAll(() => Promise.all(running.map((http) => http.stop())));

async function start(env: Record<string, string> = {}): Promise<RunningHttp> {
  const http = await startHttp({ KITH_HTTP_TOKEN: '', ...env });
  running.push(http);
  return http;
}

const call = (url: string, token?: string) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });

test('creates a token at first start, prints it in the setup command, and requires it', async () => {
  const http = await start();
  const file = join(http.dataDir, 'http-token');
  const token = readFileSync(file, 'utf8');
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  const line = new RegExp(`claude mcp add --transport http kith ${http.url} --header "Authorization: Bearer ([^"]+)"`);
  expect(line.exec(http.log())?.[1]).toBe(token);
  for (const wrong of [undefined, '', 'x'.repeat(43), token.slice(1)]) {
    const refused = await call(http.url, wrong);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer')]);
    expect(await refused.json()).toMatchObject({
      error: { code: 'Unauthorized', hint: expect.stringMatching(/http-token/) },
    });
  }
  expect((await call(http.url, token)).status).toBe(200);
  // A wrong token is logged, at most once per interval and without its value. A missing token is normal: clients start
  // that way.
  await http.logged('rejected a request with a wrong token');
  const told = http.log().match(/.*rejected a request with a wrong token.*/g) ?? [];
  expect(told.map((line) => JSON.parse(line))).toMatchObject([{ address: '127.0.0.1' }]);
  expect(told.join()).not.toContain('xxx');

  const again = await start({ KITH_DATA_DIR: http.dataDir });
  expect((await call(again.url, token)).status).toBe(200);
  await again.logged(file);
  expect(again.log()).not.toContain(token);
});

test('requires no token when KITH_HTTP_TOKEN is explicitly `none`, and only on loopback', async () => {
  const open = await start({ KITH_HTTP_TOKEN: 'none' });
  expect((await call(open.url)).status).toBe(200);
  await expect(startHttp({ KITH_HTTP_TOKEN: 'none' }, ['--host', '0.0.0.0'])).rejects.toThrow(/KITH_HTTP_TOKEN=none/);
});
