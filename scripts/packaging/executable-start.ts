// What the single executable runs: it unpacks kith beside the user's other caches, once for each version, and runs it from there.
// Built into one file, as a program in an executable can load no other.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { runMain } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { getAsset } from 'node:sea';
import { unzipSync } from 'fflate';

const program = join(unpackedOrEnd(), 'dist', 'cli.js');
// kith starts itself by naming its file, as it would have to with a Node.
const given = process.argv.slice(2);
process.argv.splice(1, process.argv.length, program, ...(given[0] === program ? given.slice(1) : given));
runMain(program);

function unpackedOrEnd(): string {
  try {
    return unpacked();
  } catch (error) {
    const hint = 'Set XDG_CACHE_HOME to a folder that can be written.';
    process.stderr.write(`kith cannot unpack itself: ${(error as Error).message}. ${hint}\n`);
    process.exit(1);
  }
}

/** The folder that holds the files of this version. */
function unpacked(): string {
  const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const folder = join(caches, 'kith', getAsset('version', 'utf8'));
  if (existsSync(folder)) return folder;
  const made = `${folder}.${process.pid}`;
  for (const [path, bytes] of Object.entries(unzipSync(new Uint8Array(getAsset('files'))))) {
    mkdirSync(dirname(join(made, path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(made, path), bytes);
  }
  try {
    renameSync(made, folder);
  } catch (error) {
    // Another kith was first.
    rmSync(made, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
