import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { reportText } from '../../src/server/transfer/import-result.ts';
import { SETTING_NAMES, settingsIn } from '../../src/settings.ts';
import { engine, engineSettings } from '../support/engine.ts';
import { kith, kithWith, temporaryFolder } from '../support/service.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Settings that the tests set themselves. */
const OWN = ['KITH_DATA_DIR', 'KITH_SECRET', 'KITH_DATABASE_URL'];

const failing = (...args: string[]) =>
  kith(folder.path, ...args).then(
    () => expect.unreachable('should have failed'),
    (error: { code: number; stderr: string; stdout: string }) => error,
  );

test('finds the sample in the shell after an import, and changes nothing in a second import', async () => {
  const cards = readFileSync('samples/address-book.vcf', 'utf8').split(/(?<=END:VCARD\r?\n)/);
  const file = join(folder.path, 'some.vcf');
  writeFileSync(file, cards.slice(0, 50).join(''));
  const first = await kith(folder.path, 'import', file, '--json');
  expect(JSON.parse(first.stdout)).toMatchObject([{ failed: 0 }]);
  const found = JSON.parse((await kith(folder.path, 'call', 'search_notes', '{"searchQuery":"coffee"}')).stdout);
  expect(found.notes.length).toBeGreaterThan(3);
  const second = await kith(folder.path, 'import', file, '--json');
  expect(JSON.parse(second.stdout)).toMatchObject([{ created: 0, updated: 0, failed: 0 }]);
});

test('lists tools, and shows one in full', async () => {
  expect((await kith(folder.path, 'tools')).stdout).toContain('search_notes');
  expect(JSON.parse((await kith(folder.path, 'tools', 'search_notes')).stdout)).toMatchObject({ name: 'search_notes' });
  expect((await failing('tools', 'search_note')).stderr).toContain('did you mean search_notes');
});

test('shows usage for --help after a command, and does nothing else', async () => {
  const { stdout } = await kith(folder.path, 'user', 'add', 'nobody@example.com', '--help');
  expect(stdout).toMatch(/^Usage: kith user add \[options\] <email>/);
  expect((await failing('key', 'show', 'nobody@example.com')).code).toBe(1);
  expect((await kith(folder.path, 'help', 'user')).stdout).toContain("change a user's plan");
});

test.each(['', `\${user_config.any}`])('treats a setting left blank as %j as unset', async (text) => {
  const names = SETTING_NAMES.filter((name) => !OWN.includes(name));
  const blank = Object.fromEntries(names.map((name) => [name, text]));
  const { stdout } = await kithWith(blank, folder.path, 'call', 'get_current_user');
  expect(JSON.parse(stdout).user.email).toBe('me@localhost');
});

test('stores data in a default place without a home folder', () => {
  vi.stubEnv('HOME', '');
  for (const XDG_DATA_HOME of ['', 'here']) expect(isAbsolute(settingsIn({ XDG_DATA_HOME }).KITH_DATA_DIR)).toBe(true);
  vi.unstubAllEnvs();
});

test.runIf(engine === 'sqlite')('leaves data with a missing secret unchanged until the secret is back', async () => {
  const lost = temporaryFolder();
  const [secret, away] = [join(lost.path, 'secret'), join(lost.path, 'away')];
  await kith(lost.path, 'call', 'list_tags');
  renameSync(secret, away);
  for (const command of [
    ['call', 'list_tags'],
    ['backup', join(lost.path, 'copy')],
  ])
    await expect(kith(lost.path, ...command)).rejects.toMatchObject({ stderr: expect.stringContaining('is missing') });
  expect(existsSync(secret)).toBe(false);
  renameSync(away, secret);
  await kith(lost.path, 'call', 'list_tags');
  lost.remove();
});

test('exits with 1 for a refused call, and prints the error as an agent receives it', async () => {
  const { code, stdout } = await failing('call', 'get_contact', '{}');
  expect(code).toBe(1);
  expect(JSON.parse(stdout).error.details.fields).toEqual({ contactId: 'required' });
  const near = await failing('call', 'filter_contacts', '{"where":{"or":[{"last_seen":1}]}}');
  const fields = { 'where.or[0].last_seen': 'unknown field, did you mean last_seen_at?' };
  expect(JSON.parse(near.stdout).error.details).toEqual({ fields });
  expect((await failing('call', 'get_contact', 'oops')).code).toBe(2);
});

test('adds users and keys, shows keys in full, regenerates them, and creates none on the free plan', async () => {
  const added = JSON.parse((await kith(folder.path, 'user', 'add', 'Ada@Example.com', '--json')).stdout);
  expect(added).toMatchObject({
    email: 'ada@example.com',
    plan: 'professional',
    api_key: expect.stringMatching(/^kith_[\w-]{43}$/),
  });
  expect(JSON.parse((await kith(folder.path, 'key', 'show', 'ada@example.com', '--json')).stdout)).toEqual(added);
  const renewed = JSON.parse((await kith(folder.path, 'key', 'regenerate', 'ada@example.com', '--json')).stdout);
  expect(renewed.api_key).not.toBe(added.api_key);
  const free = JSON.parse(
    (await kith(folder.path, 'user', 'add', 'free@example.com', '--plan', 'free', '--json')).stdout,
  );
  expect(free.api_key).toBeNull();
  expect((await failing('key', 'regenerate', 'free@example.com')).stderr).toContain('professional plan');
  expect((await failing('user', 'add', 'ada@example.com')).stderr).toContain('already');
  expect((await failing('user', 'add', 'mars@example.com', '--time-zone', 'Mars/Base')).stderr).toContain('Mars/Base');
});

