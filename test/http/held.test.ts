import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService, temporaryFolder, type User } from '../support/service.ts';

// Memory that a node retains for completed requests.

const folder = temporaryFolder();
const probe = fileURLToPath(new URL('../support/held-preload.cjs', import.meta.url));
const file = join(folder.path, 'held');
let service: RunningService;
let ada: User;
beforeAll(async () => {
  service = await startService(undefined, {
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --require ${probe}`,
    KITH_TEST_HELD: file,
  });
  ada = await service.user();
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

const callTool = async () => {
  const response = await fetch(`${service.baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ada.apiKey}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_tags', arguments: {} } }),
  });
  expect(await response.text()).toContain('"result"');
};

/** Number of signals in the node's memory. A leaked request keeps one alive. */
async function signalsHeld(times: number): Promise<number> {
  process.kill(service.process.pid!, 'SIGUSR2');
  const lines = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
  while (lines().length < times) await sleep(10);
  return Number(lines().at(-1));
}

// Windows has no signal to send the probe.
test.runIf(process.platform !== 'win32')('a call over HTTP leaves nothing in memory', async () => {
  for (let call = 0; call < 20; call++) await callTool();
  const before = await signalsHeld(1);
  for (let call = 0; call < 60; call++) await callTool();
  const after = await signalsHeld(2);
  expect(after - before).toBeLessThan(20);
});
