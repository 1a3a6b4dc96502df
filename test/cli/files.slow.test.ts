import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engine, engineSettings } from '../support/engine.ts';
import { CLI, kith, temporaryFolder } from '../support/service.ts';

const data = temporaryFolder();
const out = temporaryFolder();
const at = (name: string) => join(out.path, name);
beforeAll(() => kith(data.path, 'call', 'create_contact', '{"full_name":"Ada Lovelace"}'));
afterAll(() => {
  data.remove();
  out.remove();
});

const failing = (...args: string[]) =>
  kith(data.path, ...args).then(
    () => expect.unreachable('should have failed'),
    (error: { code: number; stderr: string }) => error,
  );
const drafts = () =>
  [data.path, out.path].flatMap((folder) => readdirSync(folder)).filter((name) => /^kith-\w+\.part$/.test(name));

const COMMANDS = engine === 'sqlite' ? ['export', 'backup'] : ['export'];

describe.each(COMMANDS)('%s', (command) => {
  const file = at(`${command}.json`);

  test('writes its own file, whatever was planted beside it', async () => {
    const mine = at(`${command}-mine`);
    writeFileSync(mine, 'mine');
    symlinkSync(mine, `${file}.part`);
    await kith(data.path, command, file);
    expect(readFileSync(mine, 'utf8')).toBe('mine');
    expect(lstatSync(`${file}.part`).isSymbolicLink()).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(drafts()).toEqual([]);
  });

  test('keeps an existing file, even a dangling link, without --force', async () => {
    const before = statSync(file);
    const { code, stderr } = await failing(command, file);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/already exists.*\nUse --force to replace it/)]);
    expect(statSync(file)).toEqual(before);
    const link = at(`${command}-link`);
    symlinkSync(at(`${command}-nowhere`), link);
    expect((await failing(command, link)).code).toBe(1);
    await kith(data.path, command, link, '--force');
    expect(lstatSync(link).isFile()).toBe(true);
    expect(existsSync(at(`${command}-nowhere`))).toBe(false);
    await kith(data.path, command, file, '--force');
    expect(statSync(file).ino).not.toBe(before.ino);
  });
});

/** A terminal command, with the input for each question. */
async function atTerminal(
  command: string,
  answers: [question: string, answer: string][],
): Promise<{ shown: string; code: number | null }> {
  const env = { ...process.env, KITH_DATA_DIR: data.path, ...(await engineSettings(data.path)) };
  const child = spawn('script', ['-qec', `${process.execPath} ${CLI} ${command}`, '/dev/null'], { env });
  let [shown, read] = ['', 0];
  const left = [...answers];
  child.stdout.on('data', (text) => {
    shown += text;
    for (let [next] = left; next && shown.includes(next[0], read); [next] = left) {
      read = shown.indexOf(next[0], read) + next[0].length;
      child.stdin.write(`${next[1]}\n`);
      left.shift();
    }
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { shown, code };
}

const hasTerminal = existsSync('/usr/bin/script') || existsSync('/bin/script');

test.runIf(hasTerminal)('asks at a terminal before it replaces a file', async () => {
  const file = at('asked.json');
  writeFileSync(file, 'mine');
  const no = await atTerminal(`export ${file}`, [['[y/N]', 'n']]);
  expect([no.code, readFileSync(file, 'utf8')]).toEqual([1, 'mine']);
  expect(no.shown).toContain('was not changed');
  const yes = await atTerminal(`export ${file}`, [['[y/N]', 'y']]);
  expect([yes.code, JSON.parse(readFileSync(file, 'utf8')).format]).toEqual([0, 'kith archive']);
});

const PHRASE = 'correct horse battery';

describe.runIf(engine === 'sqlite')('a backup', () => {
  const open = at('open.backup');
  const sealed = at('sealed.backup');
  const phrase = at('phrase');
  const withPhrase = ['--passphrase-file', phrase];
  beforeAll(() => writeFileSync(phrase, `${PHRASE}\n`));

  test('states what its possession gives access to', async () => {
    const { stdout } = await kith(data.path, 'backup', open);
    expect(stdout).toMatch(/It is not encrypted.*anyone with this file can read everything.*--encrypt/);
    expect(readFileSync(open, 'latin1')).toContain('Lovelace');
  });

  test('is encrypted with a passphrase, and restored with it', async () => {
    const { stdout } = await kith(data.path, 'backup', sealed, '--encrypt', ...withPhrase);
    expect(stdout).toMatch(/1 contact.*encrypted\. Opened and checked/);
    const bytes = readFileSync(sealed);
    expect(bytes.subarray(0, 13).toString('latin1')).toBe('kith sealed\n\u0001');
    for (const plain of ['Lovelace', 'SQLite format', PHRASE]) expect(bytes.includes(plain)).toBe(false);
    expect(statSync(sealed).mode & 0o777).toBe(0o600);
    const elsewhere = temporaryFolder();
    await kith(elsewhere.path, 'restore', sealed, ...withPhrase);
    expect((await kith(elsewhere.path, 'call', 'list_contacts')).stdout).toContain('Ada Lovelace');
    expect(readdirSync(elsewhere.path).filter((name) => /\.part$/.test(name))).toEqual([]);
    elsewhere.remove();
  });

  test.runIf(hasTerminal)('asks twice for a new passphrase, and once for a known one', async () => {
    const ask = 'Passphrase of the backup: ';
    const differing = await atTerminal(`backup ${at('a')} --encrypt`, [
      [ask, PHRASE],
      ['Repeat the passphrase: ', 'another one'],
    ]);
    expect([differing.code, differing.shown, existsSync(at('a'))]).toEqual([
      2,
      expect.stringContaining('do not match'),
      false,
    ]);
    const asked = await atTerminal(`backup ${at('a')} --encrypt`, [
      [ask, PHRASE],
      ['Repeat the passphrase: ', PHRASE],
    ]);
    expect(asked).toEqual({ code: 0, shown: expect.stringContaining('encrypted') });
    expect(asked.shown).not.toContain(PHRASE);
    expect((await atTerminal(`restore ${at('a')}`, [[ask, PHRASE]])).code).toBe(0);
  });

  test('needs a terminal or a file for a passphrase, and rejects a short one', async () => {
    expect((await failing('backup', at('b'), '--encrypt')).stderr).toContain('--passphrase-file');
    expect((await failing('restore', sealed)).stderr).toContain('--passphrase-file');
    writeFileSync(at('short'), 'abc\n');
    expect((await failing('backup', at('b'), '--passphrase-file', at('short'))).stderr).toContain('8 characters');
    expect(existsSync(at('b'))).toBe(false);
  });

  test('rejects a wrong passphrase or a modified file, and changes nothing', async () => {
    const hash = () =>
      createHash('sha256')
        .update(readFileSync(join(data.path, 'kith.db')))
        .digest('hex');
    const before = hash();
    const changed = readFileSync(sealed);
    changed[changed.length - 20]! ^= 1;
    writeFileSync(at('changed'), changed);
    expect(await failing('restore', at('changed'), ...withPhrase)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('damaged'),
    });
    writeFileSync(at('wrong'), 'something else\n');
    expect((await failing('restore', sealed, '--passphrase-file', at('wrong'))).stderr).toContain(
      'The passphrase is wrong',
    );
    expect(hash()).toBe(before);
    expect(drafts()).toEqual([]);
  });
});
