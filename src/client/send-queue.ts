import { setMaxListeners } from 'node:events';
import { KithError } from '../shared/error.ts';
import { type Clock, pause, realClock } from '../shared/http/wait.ts';
import { type InFlightRequest, type Permit, RequestBudget } from './request-budget.ts';
import type { SharedLimit } from './shared-limit.ts';

export interface SendQueueOptions {
  /** Concurrent requests. */
  maxConcurrent: number;
  /** Maximum number of waiting calls. */
  maxQueue: number;
  /** Limit shared by processes with this key, checked after our own. */
  shared?: SharedLimit | undefined;
  clock?: Clock | undefined;
}

export interface QueuePlace {
  /** From 0 (first) to 9. */
  priority: number;
  signal?: AbortSignal | undefined;
  /** Deadline for waiting, on the queue's clock. */
  deadline: number;
}

/** A queued call. */
interface QueuedCall {
  priority: number;
  deadline: number;
  /** No longer needed: aborted, too late, or closed. */
  left: boolean;
  grant(permit: Permit): void;
  refuse(error: KithError): void;
}

/**
 * Queue of the calls with one key. Starts as many as the budget allows, by priority and then by arrival. A call that need
 * not wait starts without a timer.
 */
export class SendQueue {
  readonly #budget = new RequestBudget();
  readonly #options: SendQueueOptions;
  readonly #clock: Clock;
  /** Waiting calls in sending order. */
  readonly #queue: QueuedCall[] = [];
  /** Calls that left the queue but have not begun. */
  #starting = 0;
  #callOff = () => {};
  readonly #closing = new AbortController();
  /** Aborts when the client is closed. */
  readonly closing = this.#closing.signal;

  constructor(options: SendQueueOptions) {
    this.#options = options;
    this.#clock = options.clock ?? realClock;
    // Every waiting call adds a listener.
    setMaxListeners(0, this.closing);
  }

  /**
   * Waits for a turn. Rejects with rate_limited if the queue is full or as soon as the wait is known to exceed the deadline,
   * and with the signal's reason if it aborts.
   */
  async enter(turn: QueuePlace): Promise<Permit> {
    turn.signal?.throwIfAborted();
    if (this.closing.aborted) throw closed();
    const now = this.#clock.now();
    const { maxQueue, shared } = this.#options;
    if (this.#queue.length + this.#starting >= maxQueue) throw queueFull(maxQueue, this.closedFor());
    if (!shared && this.#queue.length === 0 && this.#free(now) > 0) return this.#begin();
    return this.#queued(turn);
  }

  /** Milliseconds until a request can start, as far as known. */
  closedFor(): number {
    const now = this.#clock.now();
    return this.#budget.earliest(now, 0) - now;
  }

  /** Sends nothing for this time. If it exceeds a minute, one probe checks earlier whether the pause is over. */
  pause(milliseconds: number): void {
    this.#budget.pause(this.#clock.now(), milliseconds);
    this.#drain();
  }

  /** Rejects every waiting call. */
  close(): void {
    this.#closing.abort(closed());
    this.#callOff();
  }

  #queued({ priority, signal, deadline }: QueuePlace): Promise<Permit> {
    return new Promise((resolve, reject) => {
      const waiting: QueuedCall = {
        priority,
        deadline,
        left: false,
        grant: (permit) => leave(() => resolve(permit)),
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

  /** How many more calls may start now. */
  #free(now: number): number {
    const { inFlight } = this.#budget;
    return Math.min(this.#budget.free(now), this.#options.maxConcurrent - inFlight) - this.#starting;
  }

  /** Starts the calls that may start, and sets a timer for the next ones. */
  #drain(): void {
    const now = this.#clock.now();
    while (this.#queue.length > 0 && this.#free(now) > 0) void this.#start(this.#queue.shift()!);
    this.#refuseLate(now);
    this.#callOff();
    if (this.#queue.length === 0 || this.closing.aborted) return;
    this.#callOff = this.#clock.after(this.#budget.nextChange(now) - now + 1, () => this.#drain());
  }

  /** Rejects calls that cannot start before their deadline. Called on every change. */
  #refuseLate(now: number): void {
    let ahead = this.#starting;
    for (const waiting of [...this.#queue]) {
      const earliest = this.#budget.earliest(now, ahead);
      if (earliest > waiting.deadline) waiting.refuse(tooLong(earliest - now));
      else ahead++;
    }
  }

  async #start(waiting: QueuedCall): Promise<void> {
    const { shared } = this.#options;
    if (!shared) return waiting.grant(this.#begin());
    this.#starting++;
    const sharedPermit = await shared.enter(waiting.priority);
    // A pause may have begun before the permit arrived.
    for (let ms = this.#pausedFor(); ms > 0 && !waiting.left; ms = this.#pausedFor()) {
      await pause(ms, [this.closing], this.#clock).catch(() => {});
    }
    this.#starting--;
    if (!waiting.left) return waiting.grant(this.#begin(sharedPermit));
    sharedPermit.done(false);
    this.#drain();
  }

  #pausedFor(): number {
    return this.#budget.pausedFor(this.#clock.now());
  }

  #begin(shared?: Permit): Permit {
    const flight: InFlightRequest = this.#budget.begin(this.#clock.now());
    return {
      done: (answered, rateLimit) => {
        this.#budget.end(flight, this.#clock.now(), answered, rateLimit);
        shared?.done(answered, rateLimit);
        this.#drain();
      },
    };
  }
}

const closed = (): KithError => new KithError('ServiceUnavailable', 'The client was closed.');

const seconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

const queueFull = (maximum: number, closedFor: number): KithError =>
  new KithError('rate_limited', `The call was not sent: ${maximum} calls are already waiting.`, {
    hint: closedFor > 0 ? whenFree(closedFor) : 'Send fewer calls at once.',
    retryAfter: seconds(closedFor),
  });

const tooLong = (wait: number): KithError =>
  new KithError('rate_limited', 'The call was not sent: the rate limit would delay it past its deadline.', {
    hint: whenFree(wait),
    retryAfter: seconds(wait),
  });

const tooCrowded = (): KithError =>
  new KithError('rate_limited', 'The call was not sent: it reached its deadline in the queue.', {
    hint: 'Send fewer calls at once.',
    retryAfter: 1,
  });

const whenFree = (wait: number): string => `Call again in ${seconds(wait)} s, when the rate limit allows it.`;
