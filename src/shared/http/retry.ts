import { type Backoff, pauseBefore } from './backoff.ts';
import { type Clock, pause, realClock } from './wait.ts';

export interface RetryPolicy extends Backoff {
  /** Maximum number of attempts. */
  tries: number;
  /** No attempt starts later than this. */
  deadline?: number | undefined;
  /** Clock for the deadline and pauses. */
  clock?: Clock | undefined;
  /** Limit for a pause requested by the server. */
  maxRetryAfterMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Called before each pause with the error. */
  onPause?: ((ms: number, error: unknown) => void) | undefined;
}

/** A retryable failure: the error to throw if there is no further attempt, and the pause that the server requested. */
export class Retryable {
  constructor(
    readonly error: unknown,
    readonly askedMs?: number | undefined,
  ) {}
}

/** Repeats `attempt` until its result is not `Retryable`, attempts or time run out, or the signal aborts. */
export async function withRetries<T>(policy: RetryPolicy, attempt: () => Promise<T | Retryable>): Promise<T> {
  const { tries, clock = realClock } = policy;
  const { deadline = Number.POSITIVE_INFINITY, maxRetryAfterMs = Number.POSITIVE_INFINITY } = policy;
  for (let failures = 0; ; failures++) {
    const result = await attempt();
    if (!(result instanceof Retryable)) return result;
    const ms = pauseBefore(failures, policy, Math.min(result.askedMs ?? 0, maxRetryAfterMs));
    if (failures + 1 >= tries || clock.now() + ms > deadline) throw result.error;
    policy.onPause?.(ms, result.error);
    await pause(ms, [policy.signal], clock);
  }
}
