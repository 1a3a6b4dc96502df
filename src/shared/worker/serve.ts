import { readlinkSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { type FromWorker, packed, type ToWorker } from './messages.ts';

/** Sends a batch of what a task found; resolves when the other side has taken it. */
export type Send = (batch: unknown) => Promise<void>;

/** A task of a worker: plain data in, plain data out, and batches on the way. */
// biome-ignore lint/suspicious/noExplicitAny: each task knows its input, which crossed between threads as plain data.
export type Task = (input: any, send: Send) => unknown;

/** The whole of a worker's side: runs the tasks it is asked for, one at a time. */
export function serveTasks(tasks: Record<string, Task>): void {
  const port = parentPort!;
  const post = (message: FromWorker) => port.postMessage(message);
  let taken = () => {};
  const send: Send = (batch) =>
    new Promise((resolve) => {
      taken = resolve;
      post({ kind: 'batch', batch });
    });
  // Without an answer, the pool would wait for this task until its timeout.
  port.on('messageerror', (error) => post({ kind: 'failed', error: packed(error) }));
  port.on('message', async (message: ToWorker) => {
    if (message === 'more') return taken();
    post({ kind: 'begun', thread: threadNumber() });
    try {
      post({ kind: 'done', result: await tasks[message.task]!(message.input, send) });
    } catch (error) {
      post({ kind: 'failed', error: packed(error) });
    }
  });
}

/** Linux links `/proc/thread-self` to `PID/task/NUMBER`. */
function threadNumber(): string | undefined {
  try {
    return readlinkSync('/proc/thread-self').split('/').at(-1);
  } catch {
    return undefined;
  }
}
