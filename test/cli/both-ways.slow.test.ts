import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectHost } from '../support/connected-host.ts';
import { kith, kithWith, type RunningService, startService, temporaryFolder, type User } from '../support/service.ts';

// Every user command has the same result on local data and over a remote service's API.

const folder = temporaryFolder();
const CARDS = join(folder.path, 'cards.vcf');
writeFileSync(CARDS, 'BEGIN:VCARD\nVERSION:3.0\nFN:Grace Hopper\nEMAIL:grace@example.org\nEND:VCARD\n');

let service: RunningService;
/** Two users who have an API key, a device and a connected app, and nothing else: one works on the data folder, the other with an API key. */
let here: User;
let there: User;
beforeAll(async () => {
  service = await startService();
  [here, there] = [await service.user(), await service.user()];
  for (const { email } of [here, there]) {
    await kith(service.dataDir, 'key', 'add', email, '--name', 'laptop', '--scope', 'read');
    await kith(service.dataDir, 'key', 'add', email, '--name', 'phone', '--dav');
    await connectHost(service, email, 'Claude');
  }
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

type Outcome = { code: number; stdout: string; stderr: string };

const outcomeOf = (running: Promise<{ stdout: string; stderr: string }>): Promise<Outcome> =>
  running.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

/** Replaces ids, addresses, and key usage that differ between the users. */
const alike = ({ code, stdout, stderr }: Outcome, { email, id }: User): Outcome => {
  const plain = (text: string) =>
    text
      .replaceAll(email, 'USER')
      .replaceAll(id, 'USER-ID')
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
      .replace(/\b\d{8}T\d{6}Z/g, 'TIME')
      .replace(/^[0-9a-f]{6}(?= )/gm, 'ID')
      .replace(/("last_used_at":)(null|"[^"]*")|last used \S+|never used/g, '$1USE')
      .replace(/\d{2}:\d{2}:\d{2}\.\d{3}/g, 'TIME')
      .replace(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}/g, 'TIME');
  return { code, stdout: plain(stdout), stderr: plain(stderr) };
};

async function bothWays(args: string[]): Promise<[Outcome, Outcome]> {
  const { dataDir, baseUrl } = service;
  const remote = { KITH_BASE_URL: baseUrl, KITH_API_KEY: there.apiKey };
  // One after the other, because on SQLite a writing process makes another wait.
  const local = alike(await outcomeOf(kithWith({ KITH_USER: here.email }, dataDir, ...args)), here);
  return [local, alike(await outcomeOf(kithWith(remote, dataDir, ...args)), there)];
}

/** An id that nobody has. */
const NOTHING = '00000000-0000-4000-8000-000000000000';

/**
 * In this order, each command after those before it. A JSON export is missing, because on the data folder it also has
 * columns that no operation returns.
 */
const COMMANDS: string[][] = [
  ['import', CARDS, '--dry-run'],
  ['import', CARDS],
  ['import', CARDS, '--json'],
  ['add', 'Ada Lovelace', '--email', 'ada@example.org', '--tag', 'friends', '--note', 'Likes engines'],
  ['add', 'Mary Shelley', '--json'],
  ['note', 'ada', 'Moved to Lisbon', '--on', '2026-05-17', '--type', 'coffee'],
  ['note', 'nobody', 'Lost'],
  ['remind', 'Return the book', '--about', 'ada', '--on', '2030-01-02', '--every', 'month'],
  ...[['due'], ['due', '--json'], ['done', 'return the book'], ['done', 'nothing'], ['briefing', '--json']],
  ...[
    ['find', 'where did ada move?'],
    ['find', 'lisbon', '--json'],
    ['show', 'ada'],
    ['show', 'ada', '--json'],
  ],
  ...[
    ['call', 'list_tags'],
    ['call', 'list_contacts', '{"searchQuery":"ada"}'],
    ['call', 'no_such_tool'],
  ],
  ...[['calendars'], ['calendars', '--json'], ['calendars', '--hide', 'Work']],
  ...[
    ['export', '--format', 'vcf'],
    ['export', '--format', 'csv'],
  ],
  ...[['message'], ['message', '--json'], ['message', '--off'], ['message', '--test']],
  ...[
    ['feed', '--off'],
    ['feed', '--off', '--json'],
    ['feed', '--off', '--new'],
  ],
  ...[
    ['call', 'delete_contact', '{"contactId":"Mary Shelley"}'],
    ['trash'],
    ['trash', 'list', '--json'],
    ['trash', 'restore', NOTHING],
    ['trash', 'empty', NOTHING],
    ['trash', 'empty', '--all'],
  ],
  ...[['undo'], ['undo', '--json'], ['undo', NOTHING], ['undo', 'x']],
  ...[['sync'], ['sync', '--dry-run', '--json'], ['disconnect', 'Friends', '--provider', 'carddav']],
  ...[
    ['key', 'list'],
    ['key', 'list', '--json'],
    ['key', 'revoke', 'laptop', '--json'],
    ['key', 'revoke', 'phone'],
  ],
  ...[
    ['app', 'list'],
    ['app', 'list', '--json'],
    ['app', 'revoke', 'Claude'],
    ['app', 'revoke', 'Claude'],
    ['key', 'revoke', 'laptop'],
    ['key', 'revoke'],
    ['key', 'list'],
  ],
  ...[
    ['accounts'],
    ['accounts', '--json'],
    ['connect', 'ics', 'http://calendar.example/a.ics'],
    ['disconnect', 'nobody@example.com'],
    ['disconnect', '--provider', 'google'],
  ],
  ...[['last-contact'], ['last-contact', '--on', 'nobody@example.com']],
  ...[['suggested'], ['suggested', '--json'], ['suggested', '--never', 'nobody@example.com']],
];

test.each(COMMANDS.map((args) => [args.join(' '), args] as const))('kith %s', async (_, args) => {
  const [local, remote] = await bothWays(args);
  expect(remote).toEqual(local);
});

/** Commands that need a recent sign-in: a key is refused, with the place to do it instead. */
const FRESH: string[][] = [
  ['message', '--time', '08:00', '--mail', 'ada@example.com'],
  ...[['feed'], ['feed', '--new'], ['feed', '--parts', 'birthdays']],
  ['connect', 'carddav', 'https://dav.example.com', '--login', 'ann'],
  ...[
    ['key', 'show'],
    ['key', 'regenerate'],
    ['key', 'add', '--name', 'n'],
    ['key', 'add', '--name', 'n', '--dav'],
  ],
];

test.each(FRESH.map((args) => [args.join(' '), args] as const))('kith %s is refused with a key', async (_, args) => {
  const remote = { KITH_BASE_URL: service.baseUrl, KITH_API_KEY: there.apiKey };
  const { code, stderr } = await outcomeOf(kithWith(remote, service.dataDir, ...args));
  expect(code).not.toBe(0);
  expect(stderr).toContain('requires a recent sign-in, which an API key cannot replace');
});

test('kith log lists the events of the account, oldest first', async () => {
  const remote = { KITH_BASE_URL: service.baseUrl, KITH_API_KEY: there.apiKey };
  const { stdout } = await kithWith(remote, service.dataDir, 'log', '--json');
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect([...new Set(lines.map(({ email }) => email))]).toEqual([there.email]);
  expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).toSorted());
  expect(lines.filter(({ event }) => event === 'key.made').map(({ key }) => key)).toEqual([
    'default',
    'laptop',
    'phone',
  ]);
  expect((await kithWith(remote, service.dataDir, 'log', '--since', '1h')).stdout).toContain('key laptop');
});
