import { clearEnvironment, version } from '../process/environment.ts';
import { protocolOutput, say, tell } from '../process/print.ts';

async function main(args: string[]): Promise<number> {
  const [name, topic] = args;
  if (name === '--version' || name === '-v') return print(`${version}\n`);
  if (name === undefined && process.stdin.isTTY) return print(WELCOME);
  // A host starts kith without a command, with filters at most; nothing else may slow down its start.
  const isHost = name === undefined || (name.startsWith('--') && name !== '--help');
  if (isHost) return (await import('./servers/stdio.ts')).startStdio(args);
  protocolOutput.on('error', endWithReader);
  const { runProgram } = await import('./program/program.ts');
  return runProgram(name === 'help' && topic === 'settings' ? ['settings'] : args);
}

const WELCOME = `kith ${version}: a personal CRM that AI assistants can use

  kith import contacts.vcf   brings in the people you know
  kith find jane             finds them
  kith demo                  shows on a sample what an assistant does with them
  kith help                  lists every command

An assistant starts kith by itself, without a terminal: the README says how to
add it to yours. kith stdio speaks MCP right here.
`;

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
  const trouble = (await import('./input/files.ts')).fileTrouble(error);
  const todo = usage ? 'kith help lists the options.' : hint;
  const plain = name === 'KithError' || usage ? [message, todo].filter(Boolean).join('\n') : undefined;
  tell(`kith: ${plain ?? (trouble ? `${path ?? 'file'}: ${trouble}` : (stack ?? String(error)))}\n`);
  return usage || code === 'BadRequest' ? 2 : 1;
}

clearEnvironment();

const code = await main(process.argv.slice(2)).catch(explain);
// A pipe takes its time: everything printed must be out before the process ends.
await say('');
process.exit(code);
