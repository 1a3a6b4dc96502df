import { type Backoff, pauseBefore } from './backoff.ts';
import { type Clock, pause, realClock } from './wait.ts';

export interface Policy extends Backoff {
  /** How often at most, the first try included. */
  tries: number;
  /** No try begins later. */
  deadline?: number | undefined;
  /** Where the deadline and the pauses take their time from. */
  clock?: Clock | undefined;
  /** A server that asks for a longer pause is asked again after this. */
  longestAskedMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Told of each pause before it begins, and of what went wrong. */
  onPause?: ((ms: number, error: unknown) => void) | undefined;
}

/** What a try gives that another may do better: what to throw if there is none, and the pause the server asked for. */
export class Retryable {
  constructor(
    readonly error: unknown,
    readonly askedMs?: number | undefined,
  ) {}
}

/** Tries until something comes of it that is not `Retryable`, tries or time are used up, or the signal aborts. */
export async function withRetries<T>(policy: Policy, attempt: () => Promise<T | Retryable>): Promise<T> {
  const { tries, clock = realClock } = policy;
  const { deadline = Number.POSITIVE_INFINITY, longestAskedMs = Number.POSITIVE_INFINITY } = policy;
  for (let failures = 0; ; failures++) {
    const result = await attempt();
    if (!(result instanceof Retryable)) return result;
    const ms = pauseBefore(failures, policy, Math.min(result.askedMs ?? 0, longestAskedMs));
    if (failures + 1 >= tries || clock.now() + ms > deadline) throw result.error;
    policy.onPause?.(ms, result.error);
    await pause(ms, [policy.signal], clock);
  }
}
