import { open, readFile } from 'node:fs/promises';
import { KithError } from '../../shared/error.ts';

/** The bytes of a file, or of standard input for `-`. A refusal of the system names the file. */
export const readInput = (path: string): Promise<Buffer> =>
  path === '-' ? streamed() : naming(path, () => readFile(path));

/** A file that is read as far as it is asked for, or the bytes of what can only be read once. */
export interface OpenInput {
  content: Uint8Array<ArrayBuffer> | { fd: number; size: number };
  close(): Promise<void>;
}

/** Opens a file, or takes in what standard input or a pipe brings. A refusal of the system names the file. */
export async function openInput(path: string): Promise<OpenInput> {
  if (path !== '-') {
    const file = await naming(path, () => open(path));
    try {
      const about = await file.stat();
      // Read as a folder, it is refused in the system's own words.
      if (about.isDirectory()) await naming(path, () => file.readFile());
      if (about.isFile()) return { content: { fd: file.fd, size: about.size }, close: () => file.close() };
    } catch (error) {
      await file.close();
      throw error;
    }
    await file.close();
  }
  return { content: new Uint8Array(await readInput(path)), close: async () => {} };
}

/** All of it is held in memory, and what comes may have no end. */
const MOST_STREAMED = 512 * 1024 * 1024;

async function streamed(): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size > MOST_STREAMED)
      throw new KithError('PayloadTooLarge', `Standard input is longer than ${MOST_STREAMED / 1024 / 1024} MB.`, {
        hint: 'Give what is so large as a file.',
      });
  }
  return Buffer.concat(parts);
}

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
