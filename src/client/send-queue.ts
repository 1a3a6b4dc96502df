import { setMaxListeners } from 'node:events';
import { KithError } from '../contract/error.ts';
import type { Quota } from './rate-headers.ts';
import { Budget, type Flight } from './request-budget.ts';
import type { SharedLimit } from './shared-limit.ts';
import { type Clock, closed, pause, realClock } from './wait.ts';

export interface LimiterOptions {
  /** Requests on the wire at once. */
  maxConcurrent: number;
  /** Calls that may wait. */
  maxQueue: number;
  /** The same key's limit over several processes, asked after our own. */
  shared?: SharedLimit | undefined;
  clock?: Clock | undefined;
}

export interface Turn {
  /** From 0, the first, to 9. */
  priority: number;
  signal?: AbortSignal | undefined;
  /** When waiting ends, on the limiter's clock. */
  deadline: number;
}

/** The right to send one request. Must be given back with what its answer said, if one came. */
export interface Pass {
  done(answered: boolean, quota?: Quota): void;
}

/** A call in the queue. */
interface Waiting {
  priority: number;
  deadline: number;
  /** Its caller has gone: aborted, too late, or closed. */
  left: boolean;
  admit(pass: Pass): void;
  refuse(error: KithError): void;
}

/**
 * The queue in front of one key: what the budget says is free goes out, the first by priority and then by arrival.
 * A call that nothing holds back does not wait for so much as a timer.
 */
export class Limiter {
  readonly #budget = new Budget();
  readonly #options: LimiterOptions;
  readonly #clock: Clock;
  /** In the order they will go out. */
  readonly #queue: Waiting[] = [];
  /** Out of the queue, not begun yet. */
  #starting = 0;
  #callOff = () => {};
  readonly #closing = new AbortController();
  /** Aborts when the client is closed. */
  readonly closing = this.#closing.signal;

  constructor(options: LimiterOptions) {
    this.#options = options;
    this.#clock = options.clock ?? realClock;
    // Every call that waits listens.
    setMaxListeners(0, this.closing);
  }

  /**
   * Waits for a turn. Rejects with rate_limited when the queue is full, or as soon as it is known that the wait would
   * outlast the deadline, and with the signal's reason when it aborts.
   */
  async enter(turn: Turn): Promise<Pass> {
    turn.signal?.throwIfAborted();
    if (this.closing.aborted) throw closed();
    const now = this.#clock.now();
    const { maxQueue, shared } = this.#options;
    if (this.#queue.length + this.#starting >= maxQueue) throw queueFull(maxQueue, this.closedFor());
    if (!shared && this.#queue.length === 0 && this.#free(now) > 0) return this.#begin();
    return this.#queued(turn);
  }

  /** Milliseconds until a request can go out, as far as is known. */
  closedFor(): number {
    const now = this.#clock.now();
    return this.#budget.earliest(now, 0) - now;
  }

  /** No request goes out for so long; of a longer time than a minute one asks before whether it is over. */
  pause(milliseconds: number): void {
    this.#budget.pause(this.#clock.now(), milliseconds);
    this.#drain();
  }

  /** Everybody still waiting is told that it is over. */
  close(): void {
    this.#closing.abort(closed());
    this.#callOff();
  }

  #queued({ priority, signal, deadline }: Turn): Promise<Pass> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        priority,
        deadline,
        left: false,
        admit: (pass) => leave(() => resolve(pass)),
        refuse: (error) => leave(() => reject(error)),
      };
      const leave = (settle: () => void) => {
        if (waiting.left) return;
        waiting.left = true;
        callOff();
        signal?.removeEventListener('abort', onAbort);
        this.closing.removeEventListener('abort', onClose);
        const place = this.#queue.indexOf(waiting);
        if (place >= 0) this.#queue.splice(place, 1);
        settle();
      };
      const onAbort = () => leave(() => reject(signal!.reason));
      const onClose = () => waiting.refuse(closed());
      const onDeadline = () => waiting.refuse(tooCrowded());
      const callOff = this.#clock.after(deadline - this.#clock.now(), onDeadline);
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
    const now = this.#clock.now();
    while (this.#queue.length > 0 && this.#free(now) > 0) void this.#start(this.#queue.shift()!);
    this.#refuseLate(now);
    this.#callOff();
    if (this.#queue.length === 0 || this.closing.aborted) return;
    this.#callOff = this.#clock.after(this.#budget.nextChange(now) - now + 1, () => this.#drain());
  }

  /** Tells those whose turn cannot come before their deadline, whenever something new is known of it. */
  #refuseLate(now: number): void {
    let ahead = this.#starting;
    for (const waiting of [...this.#queue]) {
      const earliest = this.#budget.earliest(now, ahead);
      if (earliest > waiting.deadline) waiting.refuse(tooLong(earliest - now));
      else ahead++;
    }
  }

  async #start(waiting: Waiting): Promise<void> {
    const { shared } = this.#options;
    if (!shared) return waiting.admit(this.#begin());
    this.#starting++;
    const sharedPass = await shared.enter(waiting.priority);
    // It may have been on its way here when a pause began.
    for (let ms = this.#pausedFor(); ms > 0 && !waiting.left; ms = this.#pausedFor()) {
      await pause(ms, [this.closing], this.#clock).catch(() => {});
    }
    this.#starting--;
    if (!waiting.left) return waiting.admit(this.#begin(sharedPass));
    sharedPass.done(false);
    this.#drain();
  }

  #pausedFor(): number {
    return this.#budget.pausedFor(this.#clock.now());
  }

  #begin(shared?: Pass): Pass {
    const flight: Flight = this.#budget.begin(this.#clock.now());
    return {
      done: (answered, quota) => {
        this.#budget.end(flight, this.#clock.now(), answered, quota);
        shared?.done(answered, quota);
        this.#drain();
      },
    };
  }
}

const seconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

const queueFull = (maximum: number, closedFor: number): KithError =>
  new KithError('rate_limited', `The call was not sent: ${maximum} calls are already waiting.`, {
    hint: closedFor > 0 ? whenFree(closedFor) : 'Send fewer calls at once.',
    retryAfter: seconds(closedFor),
  });

const tooLong = (wait: number): KithError =>
  new KithError('rate_limited', 'The call was not sent: the rate limit would hold it back past its deadline.', {
    hint: whenFree(wait),
    retryAfter: seconds(wait),
  });

const tooCrowded = (): KithError =>
  new KithError('rate_limited', 'The call was not sent: others were ahead of it until its deadline.', {
    hint: 'Send fewer calls at once.',
    retryAfter: 1,
  });

const whenFree = (wait: number): string => `Call again in ${seconds(wait)} s, when the rate limit allows it.`;
