import { Command, CommanderError, type CommandUnknownOpts, Help } from '@commander-js/extra-typings';
import { suggestion } from '../../contract/schema/arguments.ts';
import { version } from '../../process/environment.ts';
import { columns, say } from '../../process/print.ts';
import { KithError } from '../../shared/error.ts';
import { addAccounts } from './accounts.ts';
import { action, examples, JSON_OPTION } from './action.ts';
import { addMessages } from './messages.ts';
import { addMoving } from './moving.ts';
import { addPeople } from './people.ts';
import { addServing, addUsers } from './serving.ts';
import { settingsHelp, settingsOf } from './settings-help.ts';

/** A page is easier to read when it is not as wide as some terminals. */
const WIDEST = 100;

/** Every command with its arguments, options, help and examples; each loads its code when it is called. */
export function makeProgram(): Command {
  const program = new Command('kith')
    .description('kith: a personal CRM that AI assistants can use')
    .version(version, '-V, --version', 'the version of kith')
    .helpOption('-h, --help', 'what a command does and takes')
    .addHelpCommand(helpCommand())
    .configureHelp({
      helpWidth: Math.min(columns() ?? 80, WIDEST),
      subcommandTerm: (command) => command.name(),
      showGlobalOptions: false,
      optionDescription: (option) => `${option.mandatory ? 'needed: ' : ''}${new Help().optionDescription(option)}`,
    })
    .configureOutput({ writeOut: (text) => void say(text), writeErr: () => {}, outputError: () => {} })
    .addHelpText('after', START);
  addPeople(program);
  addMoving(program);
  addAccounts(program);
  addMessages(program);
  addServing(program);
  addUsers(program);
  addCare(program);
  for (const command of program.commands) {
    command.addHelpText('after', () => settingsOf(command.name()));
    for (const one of [command, ...command.commands]) one.exitOverride(refuseFor(one));
    // It would stand in the group of our own, and `kith help user add` does the same.
    if (command.commands.length > 0) command.helpCommand(false);
  }
  return program.exitOverride(refuseFor(program));
}

/** Runs the command that the arguments name. Answers its exit code; throws a 400 when it is not called like this. */
export async function runProgram(args: string[]): Promise<number> {
  const program = makeProgram();
  const [first = '', ...others] = args;
  if (first === 'complete') return (await import('../completion/complete.ts')).complete(program, others);
  try {
    if (first === 'help' && others.length > 0 && others[0] !== 'help') commandAt(program, others).help();
    if (first === 'help') program.help();
    if (others.some((word) => word === '--help' || word === '-h')) commandAt(program, [first]);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // Help and version are told by then.
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
  }
  return Number(process.exitCode ?? 0);
}

/** The command that these words name, as in `user add`. Throws a 400 that names the nearest one. */
function commandAt(program: CommandUnknownOpts, words: string[]): CommandUnknownOpts {
  let command: CommandUnknownOpts = program;
  for (const word of words) {
    if (command.commands.length === 0 || word.startsWith('-')) break;
    const next = command.commands.find((one) => one.name() === word);
    if (!next) throw unknownCommand(word, command);
    command = next;
  }
  return command;
}

const unknownCommand = (word: string, under: CommandUnknownOpts): KithError =>
  new KithError('BadRequest', `There is no command ${word}${suggestion(word, namesIn(under), '.')}`, {
    hint: `${helpOf(under)} tells what there is.`,
  });

const namesIn = (command: CommandUnknownOpts): string[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .map((one) => one.name());

/** The words that call a command, behind a verb or none: `kith user add`, `kith help user add`. */
const callOf = (command: CommandUnknownOpts, verb = 'kith'): string =>
  command.parent ? `${callOf(command.parent, verb)} ${command.name()}` : verb;
const helpOf = (command: CommandUnknownOpts): string => callOf(command, 'kith help');

/** Turns a refusal of commander into ours. */
const refuseFor =
  (command: CommandUnknownOpts) =>
  (error: CommanderError): never => {
    if (error.exitCode === 0) throw error;
    const [word] = command.parent?.args ?? [];
    // A group with a command of its own for no word takes a mistyped one for that command's argument.
    if (error.code === 'commander.excessArguments' && word !== undefined) commandAt(command.parent!, [word]);
    const words =
      error.code === 'commander.help'
        ? `Say which: ${callOf(command)} ${namesIn(command).join(', ')}.`
        : error.message.replace(/^error: /, '');
    throw new KithError('BadRequest', words.replaceAll('\n', ' '), {
      hint: `${textBehindDashes(command, error)}${helpOf(command)} tells how it is called.`,
    });
  };

/** A text that begins with a dash is taken for an option. */
function textBehindDashes(command: CommandUnknownOpts, { code, message }: CommanderError): string {
  const [, text] = /unknown option '(.*)'$/s.exec(message) ?? [];
  const takesText = command.registeredArguments.at(-1)?.variadic === true;
  if (code !== 'commander.unknownOption' || !takesText || text === undefined) return '';
  const before = command.registeredArguments.slice(0, -1).map((one) => ` ${one.name().toUpperCase()}`);
  return `Text that begins with a dash goes behind --, as in ${callOf(command)}${before.join('')} -- "${text.replace(/\s+/g, ' ')}". `;
}

const CARE = 'Care:';
function helpCommand(): Command {
  const help: Command = new Command('help')
    .description('what a command does and takes; help settings lists every setting')
    .helpGroup(CARE);
  help.argument('[command...]').addHelpText('after', examples('kith help import', 'kith help user add'));
  return help;
}

const START = examples('kith import contacts.vcf', 'kith find jane', 'kith help import');

function addCare(program: Command): void {
  program.commandsGroup(CARE);
  program
    .command('doctor')
    .description('check configuration, data, connection and accounts')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith doctor'))
    .action(action(async () => (await import('../administration/doctor.ts')).runDoctor));
  program
    .command('demo')
    .description('a sample address book, seen through an assistant')
    .option('--page', 'show it as pages in the browser instead')
    .option('--no-browser', 'with --page: only print the address')
    .addHelpText('after', examples('kith demo', 'kith demo --page'))
    .action(action(async () => (await import('../administration/demo.ts')).runDemo));
  program
    .command('settings')
    .description('every setting, with what it means when it is not set')
    .addHelpText('after', examples('kith settings'))
    .action(action(async () => async () => say(settingsHelp()).then(() => 0)));
  program
    .command('completion')
    .argument('<shell>', 'bash, zsh, fish or powershell')
    .description('what a shell is to read so that Tab completes commands and names')
    .addHelpText('after', examples('source <(kith completion bash)', 'kith completion fish | source'))
    .action(action(async () => (await import('../commands/completion.ts')).runCompletion));
}
