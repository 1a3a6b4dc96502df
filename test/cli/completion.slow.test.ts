import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { splitLine, toBash } from '../../src/cli/completion/bash-words.ts';
import { restOf } from '../../src/cli/completion/people.ts';
import { fold } from '../../src/shared/text/fold.ts';
import { hasTerminal } from '../support/at-terminal.ts';
import { engineSettings } from '../support/engine.ts';
import { kithWith, temporaryFolder } from '../support/service.ts';
import { findShell, typed } from '../support/shells.ts';

// Tab completion after kith: from the program, and typed in the shells themselves.

const folder = temporaryFolder();
const data = join(folder.path, 'data');
const trap = join(folder.path, 'trap');
let settings: Record<string, string>;
afterAll(() => folder.remove());

const HOSTILE = `Eve $(touch ${trap}) \`touch ${trap}\` "it's" \u001b[2J`;

beforeAll(async () => {
  mkdirSync(data);
  settings = { KITH_DATA_DIR: data, KITH_USER: 'ada@x.example', ...(await engineSettings(data)) };
  for (const name of ['Jane Roe', 'Jané Doe', 'Søren Kierkegaard', '李小龙', HOSTILE]) await run('add', name);
});

const run = async (...args: string[]): Promise<string> => (await kithWith(settings, data, ...args)).stdout;
const complete = async (...words: string[]): Promise<string[]> =>
  (await run('complete', 'fish', ...words))
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t')[0]!);

test('completes commands, subcommands, options, and known values', async () => {
  expect(await complete('brie')).toEqual(['words', 'briefing']);
  expect(await complete('key', 're')).toEqual(['words', 'regenerate', 'revoke']);
  expect(await complete('import', '--dr')).toEqual(['words', '--dry-run']);
  expect(await complete('export', '--format', 'v')).toEqual(['words', 'vcf']);
  expect(await complete('help', 'user', 'a')).toEqual(['words', 'add']);
  expect(await complete('trash', 'res')).toEqual(['words', 'restore']);
  expect(await complete('import', '')).toEqual(['files']);
  expect(await complete('import', 'x.csv', '--map', '')).toEqual(['files']);
});

test("completes people's names in any case, with or without accents, in one word or several", async () => {
  expect(await complete('show', 'ja')).toEqual(['words', 'jane Roe', 'jané Doe']);
  expect(await complete('show', 'jane', 'd')).toEqual(['words', 'doe']);
  expect(await complete('note', 'SOREN k')).toEqual(['words', 'SOREN kierkegaard']);
  expect(await complete('remind', 'x', '--about', '李')).toEqual(['words', '李小龙']);
  expect((await complete('show', '')).length).toBe(6);
  // A note's text is not a person.
  expect(await complete('note', 'Jane Roe', 'ja')).toEqual(['words']);
  expect((await complete('show', 'eve'))[1]).not.toContain('\u001b');
});

test('prints and creates nothing without data, or with broken settings or a remote service', async () => {
  const nowhere = join(folder.path, 'nowhere');
  const asked = (more: Record<string, string>) =>
    kithWith({ KITH_DATABASE_URL: '', ...more, KITH_DATA_DIR: nowhere }, nowhere, 'complete', 'zsh', 'show', 'ja');
  const bad = {
    KITH_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    KITH_SECRET: 'x'.repeat(40),
    KITH_USER: 'a@x.example',
  };
  for (const more of [{}, { KITH_BASE_URL: 'http://127.0.0.1:1', KITH_API_KEY: 'x' }, bad])
    expect(await asked(more)).toMatchObject({ stdout: expect.stringMatching(/^(words\n)?$/), stderr: '' });
  expect(existsSync(nowhere)).toBe(false);
});

describe('the rest of a typed word', () => {
  test.each([
    ['Jané Doe', 'jane d', 'oe'],
    ['Weiß', 'weiss', ''],
    ['Weiß', 'weis', undefined],
    ['Ærøskøbing', 'aer', 'øskøbing'],
    ['Jane Doe', 'jane ', 'Doe'],
    ['Janet', 'jane ', undefined],
    ['Jane', '', 'Jane'],
  ])('is %s after %j', (name, letters, rest) => expect(restOf(name, letters)).toBe(rest));

  test('combines with the typed part to the name, as it is compared', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (name, length) => {
        const letters = name.slice(0, length);
        const rest = restOf(name, letters);
        if (rest !== undefined) expect(fold(letters + rest)).toBe(fold(name));
      }),
    );
  });
});

test('bash reads back inserted text, plain and in either quote', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '"', "'"), (text, quote) => {
      const word = text.replace(/\s+/g, ' ');
      const line = `kith show ${quote}${toBash(word, { words: [''], quote }, '')}`;
      expect(splitLine(line)).toEqual({ words: ['kith', 'show', word], quote });
    }),
  );
});

const SHELLS = (['bash', 'zsh', 'fish'] as const).map(
  (name) => [name, hasTerminal && findShell(name, folder.path)] as const,
);
for (const [name, shell] of SHELLS)
  if (!shell)
    process.stderr.write(`Left out: completion in ${name}, which is neither here nor to be had from Debian.\n`);

test.each(SHELLS.flatMap(([name, shell]) => (shell ? [[name, shell] as const] : [])))(
  'in %s, a key completes commands, options, files, and names, and runs nothing in them',
  async (_, shell) => {
    writeFileSync(join(folder.path, 'friends.csv'), 'name,email\nBob,bob@x.example\n');
    const shown = await typed(
      shell,
      [
        'kith sho\tjane\\ r\t',
        "kith show 'jane d\t",
        'kith import frie\t--dry\t',
        'kith show eve\t',
        'kith completion ba\t | head -1',
      ],
      settings,
      folder.path,
    );
    expect(shown).toMatch(/Jane Roe\n\nId/);
    expect(shown).toMatch(/Jané Doe\n\nId/);
    expect(shown).toMatch(/^friends\.csv:2: Bob: would be created$/m);
    expect(shown).toMatch(/Eve \$\(touch/m);
    expect(shown).toMatch(/# kith in bash/);
    expect(existsSync(trap)).toBe(false);
  },
);
