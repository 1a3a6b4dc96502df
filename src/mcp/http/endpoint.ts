import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { createMcpHandler, isJsonContentType } from '@modelcontextprotocol/server';
import type { Client } from '../../client/client.ts';
import { bodyBytes } from '../../contract/schema/body-bytes.ts';
import { parseBounded } from '../../contract/schema/request-size.ts';
import type { Scope } from '../../contract/scopes.ts';
import { KithError } from '../../shared/error.ts';
import type { Notices } from '../notifications/notices.ts';
import { type Listening, listenBus, listenedUris } from '../notifications/streams.ts';
import { type SerialQueue, serialQueue } from '../serial-queue.ts';
import { type ServerOptions, serverFactory } from '../server.ts';
import { filterOfHeaders } from '../tools/filters.ts';
import { sessionHeaders } from '../views/declared.ts';
import { type Allowed, pageHeaders, refusalOf } from './guard.ts';
import { acceptingBoth, asJson, readsStreams } from './reply-form.ts';

/** How many notice streams one user may hold: enough for every window, and room for the others. */
const MOST_STREAMS = 64;
/** The SDK refuses a batch of more. */
const MOST_IN_BATCH = 100;

/** Characters of a body that take some milliseconds to read. */
const LARGE_BODY = 64 * 1024;

/** Above the API's own 5 MiB, so that the largest bulk call fits with what JSON-RPC puts around it. */
const MAXIMUM_BODY_BYTES = 6 * 1024 * 1024;

/** The user who sent the request, already authenticated. */
export interface McpCaller {
  userId: string;
  client(): Promise<Client>;
  /** Counts the requests of a batch after its first against the caller's limit; throws when that is spent. */
  count?(requests: number): Promise<void>;
  /** Asked again before each notice of a stream, which may outlive the key that it was opened with. */
  stillAllowed(): Promise<boolean>;
  /** What a host may do that came by a token; `refuse` answers a message that needs more. */
  bound?: { scopes: readonly Scope[]; refuse(needed: Scope[]): Response };
}

export interface HttpOptions extends Omit<ServerOptions, 'client' | 'userId' | 'subscriptions' | 'queue'> {
  allowed: Allowed;
  notices: Notices;
}

export interface HttpEndpoint {
  /**
   * The answer to a request that may go no further: a foreign host or page, a filter with an unknown name, or the
   * preflight of a listed page.
   */
  refuse(request: Request): Response | undefined;
  fetch(request: Request, caller: McpCaller): Promise<Response>;
  /** Lets the page that asked read the answer, whatever it is, where its origin is listed. */
  readable(request: Request, response: Response): Response;
  /** Ends the notice streams, so that the connections under them can close. */
  endStreams(): Promise<void>;
  close(): Promise<void>;
}

interface Exchange {
  caller: McpCaller;
  queue: SerialQueue;
  /** The addresses a `subscriptions/listen` asked about; undefined for every other request. */
  listened: string[] | undefined;
  /** Ends a stream. */
  ending: AbortController;
}

/**
 * MCP over streamable HTTP. Stateless: each request brings all that its answer needs, so any node can answer it. Serves
 * the protocol versions from 2024-11-05 to 2026-07-28; older hosts get no notice streams, which would need state.
 */
export function createHttpEndpoint(options: HttpOptions): HttpEndpoint {
  const { allowed, notices, ...forServer } = options;
  const exchanges = new AsyncLocalStorage<Exchange>();
  const current = () => exchanges.getStore()!;
  const factory = serverFactory({
    ...forServer,
    client: () => current().caller.client(),
    userId: () => current().caller.userId,
    queue: () => current().queue,
  });
  const listening = listenBus(notices, (): Listening => {
    const { caller, listened = [], ending } = current();
    return {
      userId: caller.userId,
      uris: listened,
      stillAllowed: caller.stillAllowed,
      end: () => ending.abort(),
    };
  });
  // Two handlers, so that streams can be ended while calls under way are still answered.
  const calls = createMcpHandler(factory, { maxRequestBodySize: MAXIMUM_BODY_BYTES });
  const streams = createMcpHandler(factory, { bus: listening.bus });

  return {
    refuse(request) {
      const reason = refusalOf(request.headers, allowed);
      if (reason) return jsonRpcError(403, -32000, reason);
      const unknown = unknownFilter(request.headers);
      if (unknown) return jsonRpcError(400, -32602, unknown);
      return request.method === 'OPTIONS' ? new Response(null, { status: 204, headers: { Allow: 'POST' } }) : undefined;
    },
    readable(request, response) {
      for (const [name, value] of Object.entries(pageHeaders(request.headers, allowed))) {
        response.headers.set(name, value);
      }
      return response;
    },
    async fetch(request, caller) {
      const response = await answer(request, caller);
      // The SDK lets caches keep a stream, but its content needs a key.
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
    // Reading a large body and the SDK's checks of it each block the event loop for long: other requests go between.
    if (body.length > LARGE_BODY) await setImmediate();
    if (caller.bound) {
      const { neededScopes } = await import('./needed-scopes.ts');
      const needed = neededScopes(parsedBody);
      const { scopes, refuse } = caller.bound;
      if (!needed.every((scope) => scopes.includes(scope))) return refuse(needed);
    }
    if (Array.isArray(parsedBody)) await caller.count?.(Math.min(parsedBody.length, MOST_IN_BATCH) - 1);
    const listened = listenedUris(parsedBody);
    if (listened && listening.streamsOf(caller.userId) >= MOST_STREAMS)
      return jsonRpcError(429, -32000, `There are ${MOST_STREAMS} notice streams open; close one first.`);
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
 * A request whose body has been read, which ends when the signal says so. The SDK listens to its signal and lets go of it
 * only when it ends: on the signal of the request as it came, all that answered it would stay in memory for good, as
 * Node keeps that one for as long as the request is there.
 */
const withSignal = ({ url, method, headers }: Request, signal: AbortSignal): Request =>
  new Request(url, { method, headers: acceptingBoth(headers), signal });

/** The text of a body, decompressed; or the refusal of a body that is too large or not compressed as it says. */
async function readBody(request: Request): Promise<string | Response> {
  try {
    const bytes = await bodyBytes(request, MAXIMUM_BODY_BYTES);
    if (bytes) return new TextDecoder().decode(bytes);
    return jsonRpcError(413, -32000, 'The body is larger than 6 MiB; send fewer items per call.');
  } catch (error) {
    if (!(error instanceof KithError)) throw error;
    const refusal = jsonRpcError(error.status, -32000, [error.message, error.hint].filter(Boolean).join(' '));
    if (error.status === 415) refusal.headers.set('Accept-Encoding', 'gzip');
    return refusal;
  }
}

/** The fault in the filter headers of a request; undefined when there is none. */
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
