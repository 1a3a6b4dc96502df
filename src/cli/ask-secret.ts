import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { KithError } from '../contract/error.ts';
import { tell } from './print.ts';

/**
 * A secret that a command needs. `given` is what stands on the command line: `-` reads it from standard input, nothing
 * asks for it at the terminal. One that stands there in full is taken, with a word that it should not.
 */
export async function takeSecret(
  given: string | undefined,
  { what, hint, signal }: { what: string; hint: string; signal?: AbortSignal | undefined },
): Promise<string> {
  if (given === undefined) return (await askSecret(`${what}: `, hint, signal)).trim();
  if (given === '-') {
    const read = (await text(process.stdin)).trim();
    if (read === '') throw new KithError('BadRequest', 'Nothing came on standard input.', { hint });
    return read;
  }
  tell(
    `${what}: it is a password, and on the command line the list of processes and the shell's history show it. ${hint}\n`,
  );
  return given;
}

/** What somebody types without being shown it. Throws where nobody sits at a terminal; `hint` names the other way. */
export async function askSecret(question: string, hint: string, signal: AbortSignal | undefined): Promise<string> {
  if (!process.stdin.isTTY) throw new KithError('BadRequest', 'There is no terminal to ask at.', { hint });
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  // After the terminal has stopped showing what is typed.
  tell(question);
  const cancel = new AbortController();
  for (const end of ['SIGINT', 'close'] as const) lines.once(end, () => cancel.abort());
  signal?.addEventListener('abort', () => cancel.abort(), { once: true });
  try {
    return await lines.question('', { signal: cancel.signal });
  } catch (cause) {
    throw new KithError('BadRequest', 'Nothing was typed.', { hint, cause });
  } finally {
    lines.close();
    tell('\n');
  }
}
