import type { RateLimit } from './rate-limit-headers.ts';

/** The right to send one request. Must be given back with what its answer said, if one came. */
export interface Permit {
  done(answered: boolean, rateLimit?: RateLimit): void;
}

/** One request on the wire. */
export interface Flight {
  startedAt: number;
}

/** How long to wait for a request that asks whether a window is open, before another may ask the same. */
const PROBE_TIMEOUT_MS = 2_000;

/** However long the service asked to wait, one request may ask again after this: a window has 60 seconds. */
const LONGEST_SILENCE_MS = 60_000;

/** With so few left, the requests that others have on the wire may use them up, where others spend from the window too. */
const LAST = 50;

/** What is known of the present window. */
interface Window {
  /** The lowest number that was said to remain. */
  remaining: number;
  end: number;
  /** When one request may ask whether it is still closed, if nothing remains. */
  probeAt: number;
  /** What remained after our first answer, and how many we had since. */
  first: number;
  own: number;
  /** Requests and milliseconds of a whole window, where the service says so. */
  policy: { limit: number; length: number } | undefined;
}

/** The service asked for silence. */
interface Pause {
  until: number;
  /** From here on one request may ask whether it is over; its answer ends the pause. */
  probeAt: number;
}

/** State learned from the refusals of a service that does not announce its limit. */
interface Caution {
  /** End of the last pause, past or future. */
  since: number;
  /** Requests answered between the last two pauses. The same number may be sent at once after this pause. */
  allowance: number;
  answered: number;
}

/** After this time without a refusal, the limit is gone or far away. */
const CAUTIOUS_MS = 60_000;

/**
 * How many requests may go out now, from what the service said in its answers. Only the service knows: other processes
 * spend from the same key, and a window begins when the service says. While nothing is known, or when the window or a
 * pause is over, one request goes ahead and asks. Times are milliseconds of one monotonic clock.
 */
export class RequestBudget {
  readonly #flying = new Set<Flight>();
  #window: Window = { remaining: 0, end: 0, probeAt: 0, first: 0, own: 0, policy: undefined };
  #pause: Pause | undefined;
  #caution: Caution | undefined;
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

  /** `rateLimit` is undefined when the answer named none, or no answer came (`answered` false). */
  end(flight: Flight, now: number, answered: boolean, rateLimit?: RateLimit): void {
    this.#flying.delete(flight);
    // A probe that was refused has begun a new pause by now, later than its own start.
    if (answered && this.#pause && flight.startedAt >= this.#pause.probeAt) this.#pause = undefined;
    if (answered && this.#caution && flight.startedAt >= this.#caution.since) this.#caution.answered++;
    if (rateLimit) this.#learn(flight, now, rateLimit);
    else if (answered) this.#unmetered = true;
  }

  #learn({ startedAt }: Flight, now: number, { remaining, reset, limit, length }: RateLimit): void {
    const { end, policy, ...known } = this.#window;
    this.#unmetered = false;
    const said = now + reset * 1000;
    // Said between start and now, rounded up by less than a second: an answer that was slow must not pass for a new window.
    const isLater = startedAt + (reset - 1) * 1000 > end;
    this.#window = {
      remaining: isLater ? remaining : Math.min(known.remaining, remaining),
      end: isLater ? said : Math.min(end, said),
      probeAt: now + LONGEST_SILENCE_MS,
      first: isLater ? remaining : known.first,
      own: isLater ? 0 : known.own + 1,
      policy: limit && length ? { limit, length: length * 1000 } : policy,
    };
  }

  /** Nothing goes out for that long, at most LONGEST_SILENCE_MS; then one request asks whether the pause is over. */
  pause(now: number, milliseconds: number): void {
    const asked = { until: now + milliseconds, probeAt: now + Math.min(milliseconds, LONGEST_SILENCE_MS) };
    const before = this.#pause;
    // Of several refusals at once the longest counts; the answer to a probe knows better than what was said before.
    const isAnother = before !== undefined && now < before.probeAt;
    this.#pause = isAnother
      ? { until: Math.max(before.until, asked.until), probeAt: Math.max(before.probeAt, asked.probeAt) }
      : asked;
    const allowance = (isAnother ? this.#caution?.allowance : this.#caution?.answered) ?? 0;
    this.#caution = { since: this.#pause.probeAt, allowance, answered: 0 };
  }

  /** Milliseconds for which nothing goes out, not even requests that have been let through already. */
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

  /** Requests beyond what the service accepted before its last refusal are sent one at a time. */
  #freeUnmetered(now: number): number {
    if (!this.#caution || now > this.#caution.since + CAUTIOUS_MS) return Number.MAX_SAFE_INTEGER;
    const { allowance, answered } = this.#caution;
    const flying = this.#flying.size;
    return Math.max(allowance - answered - flying, flying === 0 ? 1 : 0);
  }

  /** One, unless another request is asking already and has not been out for long. */
  #probe(now: number, since: number): number {
    const over = Math.max(since, now - PROBE_TIMEOUT_MS);
    for (const { startedAt } of this.#flying) if (startedAt >= over) return 0;
    return 1;
  }

  #freeInWindow(): number {
    const { remaining, first, own } = this.#window;
    const free = this.#left();
    const othersSpend = first - remaining > own + this.#flying.size;
    // Then the last ones go one by one: others may be about to take them.
    return othersSpend && remaining < LAST ? Math.min(free, this.#flying.size === 0 ? 1 : 0) : free;
  }

  /** What remains of the window at most: requests on the wire may not have been counted yet. */
  #left(): number {
    return Math.max(0, this.#window.remaining - this.#flying.size);
  }

  #isClosed(now: number): boolean {
    return now < this.#window.end && this.#window.remaining === 0;
  }

  /** When the first may go out again. */
  #opensAt(now: number): number {
    const { end, probeAt } = this.#window;
    return Math.max(this.#pause?.probeAt ?? 0, this.#isClosed(now) ? Math.min(end, probeAt) : 0);
  }

  /** When time alone may free more, or let a silent probe be followed by another. */
  nextChange(now: number): number {
    const opensAt = this.#opensAt(now);
    if (now < opensAt) return opensAt;
    const spends = !this.#pause && !this.#isClosed(now) && now < this.#window.end;
    return spends ? this.#window.end : now + PROBE_TIMEOUT_MS;
  }

  /** The earliest moment, as far as is known, for a request with that many others ahead of it; `now` when it may go now. */
  earliest(now: number, ahead: number): number {
    const { end, policy } = this.#window;
    const isSilent = now < this.#opensAt(now);
    const pausedUntil = isSilent && this.#pause ? this.#pause.until : now;
    // A request that asks may be told of a new window.
    const isAsking = !isSilent && (this.#pause !== undefined || this.#isClosed(now));
    const behind = ahead - this.#left();
    if (now >= end || isAsking || behind < 0) return pausedUntil;
    const windows = policy ? Math.floor(behind / policy.limit) : 0;
    return Math.max(pausedUntil, end + windows * (policy?.length ?? 0));
  }
}
