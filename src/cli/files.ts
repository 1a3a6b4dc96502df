import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';

/** The bytes of a file, or of standard input for `-`. A refusal of the system names the file. */
export const readInput = (path: string): Promise<Buffer> =>
  path === '-' ? buffer(process.stdin) : naming(path, () => readFile(path));

/** Reads or writes a file so that a refusal of the system names it: some of Node's errors do not. */
export async function naming<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) Object.assign(error as Error, { path });
    throw error;
  }
}

const WORDS: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EEXIST: 'a file stands where a folder should be',
  EISDIR: 'this is a folder',
  ENOTDIR: 'a part of this path is not a folder',
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
