import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * The text of a file that only its owner can read, made by `make` when it is missing. Of two processes that start at
 * once, one makes it and the other reads it.
 */
export function readOrMake(file: string, make: () => string): { text: string; made: boolean } {
  const made = !existsSync(file) && writeDraft(file, make(), putWhereNothingStands);
  return { text: readFileSync(file, 'utf8'), made };
}

/** How soon a running process notices that the file was replaced. */
export const SEEN_WITHIN_MS = 1_000;

/** What `parse` makes of the file as it is now, checked at most once a second. At the start it throws what `parse` throws. */
export function watchFile<T>(file: string, parse: (text: string) => T): () => T {
  let version = versionOf(file);
  let value = parse(readFileSync(file, 'utf8'));
  let looked = performance.now();
  return () => {
    if (performance.now() - looked < SEEN_WITHIN_MS) return value;
    looked = performance.now();
    const now = versionOf(file);
    // While the file is missing for a moment, what was read still holds.
    if (now === undefined || now === version) return value;
    value = parse(readFileSync(file, 'utf8'));
    version = now;
    return value;
  };
}

function versionOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.ino} ${found.mtimeMs} ${found.size}`;
}

/** Replaces the text in one step: a reader finds the old or the new one, whole. */
export function replaceSecretFile(file: string, text: string): void {
  writeDraft(file, text, renameSync);
}

/** Writes a draft, then puts it in place: a crash leaves no half secret. False when another process was first. */
function writeDraft(file: string, text: string, putInPlace: (draft: string, file: string) => void): boolean {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
    putInPlace(draft, file);
    syncFolder(folder);
    return true;
  } catch (error) {
    if (!isThere(error)) throw error;
    return false;
  } finally {
    closeSync(handle);
    if (existsSync(draft)) unlinkSync(draft);
  }
}

const isThere = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST';

function putWhereNothingStands(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    // Some file systems know no links; there the copy is exclusive too, only not in one piece.
    if (isThere(error)) throw error;
    copyFileSync(draft, file, constants.COPYFILE_EXCL);
  }
}

function syncFolder(folder: string): void {
  // Windows opens no folders.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
