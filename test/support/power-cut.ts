import { readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

// A power cut keeps what was synced and may lose all that was written since.

/**
 * How far a file was written, and how far a sync has covered it, in a trace of system calls. An injected sync is
 * answered, and not done.
 */
export function tracedLengths(trace: string, file: string): { written: number; synced: number } {
  let written = 0;
  let synced = 0;
  const calls = readFileSync(trace, 'utf8').split('\n');
  for (const line of calls.filter((call) => call.includes(`<${file}>`))) {
    const write = /pwrite64\(.*, (\d+), (\d+)(\)| <unfinished)/.exec(line);
    if (write) written = Math.max(written, Number(write[1]) + Number(write[2]));
    else if (/sync\(/.test(line) && !line.includes('INJECTED')) synced = written;
  }
  return { written, synced };
}

/** Leaves a data folder as the next start finds it after a cut: the write-ahead log ends where it was synced. */
export function loseUnsynced(dataDir: string, synced: number): void {
  const log = join(dataDir, 'kith.db-wal');
  rmSync(join(dataDir, 'kith.db-shm'), { force: true });
  truncateSync(log, Math.min(synced, statSync(log).size));
}
