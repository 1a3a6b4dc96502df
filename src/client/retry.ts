import { setMaxListeners } from 'node:events';
import { KithError } from '../catalogue/error.ts';
import type { Operation } from '../catalogue/operation.ts';
import { Failure } from './failures.ts';
import type { Http } from './http.ts';
import type { Limiter, Pass, Turn } from './limiter.ts';
import type { ClientEvent } from './options.ts';
import { quotaFrom, retryAfterSeconds } from './rate-headers.ts';
import { errorFrom, isJson, notOurs } from './read-answer.ts';
import type { WireResponse } from './transport.ts';
import { pause } from './wait.ts';
import type { WireRequest } from './wire-request.ts';
import { priorityOf } from './work-kind.ts';

export interface RetryOptions {
  retries: number;
  deadlineMs: number;
  timeoutMs(operation: Operation): number;
  onEvent?: ((event: ClientEvent) => void) | undefined;
}

/** What came of one try. */
interface Outcome {
  response?: WireResponse;
  failure?: Failure;
}

/** What to do about it. */
type Verdict =
  | { next: 'return' }
  /** The service said how long, or that it did nothing: waiting is no failure, and only the deadline ends it. */
  | { next: 'wait'; ms: number; reason: string; pausesAll: boolean }
  /** Something went wrong: so many times, and no more. */
  | { next: 'retry'; ms: number; reason: string }
  | { next: 'fail' };

/** How the tries of one request went so far. */
interface History {
  tries: number;
  failed: number;
  refused: number;
  /** The one pause-less retry is used up. */
  dropped: boolean;
  /** A try may have taken effect without our hearing of it. */
  uncertain: boolean;
}

/** Sends a request until it is answered for good, the tries are used up, or its deadline passes. */
export function withRetries(
  http: Http,
  limiter: Limiter,
  options: RetryOptions,
): (request: WireRequest) => Promise<WireResponse> {
  return async (request) => {
    const { operation, signal } = request;
    // Many calls may share one signal.
    if (signal) setMaxListeners(0, signal);
    const deadline = performance.now() + (request.deadlineMs ?? options.deadlineMs);
    const history: History = { tries: 0, failed: 0, refused: 0, dropped: false, uncertain: false };
    for (;;) {
      const outcome = await attempt(request, deadline, history);
      const verdict = judge(request, outcome, history, options.retries);
      if (verdict.next === 'return') return outcome.response!;
      const pausesAll = verdict.next === 'wait' && verdict.pausesAll;
      if (pausesAll) limiter.pause(verdict.ms);
      const late = verdict.next !== 'fail' && performance.now() + verdict.ms > deadline;
      if (verdict.next === 'fail' || late) throw explained(request, history, errorOf(outcome));
      tellWaiting(operation, verdict.ms, verdict.reason);
      // A pause of all is kept by the limiter, where the call stands in line meanwhile.
      if (!pausesAll) await pause(verdict.ms, [signal, limiter.closing]);
    }
  };

  function tellWaiting({ name }: Operation, ms: number, reason: string): void {
    if (ms < TELLING_MS) return;
    options.onEvent?.({ kind: 'waiting', operation: name, seconds: Math.ceil(ms / 1000), reason });
  }

  async function attempt(request: WireRequest, deadline: number, history: History): Promise<Outcome> {
    const { operation, signal } = request;
    if (history.tries === 0) tellWaiting(operation, limiter.closedFor(), RATE_LIMIT);
    const priority = priorityOf(operation, history.tries++ > 0);
    const pass = await enter({ priority, signal, deadline });
    const timeoutMs = Math.min(
      request.timeoutMs ?? options.timeoutMs(operation),
      Math.max(1, deadline - performance.now()),
    );
    try {
      const response = await http.send(request, timeoutMs);
      pass.done(true, quotaFrom(response));
      return { response };
    } catch (error) {
      pass.done(false);
      if (!(error instanceof Failure)) throw error;
      history.uncertain ||= error.kind === 'lost';
      return { failure: error };
    }

    function enter(turn: Turn): Promise<Pass> {
      return limiter.enter(turn).catch((error) => {
        throw error instanceof KithError ? explained(request, history, error) : error;
      });
    }
  }
}

const RATE_LIMIT = "the service's rate limit";

/** A wait that a person would notice. */
const TELLING_MS = 1_000;

function judge(request: WireRequest, outcome: Outcome, history: History, retries: number): Verdict {
  if (outcome.failure) return judgeFailure(request, outcome.failure, history, retries);
  const response = outcome.response!;
  const { status } = response;
  const asked = retryAfterSeconds(response);
  if (status === 429) {
    // Decided before any work: nothing was done, whatever the request was.
    const ms = asked !== undefined ? asked * 1000 : backoff(history.refused++);
    return { next: 'wait', ms, reason: RATE_LIMIT, pausesAll: true };
  }
  if (status === 409 && codeOf(response) === 'idempotency_in_progress') {
    history.uncertain = true;
    return { next: 'wait', ms: (asked ?? 1) * 1000, reason: 'the same call is still running', pausesAll: false };
  }
  if (!request.repeatable) return { next: 'return' };
  if (status === 503 && asked !== undefined) {
    history.uncertain = true;
    return { next: 'wait', ms: asked * 1000, reason: 'the service asks to come back later', pausesAll: true };
  }
  const unwell = status >= 502 && status <= 504;
  const unreadable = status < 300 && request.operation.envelope !== 'text' && saysJson(response) && !isJson(response);
  if (!unwell && !unreadable) return { next: 'return' };
  history.uncertain = true;
  if (history.failed >= retries) return { next: 'fail' };
  return {
    next: 'retry',
    ms: backoff(history.failed++),
    reason: `the service answered ${unwell ? status : 'half an answer'}`,
  };
}

function judgeFailure({ repeatable }: WireRequest, failure: Failure, history: History, retries: number): Verdict {
  const harmless = failure.kind === 'unsent' || (failure.kind === 'lost' && repeatable);
  if (!harmless) return { next: 'fail' };
  const reason = failure.error.message;
  if (failure.dropped && !history.dropped) {
    history.dropped = true;
    return { next: 'retry', ms: 0, reason };
  }
  return history.failed < retries ? { next: 'retry', ms: backoff(history.failed++), reason } : { next: 'fail' };
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;

/** Doubles each time; half of it is chance, so that those who failed together do not come back together. */
function backoff(times: number): number {
  const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** times);
  return full / 2 + (full / 2) * Math.random();
}

const saysJson = (response: WireResponse): boolean => /\bjson\b/i.test(response.header('content-type') ?? 'json');

const codeOf = (response: WireResponse): unknown =>
  isJson(response) ? (response.json() as { error?: { code?: unknown } } | null)?.error?.code : undefined;

const errorOf = ({ response, failure }: Outcome): KithError =>
  failure ? failure.error : response!.status < 400 ? notOurs(response!) : errorFrom(response!);

/** Of a write that may have taken effect, how to find out: the same call again, under the same key. */
function explained(request: WireRequest, { uncertain }: History, error: KithError): KithError {
  const key = request.idempotencyKey;
  if (!key || !uncertain) return error;
  const { code, message, status, retryAfter, details } = error;
  return new KithError(code, `${message} The call may have taken effect.`, {
    status,
    retryAfter,
    details: { ...details, idempotency_key: key },
    hint: `Make the same call again with idempotency_key ${key}: it takes effect once.`,
    cause: error,
  });
}
