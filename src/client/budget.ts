import type { Quota } from './rate-headers.ts';

/** One request on the wire. */
export interface Flight {
  startedAt: number;
}

/** A try that opens a new window is waited for this long before another may ask the same. */
const PROBE_PATIENCE_MS = 2_000;

/**
 * How many requests may go out now, from what the service said in its answers. It is the only one who knows: other
 * processes spend from the same key, and its window begins when it says. While nothing is known, or the window is
 * over, one request goes ahead and asks. Times are milliseconds of one monotonic clock.
 */
export class Budget {
  readonly #flying = new Set<Flight>();
  /** The least that was said to remain in the window that ends at #windowEnd. */
  #remaining = 0;
  #windowEnd = 0;
  #pausedUntil = 0;
  /** The service answers without rate headers: nothing to keep in step with. */
  #unmetered = false;

  get inFlight(): number {
    return this.#flying.size;
  }

  begin(now: number): Flight {
    const flight = { startedAt: now };
    this.#flying.add(flight);
    return flight;
  }

  /** `quota` as answered; undefined when the answer brought none, or none came (`answered` false). */
  end(flight: Flight, now: number, answered: boolean, quota?: Quota): void {
    this.#flying.delete(flight);
    if (quota) this.#learn(flight, now, quota);
    else if (answered) this.#unmetered = true;
  }

  #learn({ startedAt }: Flight, now: number, { remaining, reset }: Quota): void {
    this.#unmetered = false;
    const end = now + reset * 1000;
    // Said between start and now, rounded up by less than a second: an answer that was slow must not pass for a new window.
    const isLater = startedAt + (reset - 1) * 1000 > this.#windowEnd;
    this.#remaining = isLater ? remaining : Math.min(this.#remaining, remaining);
    this.#windowEnd = isLater ? end : Math.min(this.#windowEnd, end);
  }

  /** Nothing goes out before `until`. */
  pause(until: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
  }

  /** Milliseconds for which nothing goes out, also not what has been let through already. */
  pausedFor(now: number): number {
    return Math.max(0, this.#pausedUntil - now);
  }

  /** How many more requests may start now. */
  free(now: number): number {
    if (now < this.#pausedUntil) return 0;
    // Those on the wire may not have been counted yet.
    if (now < this.#windowEnd) return Math.max(0, this.#remaining - this.#flying.size);
    if (this.#unmetered) return Number.MAX_SAFE_INTEGER;
    const over = Math.max(this.#windowEnd, this.#pausedUntil, now - PROBE_PATIENCE_MS);
    for (const { startedAt } of this.#flying) if (startedAt >= over) return 0;
    return 1;
  }

  /** When time alone may free more, or let a silent probe be followed by another. */
  nextChange(now: number): number {
    if (now < this.#pausedUntil) return this.#pausedUntil;
    return now < this.#windowEnd ? this.#windowEnd : now + PROBE_PATIENCE_MS;
  }

  /** Until when nothing can go out, as far as is known; 0 when something may. */
  closedUntil(now: number): number {
    const spent = now < this.#windowEnd && this.#remaining === 0 ? this.#windowEnd : 0;
    const until = Math.max(spent, this.#pausedUntil);
    return until > now ? until : 0;
  }
}
