import { setMaxListeners } from 'node:events';
import { KithError } from '../contract/error.ts';
import type { Operation } from '../contract/operation.ts';
import { Failure } from './failures.ts';
import type { Http } from './http.ts';
import type { ClientEvent } from './options.ts';
import { quotaFrom } from './rate-headers.ts';
import { type History, judgeAnswer, judgeFailure, noHistory, RATE_LIMIT, type Verdict } from './retry-policy.ts';
import type { Limiter } from './send-queue.ts';
import type { WireResponse } from './transport.ts';
import { type Clock, pause, realClock } from './wait.ts';
import type { WireRequest } from './wire-request.ts';
import { priorityOf } from './work-kind.ts';

export interface RetryOptions {
  retries: number;
  deadlineMs: number;
  timeoutMs(operation: Operation): number;
  onEvent?: ((event: ClientEvent) => void) | undefined;
  clock?: Clock | undefined;
}

/** What came of one try. */
interface Outcome {
  verdict: Verdict;
  /** Gives the pass back: others may go out. */
  release(): void;
}

/**
 * Sends a request until it is answered for good, the tries are used up, or its deadline passes. Throws what the service
 * refuses with and why no answer came; of a write that may have taken effect it says so, and how to find out.
 */
export function withRetries(
  http: Http,
  limiter: Limiter,
  options: RetryOptions,
): (request: WireRequest) => Promise<WireResponse> {
  const { retries, clock = realClock } = options;
  let reached = false;
  return async (request) => {
    // Many calls may share one signal.
    if (request.signal) setMaxListeners(0, request.signal);
    const history = noHistory();
    try {
      return await untilAnswered(request, history);
    } catch (error) {
      throw error instanceof KithError ? explained(request, history, error) : error;
    }
  };

  async function untilAnswered(request: WireRequest, history: History): Promise<WireResponse> {
    const { operation, signal } = request;
    const deadline = clock.now() + (request.deadlineMs ?? options.deadlineMs);
    for (;;) {
      const { verdict, release } = await attempt(request, deadline, history);
      const pausesAll = verdict.next === 'repeat' && verdict.pausesAll;
      if (pausesAll) limiter.pause(verdict.ms);
      release();
      if (verdict.next === 'return') return verdict.response;
      if (verdict.next === 'fail' || clock.now() + verdict.ms > deadline) throw verdict.error;
      tellWaiting(operation, verdict.ms, verdict.reason);
      // A pause of all is kept by the limiter, where the call stands in line meanwhile.
      if (!pausesAll) await pause(verdict.ms, [signal, limiter.closing], clock);
    }
  }

  function tellWaiting({ name }: Operation, ms: number, reason: string): void {
    if (ms < TELLING_MS) return;
    options.onEvent?.({ kind: 'waiting', operation: name, seconds: Math.ceil(ms / 1000), reason });
  }

  async function attempt(request: WireRequest, deadline: number, history: History): Promise<Outcome> {
    const { operation, signal } = request;
    const ends = deadline !== Number.POSITIVE_INFINITY;
    if (history.tries === 0) tellWaiting(operation, limiter.closedFor(), RATE_LIMIT);
    const pass = await limiter.enter({ priority: priorityOf(operation, history.tries > 0), signal, deadline });
    history.tries++;
    const timeoutMs = Math.min(request.timeoutMs ?? options.timeoutMs(operation), Math.max(1, deadline - clock.now()));
    try {
      const response = await http.send(request, timeoutMs);
      reached = true;
      const verdict = judgeAnswer(request, response, history, { retries, reached, ends });
      return { verdict, release: () => pass.done(true, quotaFrom(response)) };
    } catch (error) {
      const release = () => pass.done(false);
      if (error instanceof Failure) {
        return { verdict: judgeFailure(request, error, history, { retries, reached, ends }), release };
      }
      release();
      throw error;
    }
  }
}

/** A wait that a person would notice. */
const TELLING_MS = 1_000;

/** Of a write that may have taken effect, how to find out: the same call again, under the same key. */
function explained(request: WireRequest, { tries, uncertain }: History, error: KithError): KithError {
  const key = request.idempotencyKey;
  if (!key || !uncertain) return error;
  const { code, message, status, retryAfter, details, hint } = error;
  const effect = tries > 1 ? 'One of its tries may have taken effect.' : 'The call may have taken effect.';
  const advice = `Make the same call again with idempotency_key ${key}: it takes effect once.`;
  return new KithError(code, `${message} ${effect}`, {
    status,
    retryAfter,
    details: { ...details, idempotency_key: key },
    hint: hint ? `${hint} ${advice}` : advice,
    cause: error,
  });
}
