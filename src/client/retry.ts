import { setMaxListeners } from 'node:events';
import type { Operation } from '../contract/schema/operation.ts';
import { KithError } from '../shared/error.ts';
import { type Clock, pause, realClock } from '../shared/http/wait.ts';
import { AttemptFailure } from './failures.ts';
import type { HttpConnection } from './http.ts';
import type { ClientEvent } from './options.ts';
import { rateLimitFrom } from './rate-limit-headers.ts';
import {
  type AttemptHistory,
  judgeAnswer,
  judgeFailure,
  noHistory,
  RATE_LIMIT,
  type RetryDecision,
} from './retry-policy.ts';
import type { SendQueue } from './send-queue.ts';
import type { WireResponse } from './transport.ts';
import type { WireRequest } from './wire-request.ts';

export interface RetryOptions {
  retries: number;
  deadlineMs: number;
  /** For one attempt. The default depends on the operation. */
  timeoutMs?: number | undefined;
  onEvent?: ((event: ClientEvent) => void) | undefined;
  clock?: Clock | undefined;
}

/** One attempt with its verdict. */
interface Attempt {
  verdict: RetryDecision;
  /** Releases the permit for other requests. */
  release(): void;
}

/**
 * Sends a request until it has a final response, runs out of attempts, or reaches its deadline. Throws the service's error or
 * the reason for the missing response. If a write may have taken effect, the error says so and explains how to find out.
 */
export function withRetries(
  http: HttpConnection,
  queue: SendQueue,
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

  async function untilAnswered(request: WireRequest, history: AttemptHistory): Promise<WireResponse> {
    const { operation, signal } = request;
    const deadline = clock.now() + (request.deadlineMs ?? options.deadlineMs);
    for (;;) {
      const { verdict, release } = await attempt(request, deadline, history);
      const pausesAll = verdict.next === 'repeat' && verdict.pausesAll;
      if (pausesAll) queue.pause(verdict.ms);
      release();
      if (verdict.next === 'return') return verdict.response;
      if (verdict.next === 'fail' || clock.now() + verdict.ms > deadline) throw verdict.error;
      tellWaiting(operation, verdict.ms, verdict.reason);
      // The queue enforces a pause that applies to all calls. This call waits in the queue.
      if (!pausesAll) await pause(verdict.ms, [signal, queue.closing], clock);
    }
  }

  function tellWaiting({ name }: Operation, ms: number, reason: string): void {
    if (ms < TELLING_MS) return;
    options.onEvent?.({ kind: 'waiting', operation: name, seconds: Math.ceil(ms / 1000), reason });
  }

  async function attempt(request: WireRequest, deadline: number, history: AttemptHistory): Promise<Attempt> {
    const { operation, signal } = request;
    const ends = deadline !== Number.POSITIVE_INFINITY;
    if (history.tries === 0) tellWaiting(operation, queue.closedFor(), RATE_LIMIT);
    const permit = await queue.enter({ priority: priorityOf(operation, history.tries > 0), signal, deadline });
    history.tries++;
    const timeoutMs = Math.min(
      request.timeoutMs ?? options.timeoutMs ?? timeoutOf(operation),
      Math.max(1, deadline - clock.now()),
    );
    try {
      const response = await http.send(request, timeoutMs);
      reached = true;
      const verdict = judgeAnswer(request, response, history, { retries, reached, ends });
      return { verdict, release: () => permit.done(true, rateLimitFrom(response)) };
    } catch (error) {
      const release = () => permit.done(false);
      if (error instanceof AttemptFailure) {
        return { verdict: judgeFailure(request, error, history, { retries, reached, ends }), release };
      }
      release();
      throw error;
    }
  }
}

/** A wait that a person notices. */
const TELLING_MS = 1_000;

/** Adds advice for a write that may have taken effect: repeat the call with the same key. */
function explained(request: WireRequest, { tries, uncertain }: AttemptHistory, error: KithError): KithError {
  const key = request.idempotencyKey;
  if (!key || !uncertain) return error;
  const { code, message, status, retryAfter, details, hint } = error;
  const effect = tries > 1 ? 'One of its attempts may have taken effect.' : 'The call may have taken effect.';
  const advice = `Repeat the call with idempotency_key ${key}: it takes effect once.`;
  return new KithError(code, `${message} ${effect}`, {
    status,
    retryAfter,
    details: { ...details, idempotency_key: key },
    hint: hint ? `${hint} ${advice}` : advice,
    cause: error,
  });
}

/** Calls with many rows: slow, with low priority. */
const isBulk = ({ name }: Operation): boolean =>
  /^(bulk|merge)_/.test(name) || name.startsWith('set_custom_field_values');

/** Milliseconds for an attempt: bulk operations are slow, and the agenda calls other services. */
function timeoutOf(operation: Operation): number {
  if (isBulk(operation)) return 120_000;
  return operation.path.startsWith('/v2/agenda') ? 60_000 : 30_000;
}

/** Priority in the queue: calls that have begun, reads, single writes, bulk writes. */
function priorityOf(operation: Operation, begun: boolean): number {
  if (begun) return 1;
  if (operation.effect === 'read') return 3;
  return isBulk(operation) ? 7 : 5;
}
