import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { MEETING_TYPES } from '../../contract/note.ts';
import { RECURRENCES } from '../../contract/reminders.ts';

/** Possible completions: words with descriptions, a person's name, or a file. */
export interface Possible {
  words: [word: string, description: string][];
  wants?: 'person' | 'file' | undefined;
}

/** Completions for arguments and option values, by declared name. */
const VALUES: Record<string, () => Omit<Possible, 'words'> & { words?: string[] }> = {
  who: () => ({ wants: 'person' }),
  file: () => ({ wants: 'file' }),
  sources: () => ({ wants: 'file' }),
  calendar: () => ({ wants: 'file' }),
  shell: () => ({ words: ['bash', 'zsh', 'fish', 'powershell'] }),
  kind: () => ({ words: ['google', 'microsoft', 'ics'] }),
  format: () => ({ words: ['json', 'vcf', 'csv'] }),
  plan: () => ({ words: ['free', 'professional'] }),
  scope: () => ({ words: ['read', 'write'] }),
  type: () => ({ words: [...MEETING_TYPES] }),
  span: () => ({ words: [...RECURRENCES] }),
  day: () => ({ words: ['today', 'tomorrow', 'yesterday', 'monday', 'friday'] }),
};

/** Returns the completions of the last word. `words` are the words after `kith`. */
export function possible(program: CommandUnknownOpts, words: readonly string[]): Possible {
  let command = program;
  const operands: string[] = [];
  let open: Option | undefined;
  for (const word of words.slice(0, -1)) {
    if (open) open = undefined;
    else if (word.length > 1 && word.startsWith('-')) open = word.includes('=') ? undefined : taking(command, word);
    else {
      const next = operands.length === 0 || operands[0] === 'help' ? commandNamed(command, word) : undefined;
      if (next) command = next;
      else operands.push(word);
    }
  }
  const typed = words.at(-1) ?? '';
  if (open) return valueNamed(nameIn(open.flags));
  if (typed.startsWith('-')) return { words: optionsOf(command).map(({ long, description }) => [long!, description]) };
  if (operands[0] === 'help') return commandsOf(command);
  const declared = command.registeredArguments;
  const last = declared.at(-1);
  const argument = declared[operands.length] ?? (last?.variadic ? last : undefined);
  const value = argument ? valueNamed(argument.name()) : { words: [] };
  return operands.length > 0 ? value : { ...value, words: [...commandsOf(command).words, ...value.words] };
}

/** Returns the preceding words in the same argument, such as a name's other words. */
export function wordsBefore(program: CommandUnknownOpts, words: readonly string[]): string[] {
  const command = commandNamed(program, words[0] ?? '');
  if (!command?.registeredArguments[0]?.variadic) return [];
  const before = words.slice(1, -1);
  return before.some((word) => word.startsWith('-')) ? [] : before;
}

const commandNamed = (command: CommandUnknownOpts, name: string): CommandUnknownOpts | undefined =>
  command.commands.find((one) => [one.name(), ...one.aliases()].includes(name));

/** Returns the option with this name if it takes a value. */
const taking = (command: CommandUnknownOpts, name: string): Option | undefined =>
  command.options.find((option) => (option.long === name || option.short === name) && nameIn(option.flags) !== '');

const nameIn = (flags: string): string => /[<[]([^>\].]+)/.exec(flags)?.[1] ?? '';

function valueNamed(name: string): Possible {
  const { words = [], ...rest } = VALUES[name]?.() ?? {};
  return { ...rest, words: words.map((word) => [word, '']) };
}

const optionsOf = (command: CommandUnknownOpts): Option[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .filter(({ long }) => long);

const commandsOf = (command: CommandUnknownOpts): Possible => ({
  words: command
    .createHelp()
    .visibleCommands(command)
    .map((one) => [one.name(), one.description()]),
});
