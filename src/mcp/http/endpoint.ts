import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { createMcpHandler, isJsonContentType } from '@modelcontextprotocol/server';
import type { Client } from '../../client/client.ts';
import { bodyBytes } from '../../contract/schema/body-bytes.ts';
import { parseBounded } from '../../contract/schema/request-size.ts';
import type { Scope } from '../../contract/scopes.ts';
import { KithError } from '../../shared/error.ts';
import type { ChangePublisher } from '../notifications/notices.ts';
import { type ListenRequest, listenBus, listenedUris } from '../notifications/streams.ts';
import { type SerialQueue, serialQueue } from '../serial-queue.ts';
import { type ServerOptions, serverFactory } from '../server.ts';
import { filterOfHeaders } from '../tools/filters.ts';
import { sessionHeaders } from '../views/declared.ts';
import { type AllowedHosts, corsHeaders, forbiddenReason } from './guard.ts';
import { acceptingBoth, asJson, readsStreams } from './reply-form.ts';

/** Maximum number of notification streams per user. */
const MAX_STREAMS = 64;
/** The SDK rejects larger batches. */
const MAX_BATCH_SIZE = 100;

/** A body of this many characters takes milliseconds to parse. */
const LARGE_BODY = 64 * 1024;

/** More than the API's 5 MiB, so that the largest bulk call still fits inside its JSON-RPC envelope. */
const MAXIMUM_BODY_BYTES = 6 * 1024 * 1024;

/** The authenticated user of a request. */
export interface McpCaller {
  userId: string;
  client(): Promise<Client>;
  /** Counts the further requests of a batch against the caller's rate limit. Throws if the limit is reached. */
  count?(requests: number): Promise<void>;
  /** Checked before each notification, because a stream can outlive the key that opened it. */
  stillAllowed(): Promise<boolean>;
  /** Scopes of a request with an access token. `refuse` returns the response if a message needs more scopes. */
  bound?: { scopes: readonly Scope[]; refuse(needed: Scope[]): Response };
}

export interface HttpEndpointOptions extends Omit<ServerOptions, 'client' | 'userId' | 'subscriptions' | 'queue'> {
  allowed: AllowedHosts;
  notices: ChangePublisher;
}

export interface HttpEndpoint {
  /**
   * Returns the final response for an unknown Host or Origin, an invalid filter header, or a preflight request. Undefined
   * if the request may continue.
   */
  refuse(request: Request): Response | undefined;
  fetch(request: Request, caller: McpCaller): Promise<Response>;
  /** Adds the CORS headers for an allowed origin to a response. */
  readable(request: Request, response: Response): Response;
  /** Ends the notification streams, so that their connections can close. */
  endStreams(): Promise<void>;
  close(): Promise<void>;
}

interface Exchange {
  caller: McpCaller;
  queue: SerialQueue;
  /** The addresses in a `subscriptions/listen`; undefined for other requests. */
  listened: string[] | undefined;
  /** Ends a stream. */
  ending: AbortController;
}

/**
 * MCP over streamable HTTP. It is stateless, so any node can answer any request. Supports the protocol versions from
 * 2024-11-05 to 2026-07-28. Older clients get no notification streams, because those would need state.
 */
