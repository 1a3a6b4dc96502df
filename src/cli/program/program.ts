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

/** Maximum width of help text, for readability on wide terminals. */
const MAX_WIDTH = 100;

/**
 * Creates the program with all commands, arguments, options, help, and examples. Commands load their code when called.
 */
export function makeProgram(): Command {
  const program = new Command('kith')
    .description('kith: a personal CRM that AI assistants can use')
    .version(version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help for a command')
    .addHelpCommand(helpCommand())
    .configureHelp({
      helpWidth: Math.min(columns() ?? 80, MAX_WIDTH),
      // Aliases are old names, which help leaves out.
      subcommandTerm: (command) => command.name(),
      commandUsage: (command) =>
        new Help().commandUsage(command).replace(`${command.name()}|${command.alias()}`, command.name()),
      showGlobalOptions: false,
      optionDescription: (option) => `${option.mandatory ? 'required: ' : ''}${new Help().optionDescription(option)}`,
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
    // Hides commander's own help command. `kith help user add` does the same.
    if (command.commands.length > 0) command.helpCommand(false);
  }
  return program.exitOverride(refuseFor(program));
}

/** Runs the command in the arguments and returns its exit code. Throws a 400 for incorrect usage. */
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
    // Help or version was printed.
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
  }
  return Number(process.exitCode ?? 0);
}

/** Returns the command with these words, such as `user add`. Throws a 400 that suggests the closest one. */
function commandAt(program: CommandUnknownOpts, words: string[]): CommandUnknownOpts {
  let command: CommandUnknownOpts = program;
  for (const word of words) {
    if (command.commands.length === 0 || word.startsWith('-')) break;
    const next = command.commands.find((one) => [one.name(), ...one.aliases()].includes(word));
    if (!next) throw unknownCommand(word, command);
    command = next;
  }
  return command;
}

const unknownCommand = (word: string, under: CommandUnknownOpts): KithError =>
  new KithError('BadRequest', `There is no command "${word}"${suggestion(word, namesIn(under), '.')}`, {
    hint: `List the commands with ${helpOf(under)}.`,
  });

const namesIn = (command: CommandUnknownOpts): string[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .map((one) => one.name());

/** Returns the words that call a command: `kith user add`, `kith help user add`. */
const callOf = (command: CommandUnknownOpts, verb = 'kith'): string =>
  command.parent ? `${callOf(command.parent, verb)} ${command.name()}` : verb;
const helpOf = (command: CommandUnknownOpts): string => callOf(command, 'kith help');

/** Converts an error of commander to a KithError. */
const refuseFor =
  (command: CommandUnknownOpts) =>
  (error: CommanderError): never => {
    if (error.exitCode === 0) throw error;
    const [word] = command.parent?.args ?? [];
    // A group with a default command treats a mistyped command as its argument.
    if (error.code === 'commander.excessArguments' && word !== undefined) commandAt(command.parent!, [word]);
    const words =
      error.code === 'commander.help'
        ? `A command is required: ${callOf(command)} ${namesIn(command).join(', ')}.`
        : error.message.replace(/^error: /, '');
    throw new KithError('BadRequest', words.replaceAll('\n', ' '), {
      hint: `${dashHint(command, error)}See ${helpOf(command)}.`,
    });
  };

/** Returns a hint for text that begins with a dash, which is parsed as an option. */
function dashHint(command: CommandUnknownOpts, { code, message }: CommanderError): string {
  const [, text] = /unknown option '(.*)'$/s.exec(message) ?? [];
  const takesText = command.registeredArguments.at(-1)?.variadic === true;
  if (code !== 'commander.unknownOption' || !takesText || text === undefined) return '';
  const before = command.registeredArguments.slice(0, -1).map((one) => ` ${one.name().toUpperCase()}`);
  return `To use text that begins with a dash, put it after --, as in ${callOf(command)}${before.join('')} -- "${text.replace(/\s+/g, ' ')}". `;
}

const CARE = 'Maintenance:';
function helpCommand(): Command {
  const help: Command = new Command('help')
    .description('show help for a command; help settings lists all settings')
    .helpGroup(CARE);
  help.argument('[command...]').addHelpText('after', examples('kith help import', 'kith help user add'));
  return help;
}

const START = examples('kith import contacts.vcf', 'kith find jane', 'kith help import');

function addCare(program: Command): void {
  program.commandsGroup(CARE);
  program
    .command('doctor')
    .description('check configuration, data, connection, and accounts')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('kith doctor'))
    .action(action(async () => (await import('../administration/doctor.ts')).runDoctor));
  program
    .command('demo')
    .description('show an assistant with a sample address book')
    .option('--page', 'show the web app instead')
    .option('--no-browser', 'with --page: only print the URL')
    .addHelpText('after', examples('kith demo', 'kith demo --page'))
    .action(action(async () => (await import('../administration/demo.ts')).runDemo));
  program
    .command('settings')
    .description('list all settings with their defaults')
    .addHelpText('after', examples('kith settings'))
    .action(action(async () => async () => say(settingsHelp()).then(() => 0)));
  program
    .command('completion')
    .argument('<shell>', 'bash, zsh, fish, or powershell')
    .description('print the shell completion script')
    .addHelpText('after', examples('source <(kith completion bash)', 'kith completion fish | source'))
    .action(action(async () => (await import('../commands/completion.ts')).runCompletion));
}
