import tab from '@bomb.sh/tab/commander';
import { Command, CommanderError } from '@commander-js/extra-typings';
import type { Command as PlainCommand } from 'commander';
import { KithError } from '../../contract/error.ts';
import { version } from '../environment.ts';
import { columns, say } from '../output/print.ts';
import { addAccounts } from './accounts.ts';
import { action, examples, JSON_OPTION } from './action.ts';
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
    })
    .configureOutput({ writeOut: (text) => void say(text), writeErr: () => {}, outputError: () => {} })
    .addHelpText('after', START);
  addPeople(program);
  addMoving(program);
  addAccounts(program);
  addServing(program);
  addUsers(program);
  addCare(program);
  // The typed command is the plain one of commander, whose own types know nothing of options.
  tab(program as unknown as PlainCommand, { completionCommandName: 'completion' });
  for (const command of program.commands) {
    command.addHelpText('after', () => settingsOf(command.name()));
    for (const one of [command, ...command.commands]) one.exitOverride(refuseFor(`kith help ${command.name()}`));
  }
  return program.exitOverride(refuseFor('kith help'));
}

/** Runs the command that the arguments name. Answers its exit code; throws a 400 when it is not called like this. */
export async function runProgram(args: string[]): Promise<number> {
  try {
    await makeProgram().parseAsync(args, { from: 'user' });
  } catch (error) {
    // Help and version are told by then.
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
  }
  return Number(process.exitCode ?? 0);
}

/** Turns a refusal of commander into ours. */
const refuseFor =
  (help: string) =>
  (error: CommanderError): never => {
    if (error.exitCode === 0) throw error;
    const words = error.code === 'commander.help' ? 'a word is missing' : error.message.replace(/^error: /, '');
    throw new KithError('BadRequest', `${words.replaceAll('\n', ' ')}`, { hint: `${help} tells how it is called.` });
  };

const CARE = 'Care:';
function helpCommand(): Command {
  const help: Command = new Command('help')
    .description('what a command does and takes; help settings lists every setting')
    .helpGroup(CARE);
  help.argument('[command]');
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
    .action(action(async () => (await import('../commands/doctor.ts')).runDoctor));
  program
    .command('demo')
    .description('a sample address book, seen through an assistant')
    .action(action(async () => (await import('../commands/demo.ts')).runDemo));
  program
    .command('settings')
    .description('every setting, with what it means when it is not set')
    .action(action(async () => async () => say(settingsHelp()).then(() => 0)));
}
