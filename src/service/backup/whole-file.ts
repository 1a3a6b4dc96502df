import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, lstatSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { KithError } from '../../contract/error.ts';

/** Whether something has this name, be it a link that leads nowhere. */
export const isTaken = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/**
 * Gives `work` a new, empty file in a folder, for its owner alone and under a name that nobody could have planted a link
 * at, and removes it afterwards, also when a signal ends the process.
 */
export async function withDraft<T>(folder: string, work: (draft: string) => T | Promise<T>): Promise<T> {
  if (!existsSync(folder)) throw new KithError('NotFound', `There is no folder ${folder}.`);
  const draft = join(folder, `kith-${randomBytes(16).toString('hex')}.part`);
  const remove = () => rmSync(draft, { force: true });
  const stop = () => {
    remove();
    process.exit(130);
  };
  closeSync(openSync(draft, 'wx', 0o600));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    return await work(draft);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    remove();
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

/** A link is never made over a file that came meanwhile; some file systems know no links. */
function putWhereNothingIs(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (isTaken(file)) throw alreadyThere(file);
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
    renameSync(draft, file);
  }
}

/** Puts what was written into a file, or the names in a folder, on the disk. */
export function syncFile(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } catch (error) {
    // Windows syncs no folders.
    if (process.platform !== 'win32') throw error;
  } finally {
    closeSync(handle);
  }
}
