import { readFile } from 'node:fs/promises';
import { KithError } from '../contract/error.ts';
import { askSecret } from './ask-secret.ts';

/** A file of a backup can be guessed at for years. */
const FEWEST_CHARACTERS = 8;
const HINT = 'Give a file that holds it with --passphrase-file FILE.';

/** A passphrase to encrypt with: from a file, else asked for twice. */
export async function newPassphrase(file: string | undefined): Promise<string> {
  const typed =
    file === undefined ? await askSecret('Passphrase of the backup: ', HINT, undefined) : await inFile(file);
  if ([...typed].length < FEWEST_CHARACTERS)
    throw new KithError('BadRequest', `The passphrase must have ${FEWEST_CHARACTERS} characters or more.`, {
      hint: 'Several words are easy to keep and hard to guess.',
    });
  if (file === undefined && (await askSecret('The same again: ', HINT, undefined)) !== typed)
    throw new KithError('BadRequest', 'The two are not the same. Nothing was written.');
  return typed;
}

/** The passphrase of a file that is there. */
export const knownPassphrase = async (file: string | undefined): Promise<string> =>
  file === undefined ? askSecret('Passphrase of the backup: ', HINT, undefined) : inFile(file);

/** Its first line: editors end one. */
const inFile = async (file: string): Promise<string> => /^\uFEFF?([^\r\n]*)/.exec(await readFile(file, 'utf8'))![1]!;
