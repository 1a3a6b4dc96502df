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

test('lists every command in a group', () => {
  expect(NAMES).toEqual(expect.arrayContaining(['find', 'import', 'connect', 'serve', 'user', 'doctor', 'completion']));
  expect(widest(list)).toBeLessThanOrEqual(80);
});

/** Every command and subcommand. */
const all = (command: CommandUnknownOpts, path: string[]): string[][] =>
  command.commands.flatMap((one) => [[...path, one.name()], ...all(one, [...path, one.name()])]);

// Help settings lists all settings.
const EXPLAINED = all(makeProgram(), []).filter(([name]) => name !== 'settings');

test.each(EXPLAINED.map((path) => [path.join(' '), path] as const))(
  'fits kith help %s into 80 columns, with an example',
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
])('for %j, suggests the nearest command, or lists all', async (args, nearest) => {
  const failed = await kith(folder.path, ...args).catch((error) => error);
  expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining(nearest) });
});

test('shows the list for help of help, and marks required options', async () => {
  expect(await printed('help', 'help')).toBe(list);
  expect(await printed('remind', '--help')).toContain('--on <day>      required: ');
});

test('accepts the old name of a renamed command, which no help shows', async () => {
  const help = await printed('written-to', '--help');
  expect(help).toBe(await printed('help', 'suggested'));
  expect(help).toMatch(/^Usage: kith suggested \[/);
  expect(help + list).not.toContain('written-to');
});

test("names a command's settings in its help, and all in help settings", async () => {
  expect(await printed('serve', '--help')).toContain('KITH_RATE_LIMIT');
  const all = await printed('help', 'settings');
  for (const name of SETTING_NAMES) expect(all).toContain(name);
  expect(widest(all)).toBeLessThanOrEqual(80);
});

test.runIf(hasTerminal)('explains kith and the first steps when it runs alone at a terminal, without waiting', () => {
  const shown = atTerminal('', { KITH_DATA_DIR: folder.path });
  expect(shown).toContain('kith import contacts.vcf');
  expect(shown).toContain('kith help');
});
