// A worker that fails in ways that kith's own should not. See test/shared/worker-pool.test.ts.
import { parentPort } from 'node:worker_threads';

const tasks = {
  /** Never responds. */
  mute() {},
  /** Responds with a value that the main thread cannot clone, because its stack is smaller. */
  unreadable() {
    let deep = [];
    for (let level = 0; level < 6_000; level++) deep = [deep];
    parentPort.postMessage({ kind: 'begun', thread: undefined });
    parentPort.postMessage({ kind: 'done', result: deep });
  },
  /** Sends a batch, and ends once it is accepted. */
  batch() {
    parentPort.postMessage({ kind: 'begun', thread: undefined });
    parentPort.postMessage({ kind: 'batch', batch: 'some' });
  },
};

parentPort.on('message', (message) => {
  if (message === 'more') parentPort.postMessage({ kind: 'done', result: 'all' });
  else tasks[message.task]();
});
