import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const POLL_MS = 50;
const MAX_POLLS = 6_000;

/**
 * Waits until no other process holds the lock file `path`, and takes it. The returned function releases it. A killed
 * process's lock is taken over.
 */
export function takeLock(path) {
  const mine = `${path}.${process.pid}`;
  // A link appears with its content, so no reader finds a lock without its holder.
  writeFileSync(mine, String(process.pid));
  try {
    for (let polls = 0; !link(mine, path); polls++) {
      if (polls === MAX_POLLS)
        throw new Error(
          `${path} is locked by process ${holderOf(path)}. If there is no such process, remove the file.`,
        );
      if (!isRunning(holderOf(path))) breakLock(path);
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  return () => rmSync(path, { force: true });
}

function breakLock(path) {
  const aside = `${path}.${process.pid}.dead`;
  try {
    renameSync(path, aside);
  } catch {
    // Another process was faster.
    return;
  }
  // The file moved aside may be the new lock of a process that took over the old one first.
  if (isRunning(holderOf(aside))) link(aside, path);
  rmSync(aside, { force: true });
}

function link(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** The process id in a lock, or undefined if the lock was just released. */
function holderOf(path) {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function isRunning(pid) {
  // Released: the next attempt takes it.
  if (pid === undefined) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
