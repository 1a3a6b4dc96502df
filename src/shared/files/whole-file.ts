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

/** Whether something has this name, be it a link that leads nowhere. */
export const isTaken = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** What ends a process that may still tidy up. Not SIGHUP: whoever ran it under nohup wants it to go on. */
const ENDS = ['SIGINT', 'SIGTERM', 'SIGBREAK'] as const;

/**
 * Gives `work` a new, empty file in a folder, for its owner alone and under a name that nobody could have planted a link
 * at, and removes it afterwards, also when a signal ends the process.
 */
export async function withDraft<T>(folder: string, work: (draft: string) => T | Promise<T>): Promise<T> {
  if (!existsSync(folder)) throw new KithError('NotFound', `There is no folder ${folder}.`);
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

/** Removes a file if it is there. On Windows rmSync passes over names in other than Latin letters, in Node 24 before 24.13.1. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/**
 * Makes `file` what `work` writes into a draft beside it: whole or not at all, synced, a new file whoever owned
 * one of that name. Throws a Conflict where there is one by now, unless it may be replaced.
 */
export async function writeWhole<T>(
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
    // The draft's name says nothing to anybody.
    if (DRAFT.test((error as NodeJS.ErrnoException).path ?? '')) Object.assign(error as Error, { path: file });
    throw error;
  }
}

const DRAFT = /kith-[0-9a-f]{32}\.part$/;

export const alreadyThere = (file: string): KithError =>
  new KithError('Conflict', `${file} is there already, and was left as it is.`, { hint: '--force replaces it.' });

/** What file systems say that know no links, such as those of USB sticks. */
const WITHOUT_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EISDIR'];

/** A link is never made over a file that came meanwhile. */
function putWhereNothingIs(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (isTaken(file)) throw alreadyThere(file);
    if (!WITHOUT_LINKS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    renameSync(draft, file);
  }
}

/** Puts what was written into a file, or the names in a folder, on the disk. */
export function syncFile(path: string): void {
  const isFolder = statSync(path).isDirectory();
  // Windows syncs no folders, and of files those alone that are open for writing.
  if (isFolder && process.platform === 'win32') return;
  const handle = openSync(path, isFolder ? 'r' : 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
