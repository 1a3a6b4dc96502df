import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SecurityLine } from '../../src/identity/users/security-log.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { engine } from '../support/engine.ts';
import { GIVES_NOTHING_UP } from '../support/no-long-waits.ts';
import { apiAt, kith, kithWith, startService, temporaryFolder } from '../support/service.ts';

// The security log's entries, by user and action: from the shell, and over a socket.

const folder = temporaryFolder();
const EMAIL = 'ada@example.com';
const AT = { KITH_PUBLIC_URL: 'https://kith.example.com' };
const run = (...args: string[]) => kithWith(AT, folder.path, ...args).catch((error: { stdout: string }) => error);
let database: Database;
beforeAll(async () => {
  copyFileSync('samples/calendar.ics', ics);
  await run('user', 'add', EMAIL);
  database = openDatabase(folder.path);
});
afterAll(() => {
  database.close();
  folder.remove();
});

async function log(...args: string[]): Promise<SecurityLine[]> {
  const { stdout } = await kith(folder.path, 'log', '--json', ...args);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** The lines logged during some work, as event, user, key, and detail. */
async function linesOf(work: () => Promise<unknown>): Promise<(string | null)[][]> {
  const before = written();
  await work();
  const lines = written();
  expect(lines.slice(0, before.length)).toEqual(before);
  return lines.slice(before.length);
}

const written = (): (string | null)[][] =>
  database
    .all(
      `select l.event, u.email, l.key_name, l.detail from security_log l left join users u on u.user_id = l.user_id
       order by l.at, l.id`,
    )
    .map(({ event, email, key_name, detail }) => [event, email, key_name, detail] as (string | null)[]);

const ics = join(folder.path, 'calendar.ics');
const FROM_THE_SHELL: [string[], (string | null)[][]][] = [
  [
    ['user', 'add', 'bob@example.com'],
    [
      ['user.added', 'bob@example.com', null, 'professional'],
      ['key.made', 'bob@example.com', 'default', null],
      ['link.made', 'bob@example.com', null, null],
    ],
  ],
  [['user', 'link', 'bob@example.com'], [['link.made', 'bob@example.com', null, null]]],
  [['user', 'plan', 'bob@example.com', 'free'], [['plan.changed', 'bob@example.com', null, 'free']]],
  [['key', 'show', EMAIL], [['key.shown', EMAIL, 'default', null]]],
  [['key', 'regenerate', EMAIL], [['key.replaced', EMAIL, 'default', null]]],
  [['key', 'add', EMAIL, '--name', 'phone', '--scope', 'read'], [['key.made', EMAIL, 'phone', 'read']]],
  [['key', 'revoke', EMAIL, 'phone'], [['key.revoked', EMAIL, 'phone', null]]],
  [['connect', 'ics', ics, '--name', 'Home', '--user', EMAIL], [['account.connected', EMAIL, null, 'ICS']]],
  [['disconnect', 'Home', '--user', EMAIL], [['account.disconnected', EMAIL, null, 'ICS']]],
];

test.each(FROM_THE_SHELL)('kith %j', async (args, lines) => {
  expect(await linesOf(() => run(...args))).toEqual(lines);
});

test('logs an export and an import, but none of their data', async () => {
  const cards = join(folder.path, 'cards.vcf');
  writeFileSync(cards, 'BEGIN:VCARD\nVERSION:3.0\nFN:Quite Secret\nEND:VCARD\n');
  await run('call', 'list_tags');
  const local = 'me@localhost';
  expect(await linesOf(() => run('import', cards, '--dry-run'))).toEqual([]);
  expect(await linesOf(() => run('import', cards))).toEqual([['data.imported', local, null, null]]);
  expect(await linesOf(() => run('export', join(folder.path, 'out.csv')))).toEqual([
    ['data.exported', local, null, 'csv'],
  ]);
  expect(JSON.stringify(written())).not.toMatch(/Quite|cards|out\.csv|kith_/);
});

test.runIf(engine === 'sqlite')(
  'a new secret, a backup and its return are told, the return in the data that came back',
  async () => {
    const copy = temporaryFolder();
    const file = join(copy.path, 'kith.backup');
    expect(await linesOf(() => run('secret', 'rotate'))).toEqual([['secret.rotated', null, null, null]]);
    expect(await linesOf(() => run('backup', file))).toEqual([['data.backed_up', null, null, null]]);
    const known = written();
    const { stdout: restored } = await kith(copy.path, 'restore', file);
    expect(restored).toContain('Restored');
    const { stdout: there } = await kith(copy.path, 'log', '--json');
    const events = there
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).event);
    // The copy was made before the event was logged.
    expect(events).toEqual([...known.slice(0, -1).map(([event]) => event), 'data.restored']);
    copy.remove();
  },
);

