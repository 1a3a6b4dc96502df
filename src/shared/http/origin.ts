import { setImmediate as nextTurn } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import { decoded } from './decode.ts';
import { toleratingContinue } from './interim.ts';
import { publicConnector, publicLookup } from './public-fetch.ts';
import type { Headers } from './retry-after.ts';
import { CrossOriginError, sameOrigin } from './same-origin.ts';
import { type Clock, realClock } from './wait.ts';

// The one way from kith to any server. Whoever sends opens an origin with what signs requests there; a request to
// another origin cannot be written down. Settings of the environment about proxies are not heeded.

/** Sockets that are kept, how large an answer may be, and by which clock it is late. */
export interface Pool {
  agent: Agent;
  maxBytes: number;
  clock: Clock;
  /** How many connections were made so far. */
  readonly connections: number;
  /** Lets what is on the wire end. */
  close(): Promise<void>;
  /** Ends what is on the wire. */
  destroy(): Promise<void>;
}

export interface PoolOptions {
  maxBytes: number;
  /** Connections to one origin at a time. */
  perOrigin?: number;
  clock?: Clock | undefined;
  /** Connects to public addresses alone, beside those of these hosts: for addresses that others choose. */
  publicBut?: readonly string[] | undefined;
}

export function openPool({ maxBytes, perOrigin, clock = realClock, publicBut }: PoolOptions): Pool {
  // The time limits are our own: undici's start anew with every chunk, and a slow drip would never end.
  const connect = publicBut
    ? publicConnector(toleratingContinue({ lookup: publicLookup(publicBut) }), publicBut)
    : toleratingContinue();
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

/** The content of an `Authorization` header for a request; undefined for none. */
export type Signing = (method: string, url: URL) => string | undefined;

export interface Outgoing {
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: string | undefined;
  /** For all of it, from the connection to the last byte, redirects included. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** An answer of any status but a redirect. */
export interface Answer extends Headers {
  status: number;
  /** Where it came from, after redirects. */
  url: URL;
  /** All fields of a name in one, for lists. */
  list(name: string): string | undefined;
  text: string;
  /** The same, of an answer that may be no text. */
  bytes: Uint8Array;
}

export interface Origin {
  base: URL;
  /**
   * Sends to an address on the origin, given whole or as an answer names it. Throws `CrossOriginError` for another, also where a
   * redirect leads there; `LATE` when the time is over; the signal's reason; else what undici says, with its `code`.
   */
  send(reference: URL | string, request: Outgoing): Promise<Answer>;
}

/** Opens the origin of an address; `sign` is asked for each request to it, and for none to another. */
export function openOrigin(pool: Pool, base: URL, sign: Signing = () => undefined): Origin {
  return { base, send };

  async function send(reference: URL | string, request: Outgoing): Promise<Answer> {
    const { timeoutMs, signal } = request;
    signal?.throwIfAborted();
    const abort = new AbortController();
    const cancel = () => abort.abort(signal!.reason);
    signal?.addEventListener('abort', cancel, { once: true });
    const inTime = pool.clock.after(timeoutMs, () => abort.abort(LATE));
    try {
      return await follow(sameOrigin(base, reference), request, abort.signal);
    } catch (error) {
      throw abort.signal.aborted ? abort.signal.reason : error;
    } finally {
      inTime();
      signal?.removeEventListener('abort', cancel);
    }
  }

  async function follow(first: URL, request: Outgoing, signal: AbortSignal): Promise<Answer> {
    let url = first;
    for (let hops = 0; ; hops++) {
      const answer = await exchange(url, request, signal);
      if (!REDIRECTS.includes(answer.status)) return answer;
      const location = answer.header('location');
      if (location === undefined) throw new CrossOriginError(url);
      const next = sameOrigin(url, location);
      // A request that changes something goes out again only where the server says that it is the same one (RFC 9110, 15.4).
      if (!READS.includes(request.method ?? 'GET') && answer.status < 307)
        throw new CrossOriginError(url, next, 'redirects a request that changes something');
      if (hops === MOST_REDIRECTS) throw new CrossOriginError(url, next, 'redirects without end');
      url = next;
    }
  }

  async function exchange(url: URL, { method = 'GET', headers, body }: Outgoing, signal: AbortSignal): Promise<Answer> {
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
    const bytes = await decoded(sent, list('content-encoding'), pool.maxBytes);
    const text = new TextDecoder().decode(bytes);
    // undici gives a socket back in the next turn; a caller that goes on at once should find it, not open another.
    await nextTurn();
    return { status: answer.statusCode, url, header: (name) => [answer.headers[name]].flat()[0], list, text, bytes };
  }
}

const REDIRECTS = [301, 302, 303, 307, 308];
const MOST_REDIRECTS = 5;
const READS = ['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'REPORT'];

/** Thrown by `send` when the time was over. */
export const LATE: Error = new DOMException('The answer did not come in time.', 'TimeoutError');

const LASTING =
  /^(ENOTFOUND|EPROTO|UND_ERR_INVALID_ARG|UND_ERR_RES_EXCEEDED_MAX_SIZE|UND_ERR_HEADERS_OVERFLOW|ERR_UNKNOWN_CODING|ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/;

/** What a failure of `send` is called in Node or undici, the first cause where several addresses were tried. */
export function codeOf(error: unknown): string | undefined {
  if (error === LATE) return 'ETIMEDOUT';
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown[] };
  if (typeof code === 'string') return code;
  const inner = cause ?? errors?.[0];
  return inner ? codeOf(inner) : undefined;
}

/** Whether a failure of `send` may be gone at the next try: not one of names, certificates or sizes. */
export const mayPass = (error: unknown): boolean => {
  const code = codeOf(error);
  return code !== undefined && !LASTING.test(code);
};
