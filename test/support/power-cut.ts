import { readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

// A power cut keeps synced data and may lose everything written since.

/** The first byte of a file that no sync has covered, or undefined if all of it is synced. */
type Unsynced = number | undefined;

/**
 * A file's state from a trace of system calls. After a checkpoint the write-ahead log is overwritten from its start, so
 * the lowest offset since the last sync counts, not the length. An injected sync is answered but not done.
 */
export function tracedWrites(trace: string, file: string): { written: boolean; unsynced: Unsynced } {
  let written = false;
  let unsynced: Unsynced;
  const calls = readFileSync(trace, 'utf8').split('\n');
  for (const line of calls.filter((call) => call.includes(`<${file}>`))) {
    const offset = /pwrite64\(.*, \d+, (\d+)(\)| <unfinished)/.exec(line)?.[1];
    if (offset !== undefined) {
      written = true;
      unsynced = Math.min(unsynced ?? Number.POSITIVE_INFINITY, Number(offset));
    } else if (/sync\(/.test(line) && !line.includes('INJECTED')) unsynced = undefined;
  }
  return { written, unsynced };
}

/** Leaves a data folder as the next start finds it after a power cut: the write-ahead log ends before unsynced data. */
export function loseUnsynced(dataDir: string, unsynced: Unsynced): void {
  rmSync(join(dataDir, 'kith.db-shm'), { force: true });
  if (unsynced !== undefined) truncateSync(join(dataDir, 'kith.db-wal'), unsynced);
}
