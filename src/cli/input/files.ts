import { open, readFile } from 'node:fs/promises';
import { KithError } from '../../shared/error.ts';

/** Reads a file, or standard input for `-`. System errors name the file. */
export const readInput = (path: string): Promise<Buffer> =>
  path === '-' ? streamed() : naming(path, () => readFile(path));

/** A file that is read on demand, or the bytes of a stream that can be read only once. */
export interface OpenInput {
  content: Uint8Array<ArrayBuffer> | { fd: number; size: number };
  close(): Promise<void>;
}

/** Opens a file, or reads standard input or a pipe completely. System errors name the file. */
export async function openInput(path: string): Promise<OpenInput> {
  if (path !== '-') {
    const file = await naming(path, () => open(path));
    try {
      const about = await file.stat();
      // Reading a folder throws the system's own error.
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

/** Limit for standard input, which is kept in memory and may be endless. */
const MAX_STREAMED = 512 * 1024 * 1024;

async function streamed(): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size > MAX_STREAMED)
      throw new KithError('PayloadTooLarge', `Standard input is longer than ${MAX_STREAMED / 1024 / 1024} MB.`, {
        hint: 'Use a file for larger input.',
      });
  }
  return Buffer.concat(parts);
}

/** Adds the path to system errors, because some of Node's errors lack it. */
export async function naming<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) Object.assign(error as Error, { path });
    throw error;
  }
}

const WORDS: Record<string, string> = {
  ENOENT: 'no such file or folder',
  EEXIST: 'a file exists where a folder is expected',
  EISDIR: 'this is a folder',
  ENOTDIR: 'part of this path is not a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
};

/** Returns the reason of a file system error in plain words, or undefined for other errors. */
export function fileErrorReason(error: unknown): string | undefined {
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined || (path === undefined && code !== 'EISDIR')) return undefined;
  return WORDS[code] ?? `the file could not be used (${code})`;
}