test('a command at a remote service logs nothing locally', async () => {
  const remote = createServer((_, answer) => answer.writeHead(401).end());
  remote.listen(0, '127.0.0.1');
  await once(remote, 'listening');
  const { port } = remote.address() as AddressInfo;
  const env = { KITH_BASE_URL: `http://127.0.0.1:${port}`, KITH_API_KEY: 'kith_x' };
  expect(await linesOf(() => kithWith(env, folder.path, 'export').catch(() => {}))).toEqual([]);
  remote.close();
});

test("logs accepted and refused keys, a key's missing rights, and a reached limit over a socket, once per interval", async () => {
  const service = await startService(folder.path, { ...GIVES_NOTHING_UP, KITH_RATE_LIMIT: '12' });
  const ada = await service.user('zoe@example.com');
  const reader = await run('key', 'add', ada.email, '--name', 'reader', '--scope', 'read', '--json');
  const expired = await run('key', 'add', ada.email, '--name', 'late', '--expires', '1h', '--json');
  database.all(`update api_keys set expires_at = '2026-01-01T00:00:00.000Z' where name = 'late'`);
  const at = (answer: { stdout: string }) => apiAt(service.baseUrl, JSON.parse(answer.stdout).api_key);
  const seen = await linesOf(async () => {
    for (let time = 0; time < 3; time++) {
      await ada.get('/v2/users/me');
      await at(reader).post('/v2/contacts', { full_name: 'Not allowed' });
      await at(expired).get('/v2/users/me');
      await apiAt(service.baseUrl, `kith_guess${time}`).get('/v2/users/me');
    }
    // No sign-in was attempted.
    await apiAt(service.baseUrl, undefined).get('/v2/users/me');
    for (let time = 0; time < 10; time++) await ada.get('/v2/users/me');
    await service.stop();
  });
  expect(seen).toEqual([
    ['key.accepted', ada.email, 'default', null],
    ['key.accepted', ada.email, 'reader', null],
    ['permission.refused', ada.email, 'reader', 'create_contact'],
    ['key.refused', ada.email, 'late', 'expired'],
    ['key.refused', null, null, 'unknown'],
    ['limit.hit', ada.email, null, null],
  ]);
  const lines = await log('--user', ada.email);
  expect(new Set(lines.map(({ email }) => email))).toEqual(new Set([ada.email]));
  expect(lines.find(({ event }) => event === 'key.accepted')).toEqual({
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    event: 'key.accepted',
    outcome: 'done',
    user_id: ada.id,
    email: ada.email,
    key: 'default',
    address: '127.0.0.1',
    detail: null,
  });
  const words = (await run('log', '--user', ada.email)).stdout;
  expect(words).toMatch(/key\.refused +zoe@example\.com +key late +from 127\.0\.0\.1 +expired/);
});

test('keeps lines for 90 days, filters them by date, and shows a removed user by id', async () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
  const line = (id: string, ago: number) => ({ id, at: day(ago), event: 'key.made', detail: id });
  database.insert('security_log', line('too old', 91), line('old', 89), line('week', 6));
  const details = async (...args: string[]) => (await log(...args)).map(({ detail }) => detail);
  expect(await details()).toEqual(expect.arrayContaining(['old', 'week']));
  expect(await details()).not.toContain('too old');
  expect(await details('--since', '7d')).not.toContain('old');
  expect(await details('--since', day(90).slice(0, 10))).toContain('old');
  // The next line removes the expired ones.
  await run('key', 'show', EMAIL);
  expect(database.all(`select id from security_log where detail = 'too old'`)).toEqual([]);
  const { id } = JSON.parse((await run('user', 'add', 'gone@example.com', '--json')).stdout);
  await run('user', 'remove', 'gone@example.com', '--yes', 'gone@example.com');
  expect((await log('--user', id)).map(({ event, email }) => [event, email])).toEqual([
    ['user.added', null],
    ['key.made', null],
    ['user.removed', null],
  ]);
  expect(JSON.stringify(await log())).not.toContain('gone@example.com');
});

test.each([
  [['log', '--since', 'yesterday'], '--since "yesterday" is not a time'],
  [['log', '--user', 'nobody@example.com'], 'There is no user'],
  [['log', 'all'], 'kith help log'],
])('rejects kith %j with an explanation', async (args, words) => {
  await expect(kith(folder.path, ...args)).rejects.toMatchObject({ stderr: expect.stringContaining(words) });
});
