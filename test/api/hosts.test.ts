import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConnectedHost, connectHost, refresh, statusWith } from '../support/connected-host.ts';
import { kith, type RunningService, startService, temporaryFolder, type User } from '../support/service.ts';

// A person's connected apps, as the shell lists and revokes them.

const folder = temporaryFolder();
let service: RunningService;
let ada: User;
let claude: ConnectedHost;
beforeAll(async () => {
  service = await startService(folder.path);
  ada = await service.user('ada@example.com');
  claude = await connectHost(service, ada.email, 'Claude');
  await connectHost(service, ada.email, 'Same name');
  await connectHost(service, ada.email, 'Same name');
});
afterAll(async () => {
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
  folder.remove();
});

const json = async (...args: string[]) => JSON.parse((await kith(folder.path, 'app', ...args, '--json')).stdout);
const failure = (...args: string[]) =>
  kith(folder.path, 'app', ...args).then(
    () => expect.unreachable('should have failed'),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );

test("lists each app's name, address, scopes, and last use", async () => {
  const hosts = await json('list', ada.email);
  expect(hosts.map(({ name }: { name: string }) => name)).toEqual(['Same name', 'Same name', 'Claude']);
  expect(hosts[2]).toEqual({
    id: expect.stringMatching(/^[\da-f]{8}-/),
    name: 'Claude',
    sent_to: '127.0.0.1:9',
    scopes: ['kith:read', 'kith:write'],
    created_at: expect.any(String),
    last_used_at: null,
  });
  const { stdout } = await kith(folder.path, 'app', 'list', ada.email);
  expect(stdout.trim().split('\n')).toHaveLength(3);
  expect(stdout).toContain(`${hosts[2].id.slice(0, 6)}  Claude     127.0.0.1:9  kith:read kith:write  since `);
  expect(stdout).not.toContain(hosts[2].id);
});

test('revokes nothing for text that matches no app, or several', async () => {
  expect(await failure('revoke', ada.email, 'ChatGPT')).toEqual({
    code: 1,
    stderr: expect.stringContaining('has no connected app "ChatGPT"'),
  });
  const several = await failure('revoke', ada.email, 'Same name');
  expect(several).toEqual({
    code: 2,
    stderr: expect.stringMatching(/matches several apps: \S+ \(Same name\), \S+ \(/),
  });
  expect((await failure('revoke', ada.email, '')).code).toBe(2);
  expect((await failure('list', 'nobody@example.com')).stderr).toContain('There is no user');
  const bob = await service.user('bob@example.com');
  const [{ id }] = await json('list', ada.email);
  expect((await failure('revoke', bob.email, id)).code).toBe(1);
  expect((await kith(folder.path, 'app', 'list', bob.email)).stdout).toContain('has no connected apps');
  expect(await json('list', ada.email)).toHaveLength(3);
});

test('revokes an app by its name, or by its id or the start of it, with immediate effect', async () => {
  expect(await statusWith(service, claude)).toBe(200);
  const hosts = await json('list', ada.email);
  expect((await kith(folder.path, 'app', 'revoke', ada.email, 'Claude')).stdout).toBe('Claude is disconnected.\n');
  expect(await statusWith(service, claude)).toBe(401);
  expect((await refresh(service, claude)).status).toBe(400);
  expect(await json('revoke', ada.email, hosts[0].id.slice(0, 6))).toMatchObject({ id: hosts[0].id });
  expect(await json('revoke', ada.email, hosts[1].id)).toMatchObject({ id: hosts[1].id, name: 'Same name' });
  expect(await json('list', ada.email)).toEqual([]);
  const events = JSON.parse(`[${(await kith(folder.path, 'log', '--json')).stdout.trim().split('\n').join(',')}]`);
  const revoked = events.filter(({ event }: { event: string }) => event === 'host.disconnected');
  expect(revoked.map(({ key }: { key: string }) => key).sort()).toEqual(['Claude', 'Same name', 'Same name']);
});
