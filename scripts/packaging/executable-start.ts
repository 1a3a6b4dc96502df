// Entry of the single executable: it unpacks kith into the user's cache, once per version, and runs it from there.
// Built into one file, because a program in an executable cannot load others.
import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { runMain } from 'node:module';
import { homedir, userInfo } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { getAsset, getRawAsset } from 'node:sea';
import { type UnzipFileInfo, unzipSync } from 'fflate';

const program = join(unpackedOrEnd(), 'dist', 'cli.js');
process.argv[1] = program;
runMain(program);

function unpackedOrEnd(): string {
  try {
    return unpacked();
  } catch (error) {
    const hint = 'Set XDG_CACHE_HOME to a writable folder.';
    process.stderr.write(`kith cannot unpack itself: ${(error as Error).message}. ${hint}\n`);
    process.exit(1);
  }
}

/** The folder with this version's files. Missing or incomplete files are written again. */
function unpacked(): string {
  const own = join(cacheFolder(), 'kith');
  mkdirSync(own, { recursive: true, mode: 0o700 });
  refuseOthers(own);
  const folder = join(own, getAsset('version', 'utf8'));
  const isMissing = ({ name, originalSize }: UnzipFileInfo) =>
    statSync(join(folder, name), { throwIfNoEntry: false })?.size !== originalSize;
  const missing = unzipSync(new Uint8Array(getRawAsset('files') as ArrayBuffer), { filter: isMissing });
  for (const [path, bytes] of Object.entries(missing)) put(join(folder, path), bytes);
  return folder;
}

/** A file that another user can write would run as this user. */
function refuseOthers(folder: string): void {
  const { uid, mode } = lstatSync(folder);
  if (uid !== process.getuid!() || mode & 0o022)
    throw new Error(`${folder} belongs to another user, or is writable by others`);
}

/** Several may start at once, so each file is written completely or not at all. */
function put(path: string, bytes: Uint8Array): void {
  const part = `${path}.${randomUUID()}`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(part, bytes, { mode: 0o600 });
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

function cacheFolder(): string {
  const { XDG_CACHE_HOME: given = '' } = process.env;
  // Some launchers leave HOME empty, and a relative path counts as unset (XDG Base Directory Specification): the
  // program must not run from the current folder of a client.
  return isAbsolute(given) ? given : join(homedir() || userInfo().homedir, '.cache');
}
