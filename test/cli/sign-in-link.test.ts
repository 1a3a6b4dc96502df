import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { hasTerminal } from '../support/at-terminal.ts';
import { originOf } from '../support/browser.ts';
import { engineSettings } from '../support/engine.ts';
import { CLI, kith, kithWith, type RunningService, startService, temporaryFolder } from '../support/service.ts';
import { visitorAt } from '../support/visitor.ts';

// The sign-in link, as shown to a person.

const folder = temporaryFolder();
const hasIPv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));
afterAll(() => folder.remove());

const NO_SERVER = { code: 1, stdout: '', stderr: expect.stringContaining('No running kith serve was found') };
const link = (email = 'ada@example.com') => kith(folder.path, 'user', 'link', email);
const originIn = (stdout: string) => /(http:\/\/localhost:\d+)\/sign-in\/link\/[\w-]{43}\s/.exec(stdout)?.[1];

/** A program other than kith on a port, and the requests that it receives. */
async function otherProgram(port: number, host = '127.0.0.1', relayTo = '') {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    asked.push(request.url!);
    response.end(relayTo && (await (await fetch(relayTo + request.url!)).text()));
  });
  server.listen(port, host);
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { asked, close };
}
const portOf = ({ baseUrl }: RunningService) => Number(new URL(baseUrl).port);

/** Kills the server, so its record stays. */
async function killed(service: RunningService): Promise<void> {
  const ended = once(service.process, 'exit');
  service.process.kill('SIGKILL');
  await ended;
}

test('is printed for a new user if kith serve runs, but not in JSON', async () => {
  const alone = await kith(folder.path, 'user', 'add', 'ada@example.com');
  expect(alone.stdout).toMatch(
    /^ada@example.com \(professional\)\nkith_\S+\n.*start kith serve and run kith user link EMAIL\.\n$/,
  );
  const service = await startService(folder.path);
  const { stdout } = await kith(folder.path, 'user', 'add', 'eve@example.com');
  expect(stdout).toMatch(/^eve@example.com \(professional\)\nkith_\S+\n.* within 10 minutes .*\nhttp:\S+\n$/);
  expect(originIn(stdout)).toBe(originOf(service));
  const told = JSON.parse((await kith(folder.path, 'user', 'add', 'bob@example.com', '--json')).stdout);
  expect(Object.keys(told)).toEqual(['id', 'email', 'plan', 'api_key']);
  for (const email of ['bob@example.com', 'eve@example.com'])
    await kith(folder.path, 'user', 'remove', email, '--yes', email);
  await service.stop();
});

test('has the address of a running server after others have stopped', async () => {
  await expect(link()).rejects.toMatchObject(NO_SERVER);
  const [first, second] = [await startService(folder.path), await startService(folder.path)];
  expect([originOf(first), originOf(second)]).toContain(originIn((await link()).stdout));
  await second.stop();
  expect(originIn((await link()).stdout)).toBe(originOf(first));
  await killed(first);
  await expect(link()).rejects.toMatchObject(NO_SERVER);
  const third = await startService(folder.path);
  expect(originIn((await link()).stdout)).toBe(originOf(third));
  await third.stop();
});

test('never names a port where another program listens, even one that relays the proof of a real server', async () => {
  const service = await startService(folder.path);
  const gone = await startService(folder.path);
  await killed(gone);
  // The latest record is the killed server's.
  const relay = await otherProgram(portOf(gone), '127.0.0.1', service.baseUrl);
  expect(originIn((await link()).stdout)).toBe(originOf(service));
  await service.stop();
  relay.close();
  const thief = await otherProgram(portOf(gone));
  await expect(link()).rejects.toMatchObject(NO_SERVER);
  thief.close();
  expect([relay.asked.length, thief.asked.length]).toEqual([1, 1]);
  for (const asked of [...thief.asked, ...relay.asked])
    expect(asked).toMatch(/^\/\.well-known\/kith-server\?challenge=[\w-]{43}$/);
});

test.runIf(hasIPv6)('names no server if another program has the other address of localhost', async () => {
  const service = await startService(folder.path);
  const thief = await otherProgram(portOf(service), '::1');
  await expect(link()).rejects.toMatchObject(NO_SERVER);
  thief.close();
  expect(originIn((await link()).stdout)).toBe(originOf(service));
  await service.stop();
});

test('proves itself only for its own address and only to valid challenges', async () => {
  const service = await startService(folder.path);
  const status = async (challenge: string) =>
    (await fetch(`${service.baseUrl}/.well-known/kith-server?challenge=${challenge}`)).status;
  expect(await Promise.all(['', 'x', 'x'.repeat(44), '%0a'.repeat(43), 'x'.repeat(43)].map(status))).toEqual([
    400, 400, 400, 400, 200,
  ]);
  await service.stop();
});

test.each([
  ['https://kith.example.com', 'https://kith.example.com/sign-in/link/'],
  ['https://kith.example.com:8443/', 'https://kith.example.com:8443/sign-in/link/'],
])('starts with KITH_PUBLIC_URL=%s', async (url, start) => {
  const { stdout } = await kithWith({ KITH_PUBLIC_URL: url }, folder.path, 'user', 'link', 'ada@example.com');
  expect(stdout).toContain(`\n${start}`);
});

test.each(['https://example.com/kith', 'http://kith.example.com'])('is refused with %s', async (url) => {
  await expect(
    kithWith({ KITH_PUBLIC_URL: url }, folder.path, 'user', 'link', 'ada@example.com'),
  ).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('KITH_PUBLIC_URL') });
});

test.runIf(hasTerminal)('is printed by kith serve at a terminal, and never to a log', async () => {
  const service = await startService(folder.path);
  // A response shows that the start is complete.
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
