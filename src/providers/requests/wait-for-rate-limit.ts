import { KithError } from '../../shared/error.ts';
import { type Clock, pause } from '../../shared/http/wait.ts';
import { failureReasonOf } from './failures.ts';

const MAX_RESTS = 20;

/** Runs part of a background read, and waits whenever the provider requests a pause. */
export async function waitingForRateLimit<T>(
  work: () => Promise<T>,
  { clock, signal }: { clock: Clock; signal: AbortSignal | undefined },
): Promise<T> {
  for (let rests = 0; ; rests++) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (failureReasonOf(error) !== 'rate_limited' || rests === MAX_RESTS) throw error;
      const seconds = error instanceof KithError ? (error.retryAfter ?? 1) : 1;
      await pause(Math.max(1, seconds) * 1000, [signal], clock);
    }
  }
}
