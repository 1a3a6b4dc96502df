// Preloaded into a process under test. See loop-probe.ts.
import { openSync, readSync } from 'node:fs';
import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';

/** Measuring interval: the result exceeds the longest turn by at most this many milliseconds. */
const EVERY_MS = 2;

if (isMainThread) watch(process.env.KITH_TEST_PROBE_SOCKET);

/** Sends each connecting client the longest stretch since the last connection, in milliseconds, and starts over. */
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

/** This thread's CPU time in milliseconds, or the process's if the system does not report it. */
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
