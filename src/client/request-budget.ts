import type { RateLimit } from './rate-limit-headers.ts';

/** Permit to send one request. Must be released with the response's rate limit, if there is one. */
export interface Permit {
  done(answered: boolean, rateLimit?: RateLimit): void;
}

/** One request in flight. */
export interface InFlightRequest {
  startedAt: number;
}

/** How long to wait for a probe request before another may start. */
const PROBE_TIMEOUT_MS = 2_000;

/** However long the service asked to wait, one probe request may start after this: a window has 60 seconds. */
const MAX_SILENCE_MS = 60_000;

/** With this few left, other clients' requests in flight may use them up, if others share the window. */
const LAST = 50;

/** State of the current window. */
interface Window {
  /** Lowest reported number of remaining requests. */
  remaining: number;
  end: number;
  /** When a probe may check whether the window is still closed, if nothing remains. */
  probeAt: number;
  /** Remaining requests after our first response, and our responses since. */
  first: number;
  own: number;
  /** Requests and milliseconds of a whole window, if the service reports them. */
  policy: { limit: number; length: number } | undefined;
}

/** A pause that the service requested. */
interface Pause {
  until: number;
  /** From this time on, one probe may check whether the pause is over. Its response ends the pause. */
  probeAt: number;
}

/** State learned from the 429s of a service that does not report its limit. */
interface Caution {
  /** End of the last pause, past or future. */
  since: number;
  /** Responses between the last two pauses. As many requests may be sent at once after this pause. */
  allowance: number;
  answered: number;
}

/** After this time without a 429, the limit no longer matters. */
const CAUTIOUS_MS = 60_000;

/**
 * Computes how many requests may start now from the service's responses. Only the service knows: other processes use the
 * same key, and the service decides when a window begins. While nothing is known, or after a window or pause, one probe
 * request is sent. Times are milliseconds of one monotonic clock.
 */
export class RequestBudget {
  readonly #flying = new Set<InFlightRequest>();
  #window: Window = { remaining: 0, end: 0, probeAt: 0, first: 0, own: 0, policy: undefined };
  #pause: Pause | undefined;
  #caution: Caution | undefined;
  /** The service sends no rate limit headers. */
  #unmetered = false;

  get inFlight(): number {
    return this.#flying.size;
  }

  begin(now: number): InFlightRequest {
    const flight = { startedAt: now };
    this.#flying.add(flight);
    return flight;
  }

  /** `rateLimit` is undefined if the response has none, or if there was no response (`answered` is false). */
  end(flight: InFlightRequest, now: number, answered: boolean, rateLimit?: RateLimit): void {
    this.#flying.delete(flight);
    // A rejected probe has begun a new pause by now, later than its own start.
    if (answered && this.#pause && flight.startedAt >= this.#pause.probeAt) this.#pause = undefined;
    if (answered && this.#caution && flight.startedAt >= this.#caution.since) this.#caution.answered++;
    if (rateLimit) this.#learn(flight, now, rateLimit);
    else if (answered) this.#unmetered = true;
  }

  #learn({ startedAt }: InFlightRequest, now: number, { remaining, reset, limit, length }: RateLimit): void {
    const { end, policy, ...known } = this.#window;
    this.#unmetered = false;
    const said = now + reset * 1000;
    // Reported between start and now, rounded up by less than a second: a slow response must not count as a new window.
    const isLater = startedAt + (reset - 1) * 1000 > end;
    this.#window = {
      remaining: isLater ? remaining : Math.min(known.remaining, remaining),
      end: isLater ? said : Math.min(end, said),
      probeAt: now + MAX_SILENCE_MS,
      first: isLater ? remaining : known.first,
      own: isLater ? 0 : known.own + 1,
      policy: limit && length ? { limit, length: length * 1000 } : policy,
    };
  }

