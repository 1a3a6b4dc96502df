import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { npmCommand } from '../../scripts/npm.mjs';
import { packInto } from '../../scripts/packaging/packed-files.ts';
import { LAUNCH } from '../../scripts/packaging/product.ts';
import { hasSqlite } from '../support/engine.ts';
import { type NpmRegistry, npmRegistry } from '../support/npm-registry.ts';
import { temporaryFolder } from '../support/service.ts';

// The packed files as npm installs them for a user who has nothing else.

const run = promisify(execFile);
const folder = temporaryFolder();
const path = (name: string) => join(folder.path, name);

let registry: NpmRegistry;
beforeAll(async () => {
  const prebuilt = ['@photostructure/sqlite', 'node-addon-api', 'node-gyp-build'].map(
    (name) => `./node_modules/${name}`,
  );
  registry = await npmRegistry(packInto(folder.path, '.', './packages/sqlite', ...prebuilt));
});
afterAll(async () => {
  await registry.close();
  folder.remove();
});

/** A computer with this Node and npm that never had kith. */
function fresh(name: string, more: Record<string, string> = {}) {
  mkdirSync(path(name));
  registry.fetched.length = 0;
  return {
    cwd: path(name),
    env: {
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      HOME: path(name),
      npm_config_registry: registry.url,
      npm_config_cache: join(path(name), 'cache'),
      npm_config_update_notifier: 'false',
      ...more,
    },
  };
}

async function launched(where: ReturnType<typeof fresh>, onSaid = (_: string) => {}): Promise<Client> {
  const client = new Client({ name: 'kith-test', version: '1' });
  const transport = new StdioClientTransport({ ...LAUNCH, ...where, stderr: 'pipe' });
  transport.stderr!.on('data', (text) => onSaid(String(text)));
  await client.connect(transport);
  return client;
}

test('starts a server with the launch line, and installs no SQLite if Node has one', async () => {
  const where = fresh('launched', { npm_config_ignore_scripts: 'true' });
  const told = { full_name: 'Ada Lovelace' };
  const client = await launched(where);
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(80);
  await client.callTool({ name: 'create_contact', arguments: told });
  await client.close();
  expect(registry.fetched.includes('@photostructure/sqlite')).toBe(!hasSqlite);
  const again = await launched(where);
  const { structuredContent } = await again.callTool({ name: 'list_contacts', arguments: { searchQuery: 'ada' } });
  expect(JSON.stringify(structuredContent)).toContain('Ada Lovelace');
  await again.close();
});

test("without optional packages, needs Node's SQLite or a remote service", async () => {
  const where = fresh('without-optional', { npm_config_omit: 'optional' });
  const said: string[] = [];
  const client = await launched(where, (line) => said.push(line));
  const reply = await client.callTool({ name: 'create_contact', arguments: { full_name: 'Grace Hopper' } });
  await client.close();
  expect(registry.fetched).toEqual([LAUNCH.args.at(-1)]);
  if (hasSqlite) expect(reply.isError).toBeFalsy();
  else expect(JSON.stringify(reply.content)).toContain('Use Node 22.16 or newer, run `npm install kith-sqlite`');
  expect(said.join('').includes('kith is ready on stdio')).toBe(hasSqlite);
});

test('installs two commands, the client library, and the documented files', async () => {
  const where = fresh('installed');
  await run(...npmCommand('npm', ['install', LAUNCH.args.at(-1)!]), where);
  const bin = (name: string, ...args: string[]) => run(join(where.cwd, 'node_modules/.bin', name), args, where);
  await bin('kith', 'add', 'Alan Turing');
  expect((await bin('kith-mcp', 'find', 'turing')).stdout).toContain('Alan Turing');
  const program = `import * as client from '${LAUNCH.args.at(-1)}/client'; console.log(Object.keys(client).join())`;
  expect((await run('node', ['--input-type=module', '-e', program], where)).stdout).not.toBe('\n');
});
