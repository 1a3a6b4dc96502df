import { KithError } from '../error.ts';
import { isConfidential } from './loopback.ts';
import { type Answer, codeOf, mayPass, type Origin, openOrigin, openPool, type Signing } from './origin.ts';
import { Retryable, withRetries } from './retry.ts';
import { retryAfterMs } from './retry-after.ts';
import { CrossOriginError, sameOrigin } from './same-origin.ts';

// An import reads from somebody else's service with retries, and with neither secrets nor content in any message.

export interface HttpSourceRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface HttpSource {
  base: URL;
  /** Answers with any status, except that a busy server is waited for and asked again. */
  send(url: URL, request?: HttpSourceRequest): Promise<Answer>;
  close(): Promise<void>;
}

export interface HttpSourceOptions {
  /** Asked for each try: a signature may depend on the request. */
  authorization: Signing;
  /** Takes the challenge of a 401; true when another try can do better. */
  learn?(challenge: string): boolean;
  allowHttp?: boolean;
  signal?: AbortSignal | undefined;
  /** Told of waits that are long enough for a person to notice, and why. */
  onWait?(seconds: number, reason: string): void;
  /** The pause after the first failure. */
  pauseMs?: number;
  /** How often at most a request is sent, the first time included. */
  tries?: number;
  /** Connects to public addresses alone, beside those of these hosts: for addresses that others choose. */
  publicBut?: readonly string[] | undefined;
}

const TRIES = 6;
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const LONGEST_ASKED_MS = 300_000;
const MOST_CHALLENGES = 4;
const LARGEST_ANSWER = 64 * 2 ** 20;
const TIMEOUT_MS = 120_000;
const BUSY = [429, 500, 502, 503, 504];

/** Opens the service at an address. Throws a KithError for an address that cannot be used. */
export function openHttpSource(address: string, options: HttpSourceOptions): HttpSource {
  const base = readAddress(address, options.allowHttp ?? false);
  const pool = openPool({ maxBytes: LARGEST_ANSWER, publicBut: options.publicBut });
  const origin = openOrigin(pool, base, options.authorization);
  const { signal, onWait, pauseMs: firstMs = PAUSE_MS } = options;
  const policy = {
    ...{
      tries: options.tries ?? TRIES,
      firstMs,
      longestMs: LONGEST_PAUSE_MS,
      longestAskedMs: LONGEST_ASKED_MS,
      signal,
    },
    onPause: (ms: number, error: unknown) =>
      ms > 5_000 && onWait?.(Math.ceil(ms / 1_000), (error as KithError).message),
  };
  return {
    base,
    close: () => pool.close(),
    send: (url, request = {}) => withRetries(policy, () => attempt(origin, url, request, options)),
  };
}

async function attempt(
  origin: Origin,
  url: URL,
  request: HttpSourceRequest,
  options: HttpSourceOptions,
): Promise<Answer | Retryable> {
  const send = () => origin.send(url, { ...request, timeoutMs: TIMEOUT_MS, signal: options.signal });
  try {
    let answer = await send();
    const asks = () => answer.status === 401 && options.learn?.(answer.list('www-authenticate') ?? '');
    for (let challenges = 0; challenges < MOST_CHALLENGES && asks(); challenges++) answer = await send();
    if (!BUSY.includes(answer.status)) return answer;
    return new Retryable(unavailable(url, answer.status), retryAfterMs(answer));
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof KithError) throw told(error);
    const { message } = error as Error;
    const unreachable = new KithError(
      'ServiceUnavailable',
      `${url.host} could not be reached (${codeOf(error) ?? message}).`,
      { cause: error },
    );
    if (mayPass(error)) return new Retryable(unreachable);
    throw unreachable;
  }
}

function readAddress(address: string, allowHttp: boolean): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new KithError('BadRequest', `${address} is not a web address.`, { hint: 'Give it as https://host.' });
  }
  if (url.username || url.password) {
    throw new KithError('BadRequest', 'The address must not hold a user or a password.', {
      hint: 'Give the user with --user; the password is asked for, or taken from KITH_IMPORT_PASSWORD.',
    });
  }
  if (!isConfidential(url, allowHttp)) {
    throw new KithError('BadRequest', `${url.host} would be asked over http://, where anybody can read it.`, {
      hint: 'Use https://, or set KITH_ALLOW_HTTP=1 if the network between is your own.',
    });
  }
  return url;
}

const unavailable = (url: URL, status: number): KithError =>
  new KithError('ServiceUnavailable', `${url.host} only answers with status ${status}.`, {
    hint: 'Try again later: what is there already is found again.',
  });

/** An address that an answer names, on the same origin. Throws for any other, and names it. */
export function named(here: URL, reference: string): URL {
  try {
    return sameOrigin(here, reference);
  } catch (error) {
    throw told(error);
  }
}

/** Providers that spread accounts over several hosts name the right one; nothing is sent there unasked. */
function told(error: unknown): unknown {
  if (!(error instanceof CrossOriginError) || !error.address) return error;
  const hint = `Nothing was sent there. If you trust it, give its own address: ${error.address}`;
  return new KithError(error.code, error.message, { hint });
}
