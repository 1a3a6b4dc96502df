import { openOrigin, REQUEST_TIMEOUT, type SocketPool } from '../../shared/http/origin.ts';
import { Retryable, withRetries } from '../../shared/http/retry.ts';
import { retryAfterMs } from '../../shared/http/retry-after.ts';
import { CrossOriginError } from '../../shared/http/same-origin.ts';
import { pause } from '../../shared/http/wait.ts';
import type { Account } from '../content/account.ts';
import { disabledApi, errorCodes, isDuplicate, isQuota } from './error-codes.ts';
import { apiDisabled, type FailureReason, providerFailure } from './failures.ts';
import type { TokenBucket } from './throttle.ts';

export interface ProviderRequest {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  query?: Record<string, string | number | boolean | string[] | undefined>;
  headers?: Record<string, string>;
  body?: unknown;
  /** Cost in units of the account's quota. */
  units?: number;
  /** Whether repeating the request has no further effect. True for reads. */
  repeatable?: boolean;
}

/** The requests of one operation to one account, with their deadline, limits and tokens. */
export interface AccountCall {
  account: Account;
  /** Returns the response as JSON, or undefined if it is empty. Throws a `failure`. */
  send(request: ProviderRequest): Promise<unknown>;
  /** Whether this is a retry, so an earlier attempt may have succeeded. */
  readonly repeated: boolean;
}

/** Rate limit state of an account, shared by all calls in this process. */
export interface RateLimitState {
  run<T>(work: () => Promise<T>): Promise<T>;
  quota: TokenBucket | undefined;
  /** The pause that the provider requested: no request before then (on the pool's clock). */
  rest: { until: number; reason: FailureReason } | undefined;
}

export interface CallLimits {
  /** Time limit for one of our requests, including retries (ms). */
  callMs: number;
  requestMs: number;
  /** First pause before a retry if the provider specified none. It doubles each time. */
  pauseMs: number;
  /** Number of retries after a 5xx or a lost connection. */
  retries: number;
  /** Maximum number of requests per operation and account. */
  requests: number;
  /** How long a list waits for one account if it has other items to show. */
  patienceMs: number;
}

export const LIMITS: CallLimits = {
  callMs: 20_000,
  requestMs: 8_000,
  pauseMs: 200,
  retries: 2,
  requests: 300,
  patienceMs: 3_000,
};

export interface CallServices {
  pool: SocketPool;
  /** The provider's API. Tokens are sent only to its origin. */
  base: string;
  limits: CallLimits;
  rateLimit: RateLimitState;
  /** Aborts when nobody waits for the result any longer. */
  signal?: AbortSignal | undefined;
  /** Returns a valid access token, different from `rejected`. Throws a `failure`. */
  token(rejected?: string): Promise<string>;
  /** Records whether the provider accepted a token. */
  note(token: string, state: Account['status']): Promise<void>;
}

interface Reply {
  status: number;
  retryAfterMs: number | undefined;
  text: string;
}

/** A missing reply and its cause. */
interface MissingReply {
  cause: unknown;
}

/** The longest pause, whatever the provider requests. */
const MAX_REST_MS = 15 * 60_000;

