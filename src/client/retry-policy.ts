import { KithError } from '../shared/error.ts';
import { type Backoff, pauseBefore } from '../shared/http/backoff.ts';
import type { AttemptFailure } from './failures.ts';
import { retryAfterSeconds } from './rate-limit-headers.ts';
import { IN_PROGRESS, isJson, isServiceError, readResponse } from './read-response.ts';
import type { WireResponse } from './transport.ts';
import type { WireRequest } from './wire-request.ts';

/** History of a request's attempts. */
export interface AttemptHistory {
  tries: number;
  /** Attempts that failed, that the service deferred, and that reached no service. */
  failed: number;
  deferred: number;
  unsent: number;
  /** The one retry without a pause was used. */
  dropped: boolean;
  /** An attempt without a response may have taken effect. */
  uncertain: boolean;
}

export const noHistory = (): AttemptHistory => ({
  tries: 0,
  failed: 0,
  deferred: 0,
  unsent: 0,
  dropped: false,
  uncertain: false,
});

/** Decision after an attempt. `error` is the caller's error if the call ends with it. */
export type RetryDecision =
  | { next: 'return'; response: WireResponse }
  | { next: 'fail'; error: KithError }
  /** `pausesAll`: the service asks all clients with this key to pause. */
  | { next: 'repeat'; error: KithError; ms: number; reason: string; pausesAll: boolean };

export interface RetryRules {
  /** Number of retries after failed attempts. Waits that the service requests do not count. */
  retries: number;
  /** Whether the call has a deadline. */
  ends: boolean;
  /** Whether the service has ever responded to this client. */
  reached: boolean;
}

export const RATE_LIMIT = "the service's rate limit";

const BETWEEN_TRIES: Backoff = { firstMs: 200, maxMs: 10_000 };
/** Longest pause between connection attempts, which cost the service nothing. */
const UNREACHED: Backoff = { firstMs: 200, maxMs: 2_000 };
/** Wait for an operation that is still running, if the service gives none. */
const STILL_RUNNING_MS = 1_000;

/** Decides what to do after a response, and updates `history` for later attempts. */
export function judgeAnswer(
  request: WireRequest,
  response: WireResponse,
  history: AttemptHistory,
  rules: RetryRules,
): RetryDecision {
  const error = errorIn(request, response);
  if (!error) return { next: 'return', response };
  const { status } = response;
  const seconds = retryAfterSeconds(response);
  const asked = seconds === undefined ? undefined : seconds * 1000;
  const deferred = (reason: string, pausesAll: boolean, askedMs = asked): RetryDecision => {
    const ms = pauseBefore(history.deferred++, BETWEEN_TRIES, askedMs);
    return { next: 'repeat', error, ms, reason, pausesAll };
  };
  // Rejected before any work: nothing was done.
  if (status === 429) return deferred(RATE_LIMIT, true);
  if (isServiceError(response)) return { next: 'fail', error };
  history.uncertain = true;
  if (error.code === IN_PROGRESS) return deferred('the same call is still running', false, asked ?? STILL_RUNNING_MS);
  if (!request.repeatable) return { next: 'fail', error };
  if (status === 503 && asked !== undefined) return deferred('the service asks to come back later', true);
  const half = isHalf(response);
  if (!half && !PASSING.includes(status)) return { next: 'fail', error };
  return failed(error, `the service answered ${half ? 'half an answer' : status}`, history, rules, asked);
}

/** Statuses of gateway timeouts and overloaded services. */
const PASSING = [408, 425, 502, 503, 504];

export function judgeFailure(
  request: WireRequest,
  failure: AttemptFailure,
  history: AttemptHistory,
  rules: RetryRules,
): RetryDecision {
  const { kind, error, dropped } = failure;
  const reason = error.message;
  if (comesBack(kind, history, rules)) {
    // Nothing was done, so the number of attempts is unlimited.
    return { next: 'repeat', error, ms: pauseBefore(history.unsent++, UNREACHED), reason, pausesAll: false };
  }
  history.uncertain ||= kind === 'lost' || kind === 'unusable';
  if (kind !== 'lost' || !request.repeatable) return { next: 'fail', error };
  if (dropped && !history.dropped) {
    history.dropped = true;
    return { next: 'repeat', error, ms: 0, reason, pausesAll: false };
  }
  return failed(error, reason, history, rules);
}

/** Whether to wait for an unreachable service. A service that never responded may not exist, so the wait is limited. */
function comesBack(
  kind: AttemptFailure['kind'],
  { unsent }: AttemptHistory,
  { retries, reached, ends }: RetryRules,
): boolean {
  if (retries === 0) return false;
  if (kind === 'unsent') return reached || ends || unsent < retries;
  return kind === 'unknownHost' && reached;
}

function failed(
  error: KithError,
  reason: string,
  history: AttemptHistory,
  { retries }: RetryRules,
  asked?: number,
): RetryDecision {
  if (history.failed >= retries) return { next: 'fail', error };
  return { next: 'repeat', error, ms: pauseBefore(history.failed++, BETWEEN_TRIES, asked), reason, pausesAll: false };
}

/** Returns the caller's error for an unexpected response. */
function errorIn({ operation }: WireRequest, response: WireResponse): KithError | undefined {
  try {
    readResponse(operation, response);
    return undefined;
  } catch (error) {
    if (error instanceof KithError) return error;
    throw error;
  }
}

/** Whether a response of type JSON, or of no type, is incomplete. */
const isHalf = (response: WireResponse): boolean =>
  response.status < 300 && /\bjson\b/i.test(response.header('content-type') ?? 'json') && !isJson(response);
