// Runs inside a process under test, before its own code; see loop-probe.ts.
import { openSync, readSync } from 'node:fs';
import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';

/** How often it measures: the result exceeds the longest turn by at most this many milliseconds. */
const EVERY_MS = 2;

if (isMainThread) watch(process.env.KITH_TEST_PROBE_SOCKET);

/** Sends everyone who connects the longest stretch since the last connection, in milliseconds, and begins anew. */
function watch(socketPath) {
  const used = cpuTime();
  let before = used();
  let longest = 0;
  const measure = () => {
    const now = used();
    longest = Math.max(longest, now - before);
    before = now;
  };
  setInterval(measure, EVERY_MS).unref();
  const answer = (socket) => {
    measure();
    socket.on('error', () => {}).end(String(longest));
    longest = 0;
  };
  createServer(answer).listen(socketPath).unref();
}

/** The CPU time of this thread alone in milliseconds; of the whole process where the system does not tell. */
function cpuTime() {
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
    const buffer = Buffer.alloc(64);
    return () => Number.parseInt(buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0)), 10) / 1e6;
  } catch {
    return () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    };
  }
}
