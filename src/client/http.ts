import { openOrigin, openPool, REQUEST_TIMEOUT } from '../shared/http/origin.ts';
import { CrossOriginError } from '../shared/http/same-origin.ts';
import type { Clock } from '../shared/http/wait.ts';
import { type AttemptFailure, type AttemptInfo, failureFrom, redirectFailure, timeoutFailure } from './failures.ts';
import { type WireResponse, wireResponse } from './transport.ts';
import type { WireRequest } from './wire-request.ts';

export interface HttpConnectionOptions {
  baseUrl: URL;
  apiKey: string;
  maxResponseBytes: number;
  clock?: Clock | undefined;
}

/** One attempt over the network. Returns a response of any status, or throws a Failure. */
export interface HttpConnection {
  send(request: WireRequest, timeoutMs: number): Promise<WireResponse>;
  /** Aborts the requests in flight. */
  destroy(): Promise<void>;
}

export function openHttp({ baseUrl, apiKey, maxResponseBytes, clock }: HttpConnectionOptions): HttpConnection {
  const pool = openPool({ maxBytes: maxResponseBytes, clock });
  const service = openOrigin(pool, baseUrl, () => `Bearer ${apiKey}`);
  const { origin } = baseUrl;
  const base = origin + baseUrl.pathname.replace(/\/+$/, '');
  return { send, destroy: () => pool.destroy() };

  async function send(request: WireRequest, timeoutMs: number): Promise<WireResponse> {
    const { method, headers, body } = request;
    const before = pool.connections;
    const signal = request.waitsForAnswer ? undefined : request.signal;
    try {
      const answer = await service.send(new URL(base + request.path), { method, headers, body, timeoutMs, signal });
      // A service that echoes the request must not put the key into a log or a tool result.
      return wireResponse(answer.status, answer.header, answer.text.replaceAll(apiKey, '[API key]'), answer.bytes);
    } catch (error) {
      signal?.throwIfAborted();
      throw failed(error, { origin, timeoutMs, reused: pool.connections === before });
    }
  }
}

function failed(error: unknown, sent: AttemptInfo): AttemptFailure {
  if (error instanceof CrossOriginError)
    return redirectFailure(sent.origin, error.origin === sent.origin ? error.address! : error.origin);
  return error === REQUEST_TIMEOUT ? timeoutFailure(sent) : failureFrom(error, sent);
}
