import { Worker } from 'node:worker_threads';
import { builtFile } from '../built-file.ts';
import { KithError } from '../error.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { deserializeError, type FromWorker, type ToWorker } from './messages.ts';

// External text is parsed in worker threads, so that other requests never wait for it. A worker that takes too much
// time or memory is stopped and replaced.

export interface WorkerJob {
  /** Name of one of the worker's tasks, and its input as plain data. */
  task: string;
  input: unknown;
  /** Transferred without a copy; empty in this thread afterwards. */
  transfer?: ArrayBuffer[];
  /**
   * Jobs in one queue run one after another, if possible on the same worker. A caller with many slow jobs keeps only
   * one worker busy.
   */
  queue: string;
  /** Time limit: computing time if the system reports it per thread (Linux), otherwise elapsed time. */
  seconds: number;
  /** Cancels the job, and stops its worker if it is running. */
  signal?: AbortSignal | undefined;
  /** Receives the results so far. The task continues when this resolves. If it rejects, the job fails with its error. */
  onBatch?(batch: unknown): void | Promise<void>;
  /** How long `onBatch` may take. Default: 10 minutes. */
  batchSeconds?: number;
}

export interface WorkerPool {
  /** Returns the task's result. Throws the task's error, a KithError with `details.stopped`, or the signal's reason. */
  run(job: WorkerJob): Promise<unknown>;
  /** Stops idle workers. The next job starts one. */
  rest(): void;
}

/** Why a job was stopped, if a limit was the reason. */
export const stopReasonOf = (error: unknown): StopReason | undefined =>
  error instanceof KithError ? (error.details?.stopped as StopReason | undefined) : undefined;

/** `batch`: the caller did not accept a batch in time. */
type StopReason = 'time' | 'memory' | 'batch';

