import { setImmediate as nextTurn } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import { decodeBody } from './decode.ts';
import { connectorToleratingContinue } from './interim-responses.ts';
import { publicConnector, publicLookup } from './public-fetch.ts';
import type { Headers } from './retry-after.ts';
import { CrossOriginError, sameOrigin } from './same-origin.ts';
import { type Clock, realClock } from './wait.ts';

// All requests to servers go through this file. A caller opens an origin with a function that signs requests to it.
// Requests to other origins are impossible. Proxy settings in the environment are ignored.

/** Pooled sockets, the maximum response size, and the clock for time limits. */
export interface SocketPool {
  agent: Agent;
  maxBytes: number;
  clock: Clock;
  /** Number of connections made so far. */
  readonly connections: number;
  /** Waits for requests in progress. */
  close(): Promise<void>;
  /** Aborts requests in progress. */
  destroy(): Promise<void>;
}

export interface SocketPoolOptions {
  maxBytes: number;
  /** Maximum number of concurrent connections per origin. */
  perOrigin?: number;
  clock?: Clock | undefined;
  /** Allows only public addresses and these hosts, for URLs that other people choose. */
  publicBut?: readonly string[] | undefined;
}

export function openPool({ maxBytes, perOrigin, clock = realClock, publicBut }: SocketPoolOptions): SocketPool {
  // Our own time limits apply: undici restarts its limits with every chunk, so a slow response would never end.
  const connect = publicBut
    ? publicConnector(connectorToleratingContinue({ lookup: publicLookup(publicBut) }), publicBut)
    : connectorToleratingContinue();
  const limits = { headersTimeout: 0, bodyTimeout: 0, maxResponseSize: maxBytes, connect };
  const agent = new Agent({ ...limits, ...(perOrigin && { connections: perOrigin }) });
  let connections = 0;
  agent.on('connect', () => {
    connections++;
  });
  return {
    agent,
    maxBytes,
    clock,
    get connections() {
      return connections;
    },
    close: () => agent.close(),
    destroy: () => agent.destroy(),
  };
}

/** Returns the `Authorization` header for a request, or undefined. */
export type Signing = (method: string, url: URL) => string | undefined;

export interface OriginRequest {
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: string | undefined;
  /** Covers everything from connecting to the last byte, including redirects. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** A response of any status except a redirect. */
export interface OriginResponse extends Headers {
  status: number;
  /** Final URL after redirects. */
  url: URL;
  /** All headers with a name, combined for lists. */
  list(name: string): string | undefined;
  text: string;
  /** The body as bytes, which may not be text. */
  bytes: Uint8Array;
}

export interface Origin {
  base: URL;
  /**
   * Sends to a URL on the origin, either absolute or as a response contains it. Throws `CrossOriginError` for another
   * origin, also after a redirect; `LATE` after the time limit; the signal's reason; or undici's error with its `code`.
   */
  send(reference: URL | string, request: OriginRequest): Promise<OriginResponse>;
}

/** Opens a URL's origin. `sign` is called for each request to it, and never for another origin. */
export function openOrigin(pool: SocketPool, base: URL, sign: Signing = () => undefined): Origin {
  return { base, send };

  async function send(reference: URL | string, request: OriginRequest): Promise<OriginResponse> {
    const { timeoutMs, signal } = request;
    signal?.throwIfAborted();
    const abort = new AbortController();
    const cancel = () => abort.abort(signal!.reason);
    signal?.addEventListener('abort', cancel, { once: true });
    const inTime = pool.clock.after(timeoutMs, () => abort.abort(REQUEST_TIMEOUT));
    try {
      return await follow(sameOrigin(base, reference), request, abort.signal);
    } catch (error) {
      throw abort.signal.aborted ? abort.signal.reason : error;
    } finally {
      inTime();
      signal?.removeEventListener('abort', cancel);
    }
  }

  async function follow(first: URL, request: OriginRequest, signal: AbortSignal): Promise<OriginResponse> {
    let url = first;
    for (let hops = 0; ; hops++) {
      const answer = await exchange(url, request, signal);
      if (!REDIRECTS.includes(answer.status)) return answer;
      const location = answer.header('location');
      if (location === undefined) throw new CrossOriginError(url);
      const next = sameOrigin(url, location);
      // A request that changes data is repeated only if the redirect preserves it (RFC 9110, 15.4).
      if (!READS.includes(request.method ?? 'GET') && answer.status < 307)
        throw new CrossOriginError(url, next, 'redirects a request that changes something');
      if (hops === MAX_REDIRECTS) throw new CrossOriginError(url, next, 'redirects endlessly');
      url = next;
    }
  }

  async function exchange(
    url: URL,
    { method = 'GET', headers, body }: OriginRequest,
    signal: AbortSignal,
  ): Promise<OriginResponse> {
    const authorization = sign(method, url);
    const answer = await pool.agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: method as Dispatcher.HttpMethod,
      headers: {
        'user-agent': 'kith',
        'accept-encoding': 'identity',
        ...headers,
        ...(authorization !== undefined && { authorization }),
      },
      signal,
      ...(body !== undefined && { body }),
    });
    const list = (name: string) => [answer.headers[name] ?? []].flat().join(', ') || undefined;
    const sent = new Uint8Array(await answer.body.arrayBuffer());
    const bytes = await decodeBody(sent, list('content-encoding'), pool.maxBytes);
    const text = new TextDecoder().decode(bytes);
    // undici releases a socket in the next turn. Waiting lets the caller's next request reuse it.
    await nextTurn();
    return { status: answer.statusCode, url, header: (name) => [answer.headers[name]].flat()[0], list, text, bytes };
  }
}

const REDIRECTS = [301, 302, 303, 307, 308];
const MAX_REDIRECTS = 5;
const READS = ['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'REPORT'];

/** Thrown by `send` after the time limit. */
export const REQUEST_TIMEOUT: Error = new DOMException('The response did not arrive in time.', 'TimeoutError');

const LASTING =
  /^(ENOTFOUND|EPROTO|UND_ERR_INVALID_ARG|UND_ERR_RES_EXCEEDED_MAX_SIZE|UND_ERR_HEADERS_OVERFLOW|ERR_UNKNOWN_CODING|ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/;

/** Node's or undici's code for an error of `send`. If several addresses were tried, that of the first one. */
export function codeOf(error: unknown): string | undefined {
  if (error === REQUEST_TIMEOUT) return 'ETIMEDOUT';
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown[] };
  if (typeof code === 'string') return code;
  const inner = cause ?? errors?.[0];
  return inner ? codeOf(inner) : undefined;
}

/** Whether an error of `send` may be temporary, as opposed to an error of names, certificates or sizes. */
export const isTransient = (error: unknown): boolean => {
  const code = codeOf(error);
  return code !== undefined && !LASTING.test(code);
};
