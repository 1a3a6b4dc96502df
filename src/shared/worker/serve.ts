import { readlinkSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { type FromWorker, serializeError, type ToWorker } from './messages.ts';

/** Sends a batch of results. Resolves when the other side has accepted it. */
export type Send = (batch: unknown) => Promise<void>;

/** A worker's task: plain data in and out, and batches in between. */
// biome-ignore lint/suspicious/noExplicitAny: each task knows its input, which crossed between threads as plain data.
export type Task = (input: any, send: Send) => unknown;

/** Runs the tasks of a worker, one at a time. */
export function serveTasks(tasks: Record<string, Task>): void {
  const port = parentPort!;
  const post = (message: FromWorker) => port.postMessage(message);
  let taken = () => {};
  const send: Send = (batch) =>
    new Promise((resolve) => {
      taken = resolve;
      post({ kind: 'batch', batch });
    });
  // Without a reply, the pool would wait for this task until its timeout.
  port.on('messageerror', (error) => post({ kind: 'failed', error: serializeError(error) }));
  port.on('message', async (message: ToWorker) => {
    if (message === 'more') return taken();
    post({ kind: 'begun', thread: threadNumber() });
    try {
      post({ kind: 'done', result: await tasks[message.task]!(message.input, send) });
    } catch (error) {
      post({ kind: 'failed', error: serializeError(error) });
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