export function createHttpEndpoint(options: HttpEndpointOptions): HttpEndpoint {
  const { allowed, notices, ...forServer } = options;
  const exchanges = new AsyncLocalStorage<Exchange>();
  const current = () => exchanges.getStore()!;
  const factory = serverFactory({
    ...forServer,
    client: () => current().caller.client(),
    userId: () => current().caller.userId,
    queue: () => current().queue,
  });
  const listening = listenBus(notices, (): ListenRequest => {
    const { caller, listened = [], ending } = current();
    return {
      userId: caller.userId,
      uris: listened,
      stillAllowed: caller.stillAllowed,
      end: () => ending.abort(),
    };
  });
  // Two handlers, so that streams can end while calls are still being answered.
  const calls = createMcpHandler(factory, { maxRequestBodySize: MAXIMUM_BODY_BYTES });
  const streams = createMcpHandler(factory, { bus: listening.bus });

  return {
    refuse(request) {
      const reason = forbiddenReason(request.headers, allowed);
      if (reason) return jsonRpcError(403, -32000, reason);
      const unknown = unknownFilter(request.headers);
      if (unknown) return jsonRpcError(400, -32602, unknown);
      return request.method === 'OPTIONS' ? new Response(null, { status: 204, headers: { Allow: 'POST' } }) : undefined;
    },
    readable(request, response) {
      for (const [name, value] of Object.entries(corsHeaders(request.headers, allowed))) {
        response.headers.set(name, value);
      }
      return response;
    },
    async fetch(request, caller) {
      const response = await answer(request, caller);
      // The SDK allows caching of streams, but their content is private.
      response.headers.set('Cache-Control', 'no-store, no-transform');
      if (response.status === 405) response.headers.set('Allow', 'POST');
      return response;
    },
    endStreams: streams.close,
    close: calls.close,
  };

  async function answer(request: Request, caller: McpCaller): Promise<Response> {
    if (request.method !== 'POST' || !isJsonContentType(request.headers.get('content-type'))) {
      return calls.fetch(request);
    }
    const body = await readBody(request);
    if (body instanceof Response) return body;
    const parsedBody = parse(body);
    if (parsedBody instanceof KithError) return jsonRpcError(400, -32600, parsedBody.message);
    if (parsedBody === undefined) return jsonRpcError(400, -32700, 'The body is not valid JSON.');
    // Parsing a large body blocks the event loop, and so does the SDK's validation. Other requests run in between.
    if (body.length > LARGE_BODY) await setImmediate();
    if (caller.bound) {
      const { neededScopes } = await import('./needed-scopes.ts');
      const needed = neededScopes(parsedBody);
      const { scopes, refuse } = caller.bound;
      if (!needed.every((scope) => scopes.includes(scope))) return refuse(needed);
    }
    if (Array.isArray(parsedBody)) await caller.count?.(Math.min(parsedBody.length, MAX_BATCH_SIZE) - 1);
    const listened = listenedUris(parsedBody);
    if (listened && listening.streamsOf(caller.userId) >= MAX_STREAMS)
      return jsonRpcError(429, -32000, `${MAX_STREAMS} notification streams are open. Close one first.`);
    const ending = new AbortController();
    const answered = await exchanges.run({ caller, queue: serialQueue(), listened, ending }, () =>
      listened
        ? streams.fetch(withSignal(request, AbortSignal.any([request.signal, ending.signal])), { parsedBody })
        : calls.fetch(withSignal(request, request.signal), { parsedBody }),
    );
    const isReadable = listened || readsStreams(request.headers);
    const response = isReadable ? answered : await asJson(answered, Array.isArray(parsedBody));
    for (const [name, value] of Object.entries(sessionHeaders(parsedBody))) response.headers.set(name, value);
    return response;
  }
}

/**
 * Copies a request without its body and with another signal. The SDK never removes its listener from a signal. On the
 * original signal, which Node keeps as long as the request, it would leak everything that answers the request.
 */
const withSignal = ({ url, method, headers }: Request, signal: AbortSignal): Request =>
  new Request(url, { method, headers: acceptingBoth(headers), signal });

/** Returns the decompressed body, or the error response for a body that is too large or badly compressed. */
async function readBody(request: Request): Promise<string | Response> {
  try {
    const bytes = await bodyBytes(request, MAXIMUM_BODY_BYTES);
    if (bytes) return new TextDecoder().decode(bytes);
    return jsonRpcError(413, -32000, 'The body is larger than 6 MiB. Send fewer items per call.');
  } catch (error) {
    if (!(error instanceof KithError)) throw error;
    const refusal = jsonRpcError(error.status, -32000, [error.message, error.hint].filter(Boolean).join(' '));
    if (error.status === 415) refusal.headers.set('Accept-Encoding', 'gzip');
    return refusal;
  }
}

/** Returns the problem with a request's filter headers; undefined if there is none. */
function unknownFilter(headers: Headers): string | undefined {
  try {
    filterOfHeaders(headers);
    return undefined;
  } catch (error) {
    if (error instanceof KithError) return [error.message, error.hint].filter(Boolean).join(' ');
    throw error;
  }
}

function parse(text: string): unknown {
  try {
    return parseBounded(text, 'body');
  } catch (error) {
    return error instanceof KithError ? error : undefined;
  }
}

const jsonRpcError = (status: number, code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
