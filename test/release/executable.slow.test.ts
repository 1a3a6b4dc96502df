import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeExecutable } from '../../scripts/packaging/executable.ts';
import { product } from '../../scripts/packaging/product.ts';
import { newBrowser } from '../support/browser.ts';
import { plain } from '../support/forms.ts';
import { openedBy } from '../support/opened.ts';
import { temporaryFolder } from '../support/service.ts';

// One file, on a computer without Node.

const run = promisify(execFile);
const isNewEnough = Number(process.versions.node.split('.')[0]) >= 24;

describe.runIf(isNewEnough && process.platform === 'linux')('the single executable', () => {
  const folder = temporaryFolder();
  const program = join(folder.path, 'kith');
  const cache = join(folder.path, '.cache/kith');
  const alone = { cwd: folder.path, env: { HOME: folder.path, PATH: '' } };
  beforeAll(() => makeExecutable(program, process.execPath));
  afterAll(() => folder.remove());

  test('unpacks one copy for several first starts at once', async () => {
    const said = await Promise.all(Array.from({ length: 4 }, () => run(program, ['--version'], alone)));
    expect(new Set(said.map(({ stdout }) => stdout)).size).toBe(1);
    expect(readdirSync(cache)).toHaveLength(1);
  });

  test('explains a failure to unpack', async () => {
    const refused = await run(program, ['--version'], { ...alone, env: { HOME: '/dev/null' } }).catch((error) => error);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^kith cannot unpack itself: .* Set XDG_CACHE_HOME /),
    });
  });

  test('unpacks missing or incomplete files again', async () => {
    const unpacked = join(cache, readdirSync(cache)[0]!);
    writeFileSync(join(unpacked, 'dist/cli.js'), '');
    rmSync(join(unpacked, 'dist/chunks'), { recursive: true });
    expect((await run(program, ['--version'], alone)).stdout).toBe(`${product.version}\n`);
    expect((await run(program, ['help'], alone)).stdout).toContain('kith import');
    expect(readdirSync(join(unpacked, 'dist')).filter((name) => name.includes('cli.js'))).toEqual(['cli.js']);
  });

  test('runs nothing from a folder that another user can write, or from the current folder', async () => {
    const shared = join(folder.path, 'shared');
    mkdirSync(join(shared, 'kith'), { recursive: true });
    chmodSync(join(shared, 'kith'), 0o777);
    const environment = { ...alone.env, XDG_CACHE_HOME: shared };
    const refused = await run(program, ['--version'], { ...alone, env: environment }).catch((error) => error);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is writable by others') });
    expect(readdirSync(join(shared, 'kith'))).toEqual([]);
    await run(program, ['--version'], { ...alone, env: { ...alone.env, XDG_CACHE_HOME: 'here' } });
    expect(existsSync(join(folder.path, 'here'))).toBe(false);
  });

  test('shows its own path in the setup instructions, not one that an update removes', async () => {
    const { link, stop } = await openedBy(program, ['open', '--port', '0', '--no-browser'], alone.env);
    const here = newBrowser(link.origin);
    await here.send(link, []);
    const { text } = await here.open('/settings/assistants');
    await stop();
    expect(plain(text)).toContain(JSON.stringify({ mcpServers: { kith: { command: program, args: [] } } }));
  });

  test('imports a file in its own thread, and serves an MCP client', async () => {
    await run(program, ['import', join(process.cwd(), 'samples/address-book.vcf')], alone);
    const client = new Client({ name: 'kith-test', version: '1' });
    await client.connect(new StdioClientTransport({ command: program, ...alone, stderr: 'ignore' }));
    const { structuredContent } = await client.callTool({ name: 'list_contacts', arguments: { searchQuery: 'amara' } });
    await client.close();
    expect(JSON.stringify(structuredContent)).toContain('Amara');
  });

  test('starts itself again, as for the demo, wherever it was unpacked', async () => {
    const env = { ...alone.env, XDG_CACHE_HOME: join(folder.path, 'elsewhere') };
    expect((await run(program, ['demo'], { ...alone, env })).stdout).toContain('All of it ran on a real database');
  });
});
