import { cpSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { initialize, startJsonRpc } from '../support/json-rpc.ts';
import { temporaryFolder } from '../support/service.ts';

// An update replaces a running kith's files, as npx does when a second assistant starts it.

const folder = temporaryFolder();
afterAll(() => folder.remove());

test.each([
  ['before its first call', 0],
  ['before a call that needs more', 1],
])('explains that an update removed %s, and keeps loaded code working', async (name, callsBefore) => {
  const installed = join(folder.path, String(callsBefore));
  cpSync('dist', join(installed, 'dist'), { recursive: true });
  cpSync('package.json', join(installed, 'package.json'));
  symlinkSync(resolve('node_modules'), join(installed, 'node_modules'), 'junction');
  const env = { KITH_DATA_DIR: join(installed, 'data') };
  const server = startJsonRpc([process.execPath, join(installed, 'dist', 'cli.js')], env);
  await initialize(server);
  const call = (tool: string, args: object) => server.request('tools/call', { name: tool, arguments: args });
  for (let index = 0; index < callsBefore; index++) await call('list_contacts', {});
  rmSync(join(installed, 'dist', 'chunks'), { recursive: true });

  const told = await call('create_note', { note: 'Met at the library.' }).catch((error: Error) => error.message);
  expect(JSON.stringify(told), name).toMatch(
    /ServiceUnavailable.*kith was updated while running.*Restart the assistant/,
  );
  expect(JSON.stringify(told)).not.toContain(installed);
  if (callsBefore > 0) await call('list_contacts', {});
  server.child.stdin.end();
  expect(await server.exited).toEqual({ code: 0, signal: null });
});
