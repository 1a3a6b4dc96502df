import { readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

// A power cut keeps what was synced and may lose all that was written since.

/** From which byte on a file holds what no sync has covered; undefined when all of it is synced. */
type Unsynced = number | undefined;

/**
 * What a trace of system calls tells of a file. The write-ahead log is written from its start again after a checkpoint,
 * so the lowest offset since the last sync counts, not the length. An injected sync is answered, and not done.
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

/** Leaves a data folder as the next start finds it after a cut: the write-ahead log ends before what was not synced. */
export function loseUnsynced(dataDir: string, unsynced: Unsynced): void {
  rmSync(join(dataDir, 'kith.db-shm'), { force: true });
  if (unsynced !== undefined) truncateSync(join(dataDir, 'kith.db-wal'), unsynced);
}
