import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import Bottleneck from 'bottleneck';
import { KithError } from '../catalogue/error.ts';
import { Budget, type Flight } from './budget.ts';
import type { Quota } from './rate-headers.ts';
import type { SharedLimit } from './shared-limit.ts';
import { after, closed } from './wait.ts';

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

/**
 * The queue in front of one key: bottleneck orders and starts, its reservoir is what the budget says is free.
 */
export class Limiter {
  readonly #bottleneck: Bottleneck;
  readonly #budget = new Budget();
  readonly #options: LimiterOptions;
  /** Our view of the reservoir: what was put in less what was taken. */
  #permits = 1;
  /** Taken from the reservoir, not begun yet. */
  #starting = 0;
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #closing = new AbortController();
  /** Aborts when the client is closed. */
  readonly closing = this.#closing.signal;

  constructor(options: LimiterOptions) {
    this.#options = options;
    // Every call that waits listens.
    setMaxListeners(0, this.closing);
    // The first request goes alone: its answer tells how many may follow.
    this.#bottleneck = new Bottleneck({ maxConcurrent: options.maxConcurrent, reservoir: this.#permits });
    this.#bottleneck.on('scheduled', () => {
      this.#permits--;
      this.#starting++;
    });
  }

  /**
   * Waits for a turn. Rejects with rate_limited when the queue is full or the wait would outlast the deadline, and
   * with the signal's reason when it aborts.
   */
  async enter(turn: Turn): Promise<Pass> {
    turn.signal?.throwIfAborted();
    if (this.closing.aborted) throw closed();
    const now = performance.now();
    const closedFor = Math.max(0, this.#budget.closedUntil(now) - now);
    if (this.#waiting >= this.#options.maxQueue) throw queueFull(this.#options.maxQueue, closedFor);
    if (now + closedFor > turn.deadline) throw tooLong(closedFor);
    this.#waiting++;
    try {
      return await this.#queued(turn);
    } finally {
      this.#waiting--;
    }
  }

  /** No request goes out for so long. */
  pause(milliseconds: number): void {
    this.#budget.pause(performance.now() + milliseconds);
    this.#sync();
  }

  /** Everybody still waiting is told that it is over. */
  close(): void {
    this.#closing.abort(closed());
    clearTimeout(this.#timer);
    void this.#bottleneck.disconnect();
  }

  #queued({ priority, signal, deadline }: Turn): Promise<Pass> {
    const { shared } = this.#options;
    return new Promise((resolve, reject) => {
      let left = false;
      const leave = (settle: () => void) => {
        if (left) return;
        left = true;
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.closing.removeEventListener('abort', onClose);
        settle();
      };
      const onAbort = () => leave(() => reject(signal!.reason));
      const onClose = () => leave(() => reject(closed()));
      const onDeadline = () =>
        leave(() => reject(tooLong(this.#budget.closedUntil(performance.now()) - performance.now())));
      const timer = after(deadline - performance.now(), onDeadline);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.closing.addEventListener('abort', onClose, { once: true });
      // A job of bottleneck's lasts from its turn until the pass is given back.
      const job = async () => {
        const sharedPass = left ? undefined : await shared?.enter(priority);
        // It may have been on its way here when the pause began.
        for (let ms = this.#pausedFor(); ms > 0 && !left; ms = this.#pausedFor()) await sleep(ms);
        this.#starting--;
        await new Promise<void>((freed) => {
          if (left) {
            sharedPass?.done(false);
            freed();
          } else leave(() => resolve(this.#begin(freed, sharedPass)));
        });
        this.#sync();
      };
      this.#bottleneck.schedule({ priority }, job).catch(reject);
      this.#sync();
    });
  }

  #pausedFor(): number {
    return this.#budget.pausedFor(performance.now());
  }

  #begin(freed: () => void, shared: Pass | undefined): Pass {
    const flight: Flight = this.#budget.begin(performance.now());
    return {
      done: (answered, quota) => {
        this.#budget.end(flight, performance.now(), answered, quota);
        shared?.done(answered, quota);
        this.#sync();
        freed();
      },
    };
  }

  /** Brings the reservoir in step with the budget, and comes back when time alone will have changed it. */
  #sync(): void {
    const now = performance.now();
    const free = Math.max(0, this.#budget.free(now) - this.#starting);
    if (free !== this.#permits) {
      const change = free - this.#permits;
      this.#permits = free;
      void this.#bottleneck.incrementReservoir(change);
    }
    clearTimeout(this.#timer);
    if (free > 0 || this.#waiting === 0 || this.closing.aborted) return;
    this.#timer = after(this.#budget.nextChange(now) - now + 1, () => this.#sync());
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
