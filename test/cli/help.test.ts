import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { afterAll, expect, test } from 'vitest';
import { makeProgram } from '../../src/cli/program/program.ts';
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

/** Every command, and those that some of them have of their own. */
const all = (command: CommandUnknownOpts, path: string[]): string[][] =>
  command.commands.flatMap((one) => [[...path, one.name()], ...all(one, [...path, one.name()])]);

// Help settings is the list of all settings.
const EXPLAINED = all(makeProgram(), []).filter(([name]) => name !== 'settings');

test.each(EXPLAINED.map((path) => [path.join(' '), path] as const))(
  'kith help %s fits 80 columns, and has an example',
  async (name, path) => {
    const help = await printed('help', ...path);
    expect(help).toMatch(new RegExp(`^Usage: kith ${name}`));
    expect(widest(help)).toBeLessThanOrEqual(80);
    const [, ofExamples] = help.split(/^Examples?:$/m);
    expect(ofExamples).toContain(`kith ${name}`);
  },
);

test.each([
  [['hepl'], 'Did you mean help?'],
  [['imprt', '--help'], 'did you mean import?'],
  [['help', 'usr'], 'did you mean user?'],
  [['help', 'trash', 'restor'], 'did you mean restore?'],
  [['key', 'ad', 'x@x.example'], 'Did you mean add?'],
  [['--toolset', 'core'], 'did you mean --toolsets?'],
  [['user'], 'kith user add, list'],
  [['trash', 'lst'], 'did you mean list?'],
])('%j names the nearest command, or those there are', async (args, nearest) => {
  const failed = await kith(folder.path, ...args).catch((error) => error);
  expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining(nearest) });
});

test('help of help is the list, and needed options are marked', async () => {
  expect(await printed('help', 'help')).toBe(list);
  expect(await printed('remind', '--help')).toContain('--on <day>      needed: ');
});

test('help of a command names the settings that concern it, help settings all', async () => {
  expect(await printed('serve', '--help')).toContain('KITH_RATE_LIMIT');
  const all = await printed('help', 'settings');
  for (const name of SETTING_NAMES) expect(all).toContain(name);
  expect(widest(all)).toBeLessThanOrEqual(80);
});

test.runIf(hasTerminal)('kith alone at a terminal says what it is and how to start, and waits for nothing', () => {
  const shown = atTerminal('', { KITH_DATA_DIR: folder.path });
  expect(shown).toContain('kith import contacts.vcf');
  expect(shown).toContain('kith help');
});
