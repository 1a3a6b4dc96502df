import { KithError } from '../error.ts';
import { isConfidential } from './loopback.ts';
import { codeOf, isTransient, type Origin, type OriginResponse, openOrigin, openPool, type Signing } from './origin.ts';
import { Retryable, withRetries } from './retry.ts';
import { retryAfterMs } from './retry-after.ts';
import { CrossOriginError, sameOrigin } from './same-origin.ts';

// Reads from a third-party service, with retries, and with neither secrets nor content in messages.

export interface HttpSourceRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface HttpSource {
  base: URL;
  /** Sends a request and returns a response of any status. Waits and retries if the server is busy. */
  send(url: URL, request?: HttpSourceRequest): Promise<OriginResponse>;
  close(): Promise<void>;
}

export interface HttpSourceOptions {
  /** Called for each attempt, because a signature may depend on the request. */
  authorization: Signing;
  /** Reads the challenge of a 401. True if another attempt may succeed. */
  learn?(challenge: string): boolean;
  allowHttp?: boolean;
  signal?: AbortSignal | undefined;
  /** Called before a wait that is long enough for a user to notice. */
  onWait?(seconds: number, reason: string): void;
  /** Pause after the first failure. */
  pauseMs?: number;
  /** Maximum number of attempts. */
  tries?: number;
  /** Allows only public addresses and these hosts, for URLs that other people choose. */
  publicBut?: readonly string[] | undefined;
}

const TRIES = 6;
const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
const MAX_RETRY_AFTER_MS = 300_000;
const MAX_CHALLENGES = 4;
const MAX_RESPONSE_BYTES = 64 * 2 ** 20;
const TIMEOUT_MS = 120_000;
const BUSY = [429, 500, 502, 503, 504];

/** Opens the service at a URL. Throws a KithError if the URL cannot be used. */
export function openHttpSource(address: string, options: HttpSourceOptions): HttpSource {
  const base = readAddress(address, options.allowHttp ?? false);
  const pool = openPool({ maxBytes: MAX_RESPONSE_BYTES, publicBut: options.publicBut });
  const origin = openOrigin(pool, base, options.authorization);
  const { signal, onWait, pauseMs: firstMs = PAUSE_MS } = options;
  const policy = {
    ...{
      tries: options.tries ?? TRIES,
      firstMs,
      maxMs: MAX_PAUSE_MS,
      maxRetryAfterMs: MAX_RETRY_AFTER_MS,
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
): Promise<OriginResponse | Retryable> {
  const send = () => origin.send(url, { ...request, timeoutMs: TIMEOUT_MS, signal: options.signal });
  try {
    let answer = await send();
    const asks = () => answer.status === 401 && options.learn?.(answer.list('www-authenticate') ?? '');
    for (let challenges = 0; challenges < MAX_CHALLENGES && asks(); challenges++) answer = await send();
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
    if (isTransient(error)) return new Retryable(unreachable);
    throw unreachable;
  }
}

function readAddress(address: string, allowHttp: boolean): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new KithError('BadRequest', `${address} is not a web address.`, { hint: 'Use the form https://host.' });
  }
  if (url.username || url.password) {
    throw new KithError('BadRequest', 'The address must not contain a user name or password.', {
      hint: 'Use --user for the user name. kith prompts for the password or reads it from KITH_IMPORT_PASSWORD.',
    });
  }
  if (!isConfidential(url, allowHttp)) {
    throw new KithError('BadRequest', `${url.host} would be contacted over http://, which others can read.`, {
      hint: 'Use https://, or set KITH_ALLOW_HTTP=1 if the network is your own.',
    });
  }
  return url;
}

const unavailable = (url: URL, status: number): KithError =>
  new KithError('ServiceUnavailable', `${url.host} keeps returning status ${status}.`, {
    hint: 'Try again later. Records that were already imported are recognized.',
  });

/** Resolves a URL in a response, which must have the same origin. Otherwise throws an error that names it. */
export function resolveReference(here: URL, reference: string): URL {
  try {
    return sameOrigin(here, reference);
  } catch (error) {
    throw told(error);
  }
}

/** Providers with several hosts refer to the right one. Nothing is sent there automatically. */
function told(error: unknown): unknown {
  if (!(error instanceof CrossOriginError) || !error.address) return error;
  const hint = `Nothing was sent there. If you trust it, use its address: ${error.address}`;
  return new KithError(error.code, error.message, { hint });
}
