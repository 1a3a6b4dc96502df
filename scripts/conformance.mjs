// Runs MCP's official conformance suite against `kith http`, for both protocol lines. .ci/conformance/ lists the
// scenarios that kith cannot pass, with reasons. The suite needs Node 22, which npx installs.
//   node scripts/conformance.mjs
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmCommand } from './npm.mjs';

const LINES = [
  { version: '2025-11-25', suite: '0.1.16', choice: ['--suite', 'active'] },
  { version: '2026-07-28', suite: '0.2.0-alpha.12', choice: ['--requirements', '2026-07-28'] },
];

const folder = await mkdtemp(join(tmpdir(), 'kith-conformance-'));
const server = spawn(process.execPath, ['dist/cli.js', 'http', '--port', '0'], {
  env: { ...process.env, KITH_DATA_DIR: join(folder, 'data'), KITH_HTTP_TOKEN: 'none' },
  stdio: ['ignore', 'ignore', 'pipe'],
});
let failed = 0;
try {
  const url = `${await address()}/mcp`;
  for (const { version, suite, choice } of LINES) {
    const packages = ['-p', 'node@22', '-p', `@modelcontextprotocol/conformance@${suite}`];
    const expected = ['--expected-failures', `.ci/conformance/${version}.yml`];
    const args = ['-y', ...packages, '--', 'conformance', 'server', '--url', url, ...choice, ...expected];
    const { code, output } = await run(...npmCommand('npx', [...args, '-o', join(folder, version)]));
    const summary = output.slice(output.indexOf('=== SUMMARY ==='));
    process.stdout.write(
      `== conformance with ${version}: ${code === 0 ? 'as expected' : 'NOT as expected'}\n${summary}\n`,
    );
    if (code !== 0) failed++;
  }
} finally {
  server.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);

async function address() {
  let log = '';
  for await (const chunk of server.stderr) {
    log += chunk;
    const found = /listening on (http:\/\/\S+)/.exec(log)?.[1];
    if (found) return found;
  }
  throw new Error(`kith did not start: ${log}`);
}

async function run(command, args) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}
