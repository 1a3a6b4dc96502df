import { KithError } from '../contract/error.ts';
import { alreadyThere, isTaken } from '../service/backup/whole-file.ts';
import { askLine } from './ask.ts';
import { isWatched, oneLine } from './output/print.ts';

/**
 * Whether a file may be replaced: --force says so, or somebody at the terminal. False where there is no such file yet.
 * Throws where there is one and nobody said so.
 */
export async function mayReplace(file: string, force: boolean): Promise<boolean> {
  if (force) return true;
  if (!isTaken(file)) return false;
  if (!process.stdin.isTTY || !isWatched()) throw alreadyThere(file);
  const answer = await askLine(`${oneLine(file)} is there already. Replace it? [y/N] `);
  if (/^\s*y(es)?\s*$/i.test(answer)) return true;
  throw new KithError('Conflict', `${file} was left as it is.`);
}

const WORDS: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EEXIST: 'a file stands where a folder should be',
  EISDIR: 'this is a folder',
  ENOTDIR: 'a part of this path is no folder',
  EACCES: 'you may not read or write this',
  EPERM: 'you may not read or write this',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
};

/** Why the system refused a file, in plain words; undefined for any other error. */
export function fileTrouble(error: unknown): string | undefined {
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined || (path === undefined && code !== 'EISDIR')) return undefined;
  return WORDS[code] ?? `the file could not be used (${code})`;
}
