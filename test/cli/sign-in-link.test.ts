import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { hasTerminal } from '../support/at-terminal.ts';
import { originOf } from '../support/browser.ts';
import { engineSettings } from '../support/engine.ts';
import { CLI, kith, kithWith, startService, temporaryFolder } from '../support/service.ts';
import { visitorAt } from '../support/visitor.ts';

// The link to sign in with, where a person reads it.

const folder = temporaryFolder();
afterAll(() => folder.remove());

test('comes with a new user, for a person and not for a program', async () => {
  const { stdout } = await kith(folder.path, 'user', 'add', 'ada@example.com');
  expect(stdout).toMatch(
    /^ada@example.com \(professional\)\nkith_\S+\n.* within 10 minutes .*\nhttp:\/\/localhost:8334\/sign-in\/link\/[\w-]{43}\n.*kith serve/,
  );
  const told = JSON.parse((await kith(folder.path, 'user', 'add', 'bob@example.com', '--json')).stdout);
  expect(Object.keys(told)).toEqual(['id', 'email', 'plan', 'api_key']);
  await kith(folder.path, 'user', 'remove', 'bob@example.com', '--yes', 'bob@example.com');
});

test.each([
  ['https://kith.example.com', 'https://kith.example.com/sign-in/link/'],
  ['https://kith.example.com:8443/', 'https://kith.example.com:8443/sign-in/link/'],
])('is under KITH_PUBLIC_URL=%s', async (url, start) => {
  const { stdout } = await kithWith({ KITH_PUBLIC_URL: url }, folder.path, 'user', 'link', 'ada@example.com');
  expect(stdout).toContain(`\n${start}`);
});

test.each(['https://example.com/kith', 'http://kith.example.com'])('is not to be had under %s', async (url) => {
  await expect(
    kithWith({ KITH_PUBLIC_URL: url }, folder.path, 'user', 'link', 'ada@example.com'),
  ).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('KITH_PUBLIC_URL') });
});

test.runIf(hasTerminal)('is printed by kith serve where somebody watches, and never into a log', async () => {
  const service = await startService(folder.path);
  // An answer shows that the start is over.
  expect((await visitorAt(originOf(service)).get('/sign-in')).status).toBe(200);
  await service.stop();
  expect(service.log()).not.toContain('/sign-in/link/');

  const env = { ...process.env, KITH_DATA_DIR: folder.path, ...(await engineSettings(folder.path)) };
  const child = spawn('script', ['-qec', `${process.execPath} ${CLI} serve --port 0`, '/dev/null'], {
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let shown = '';
  for await (const part of child.stdout) {
    shown += part;
    const [, origin, path] = /(http:\/\/localhost:\d+)(\/sign-in\/link\/[\w-]{43})\s/.exec(shown) ?? [];
    if (!origin) continue;
    expect((await visitorAt(origin).get(path!)).text).toContain('ada@example.com');
    break;
  }
  const ended = once(child, 'close');
  process.kill(-child.pid!, 'SIGTERM');
  await ended;
});
