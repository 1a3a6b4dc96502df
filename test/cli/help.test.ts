import { afterAll, expect, test } from 'vitest';
import { SETTING_NAMES } from '../../src/settings.ts';
import { atTerminal, hasTerminal } from '../support/at-terminal.ts';
import { kith, temporaryFolder } from '../support/service.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const printed = async (...args: string[]): Promise<string> => (await kith(folder.path, ...args)).stdout;
const { stdout: list } = await kith(folder.path, 'help');
const NAMES = [...list.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name!);
const widest = (text: string): number => Math.max(...text.split('\n').map(({ length }) => length));

test('every command stands in a group of the list', () => {
  expect(NAMES).toEqual(expect.arrayContaining(['find', 'import', 'connect', 'serve', 'user', 'doctor', 'completion']));
  expect(widest(list)).toBeLessThanOrEqual(80);
});

const EXPLAINED = NAMES.filter((name) => name !== 'help' && name !== 'settings');

test.each(EXPLAINED)('kith help %s fits 80 columns, and has an example', async (name) => {
  const help = await printed('help', name);
  expect(help).toMatch(new RegExp(`^Usage: kith ${name}`));
  expect(widest(help)).toBeLessThanOrEqual(80);
  // Those with commands of their own have the examples there.
  if (!/^Commands:/m.test(help) && !['demo', 'completion'].includes(name)) expect(help).toContain(`  kith ${name}`);
});

test('help of a command names the settings that concern it, help settings all', async () => {
  expect(await printed('serve', '--help')).toContain('KITH_RATE_LIMIT');
  const all = await printed('help', 'settings');
  for (const name of SETTING_NAMES) expect(all).toContain(name);
  expect(widest(all)).toBeLessThanOrEqual(80);
});

test('completion knows commands, their own commands and options, in three shells', async () => {
  const complete = async (...words: string[]): Promise<string[]> =>
    (await printed('complete', '--', ...words)).split('\n').map((line) => line.split('\t')[0]!);
  expect(await complete('brie')).toContain('briefing');
  expect(await complete('key', 're')).toEqual(expect.arrayContaining(['regenerate', 'revoke']));
  expect(await complete('import', '--d')).toContain('--dry-run');
  for (const shell of ['bash', 'zsh', 'fish']) expect(await printed('completion', shell)).toContain('kith');
});

test.runIf(hasTerminal)('kith alone at a terminal says what it is and how to start, and waits for nothing', () => {
  const shown = atTerminal('', { KITH_DATA_DIR: folder.path });
  expect(shown).toContain('kith import contacts.vcf');
  expect(shown).toContain('kith help');
});
