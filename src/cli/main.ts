import { commandNamed } from './command-list.ts';
import { clearEnvironment, version } from './environment.ts';
import { protocolOutput, say, tell } from './output/print.ts';

async function main(all: string[]): Promise<number> {
  const [name, ...args] = all;
  if (name === '--version' || name === '-v') return print(`${version}\n`);
  if (name === '--help' || name === '-h' || name === 'help') return printHelp(args[0]);
  if (name === undefined || name.startsWith('--')) return (await import('./commands/stdio.ts')).runStdio(all);
  const command = commandNamed(name);
  protocolOutput.on('error', endWithReader);
  if (command && args.some((argument) => argument === '--help' || argument === '-h')) return printHelp(name);
  if (command) return (await command.load())(args);
  tell(`kith: unknown command ${name}\n\n${(await import('./help.ts')).help()}`);
  return 2;
}

async function printHelp(topic: string | undefined): Promise<number> {
  const { help, helpOf, helpOfSettings } = await import('./help.ts');
  const command = topic === undefined ? undefined : commandNamed(topic);
  // Its help is longer than a line.
  if (command && topic === 'import') return (await command.load())(['--help']);
  if (topic === 'settings') return print(helpOfSettings());
  return print(command ? helpOf(command) : help());
}

async function print(text: string): Promise<number> {
  await say(text);
  return 0;
}

/** A reader such as `head` may have seen enough; that is not an error. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
}

/** Prints a refusal in plain words; only a fault of ours shows where it happened. */
async function explain(error: unknown): Promise<number> {
  const { name, code, message, hint, stack, path } = error as NodeJS.ErrnoException & { hint?: string };
  const usage = typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS');
  const trouble = (await import('./files.ts')).fileTrouble(error);
  const todo = usage ? 'kith help, with the name of a command, tells its options.' : hint;
  const plain = name === 'KithError' || usage ? [message, todo].filter(Boolean).join('\n') : undefined;
  tell(`kith: ${plain ?? (trouble ? `${path ?? 'file'}: ${trouble}` : (stack ?? String(error)))}\n`);
  return usage || code === 'BadRequest' ? 2 : 1;
}

clearEnvironment();

const code = await main(process.argv.slice(2)).catch(explain);
// A pipe takes its time: everything printed must be out before the process ends.
await say('');
process.exit(code);
