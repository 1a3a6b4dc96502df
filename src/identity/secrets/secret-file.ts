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
 * Reads a file that only its owner can read. If it is missing, `make` creates its text. If two processes start at once,
 * one creates the file and the other reads it.
 */
export function readOrMake(file: string, make: () => string): { text: string; made: boolean } {
  const made = !existsSync(file) && writeDraft(file, make(), putWhereNothingStands);
  return { text: readFileSync(file, 'utf8'), made };
}

/** How soon a running process notices that the file was replaced. */
export const SEEN_WITHIN_MS = 1_000;

/**
 * Returns the parsed file, checked for changes at most once a second. At the start, it throws the errors of `parse`.
 */
export function watchFile<T>(file: string, parse: (text: string) => T): () => T {
  let version = versionOf(file);
  let value = parse(readFileSync(file, 'utf8'));
  let looked = performance.now();
  return () => {
    if (performance.now() - looked < SEEN_WITHIN_MS) return value;
    looked = performance.now();
    const now = versionOf(file);
    // While the file is briefly missing, the last value stays in use.
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

/** Replaces the text in one step, so that readers get either the complete old or the complete new text. */
export function replaceSecretFile(file: string, text: string): void {
  writeDraft(file, text, renameSync);
}

/**
 * Writes a draft and moves it into place, so that a crash leaves no partial secret. Returns false if another process
 * was first.
 */
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
    // Some file systems do not support links. The copy is exclusive too, but not atomic.
    if (isThere(error)) throw error;
    copyFileSync(draft, file, constants.COPYFILE_EXCL);
  }
}

function syncFolder(folder: string): void {
  // Windows cannot open folders.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
