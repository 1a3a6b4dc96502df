import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { KithError } from '../error.ts';

/** Whether the path exists, even as a broken link. */
export const pathExists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Signals that end the process and allow cleanup. Not SIGHUP, because a process under nohup should continue. */
const ENDS = ['SIGINT', 'SIGTERM', 'SIGBREAK'] as const;

/**
 * Passes a new, empty file to `work`. Only its owner can read it, and its name is unpredictable, so that nobody can
 * plant a link. The file is removed afterwards, even if a signal ends the process.
 */
export async function withDraft<T>(folder: string, work: (draft: string) => T | Promise<T>): Promise<T> {
  if (!existsSync(folder)) throw new KithError('NotFound', `The folder ${folder} does not exist.`);
  const draft = join(folder, `kith-${randomBytes(16).toString('hex')}.part`);
  const stop = () => {
    try {
      removeFile(draft);
    } finally {
      process.exit(130);
    }
  };
  closeSync(openSync(draft, 'wx', 0o600));
  for (const signal of ENDS) process.once(signal, stop);
  try {
    return await work(draft);
  } finally {
    for (const signal of ENDS) process.off(signal, stop);
    removeFile(draft);
  }
}

/** Removes a file if it exists. On Windows, rmSync ignores non-Latin names in Node 24 before 24.13.1. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/**
 * Writes `file` through a synced draft next to it, completely or not at all. The result is always a new file. Throws a
 * Conflict if the file exists and may not be replaced.
 */
export async function writeAtomically<T>(
  file: string,
  mayReplace: boolean,
  work: (draft: string) => T | Promise<T>,
): Promise<T> {
  const folder = dirname(resolve(file));
  try {
    return await withDraft(folder, async (draft) => {
      const result = await work(draft);
      syncFile(draft);
      if (mayReplace) renameSync(draft, file);
      else putWhereNothingIs(draft, file);
      syncFile(folder);
      return result;
    });
  } catch (error) {
    // Replaces the draft's name in the error, which means nothing to users.
    if (DRAFT.test((error as NodeJS.ErrnoException).path ?? '')) Object.assign(error as Error, { path: file });
    throw error;
  }
}

const DRAFT = /kith-[0-9a-f]{32}\.part$/;

export const fileExistsError = (file: string): KithError =>
  new KithError('Conflict', `${file} already exists and was not changed.`, { hint: 'Use --force to replace it.' });

/** Errors of file systems without hard links, for example on USB sticks. */
const WITHOUT_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EISDIR'];

/** A hard link never replaces a file that was created in the meantime. */
function putWhereNothingIs(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (pathExists(file)) throw fileExistsError(file);
    if (!WITHOUT_LINKS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    renameSync(draft, file);
  }
}

/** Syncs a file's content, or the names in a folder, to disk. */
export function syncFile(path: string): void {
  const isFolder = statSync(path).isDirectory();
  // Windows cannot sync folders, and only syncs files that are open for writing.
  if (isFolder && process.platform === 'win32') return;
  const handle = openSync(path, isFolder ? 'r' : 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