/** Starts a call, with the time and request limits for one account. */
export function openCall(account: Account, services: CallServices): AccountCall {
  const { limits, rateLimit, pool, signal } = services;
  const { clock } = pool;
  const base = new URL(services.base);
  const deadline = clock.now() + limits.callMs;
  let left = limits.requests;
  let repeated = false;
  let noted = false;
  return {
    account,
    get repeated() {
      return repeated;
    },
    send: (request) => rateLimit.run(() => attempts(request)),
  };

  async function attempts(request: ProviderRequest): Promise<unknown> {
    let token = await services.token();
    let renewed = false;
    let failed = false;
    const policy = { tries: limits.retries + 1, firstMs: limits.pauseMs, maxMs: limits.callMs, deadline, clock };
    return withRetries(policy, async () => {
      repeated ||= failed;
      let reply = await once(request, token);
      if ('status' in reply && reply.status === 401 && !renewed) {
        renewed = true;
        token = await services.token(token);
        reply = await once(request, token);
      }
      const result = await judge(request, reply, token);
      failed = result instanceof Retryable;
      return result;
    });
  }

  /** Returns a reply's content, or a reason to retry. Throws a permanent `failure`. */
  async function judge(request: ProviderRequest, reply: Reply | MissingReply, token: string): Promise<unknown> {
    const { repeatable = (request.method ?? 'GET') === 'GET' } = request;
    const trouble = troubleOf(reply);
    if (trouble === undefined) {
      const json = parse((reply as Reply).text);
      if (json === BROKEN) return again('unavailable', repeatable);
      await opened(token);
      return json;
    }
    if (trouble === 'unauthorized') {
      await services.note(token, 'reconnect_required');
      throw providerFailure(account, 'reconnect_required');
    }
    const disabled = trouble === 'forbidden' && disabledApi(errorCodes((reply as Reply).text), request.url);
    if (disabled) throw apiDisabled(account, disabled);
    if (!PASSING.has(trouble)) throw providerFailure(account, trouble);
    // A throttled request was not executed, so any request may be retried.
    const full = 'status' in reply && reply.status === STORE_IS_FULL;
    return again(trouble, (repeatable || trouble === 'rate_limited') && !full, reply);
  }

  function again(reason: FailureReason, mayRepeat: boolean, reply?: Reply | MissingReply): Retryable {
    const asked = reply && 'status' in reply ? reply.retryAfterMs : undefined;
    if (asked) rateLimit.rest = { until: clock.now() + asked, reason };
    const error = providerFailure(
      account,
      reason,
      asked && asked / 1000,
      reply && 'cause' in reply ? reply.cause : undefined,
    );
    if (mayRepeat) return new Retryable(error, asked);
    throw error;
  }

  /** Records that an account works again after it was refused. */
  async function opened(token: string): Promise<void> {
    if (account.status === 'connected' || noted) return;
    noted = true;
    await services.note(token, 'connected');
  }

  /** A pause requested by the provider applies to all later requests to the account. */
  async function waitForPause(): Promise<void> {
    const { until = 0, reason = 'rate_limited' } = rateLimit.rest ?? {};
    const wait = until - clock.now();
    if (wait <= 0) return;
    if (until > deadline) throw providerFailure(account, reason, wait / 1000);
    await pause(wait, [], clock);
  }

  /** Sends one request when it is its turn. Returns the reply, or why there is none. */
  async function once(request: ProviderRequest, token: string): Promise<Reply | MissingReply> {
    if (left-- <= 0) throw providerFailure(account, 'truncated');
    await waitForPause();
    if (signal?.aborted) throw providerFailure(account, 'timeout');
    const wait = request.units && (await rateLimit.quota?.take(request.units, deadline));
    if (wait) throw providerFailure(account, 'rate_limited', wait);
    const time = Math.min(limits.requestMs, deadline - clock.now());
    const { method, headers, body } = request;
    try {
      const answer = await openOrigin(pool, base, () => `Bearer ${token}`).send(addressOf(request), {
        method,
        timeoutMs: Math.max(1, time),
        signal,
        headers: {
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const asked = retryAfterMs(answer);
      const rest = asked === undefined ? undefined : Math.min(asked, MAX_REST_MS);
      return { status: answer.status, retryAfterMs: rest, text: answer.text };
    } catch (cause) {
      if (signal?.aborted) throw providerFailure(account, 'timeout');
      if (cause instanceof CrossOriginError) throw providerFailure(account, 'refused', undefined, cause);
      return { cause };
    }
  }
}

/** Failures that may be temporary. */
const PASSING = new Set<FailureReason>(['timeout', 'unavailable', 'rate_limited']);

export function addressOf({ url, query = {} }: ProviderRequest): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : value === undefined ? [] : [value])
      address.searchParams.append(name, String(one));
  }
  // Graph does not decode a plus sign in its options as a space.
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

/** The mailbox is full, so retries cannot help. */
const STORE_IS_FULL = 507;

/** Classifies a reply. Undefined for success. A 403 is throttling only if its reason says so. */
function troubleOf(reply: Reply | MissingReply): FailureReason | 'unauthorized' | undefined {
  if ('cause' in reply) return reply.cause === REQUEST_TIMEOUT ? 'timeout' : 'unavailable';
  const { status, text } = reply;
  if (status < 300) return undefined;
  if (status === 401) return 'unauthorized';
  if (status === 429) return 'rate_limited';
  const codes = errorCodes(text);
  if (isDuplicate(codes)) return 'duplicate';
  if (status === 403) return isQuota(codes) ? 'rate_limited' : 'forbidden';
  if (status === 404 || status === 410) return 'not_found';
  if (status === 409) return 'conflict';
  return status >= 500 ? 'unavailable' : 'refused';
}
