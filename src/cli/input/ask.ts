import { createInterface as createLines } from 'node:readline';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { isWatched, oneLine, tell } from '../../process/print.ts';
import { KithError } from '../../shared/error.ts';
import { fileExistsError, pathExists } from '../../shared/files/atomic-write.ts';
import { readInput } from './files.ts';

/**
 * Gets a secret for a command. `given` is from the command line: `-` reads the secret from standard input, and undefined
 * asks at the terminal. A secret on the command line is accepted with a warning.
 */
export async function takeSecret(
  given: string | undefined,
  { what, hint, signal }: { what: string; hint: string; signal?: AbortSignal | undefined },
): Promise<string> {
  if (given === undefined) return (await askSecret(`${what}: `, hint, signal)).trim();
  if (given === '-') {
    const read = (await text(process.stdin)).trim();
    if (read === '') throw new KithError('BadRequest', 'Standard input was empty.', { hint });
    return read;
  }
  tell(`${what}: this is secret, but the process list and the shell history show the command line. ${hint}\n`);
  return given;
}

/** Asks for a secret without showing it. Throws if there is no terminal; `hint` names the alternative. */
export async function askSecret(question: string, hint: string, signal: AbortSignal | undefined): Promise<string> {
  if (!process.stdin.isTTY) throw new KithError('BadRequest', 'There is no terminal to ask for input.', { hint });
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  // Ask only after terminal echo is off.
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

/** Minimum length, because attackers can try passphrases on a stolen backup for years. */
const MIN_CHARACTERS = 8;
const PASSPHRASE_HINT = 'Give a file with the passphrase: --passphrase-file FILE.';

/** Gets a passphrase for encryption: from a file, or by asking twice. */
export async function newPassphrase(file: string | undefined): Promise<string> {
  const typed =
    file === undefined ? await askSecret('Passphrase of the backup: ', PASSPHRASE_HINT, undefined) : await inFile(file);
  if ([...typed].length < MIN_CHARACTERS)
    throw new KithError('BadRequest', `The passphrase must have at least ${MIN_CHARACTERS} characters.`, {
      hint: 'Several words are easy to remember and hard to guess.',
    });
  if (file === undefined && (await askSecret('Repeat the passphrase: ', PASSPHRASE_HINT, undefined)) !== typed)
    throw new KithError('BadRequest', 'The passphrases do not match. Nothing was written.');
  return typed;
}

/** Gets the passphrase of an encrypted backup. */
export const knownPassphrase = async (file: string | undefined): Promise<string> =>
  file === undefined ? askSecret('Passphrase of the backup: ', PASSPHRASE_HINT, undefined) : inFile(file);

/** Reads the first line, because editors add a line break. */
const inFile = async (file: string): Promise<string> =>
  /^\uFEFF?([^\r\n]*)/.exec((await readInput(file)).toString())![1]!;

/** Asks for a line. Returns an empty string if the input ends first. */
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
 * Whether a file may be replaced, by --force or after asking at the terminal. Returns false if there is no such file.
 * Throws if there is one and it may not be replaced.
 */
export async function mayReplace(file: string, force: boolean): Promise<boolean> {
  if (force) return true;
  if (!pathExists(file)) return false;
  if (!process.stdin.isTTY || !isWatched()) throw fileExistsError(file);
  const answer = await askLine(`${oneLine(file)} already exists. Replace it? [y/N] `);
  if (/^\s*y(es)?\s*$/i.test(answer)) return true;
  throw new KithError('Conflict', `${file} was not changed.`);
}
