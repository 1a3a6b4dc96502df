import { createInterface } from 'node:readline';
import { KithError } from '../contract/error.ts';
import { alreadyThere, isTaken } from '../service/backup/whole-file.ts';
import { isWatched, oneLine, tell } from './print.ts';

/**
 * Whether a file may be replaced: told to with --force, or by somebody at the terminal. False where there is none to
 * replace. Throws where there is one and nobody said so.
 */
export async function mayReplace(file: string, force: boolean): Promise<boolean> {
  if (force) return true;
  if (!isTaken(file)) return false;
  if (!process.stdin.isTTY || !isWatched()) throw alreadyThere(file);
  if (!(await saysYes(`${oneLine(file)} is there already. Replace it? [y/N] `)))
    throw new KithError('Conflict', `${file} was left as it is.`);
  return true;
}

async function saysYes(question: string): Promise<boolean> {
  tell(question);
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return /^\s*y(es)?\s*$/i.test(line);
    return false;
  } finally {
    lines.close();
  }
}
