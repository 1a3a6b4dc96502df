import { setMaxListeners } from 'node:events';
import type { Operation } from '../contract/schema/operation.ts';
import { KithError } from '../shared/error.ts';
import { type Clock, pause, realClock } from '../shared/http/wait.ts';
import { Failure } from './failures.ts';
import type { Http } from './http.ts';
import type { ClientEvent } from './options.ts';
import { rateLimitFrom } from './rate-limit-headers.ts';
import { type History, judgeAnswer, judgeFailure, noHistory, RATE_LIMIT, type Verdict } from './retry-policy.ts';
import type { SendQueue } from './send-queue.ts';
import type { WireResponse } from './transport.ts';
import type { WireRequest } from './wire-request.ts';

export interface RetryOptions {
  retries: number;
  deadlineMs: number;
  /** For one try; by default it follows from the operation. */
  timeoutMs?: number | undefined;
  onEvent?: ((event: ClientEvent) => void) | undefined;
  clock?: Clock | undefined;
}

/** One try, judged. */
interface Attempt {
  verdict: Verdict;
  /** Gives the permit back: others may go out. */
  release(): void;
}

/**
 * Sends a request until it is answered for good, the tries are used up, or its deadline passes. Throws the service's
 * refusal, or why no answer came; for a write that may have taken effect the error says so, and how to find out.
 */
export function withRetries(
  http: Http,
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

  async function untilAnswered(request: WireRequest, history: History): Promise<WireResponse> {
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
      // The queue keeps a pause that holds for all calls; this call stands in line there meanwhile.
      if (!pausesAll) await pause(verdict.ms, [signal, queue.closing], clock);
    }
  }

  function tellWaiting({ name }: Operation, ms: number, reason: string): void {
    if (ms < TELLING_MS) return;
    options.onEvent?.({ kind: 'waiting', operation: name, seconds: Math.ceil(ms / 1000), reason });
  }

  async function attempt(request: WireRequest, deadline: number, history: History): Promise<Attempt> {
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
      if (error instanceof Failure) {
        return { verdict: judgeFailure(request, error, history, { retries, reached, ends }), release };
      }
      release();
      throw error;
    }
  }
}

/** A wait long enough for a person to notice. */
const TELLING_MS = 1_000;

/** Adds, for a write that may have taken effect, how to find out: the same call again, under the same key. */
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

/** Many rows in one call: slow, and in no hurry. */
const isBulk = ({ name }: Operation): boolean =>
  /^(bulk|merge)_/.test(name) || name.startsWith('set_custom_field_values');

/** Milliseconds a try may take: bulk work takes long, and the agenda asks other services before it answers. */
function timeoutOf(operation: Operation): number {
  if (isBulk(operation)) return 120_000;
  return operation.path.startsWith('/v2/agenda') ? 60_000 : 30_000;
}

/** The place in the queue: a call that has begun goes first, then reads, single writes, and bulk writes last. */
function priorityOf(operation: Operation, begun: boolean): number {
  if (begun) return 1;
  if (operation.effect === 'read') return 3;
  return isBulk(operation) ? 7 : 5;
}