test('explains what is wrong with a command', async () => {
  expect(await failing('imprt')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("unknown command 'imprt' (Did you mean import?)"),
  });
  expect(await failing('serve', '--prot', '1')).toMatchObject({ code: 2 });
  for (const flag of ['--version', '-v', '-V'])
    expect((await kith(folder.path, flag)).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.runIf(engine === 'sqlite')('the data is readable by its owner only, in a folder that is not', async () => {
  const shared = join(folder.path, 'shared');
  mkdirSync(shared, { mode: 0o755 });
  await kith(shared, 'call', 'list_tags');
  for (const name of ['kith.db', 'secret']) expect(statSync(join(shared, name)).mode & 0o777, name).toBe(0o600);
});

test('explains what is wrong with a file, without a stack trace', async () => {
  const absent = join(folder.path, 'absent', 'x.json');
  const isFolder = `kith: ${folder.path}: this is a folder\n`;
  expect((await failing('export', absent)).stderr).toBe(
    `kith: The folder ${join(folder.path, 'absent')} does not exist.\n`,
  );
  expect((await failing('import', absent)).stdout).toContain('no such file or folder');
  expect((await failing('import', 'samples/address-book.vcf', '--map', absent)).stderr).toContain('no such file');
  expect((await failing('import', folder.path)).stdout).toContain('this is a folder');
  expect((await failing('import', 'samples/address-book.vcf', '--map', folder.path)).stderr).toBe(isFolder);
  if (engine === 'sqlite') expect((await failing('restore', folder.path)).stderr).toBe(isFolder);
  expect((await failing('export', 'people.xlsx')).stderr).toContain('unknown format ".xlsx"');
});

test.each([
  [['import'], 'import requires a file'],
  [['import', 'carddav', 'a.csv', 'http://x.example'], 'not both "a.csv" and "http://x.example"'],
  [['import', 'carddav', 'x'], 'import carddav requires the URL'],
  [['import', 'monica'], 'import monica requires a file'],
  [['connect', 'googel'], 'did you mean google?'],
  [['connect', 'fax'], 'Use google, microsoft, ics, or carddav'],
  [['connect', 'google', 'x'], 'connect google accepts no URL'],
  [['disconnect'], "requires an account's email"],
])('%j names what is missing', async (args, lack) => {
  expect(await failing(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(lack) });
});

test('explains how to fix a mapping that is missing or maps to no field', async () => {
  const map = join(folder.path, 'map.json');
  const missing = await failing('import', 'samples/address-book.vcf', '--map', map);
  expect(missing.stderr).toContain('without --map to get a mapping to fill in');
  writeFileSync(map, JSON.stringify({ columns: { A: 'name', B: { field: 'mail' }, C: 'compny' } }));
  const { stderr } = await failing('import', 'samples/address-book.vcf', '--map', map);
  for (const field of ['full_name', 'email', 'company']) expect(stderr).toContain(`did you mean ${field}?`);
});

test('reports an unreachable service in one line, without a long wait', async () => {
  const down = 'http://127.0.0.1:9';
  const found = await kithWith({ KITH_BASE_URL: down, KITH_API_KEY: 'x' }, folder.path, 'find', 'jane').catch(
    (error) => error,
  );
  expect(found).toMatchObject({ code: 1, stdout: '' });
  expect(found.stderr).toBe(
    `Waiting for the service at ${down}: it could not be reached.\nkith: The service at ${down} could not be reached.\nCheck KITH_BASE_URL and the connection.\n`,
  );
});

test('names the host of an unreachable source once', () => {
  const error = '127.0.0.1:9 could not be reached (ECONNREFUSED).';
  expect(reportText({ file: 'http://127.0.0.1:9/dav/', error })).toBe(`${error}\n`);
});

test('ends an export quietly when its reader has seen enough', async () => {
  const file = join(folder.path, 'many.vcf');
  const card = (index: number) => `BEGIN:VCARD\nVERSION:3.0\nFN:P${index}\nNOTE:${'d'.repeat(500)}\nEND:VCARD\n`;
  writeFileSync(file, Array.from({ length: 300 }, (_, index) => card(index)).join(''));
  await kith(folder.path, 'import', file);
  const settings = { ...(await engineSettings(folder.path)), KITH_DATA_DIR: folder.path };
  const { code, stderr } = await new Promise<{ code: number | null; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, ['dist/cli.js', 'export'], {
      env: { ...process.env, ...settings },
      maxBuffer: 100_000_000,
    });
    let stderr = '';
    child.stderr!.on('data', (text) => {
      stderr += text;
    });
    child.stdout!.once('data', () => child.stdout!.destroy());
    child.once('close', (code) => resolve({ code, stderr }));
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});
