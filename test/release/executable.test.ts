import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeExecutable } from '../../scripts/packaging/executable.ts';
import { temporaryFolder } from '../support/service.ts';

// One file, on a machine that has no Node.

const run = promisify(execFile);
const isNewEnough = Number(process.versions.node.split('.')[0]) >= 24;

describe.runIf(isNewEnough && process.platform === 'linux')('the single executable', () => {
  const folder = temporaryFolder();
  const program = join(folder.path, 'kith');
  const alone = { cwd: folder.path, env: { HOME: folder.path, PATH: '' } };
  beforeAll(() => makeExecutable(program, process.execPath));
  afterAll(() => folder.remove());

  test('several that start at once for the first time unpack one copy', async () => {
    const said = await Promise.all(Array.from({ length: 4 }, () => run(program, ['--version'], alone)));
    expect(new Set(said.map(({ stdout }) => stdout)).size).toBe(1);
    expect(readdirSync(join(folder.path, '.cache/kith'))).toHaveLength(1);
  });

  test('where it cannot unpack itself it says so', async () => {
    const refused = await run(program, ['--version'], { ...alone, env: { HOME: '/dev/null' } }).catch((error) => error);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^kith cannot unpack itself: .* Set XDG_CACHE_HOME /),
    });
  });

  test('it imports a file in its own thread, and answers a host', async () => {
    await run(program, ['import', join(process.cwd(), 'samples/address-book.vcf')], alone);
    const client = new Client({ name: 'kith-test', version: '1' });
    await client.connect(new StdioClientTransport({ command: program, ...alone, stderr: 'ignore' }));
    const { structuredContent } = await client.callTool({ name: 'list_contacts', arguments: { searchQuery: 'amara' } });
    await client.close();
    expect(JSON.stringify(structuredContent)).toContain('Amara');
  });

  test('it starts itself, as the demonstration does', async () => {
    expect((await run(program, ['demo'], alone)).stdout).toContain('All of it ran against a real database');
  });
});
