import { KithError } from '../contract/error.ts';
import { type Backoff, pauseBefore } from '../shared/http/backoff.ts';
import type { Failure } from './failures.ts';
import { retryAfterSeconds } from './rate-headers.ts';
import { IN_PROGRESS, isJson, isRefusal, readAnswer } from './read-answer.ts';
import type { WireResponse } from './transport.ts';
import type { WireRequest } from './wire-request.ts';

/** How the tries of one request went so far. */
export interface History {
  tries: number;
  /** Tries that failed, that were put off by the service, and that reached nobody. */
  failed: number;
  deferred: number;
  unsent: number;
  /** The one pause-less retry is used up. */
  dropped: boolean;
  /** A try may have taken effect without our hearing of it. */
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

/** What to do after a try; `error` is for the caller if the call ends with it. */
export type Verdict =
  | { next: 'return'; response: WireResponse }
  | { next: 'fail'; error: KithError }
  /** `pausesAll`: the service asked it of everybody who has the key. */
  | { next: 'repeat'; error: KithError; ms: number; reason: string; pausesAll: boolean };

export interface Rules {
  /** How often a try may fail and be followed by another; with 0 there is one. Waits that the service asks for do not count. */
  retries: number;
  /** Whether a deadline will end the call. */
  ends: boolean;
  /** Whether the service has ever answered this client. */
  reached: boolean;
}

export const RATE_LIMIT = "the service's rate limit";

const BETWEEN_TRIES: Backoff = { firstMs: 200, longestMs: 10_000 };
/** Nobody is burdened by asking whether somebody is there. */
const UNREACHED: Backoff = { firstMs: 200, longestMs: 2_000 };
/** What an operation that is still running is given to end, where the service does not say. */
const STILL_RUNNING_MS = 1_000;

/** Judges an answer, and remembers in `history` what it means for the tries to come. */
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

/** Of gateways that had no answer in time, and of services that are not up to it for now. */
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

/** Whether a service that could not be reached is waited for. One that never answered may not exist: not without end. */
function comesBack(kind: Failure['kind'], { unsent }: History, { retries, reached, ends }: Rules): boolean {
  if (retries === 0) return false;
  if (kind === 'unsent') return reached || ends || unsent < retries;
  return kind === 'unknownHost' && reached;
}

function failed(error: KithError, reason: string, history: History, { retries }: Rules, asked?: number): Verdict {
  if (history.failed >= retries) return { next: 'fail', error };
  return { next: 'repeat', error, ms: pauseBefore(history.failed++, BETWEEN_TRIES, asked), reason, pausesAll: false };
}

/** What the caller is told of an answer that does not bring what was asked for. */
function errorIn({ operation }: WireRequest, response: WireResponse): KithError | undefined {
  try {
    readAnswer(operation, response);
    return undefined;
  } catch (error) {
    if (error instanceof KithError) return error;
    throw error;
  }
}

/** Says that it is JSON, or nothing of what it is, and breaks off. */
const isHalf = (response: WireResponse): boolean =>
  response.status < 300 && /\bjson\b/i.test(response.header('content-type') ?? 'json') && !isJson(response);
