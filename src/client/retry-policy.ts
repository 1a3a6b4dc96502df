import { KithError } from '../shared/error.ts';
import { type Backoff, pauseBefore } from '../shared/http/backoff.ts';
import type { Failure } from './failures.ts';
import { retryAfterSeconds } from './rate-limit-headers.ts';
import { IN_PROGRESS, isJson, isRefusal, readAnswer } from './read-answer.ts';
import type { WireResponse } from './transport.ts';
import type { WireRequest } from './wire-request.ts';

/** How the tries of one request have gone so far. */
export interface History {
  tries: number;
  /** Tries that failed, tries that the service put off, and tries that reached nobody. */
  failed: number;
  deferred: number;
  unsent: number;
  /** The one retry without a pause is used up. */
  dropped: boolean;
  /** A try may have taken effect though we never heard. */
  uncertain: boolean;
}

export const noHistory = (): History => ({
  tries: 0,
  failed: 0,
  deferred: 0,
  unsent: 0,
  dropped: false,
  uncertain: false,
});

/** What to do after a try; `error` is what the caller gets if the call ends with it. */
export type Verdict =
  | { next: 'return'; response: WireResponse }
  | { next: 'fail'; error: KithError }
  /** `pausesAll`: the service asks everybody with this key to pause. */
  | { next: 'repeat'; error: KithError; ms: number; reason: string; pausesAll: boolean };

export interface Rules {
  /** How often a failed try may be followed by another; 0 means a single try. Waits that the service asks for do not count. */
  retries: number;
  /** Whether a deadline will end the call. */
  ends: boolean;
  /** Whether the service has ever answered this client. */
  reached: boolean;
}

export const RATE_LIMIT = "the service's rate limit";

const BETWEEN_TRIES: Backoff = { firstMs: 200, longestMs: 10_000 };
/** Asking whether somebody is there burdens nobody. */
const UNREACHED: Backoff = { firstMs: 200, longestMs: 2_000 };
/** How long to wait for an operation that is still running, where the service does not say. */
const STILL_RUNNING_MS = 1_000;

/** Judges an answer, and records in `history` what it means for later tries. */
export function judgeAnswer(request: WireRequest, response: WireResponse, history: History, rules: Rules): Verdict {
  const error = errorIn(request, response);
  if (!error) return { next: 'return', response };
  const { status } = response;
  const seconds = retryAfterSeconds(response);
  const asked = seconds === undefined ? undefined : seconds * 1000;
  const deferred = (reason: string, pausesAll: boolean, askedMs = asked): Verdict => {
    const ms = pauseBefore(history.deferred++, BETWEEN_TRIES, askedMs);
    return { next: 'repeat', error, ms, reason, pausesAll };
  };
  // Decided before any work: nothing was done, whatever the request was.
  if (status === 429) return deferred(RATE_LIMIT, true);
  if (isRefusal(response)) return { next: 'fail', error };
  history.uncertain = true;
  if (error.code === IN_PROGRESS) return deferred('the same call is still running', false, asked ?? STILL_RUNNING_MS);
  if (!request.repeatable) return { next: 'fail', error };
  if (status === 503 && asked !== undefined) return deferred('the service asks to come back later', true);
  const half = isHalf(response);
  if (!half && !PASSING.includes(status)) return { next: 'fail', error };
  return failed(error, `the service answered ${half ? 'half an answer' : status}`, history, rules, asked);
}

/** Sent by gateways that had no answer in time, and by services that cannot cope for now. */
const PASSING = [408, 425, 502, 503, 504];

export function judgeFailure(request: WireRequest, failure: Failure, history: History, rules: Rules): Verdict {
  const { kind, error, dropped } = failure;
  const reason = error.message;
  if (comesBack(kind, history, rules)) {
    // Nothing was done, so no number of tries is too many.
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

/** Whether to wait for a service that could not be reached. One that never answered may not exist: not for ever. */
function comesBack(kind: Failure['kind'], { unsent }: History, { retries, reached, ends }: Rules): boolean {
  if (retries === 0) return false;
  if (kind === 'unsent') return reached || ends || unsent < retries;
  return kind === 'unknownHost' && reached;
}

function failed(error: KithError, reason: string, history: History, { retries }: Rules, asked?: number): Verdict {
  if (history.failed >= retries) return { next: 'fail', error };
  return { next: 'repeat', error, ms: pauseBefore(history.failed++, BETWEEN_TRIES, asked), reason, pausesAll: false };
}

/** What the caller is told when an answer is not what was asked for. */
function errorIn({ operation }: WireRequest, response: WireResponse): KithError | undefined {
  try {
    readAnswer(operation, response);
    return undefined;
  } catch (error) {
    if (error instanceof KithError) return error;
    throw error;
  }
}

/** Claims to be JSON, or says nothing of its type, and breaks off. */
const isHalf = (response: WireResponse): boolean =>
  response.status < 300 && /\bjson\b/i.test(response.header('content-type') ?? 'json') && !isJson(response);
