import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// Builds Containerfile with Docker and starts the image. Left out on machines without a running Docker.

const run = promisify(execFile);
const TAG = `kith-test-${process.pid}`;
const hasDocker = spawnSync('docker', ['version', '--format', '{{.Server.Os}}'], { encoding: 'utf8' }).stdout?.trim();
if (hasDocker !== 'linux') process.stderr.write('the image is not tested: Docker is not running\n');

describe.skipIf(hasDocker !== 'linux')('the image', () => {
  beforeAll(() => {
    execFileSync('docker', ['build', '--file', 'Containerfile', '--tag', TAG, '.'], { stdio: 'pipe' });
  }, 900_000);
  afterAll(() => {
    spawnSync('docker', ['rm', '--force', '--volumes', TAG]);
    spawnSync('docker', ['rmi', TAG]);
  });

  test('answers an MCP client over stdio on a read-only file system', async () => {
    const args = ['run', '--interactive', '--rm', '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', TAG];
    const client = new Client({ name: 'kith-test', version: '1' });
    await client.connect(new StdioClientTransport({ command: 'docker', args, stderr: 'ignore' }));
    const reply = await client.callTool({ name: 'create_contact', arguments: { full_name: 'Ada Lovelace' } });
    await client.close();
    expect(JSON.stringify(reply.structuredContent)).toContain('Ada Lovelace');
  });

  test.each([['--port', '9000'], ['--port=9000']])('reports its health with %s', async (...port) => {
    await run('docker', ['run', '--detach', '--rm', '--name', TAG, TAG, 'serve', '--host', '0.0.0.0', ...port]);
    const checkHealth = () => run('docker', ['exec', TAG, '/nodejs/bin/node', '/app/health.mjs']);
    await expect
      .poll(
        () =>
          checkHealth().then(
            () => 'healthy',
            () => 'unhealthy',
          ),
        { timeout: 30_000 },
      )
      .toBe('healthy');
    await run('docker', ['stop', TAG]);
  });
});