  /** Sends nothing for this time, at most MAX_SILENCE_MS. Then one probe checks whether the pause is over. */
  pause(now: number, milliseconds: number): void {
    const asked = { until: now + milliseconds, probeAt: now + Math.min(milliseconds, MAX_SILENCE_MS) };
    const before = this.#pause;
    // Of several simultaneous 429s, the longest pause counts. A probe's response overrides earlier ones.
    const isAnother = before !== undefined && now < before.probeAt;
    this.#pause = isAnother
      ? { until: Math.max(before.until, asked.until), probeAt: Math.max(before.probeAt, asked.probeAt) }
      : asked;
    const allowance = (isAnother ? this.#caution?.allowance : this.#caution?.answered) ?? 0;
    this.#caution = { since: this.#pause.probeAt, allowance, answered: 0 };
  }

  /** Milliseconds for which nothing is sent, not even requests with a permit. */
  pausedFor(now: number): number {
    return Math.max(0, (this.#pause?.probeAt ?? 0) - now);
  }

  /** How many more requests may start now. */
  free(now: number): number {
    if (now < this.#opensAt(now)) return 0;
    if (this.#pause) return this.#probe(now, this.#pause.probeAt);
    if (this.#isClosed(now)) return this.#probe(now, this.#window.probeAt);
    if (now < this.#window.end) return this.#freeInWindow();
    return this.#unmetered ? this.#freeUnmetered(now) : this.#probe(now, this.#window.end);
  }

  /** Requests beyond the number accepted before the last 429 are sent one at a time. */
  #freeUnmetered(now: number): number {
    if (!this.#caution || now > this.#caution.since + CAUTIOUS_MS) return Number.MAX_SAFE_INTEGER;
    const { allowance, answered } = this.#caution;
    const flying = this.#flying.size;
    return Math.max(allowance - answered - flying, flying === 0 ? 1 : 0);
  }

  /** Returns one, unless a recent probe is in flight. */
  #probe(now: number, since: number): number {
    const over = Math.max(since, now - PROBE_TIMEOUT_MS);
    for (const { startedAt } of this.#flying) if (startedAt >= over) return 0;
    return 1;
  }

  #freeInWindow(): number {
    const { remaining, first, own } = this.#window;
    const free = this.#left();
    const othersSpend = first - remaining > own + this.#flying.size;
    // The last ones are sent one by one: others may be about to use them.
    return othersSpend && remaining < LAST ? Math.min(free, this.#flying.size === 0 ? 1 : 0) : free;
  }

  /** Upper bound of remaining requests: requests in flight may not be counted yet. */
  #left(): number {
    return Math.max(0, this.#window.remaining - this.#flying.size);
  }

  #isClosed(now: number): boolean {
    return now < this.#window.end && this.#window.remaining === 0;
  }

  /** When the next request may start. */
  #opensAt(now: number): number {
    const { end, probeAt } = this.#window;
    return Math.max(this.#pause?.probeAt ?? 0, this.#isClosed(now) ? Math.min(end, probeAt) : 0);
  }

  /** When more requests, or another probe after an unanswered one, become possible without a response. */
  nextChange(now: number): number {
    const opensAt = this.#opensAt(now);
    if (now < opensAt) return opensAt;
    const spends = !this.#pause && !this.#isClosed(now) && now < this.#window.end;
    return spends ? this.#window.end : now + PROBE_TIMEOUT_MS;
  }

  /** Earliest known time for a request with this many others ahead of it. `now` if it may start now. */
  earliest(now: number, ahead: number): number {
    const { end, policy } = this.#window;
    const isSilent = now < this.#opensAt(now);
    const pausedUntil = isSilent && this.#pause ? this.#pause.until : now;
    // A probe may find a new window.
    const isAsking = !isSilent && (this.#pause !== undefined || this.#isClosed(now));
    const behind = ahead - this.#left();
    if (now >= end || isAsking || behind < 0) return pausedUntil;
    const windows = policy ? Math.floor(behind / policy.limit) : 0;
    return Math.max(pausedUntil, end + windows * (policy?.length ?? 0));
  }
}