interface QueuedJob {
  job: WorkerJob;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface WorkerSlot {
  worker: Worker;
  queue: string;
  running: (QueuedJob & { deadline?: Deadline }) | undefined;
  /** Stops a worker that has been idle for a while, because it may hold a lot of memory. */
  idle?: NodeJS.Timeout;
}

const IDLE_MS = 5 * 60_000;
/** A thread that has not started its task by then never will. */
const START_SECONDS = 60;
const BATCH_SECONDS = 10 * 60;

/** Heap for new objects. A third of it holds the objects of one batch, and more does not make it faster. */
const YOUNG_MEGABYTES = 12;

export interface WorkerPoolOptions {
  /** Maximum number of workers. */
  most: number;
  /** Heap size of each worker. */
  megabytes: number;
  /** Maximum seconds until a worker starts a task. Default: 60. */
  startSeconds?: number;
}

/** Workers of one kind (`dist/workers/NAME.js`), started on demand and reused. */
export function workerPool(
  name: string,
  { most, megabytes, startSeconds = START_SECONDS }: WorkerPoolOptions,
): WorkerPool {
  const seats = new Set<WorkerSlot>();
  const waiting: QueuedJob[] = [];

  return {
    run: (job) => new Promise((resolve, reject) => enter({ job, resolve, reject })),
    rest() {
      for (const seat of seats) if (!seat.running) close(seat);
    },
  };

  function enter(entry: QueuedJob): void {
    const { signal } = entry.job;
    if (signal?.aborted) {
      entry.reject(signal.reason);
      return;
    }
    const cancel = () => stop(entry, signal!.reason);
    signal?.addEventListener('abort', cancel, { once: true });
    const leave = () => signal?.removeEventListener('abort', cancel);
    const { resolve, reject } = entry;
    entry.resolve = (result) => {
      leave();
      resolve(result);
    };
    entry.reject = (error) => {
      leave();
      reject(error);
    };
    waiting.push(entry);
    next();
  }

  /** Assigns jobs whose queue is idle to free workers. */
  function next(): void {
    for (;;) {
      const busy = new Set([...seats].flatMap(({ running }) => running?.job.queue ?? []));
      const index = waiting.findIndex(({ job }) => !busy.has(job.queue));
      const entry = waiting[index];
      const seat = entry && seatFor(entry.job);
      if (!seat) return;
      waiting.splice(index, 1);
      begin(seat, entry);
    }
  }

  function seatFor({ queue }: WorkerJob): WorkerSlot | undefined {
    const free = [...seats].filter((seat) => !seat.running);
    return free.find((seat) => seat.queue === queue) ?? free[0] ?? (seats.size < most ? open() : undefined);
  }

  function open(): WorkerSlot {
    const worker = new Worker(workerFile(name), {
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
      // A parser prints nothing and must not see secrets in the environment.
      env: {},
      argv: [],
      execArgv: [],
    });
    const seat: WorkerSlot = { worker, queue: '', running: undefined };
    seats.add(seat);
    worker.on('message', (message: FromWorker) => hear(seat, message));
    worker.on('messageerror', () => end(seat, new Error(`a message from the ${name} worker cannot be read`)));
    worker.on('error', (error: NodeJS.ErrnoException) =>
      end(seat, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? stopped('memory', `${megabytes} MB of memory`) : error),
    );
    worker.on('exit', () => end(seat, new Error(`the ${name} worker ended by itself`)));
    return seat;
  }

  function begin(seat: WorkerSlot, entry: QueuedJob): void {
    const { task, input, transfer, queue } = entry.job;
    clearTimeout(seat.idle);
    const neverBegun = () => end(seat, new Error(`the ${name} worker did not start its task`));
    seat.running = entry;
    seat.running.deadline = startDeadline(startSeconds, undefined, neverBegun);
    seat.queue = queue;
    // A worker keeps the process alive only while a job waits for it.
    seat.worker.ref();
    seat.worker.postMessage({ task, input } satisfies ToWorker, transfer);
  }

  function hear(seat: WorkerSlot, message: FromWorker): void {
    const { running } = seat;
    if (!running) return;
    if (message.kind === 'begun') {
      const { seconds } = running.job;
      const onEnd = () => end(seat, stopped('time', `${Math.ceil(seconds)} s`));
      running.deadline?.end();
      running.deadline = startDeadline(seconds, message.thread, onEnd);
    } else if (message.kind === 'batch') {
      void pass(seat, running, message.batch);
    } else {
      release(seat);
      if (message.kind === 'done') running.resolve(message.result);
      else running.reject(deserializeError(message.error));
      next();
    }
  }

  /** Passes on a batch. The worker waits until it is accepted, so its clock stops. */
  async function pass(seat: WorkerSlot, running: NonNullable<WorkerSlot['running']>, batch: unknown): Promise<void> {
    try {
      const taken = running.job.onBatch?.(batch);
      if (taken) await untilTaken(seat, running, taken);
    } catch (error) {
      if (seat.running === running) end(seat, error);
    }
    if (seat.running === running) seat.worker.postMessage('more' satisfies ToWorker);
  }

  async function untilTaken(
    seat: WorkerSlot,
    running: NonNullable<WorkerSlot['running']>,
    taken: Promise<void>,
  ): Promise<void> {
    const { batchSeconds = BATCH_SECONDS } = running.job;
    running.deadline?.pause();
    const limit = startDeadline(batchSeconds, undefined, () => end(seat, notTaken(batchSeconds)));
    try {
      await taken;
    } finally {
      limit.end();
    }
    if (seat.running === running) running.deadline?.resume();
  }

  function release(seat: WorkerSlot): void {
    seat.running?.deadline?.end();
    seat.running = undefined;
    seat.worker.unref();
    seat.idle = setTimeout(() => close(seat), IDLE_MS).unref();
  }

  /** Removes a worker. Its job, if any, has failed. */
  function end(seat: WorkerSlot, error: unknown): void {
    const { running } = seat;
    close(seat);
    running?.reject(error);
    next();
  }

  function close(seat: WorkerSlot): void {
    if (!seats.delete(seat)) return;
    clearTimeout(seat.idle);
    seat.running?.deadline?.end();
    seat.running = undefined;
    void seat.worker.terminate();
  }

  function stop(entry: QueuedJob, reason: unknown): void {
    const index = waiting.indexOf(entry);
    if (index >= 0) {
      waiting.splice(index, 1);
      entry.reject(reason);
    } else for (const seat of seats) if (seat.running === entry) end(seat, reason);
  }
}

function stopped(by: Exclude<StopReason, 'batch'>, bound: string): KithError {
  const setting = by === 'time' ? 'KITH_READ_SECONDS' : 'KITH_READ_MEGABYTES';
  return new KithError('BadRequest', `Reading the file was stopped because it takes more than ${bound}.`, {
    hint: `The file may be malicious. If you trust it, split it or raise the limit in ${setting}.`,
    details: { stopped: by },
  });
}

const notTaken = (seconds: number): KithError =>
  new KithError('ServiceUnavailable', `The import made no progress for ${seconds} s and was stopped.`, {
    hint: 'Start it again. The records imported so far are kept.',
    details: { stopped: 'batch' satisfies StopReason },
  });

/** A worker's built file. Threads start from a file, and Node 20 cannot run TypeScript. */
export const workerFile = (name: string): URL => builtFile(`workers/${name}.js`);
