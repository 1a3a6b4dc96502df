import { setImmediate as nextTurn } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import { Failure, failureFrom, redirected, type Sent, timedOut } from './failures.ts';
import { type WireResponse, wireResponse } from './transport.ts';
import { after } from './wait.ts';
import type { WireRequest } from './wire-request.ts';

export interface HttpOptions {
  baseUrl: URL;
  apiKey: string;
  maxResponseBytes: number;
}

/** One try over the network: an answer of any status, or a Failure. */
export interface Http {
  send(request: WireRequest, timeoutMs: number): Promise<WireResponse>;
  /** Ends what is still on the wire. */
  destroy(): Promise<void>;
}

const REDIRECTS = [301, 302, 303, 307, 308];
const MOST_REDIRECTS = 3;

export function openHttp({ baseUrl, apiKey, maxResponseBytes }: HttpOptions): Http {
  const { origin } = baseUrl;
  const base = baseUrl.pathname.replace(/\/+$/, '');
  // The time limits of a try are our own: undici's start anew with every chunk, and a slow drip would never end.
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, maxResponseSize: maxResponseBytes });
  let connections = 0;
  agent.on('connect', () => {
    connections++;
  });

  return { send, destroy: () => agent.destroy() };

  async function send(request: WireRequest, timeoutMs: number): Promise<WireResponse> {
    const before = connections;
    const sent = (): Sent => ({ origin, timeoutMs, reused: connections === before });
    const abort = new AbortController();
    const cancel = () => abort.abort();
    const signal = request.waitsForAnswer ? undefined : request.signal;
    signal?.addEventListener('abort', cancel, { once: true });
    const timer = after(timeoutMs, cancel);
    try {
      return await follow(request, abort.signal);
    } catch (error) {
      if (error instanceof Failure) throw error;
      signal?.throwIfAborted();
      throw abort.signal.aborted ? timedOut(sent()) : failureFrom(error, sent());
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Follows redirects within the origin only: the key goes nowhere else. */
  async function follow(request: WireRequest, signal: AbortSignal): Promise<WireResponse> {
    let path = base + request.path;
    for (let hops = 0; ; hops++) {
      const response = await exchange(request, path, signal);
      if (!REDIRECTS.includes(response.status)) return response;
      const location = response.header('location') ?? '';
      if (!URL.canParse(location, origin + path)) throw redirected(origin, 'nowhere');
      const target = new URL(location, origin + path);
      const same = target.origin === origin && (request.method === 'GET' || response.status >= 307);
      if (!same || hops === MOST_REDIRECTS)
        throw redirected(origin, target.origin === origin ? target.pathname : target.origin);
      path = target.pathname + target.search;
    }
  }

  async function exchange({ method, headers, body }: WireRequest, path: string, signal: AbortSignal) {
    const {
      statusCode,
      headers: answered,
      body: content,
    } = await agent.request({
      origin,
      path,
      method: method as Dispatcher.HttpMethod,
      headers: { ...headers, authorization: `Bearer ${apiKey}` },
      signal,
      ...(body !== undefined && { body }),
    });
    const header = (name: string) => [answered[name.toLowerCase()]].flat()[0];
    const text = await content.text();
    // undici gives a socket back in the next turn; who calls at once should find it, not open another.
    await nextTurn();
    // A service that repeats what it was sent must not put the key into a log or a tool's result.
    return wireResponse(statusCode, header, text.replaceAll(apiKey, '[API key]'));
  }
}
