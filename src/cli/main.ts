import { clearEnvironment, version } from '../process/environment.ts';
import { protocolOutput, say, tell } from '../process/print.ts';

async function main(args: string[]): Promise<number> {
  const [name, topic] = args;
  if (name === '--version' || name === '-v') return print(`${version}\n`);
  if (name === undefined && process.stdin.isTTY) return print(WELCOME);
  // An MCP client starts kith without a command, at most with filters. This path must stay fast.
  const isMcpClient = name === undefined || (name.startsWith('--') && name !== '--help');
  if (isMcpClient) return (await import('./servers/stdio.ts')).startStdio(args);
  protocolOutput.on('error', endWithReader);
  const { runProgram } = await import('./program/program.ts');
  return runProgram(name === 'help' && topic === 'settings' ? ['settings'] : args);
}

const WELCOME = `kith ${version}: a personal CRM that AI assistants can use

  kith import contacts.vcf   import the people you know
  kith find jane             find one of them
  kith demo                  see an assistant use a sample address book
  kith help                  list all commands

Assistants start kith themselves, without a terminal. The README explains how to
add it to yours. To speak MCP in this terminal, run kith stdio.
`;

async function print(text: string): Promise<number> {
  await say(text);
  return 0;
}

/** Exits quietly if the reader of stdout, such as `head`, closes the pipe early. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
}

/** Prints an error as a message. Only internal errors show a stack trace. */
async function explain(error: unknown): Promise<number> {
  const { name, code, message, hint, stack, path } = error as NodeJS.ErrnoException & { hint?: string };
  const usage = typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS');
  const reason = (await import('./input/files.ts')).fileErrorReason(error);
  const todo = usage ? 'Run kith help to list the options.' : hint;
  const plain = name === 'KithError' || usage ? [message, todo].filter(Boolean).join('\n') : undefined;
  tell(`kith: ${plain ?? (reason ? `${path ?? 'file'}: ${reason}` : (stack ?? String(error)))}\n`);
  return usage || code === 'BadRequest' ? 2 : 1;
}

clearEnvironment();

const code = await main(process.argv.slice(2)).catch(explain);
// Writes to a pipe are asynchronous: flush them before the process exits.
await say('');
process.exit(code);
