import { Worker } from 'node:worker_threads';
import { builtFile } from '../built-file.ts';
import { KithError } from '../error.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { type FromWorker, type ToWorker, unpacked } from './messages.ts';

// Text from outside is read in worker threads: whatever it does to its reader, nobody else waits for it. A worker that
// takes too long or too much memory is stopped, and another takes its place.

export interface Job {
  /** The name of one of the worker's tasks, and what it is given: plain data. */
  task: string;
  input: unknown;
  /** Handed over without a copy; empty here afterwards. */
  transfer?: ArrayBuffer[];
  /**
   * Jobs of one queue run one after another, on the worker that ran the last of them if it is free: a caller who sends
   * many slow jobs keeps one worker busy, not all.
   */
  queue: string;
  /** How long it may take: of computing time where the system tells it for a thread (Linux), else by the clock. */
  seconds: number;
  /** Ends the job; a worker in the middle of it is ended too. */
  signal?: AbortSignal | undefined;
  /** Receives the results so far. The task continues when this resolves. If it rejects, the job fails with its error. */
  onBatch?(batch: unknown): void | Promise<void>;
  /** How long `onBatch` may take. Default: 10 minutes. */
  batchSeconds?: number;
}

export interface WorkerPool {
  /** The task's result. Throws what the task threw, a KithError with `details.stopped`, or the signal's reason. */
  run(job: Job): Promise<unknown>;
  /** Stops the workers that have nothing to do; the next job starts one. */
  rest(): void;
}

/** Why a job was stopped, if a limit was the reason. */
export const stoppedBy = (error: unknown): StoppedBy | undefined =>
  error instanceof KithError ? (error.details?.stopped as StoppedBy | undefined) : undefined;

/** `batch`: the caller did not accept a batch in time. */
type StoppedBy = 'time' | 'memory' | 'batch';

interface Waiting {
  job: Job;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface Seat {
  worker: Worker;
  queue: string;
  running: (Waiting & { deadline?: Deadline }) | undefined;
  /** Stops a worker that has had nothing to do for a while: it may hold much memory. */
  idle?: NodeJS.Timeout;
}

const IDLE_MS = 5 * 60_000;
/** A thread that has not started its task by then never will. */
const START_SECONDS = 60;
const BATCH_SECONDS = 10 * 60;

/** Of the heap, the room of new objects: a third of it holds what a batch makes. With more of it nothing is faster. */
const YOUNG_MEGABYTES = 12;

export interface PoolOptions {
  /** How many workers there may be. */
  most: number;
  /** The heap of each. */
  megabytes: number;
  /** Maximum seconds until a worker starts a task. Default: 60. */
  startSeconds?: number;
}

/** Workers of one kind (`dist/workers/NAME.js`), started when they are needed and kept for the next job. */
export function workerPool(name: string, { most, megabytes, startSeconds = START_SECONDS }: PoolOptions): WorkerPool {
  const seats = new Set<Seat>();
  const waiting: Waiting[] = [];

  return {
    run: (job) => new Promise((resolve, reject) => enter({ job, resolve, reject })),
    rest() {
      for (const seat of seats) if (!seat.running) close(seat);
    },
  };

  function enter(entry: Waiting): void {
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

  /** Gives jobs whose queue is free to free workers, until it runs out of one or the other. */
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

  function seatFor({ queue }: Job): Seat | undefined {
    const free = [...seats].filter((seat) => !seat.running);
    return free.find((seat) => seat.queue === queue) ?? free[0] ?? (seats.size < most ? open() : undefined);
  }

  function open(): Seat {
    const worker = new Worker(workerFile(name), {
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
      // A parser prints nothing and has no business with the secrets in the environment.
      env: {},
      argv: [],
      execArgv: [],
    });
    const seat: Seat = { worker, queue: '', running: undefined };
    seats.add(seat);
    worker.on('message', (message: FromWorker) => hear(seat, message));
    worker.on('messageerror', () => end(seat, new Error(`a message from the ${name} worker cannot be read`)));
    worker.on('error', (error: NodeJS.ErrnoException) =>
      end(seat, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? stopped('memory', `${megabytes} MB of memory`) : error),
    );
    worker.on('exit', () => end(seat, new Error(`the ${name} worker ended by itself`)));
    return seat;
  }

  function begin(seat: Seat, entry: Waiting): void {
    const { task, input, transfer, queue } = entry.job;
    clearTimeout(seat.idle);
    const neverBegun = () => end(seat, new Error(`the ${name} worker did not start its task`));
    seat.running = entry;
    seat.running.deadline = startDeadline(startSeconds, undefined, neverBegun);
    seat.queue = queue;
    // A worker keeps the process alive while somebody waits for it, and no longer.
    seat.worker.ref();
    seat.worker.postMessage({ task, input } satisfies ToWorker, transfer);
  }

  function hear(seat: Seat, message: FromWorker): void {
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
      else running.reject(unpacked(message.error));
      next();
    }
  }

  /** Hands a batch over. The worker does nothing until it is taken, so its time does not run. */
  async function pass(seat: Seat, running: NonNullable<Seat['running']>, batch: unknown): Promise<void> {
    try {
      const taken = running.job.onBatch?.(batch);
      if (taken) await untilTaken(seat, running, taken);
    } catch (error) {
      if (seat.running === running) end(seat, error);
    }
    if (seat.running === running) seat.worker.postMessage('more' satisfies ToWorker);
  }

  async function untilTaken(seat: Seat, running: NonNullable<Seat['running']>, taken: Promise<void>): Promise<void> {
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

  function release(seat: Seat): void {
    seat.running?.deadline?.end();
    seat.running = undefined;
    seat.worker.unref();
    seat.idle = setTimeout(() => close(seat), IDLE_MS).unref();
  }

  /** Takes a worker out of service; its job, if there is one, has failed. */
  function end(seat: Seat, error: unknown): void {
    const { running } = seat;
    close(seat);
    running?.reject(error);
    next();
  }

  function close(seat: Seat): void {
    if (!seats.delete(seat)) return;
    clearTimeout(seat.idle);
    seat.running?.deadline?.end();
    seat.running = undefined;
    void seat.worker.terminate();
  }

  function stop(entry: Waiting, reason: unknown): void {
    const index = waiting.indexOf(entry);
    if (index >= 0) {
      waiting.splice(index, 1);
      entry.reject(reason);
    } else for (const seat of seats) if (seat.running === entry) end(seat, reason);
  }
}

function stopped(by: Exclude<StoppedBy, 'batch'>, bound: string): KithError {
  const setting = by === 'time' ? 'KITH_READ_SECONDS' : 'KITH_READ_MEGABYTES';
  return new KithError('BadRequest', `Reading it takes more than ${bound} and was stopped.`, {
    hint: `It may be made to do harm. If you trust it, divide it, or allow more in ${setting}.`,
    details: { stopped: by },
  });
}

const notTaken = (seconds: number): KithError =>
  new KithError('ServiceUnavailable', `The import made no progress for ${seconds} s and was stopped.`, {
    hint: 'Start it again. The records imported so far are kept.',
    details: { stopped: 'batch' satisfies StoppedBy },
  });

/** The built file of a worker. A thread starts from a file, and Node 20 runs no TypeScript. */
export const workerFile = (name: string): URL => builtFile(`workers/${name}.js`);
