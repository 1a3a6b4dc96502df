import { setTimeout as sleep } from 'node:timers/promises';
import { type Agent, request as send } from 'undici';
import type { Account } from './accounts.ts';
import { failure, type Reason } from './failures.ts';
import type { Bucket } from './throttle.ts';

export interface ProviderRequest {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  query?: Record<string, string | number | boolean | string[] | undefined>;
  headers?: Record<string, string>;
  body?: unknown;
  /** What it costs of the account's quota. */
  units?: number;
  /** Whether a repeat has no second effect; reads are. */
  repeatable?: boolean;
}

/** One operation's dealings with one account: its time, its number of requests, its tokens. */
export interface Call {
  account: Account;
  /** The provider's answer as JSON; undefined for an empty one. Throws a `failure`. */
  send(request: ProviderRequest): Promise<unknown>;
  /** Whether this request, once repeated, may have been carried out by an earlier try. */
  readonly repeated: boolean;
}

/** What an account has in this process beyond one call. */
export interface Lane {
  run<T>(work: () => Promise<T>): Promise<T>;
  quota: Bucket | undefined;
  /** The provider wants to be left alone until then (on the clock of `performance`). */
  rest: { until: number; reason: Reason } | undefined;
}

export interface Limits {
  /** For one request of ours, its repeats included (ms). */
  callMs: number;
  requestMs: number;
  /** The first pause before a repeat that no provider gave a time for; each further one doubles. */
  pauseMs: number;
  /** How often a request is repeated after a 5xx or a cut connection. */
  retries: number;
  /** How many requests one operation may make of one account. */
  requests: number;
}

export const LIMITS: Limits = { callMs: 20_000, requestMs: 8_000, pauseMs: 200, retries: 2, requests: 300 };

export interface CallServices {
  dispatcher: Agent;
  limits: Limits;
  lane: Lane;
  /** A valid access token; another one than `rejected`. Throws a `failure`. */
  token(rejected?: string): Promise<string>;
  /** Keeps what the provider said to a token: it does not open the account, or it does after all. */
  note(token: string, state: Account['status']): Promise<void>;
}

interface Reply {
  status: number;
  retryAfter: number | undefined;
  text: string;
}

/** Begins to count time and requests for one account. */
export function openCall(account: Account, services: CallServices): Call {
  const { limits, lane } = services;
  const deadline = performance.now() + limits.callMs;
  let left = limits.requests;
  let repeated = false;
  let noted = false;
  return {
    account,
    get repeated() {
      return repeated;
    },
    send: (request) => lane.run(() => attempts(request)),
  };

  async function attempts(request: ProviderRequest): Promise<unknown> {
    const { repeatable = (request.method ?? 'GET') === 'GET' } = request;
    let token = await services.token();
    let renewed = false;
    for (let attempt = 0; ; attempt++) {
      if (left-- <= 0) throw failure(account, 'truncated');
      await outRest();
      const wait = request.units && (await lane.quota?.take(request.units, deadline));
      if (wait) throw failure(account, 'rate_limited', wait);
      const reply = await once(request, token);
      if ('status' in reply) {
        const trouble = troubleOf(reply);
        if (trouble === undefined) {
          const json = parse(reply.text);
          if (json !== BROKEN) {
            await opened(token);
            return json;
          }
        } else if (trouble === 'unauthorized' && !renewed) {
          renewed = true;
          token = await services.token(token);
          continue;
        } else if (trouble === 'unauthorized') {
          await services.note(token, 'reconnect_required');
          throw failure(account, 'reconnect_required');
        } else if (trouble !== 'unavailable' && trouble !== 'rate_limited') throw failure(account, trouble);
      }
      const reason = reasonFor(reply);
      if ('status' in reply && reply.retryAfter)
        lane.rest = { until: performance.now() + reply.retryAfter * 1000, reason };
      // A throttled request was not carried out: it may go again whatever it is.
      const full = 'status' in reply && reply.status === STORE_IS_FULL;
      const mayRepeat = (repeatable || reason === 'rate_limited') && !full && attempt < limits.retries;
      const pause = pauseBefore(reply, attempt, limits.pauseMs);
      if (!mayRepeat || performance.now() + pause > deadline) {
        throw failure(
          account,
          reason,
          'retryAfter' in reply ? reply.retryAfter : undefined,
          'cause' in reply ? reply.cause : undefined,
        );
      }
      repeated = true;
      await sleep(pause);
    }
  }

  /** An account that had been refused, and answers again. */
  async function opened(token: string): Promise<void> {
    if (account.status === 'connected' || noted) return;
    noted = true;
    await services.note(token, 'connected');
  }

  /** What a provider asked of one request holds for all that follow on the account. */
  async function outRest(): Promise<void> {
    const { until = 0, reason = 'rate_limited' } = lane.rest ?? {};
    const wait = until - performance.now();
    if (wait <= 0) return;
    if (until > deadline) throw failure(account, reason, wait / 1000);
    await sleep(wait);
  }

  /** One request on the wire: its reply, or why there is none. */
  async function once(request: ProviderRequest, token: string): Promise<Reply | { cause: unknown; late: boolean }> {
    const time = Math.min(limits.requestMs, deadline - performance.now());
    const signal = AbortSignal.timeout(Math.max(1, Math.ceil(time)));
    try {
      const { statusCode, headers, body } = await send(addressOf(request), {
        method: request.method ?? 'GET',
        dispatcher: services.dispatcher,
        signal,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          ...(request.body !== undefined && { 'content-type': 'application/json' }),
          ...request.headers,
        },
        ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      });
      const text = await body.text();
      const wait = Number([headers['retry-after']].flat()[0]);
      return { status: statusCode, retryAfter: Number.isFinite(wait) && wait >= 0 ? wait : undefined, text };
    } catch (cause) {
      return { cause, late: signal.aborted };
    }
  }
}

const reasonFor = (reply: Reply | { late: boolean }): Reason => {
  if ('late' in reply) return reply.late ? 'timeout' : 'unavailable';
  return troubleOf(reply) === 'rate_limited' ? 'rate_limited' : 'unavailable';
};

/** The wait a provider asks for, else longer each time and never the same for two. In ms. */
function pauseBefore(reply: Reply | object, attempt: number, pauseMs: number): number {
  const asked = 'retryAfter' in reply ? reply.retryAfter : undefined;
  return asked !== undefined ? asked * 1000 : pauseMs * 2 ** attempt * (0.5 + Math.random());
}

export function addressOf({ url, query = {} }: ProviderRequest): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : value === undefined ? [] : [value])
      address.searchParams.append(name, String(one));
  }
  // Graph reads no plus sign as a space in its options.
  address.search = address.search.replaceAll('+', '%20');
  return address.href;
}

const BROKEN = Symbol('not JSON');

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return BROKEN;
  }
}

/** A mailbox without room: no repeat will help. */
const STORE_IS_FULL = 507;

const QUOTA_REASONS = /rateLimitExceeded|userRateLimitExceeded|quotaExceeded|dailyLimitExceeded|usageLimits/;

/** What a status means for us; undefined for success. A 403 is a throttle only when its reason says so. */
function troubleOf({ status, text }: Reply): Reason | 'unauthorized' | undefined {
  if (status < 300) return undefined;
  if (status === 401) return 'unauthorized';
  if (status === 429) return 'rate_limited';
  if (status === 403) return QUOTA_REASONS.test(text) ? 'rate_limited' : 'forbidden';
  if (status === 404 || status === 410) return 'not_found';
  if (status === 409) return 'conflict';
  return status >= 500 ? 'unavailable' : 'refused';
}
