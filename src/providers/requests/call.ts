import { LATE, openOrigin, type Pool } from '../../shared/http/origin.ts';
import { Retryable, withRetries } from '../../shared/http/retry.ts';
import { retryAfterMs } from '../../shared/http/retry-after.ts';
import { CrossOriginError } from '../../shared/http/same-origin.ts';
import { pause } from '../../shared/http/wait.ts';
import type { Account } from '../content/account.ts';
import { disabledApi, errorCodes, isDuplicate, isQuota } from './error-codes.ts';
import { apiDisabled, failure, type Reason } from './failures.ts';
import type { Bucket } from './throttle.ts';

export interface ProviderRequest {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  query?: Record<string, string | number | boolean | string[] | undefined>;
  headers?: Record<string, string>;
  body?: unknown;
  /** How much of the account's quota it costs. */
  units?: number;
  /** Whether a repeat has no second effect; reads are. */
  repeatable?: boolean;
}

/** The requests of one operation to one account: their deadline, their number and their tokens. */
export interface Call {
  account: Account;
  /** The provider's answer as JSON; undefined for an empty one. Throws a `failure`. */
  send(request: ProviderRequest): Promise<unknown>;
  /** Whether this request, once repeated, may have been carried out by an earlier try. */
  readonly repeated: boolean;
}

/** How often an account may be asked at the moment; shared by all calls of this process. */
export interface RateLimitState {
  run<T>(work: () => Promise<T>): Promise<T>;
  quota: Bucket | undefined;
  /** No request before then, because the provider asked for a pause (on the pool's clock). */
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
  /** How long a list waits for one account, while it has something else to show. */
  patienceMs: number;
}

export const LIMITS: Limits = {
  callMs: 20_000,
  requestMs: 8_000,
  pauseMs: 200,
  retries: 2,
  requests: 300,
  patienceMs: 3_000,
};

export interface CallServices {
  pool: Pool;
  /** The provider's API: tokens go to its origin alone. */
  base: string;
  limits: Limits;
  rateLimit: RateLimitState;
  /** Aborts when nobody waits for the answer anymore. */
  signal?: AbortSignal | undefined;
  /** A valid access token; another one than `rejected`. Throws a `failure`. */
  token(rejected?: string): Promise<string>;
  /** Records the provider's answer to a token: that it does not open the account, or does after all. */
  note(token: string, state: Account['status']): Promise<void>;
}

interface Reply {
  status: number;
  retryAfterMs: number | undefined;
  text: string;
}

/** Why there is no reply. */
interface Silence {
  cause: unknown;
}

/** The longest pause, whatever a provider asks for. */
const LONGEST_REST_MS = 15 * 60_000;

/** Begins to count the time and the requests for one account. */
export function openCall(account: Account, services: CallServices): Call {
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
    const policy = { tries: limits.retries + 1, firstMs: limits.pauseMs, longestMs: limits.callMs, deadline, clock };
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

  /** The content of a reply, or why another try may bring one. Throws a `failure` that stays. */
  async function judge(request: ProviderRequest, reply: Reply | Silence, token: string): Promise<unknown> {
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
      throw failure(account, 'reconnect_required');
    }
    const disabled = trouble === 'forbidden' && disabledApi(errorCodes((reply as Reply).text), request.url);
    if (disabled) throw apiDisabled(account, disabled);
    if (!PASSING.has(trouble)) throw failure(account, trouble);
    // A throttled request was not carried out: it may go again whatever it is.
    const full = 'status' in reply && reply.status === STORE_IS_FULL;
    return again(trouble, (repeatable || trouble === 'rate_limited') && !full, reply);
  }

  function again(reason: Reason, mayRepeat: boolean, reply?: Reply | Silence): Retryable {
    const asked = reply && 'status' in reply ? reply.retryAfterMs : undefined;
    if (asked) rateLimit.rest = { until: clock.now() + asked, reason };
    const error = failure(account, reason, asked && asked / 1000, reply && 'cause' in reply ? reply.cause : undefined);
    if (mayRepeat) return new Retryable(error, asked);
    throw error;
  }

  /** Records that an account which had been refused answers again. */
  async function opened(token: string): Promise<void> {
    if (account.status === 'connected' || noted) return;
    noted = true;
    await services.note(token, 'connected');
  }

  /** A pause that a provider asked of one request holds for all later requests to the account. */
  async function waitForPause(): Promise<void> {
    const { until = 0, reason = 'rate_limited' } = rateLimit.rest ?? {};
    const wait = until - clock.now();
    if (wait <= 0) return;
    if (until > deadline) throw failure(account, reason, wait / 1000);
    await pause(wait, [], clock);
  }

  /** One request on the wire, when its turn has come: its reply, or why there is none. */
  async function once(request: ProviderRequest, token: string): Promise<Reply | Silence> {
    if (left-- <= 0) throw failure(account, 'truncated');
    await waitForPause();
    if (signal?.aborted) throw failure(account, 'timeout');
    const wait = request.units && (await rateLimit.quota?.take(request.units, deadline));
    if (wait) throw failure(account, 'rate_limited', wait);
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
      const rest = asked === undefined ? undefined : Math.min(asked, LONGEST_REST_MS);
      return { status: answer.status, retryAfterMs: rest, text: answer.text };
    } catch (cause) {
      if (signal?.aborted) throw failure(account, 'timeout');
      if (cause instanceof CrossOriginError) throw failure(account, 'refused', undefined, cause);
      return { cause };
    }
  }
}

/** Failures that a later try may not meet. */
const PASSING = new Set<Reason>(['timeout', 'unavailable', 'rate_limited']);

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

/** What a reply means for us; undefined for success. A 403 is a throttle only when its reason says so. */
function troubleOf(reply: Reply | Silence): Reason | 'unauthorized' | undefined {
  if ('cause' in reply) return reply.cause === LATE ? 'timeout' : 'unavailable';
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
