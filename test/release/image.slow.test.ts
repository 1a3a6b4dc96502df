import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENTRY_POINT, makeImage, type Tools, USER } from '../../scripts/packaging/image.ts';
import { product } from '../../scripts/packaging/product.ts';
import { unpackedPackage } from '../support/debian.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/service.ts';

// The image, made and started without a container engine: its root file system alone, by a user who may do nothing.

const run = promisify(execFile);
const umoci = whyNot() === undefined ? findUmoci() : undefined;
const left = whyNot() ?? (umoci ? undefined : 'there is no umoci');
if (left) process.stderr.write(`the image is not tried: ${left}\n`);

function whyNot(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root makes it, on Linux';
  if (Number(process.versions.node.split('.')[0]) < 24) return 'it has a Node of 24 or newer';
  if (spawnSync('unshare', ['--pid', '--fork', '--mount', 'true']).status !== 0)
    return 'namespaces are not allowed here';
  return undefined;
}

function findUmoci(): Tools | undefined {
  if (existsSync('/usr/bin/umoci')) return { umoci: '/usr/bin/umoci' };
  const unpacked = unpackedPackage('umoci');
  return unpacked ? { umoci: join(unpacked, 'usr/bin/umoci') } : undefined;
}

describe.skipIf(left)('the image', () => {
  const folder = temporaryFolder();
  const path = (name: string) => join(folder.path, name);
  const root = path('bundle/rootfs');
  beforeAll(async () => {
    await makeImage(path('image.tar'), process.execPath, umoci!);
    mkdirSync(path('layout'));
    execFileSync('tar', ['-xf', path('image.tar'), '-C', path('layout')]);
    execFileSync(umoci!.umoci, ['unpack', '--image', `${path('layout')}:${product.version}`, path('bundle')]);
    mkdirSync(join(root, 'proc'), { recursive: true });
  });
  afterAll(() => folder.remove());

  /** As a container does: its own files, its own processes, of which it is the first. */
  const contained = (...args: string[]) => ({
    command: 'unshare',
    args: [
      ...['--pid', '--fork', '--kill-child', '--mount', `--root=${root}`, '--mount-proc', '--wd', '/data'],
      ...['--setuid', `${USER}`, '--setgid', `${USER}`, ...ENTRY_POINT, ...args],
    ],
    env: { PATH: process.env.PATH!, KITH_DATA_DIR: '/data' },
  });

  test('its configuration says what Containerfile does', () => {
    const { process: started } = JSON.parse(readFileSync(path('bundle/config.json'), 'utf8'));
    const lines = readFileSync('Containerfile', 'utf8').split('FROM ').at(-1)!;
    expect(started).toMatchObject({ args: ENTRY_POINT, cwd: '/data', user: { uid: USER, gid: USER } });
    expect(started.env).toContain('KITH_DATA_DIR=/data');
    expect(lines).toContain(`ENTRYPOINT ${JSON.stringify(ENTRY_POINT).replace(',', ', ')}`);
    for (const said of [`USER ${USER}:${USER}`, 'ENV KITH_DATA_DIR=/data', 'WORKDIR /data', `"${product.mcpName}"`])
      expect(lines).toContain(said);
    expect([statSync(join(root, 'data')).uid, existsSync(join(root, 'bin/sh'))]).toEqual([USER, false]);
  });

  test('it answers a host, and keeps what it is told in /data alone', async () => {
    const client = new Client({ name: 'kith-test', version: '1' });
    await client.connect(new StdioClientTransport({ ...contained(), stderr: 'ignore' }));
    const reply = await client.callTool({ name: 'create_contact', arguments: { full_name: 'Ada Lovelace' } });
    await client.close();
    expect(JSON.stringify(reply.structuredContent)).toContain('Ada Lovelace');
    expect(statSync(join(root, 'data/kith.db')).uid).toBe(USER);
  });

  test.each(['--port ', '--port='])('as a service at %j it is found well while it answers', async (flag) => {
    const port = await freePort();
    const { command, args, env } = contained('serve', ...`${flag}${port}`.split(' '));
    const service = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    await once(service.stderr, 'data');
    const { stdout: child } = await run('pgrep', ['-P', String(service.pid)]);
    const within = [
      '--target',
      child.trim(),
      '--pid',
      '--mount',
      '--root',
      '--setuid',
      `${USER}`,
      '--setgid',
      `${USER}`,
    ];
    const healthy = () =>
      run('nsenter', [...within, ENTRY_POINT[0]!, '/app/health.mjs']).then(
        () => true,
        () => false,
      );
    expect(await healthy()).toBe(true);
    // What waits for it does not pass a signal on.
    process.kill(Number(child), 'SIGTERM');
    await once(service, 'exit');
  });
});
