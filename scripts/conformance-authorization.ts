// Runs the authorization scenarios of MCP's official conformance suite against `kith serve`. This program acts as the
// person who signs in and consents. The suite needs Node 22, which npx installs.
//   node scripts/run.mjs scripts/conformance-authorization.ts
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { originOf, signedIn } from '../test/support/browser.ts';
import { freePort } from '../test/support/free-port.ts';
import { startService } from '../test/support/service.ts';
import { npmCommand } from './npm.mjs';

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';

const service = await startService();
try {
  const origin = originOf(service);
  const { email } = await service.user();
  const browser = await signedIn(service, email);
  const port = await freePort();
  const registered = await fetch(`${origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'conformance', redirect_uris: [`http://127.0.0.1:${port}/callback`] }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const settings = ['--url', origin, '--client-id', client_id, '--resource', `${origin}/mcp`, '--port', `${port}`];
  const suite = ['-y', '-p', 'node@22', '-p', SUITE, '--', 'conformance', 'authorization', ...settings];
  const child = spawn(...npmCommand('npx', suite), { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  let hasAllowed = false;
  child.stdout.on('data', (chunk) => {
    said += chunk;
    const asked = /^http\S+\/oauth\/authorize\?\S+(?=\n)/m.exec(said)?.[0];
    if (!asked || hasAllowed) return;
    hasAllowed = true;
    void allow(asked);
  });
  const [code] = await once(child, 'close');
  process.stdout.write(`== conformance of the authorization server: ${code === 0 ? 'passed' : 'FAILED'}\n${said}\n`);
  process.exitCode = code === 0 && hasAllowed ? 0 : 1;

  async function allow(asked: string): Promise<void> {
    const page = await browser.open(asked);
    const { headers } = await browser.send(page.url, [['answer', 'allow']]);
    await fetch(headers.get('location')!);
  }
} finally {
  await service.stop();
}
