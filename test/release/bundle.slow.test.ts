import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, expect, test } from 'vitest';
import { makeBundle } from '../../scripts/packaging/desktop-bundle.ts';
import { hasSqlite } from '../support/engine.ts';
import type { Json } from '../support/people.ts';
import { temporaryFolder } from '../support/service.ts';

// The bundle as a desktop client uses it: unpacked in its own folder, configured, started.

const folder = temporaryFolder();
afterAll(() => folder.remove());
const unpacked = join(folder.path, 'unpacked');

/** The command from the manifest with only the data folder filled in. */
function started({ server, user_config }: Json): { command: string; args: string[]; env: Record<string, string> } {
  const filled = (text: string): string =>
    text
      .replaceAll(/\$\{__dirname\}/g, unpacked)
      .replace(/\$\{user_config\.(\w+)\}/g, (_, name: string) =>
        name === 'data_dir' ? join(folder.path, 'data') : String(user_config[name].default),
      );
  const { command, args, env } = server.mcp_config;
  expect(command).toBe('node');
  return {
    command: process.execPath,
    args: args.map(filled),
    env: Object.fromEntries(Object.entries<string>(env).map(([name, value]) => [name, filled(value)])),
  };
}

test('is valid, and lists and calls its tools with only Node', async () => {
  const file = join(folder.path, 'kith.mcpb');
  await makeBundle(file);
  execFileSync(process.execPath, ['node_modules/@anthropic-ai/mcpb/dist/cli/cli.js', 'unpack', file, unpacked]);
  const manifest: Json = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8'));
  expect(readFileSync(join(unpacked, manifest.icon)).subarray(1, 4).toString()).toBe('PNG');
  const client = new Client({ name: 'kith-test', version: '1' });
  await client.connect(new StdioClientTransport({ ...started(manifest), cwd: folder.path, stderr: 'ignore' }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(manifest.tools.map(({ name }: Json) => name));
  const reply = await client.callTool({ name: 'create_contact', arguments: { full_name: 'Ada Lovelace' } });
  await client.close();
  // No client includes a Node as old as that.
  if (!hasSqlite) expect(JSON.stringify(reply.content)).toContain('Use Node 22.16 or newer');
  else expect(JSON.stringify(reply.structuredContent)).toContain('Ada Lovelace');
});
