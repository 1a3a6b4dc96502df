import { createInterface as createLines } from 'node:readline';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { isWatched, oneLine, tell } from '../../process/print.ts';
import { KithError } from '../../shared/error.ts';
import { fileExistsError, pathExists } from '../../shared/files/atomic-write.ts';
import { readInput } from './files.ts';

/**
 * A secret that a command needs. `given` comes from the command line: `-` reads the secret from standard input, and
 * without it somebody at the terminal is asked. A secret given in full is taken, with a warning.
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

/** A secret typed without being shown. Throws where nobody sits at a terminal; `hint` names the other way. */
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

/** A stolen backup can be guessed at for years. */
const FEWEST_CHARACTERS = 8;
const PASSPHRASE_HINT = 'Give a file that holds it with --passphrase-file FILE.';

/** A passphrase to encrypt with: from a file, else asked for twice. */
export async function newPassphrase(file: string | undefined): Promise<string> {
  const typed =
    file === undefined ? await askSecret('Passphrase of the backup: ', PASSPHRASE_HINT, undefined) : await inFile(file);
  if ([...typed].length < FEWEST_CHARACTERS)
    throw new KithError('BadRequest', `The passphrase must have ${FEWEST_CHARACTERS} characters or more.`, {
      hint: 'Several words are easy to keep and hard to guess.',
    });
  if (file === undefined && (await askSecret('The same again: ', PASSPHRASE_HINT, undefined)) !== typed)
    throw new KithError('BadRequest', 'The two are not the same. Nothing was written.');
  return typed;
}

/** The passphrase of a backup that is already encrypted. */
export const knownPassphrase = async (file: string | undefined): Promise<string> =>
  file === undefined ? askSecret('Passphrase of the backup: ', PASSPHRASE_HINT, undefined) : inFile(file);

/** Its first line: editors end one. */
const inFile = async (file: string): Promise<string> =>
  /^\uFEFF?([^\r\n]*)/.exec((await readInput(file)).toString())![1]!;

/** The line that somebody types as an answer; empty where the input ends without one. */
export async function askLine(question: string): Promise<string> {
  tell(question);
  const lines = createLines({ input: process.stdin });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
  }
}

/**
 * Whether a file may be replaced: --force says so, or somebody at the terminal. False where there is no such file yet.
 * Throws where there is one and nobody said so.
 */
export async function mayReplace(file: string, force: boolean): Promise<boolean> {
  if (force) return true;
  if (!pathExists(file)) return false;
  if (!process.stdin.isTTY || !isWatched()) throw fileExistsError(file);
  const answer = await askLine(`${oneLine(file)} is there already. Replace it? [y/N] `);
  if (/^\s*y(es)?\s*$/i.test(answer)) return true;
  throw new KithError('Conflict', `${file} was left as it is.`);
}
