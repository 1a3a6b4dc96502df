import { setMaxListeners } from 'node:events';
import { KithError } from '../catalogue/error.ts';
import { Budget, type Flight } from './budget.ts';
import type { Quota } from './rate-headers.ts';
import type { SharedLimit } from './shared-limit.ts';
import { after, closed, pause } from './wait.ts';

export interface LimiterOptions {
  /** Requests on the wire at once. */
  maxConcurrent: number;
  /** Calls that may wait. */
  maxQueue: number;
  /** The same key's limit over several processes, asked after our own. */
  shared?: SharedLimit | undefined;
}

export interface Turn {
  /** From 0, the first, to 9. */
  priority: number;
  signal?: AbortSignal | undefined;
  /** When waiting ends, on the clock of performance.now(). */
  deadline: number;
}

/** The right to send one request. Must be given back with what its answer said, if one came. */
export interface Pass {
  done(answered: boolean, quota?: Quota): void;
}

/** A call in the queue. */
interface Waiting {
  priority: number;
  /** Its caller has gone: aborted, too late, or closed. */
  left: boolean;
  admit(pass: Pass): void;
}

/**
 * The queue in front of one key: what the budget says is free goes out, the first by priority and then by arrival.
 * A call that nothing holds back does not wait for so much as a timer.
 */
export class Limiter {
  readonly #budget = new Budget();
  readonly #options: LimiterOptions;
  /** In the order they will go out. */
  readonly #queue: Waiting[] = [];
  /** Out of the queue, not begun yet. */
  #starting = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #closing = new AbortController();
  /** Aborts when the client is closed. */
  readonly closing = this.#closing.signal;

  constructor(options: LimiterOptions) {
    this.#options = options;
    // Every call that waits listens.
    setMaxListeners(0, this.closing);
  }

  /**
   * Waits for a turn. Rejects with rate_limited when the queue is full or the wait would outlast the deadline, and
   * with the signal's reason when it aborts.
   */
  async enter(turn: Turn): Promise<Pass> {
    turn.signal?.throwIfAborted();
    if (this.closing.aborted) throw closed();
    const now = performance.now();
    const closedFor = this.closedFor();
    const { maxQueue, shared } = this.#options;
    if (this.#queue.length + this.#starting >= maxQueue) throw queueFull(maxQueue, closedFor);
    if (now + closedFor > turn.deadline) throw tooLong(closedFor);
    if (!shared && this.#queue.length === 0 && this.#free(now) > 0) return this.#begin();
    return this.#queued(turn);
  }

  /** Milliseconds until a request can go out, as far as is known. */
  closedFor(): number {
    const now = performance.now();
    return Math.max(0, this.#budget.closedUntil(now) - now);
  }

  /** No request goes out for so long. */
  pause(milliseconds: number): void {
    this.#budget.pause(performance.now() + milliseconds);
    this.#drain();
  }

  /** Everybody still waiting is told that it is over. */
  close(): void {
    this.#closing.abort(closed());
    clearTimeout(this.#timer);
  }

  #queued({ priority, signal, deadline }: Turn): Promise<Pass> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { priority, left: false, admit: (pass) => leave(() => resolve(pass)) };
      const leave = (settle: () => void) => {
        if (waiting.left) return;
        waiting.left = true;
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.closing.removeEventListener('abort', onClose);
        const place = this.#queue.indexOf(waiting);
        if (place >= 0) this.#queue.splice(place, 1);
        settle();
      };
      const onAbort = () => leave(() => reject(signal!.reason));
      const onClose = () => leave(() => reject(closed()));
      const onDeadline = () => leave(() => reject(tooLong(this.closedFor())));
      const timer = after(deadline - performance.now(), onDeadline);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.closing.addEventListener('abort', onClose, { once: true });
      this.#queue.splice(this.#queue.findLastIndex((other) => other.priority <= priority) + 1, 0, waiting);
      this.#drain();
    });
  }

  /** How many more may go out now. */
  #free(now: number): number {
    const { inFlight } = this.#budget;
    return Math.min(this.#budget.free(now), this.#options.maxConcurrent - inFlight) - this.#starting;
  }

  /** Lets out what may go, and comes back when time alone will have changed what that is. */
  #drain(): void {
    const now = performance.now();
    while (this.#queue.length > 0 && this.#free(now) > 0) void this.#start(this.#queue.shift()!);
    clearTimeout(this.#timer);
    if (this.#queue.length === 0 || this.closing.aborted) return;
    this.#timer = after(this.#budget.nextChange(now) - now + 1, () => this.#drain());
  }

  async #start(waiting: Waiting): Promise<void> {
    const { shared } = this.#options;
    if (!shared) return waiting.admit(this.#begin());
    this.#starting++;
    const sharedPass = await shared.enter(waiting.priority);
    // It may have been on its way here when a pause began.
    for (let ms = this.#pausedFor(); ms > 0 && !waiting.left; ms = this.#pausedFor()) {
      await pause(ms, [this.closing]).catch(() => {});
    }
    this.#starting--;
    if (!waiting.left) return waiting.admit(this.#begin(sharedPass));
    sharedPass.done(false);
    this.#drain();
  }

  #pausedFor(): number {
    return this.#budget.pausedFor(performance.now());
  }

  #begin(shared?: Pass): Pass {
    const flight: Flight = this.#budget.begin(performance.now());
    return {
      done: (answered, quota) => {
        this.#budget.end(flight, performance.now(), answered, quota);
        shared?.done(answered, quota);
        this.#drain();
      },
    };
  }
}

const seconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

const queueFull = (maximum: number, closedFor: number): KithError =>
  new KithError('rate_limited', `${maximum} calls are waiting already; this one was not sent.`, {
    hint:
      closedFor > 0
        ? `The rate limit lets calls through again in ${seconds(closedFor)} s.`
        : 'Send fewer calls at once.',
    retryAfter: seconds(closedFor),
  });

const tooLong = (closedFor: number): KithError =>
  new KithError('rate_limited', 'The call was not sent: its turn does not come before its deadline.', {
    hint: `The rate limit lets calls through again in ${seconds(closedFor)} s.`,
    retryAfter: seconds(closedFor),
  });
