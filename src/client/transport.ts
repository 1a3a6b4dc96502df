import { Agent, request as send } from 'undici';
import { KithError } from '../catalogue/error.ts';

export interface WireRequest {
  method: string;
  /** Path and query, from the root of the service. */
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
  signal?: AbortSignal | undefined;
}

export interface WireResponse {
  status: number;
  header(name: string): string | undefined;
  text: string;
}

/** Carries one request to a service and its answer back. Retries and limits wrap one of these. */
export interface Transport {
  send(request: WireRequest): Promise<WireResponse>;
  close(): Promise<void>;
}

/** Straight to a service in this process: no port, no key. */
export function inProcess(fetch: (request: Request) => Promise<Response>, close: () => Promise<void>): Transport {
  return {
    async send({ method, path, headers, body }) {
      const response = await fetch(
        new Request(`http://kith.local${path}`, { method, headers, ...(body !== undefined && { body }) }),
      );
      return {
        status: response.status,
        header: (name) => response.headers.get(name) ?? undefined,
        text: await response.text(),
      };
    },
    close,
  };
}

/** Over HTTP to a service at `baseUrl`, which may have a path. */
export function overHttp(baseUrl: string, apiKey: string): Transport {
  const base = baseUrl.replace(/\/+$/, '');
  const dispatcher = new Agent({ headersTimeout: 30_000, bodyTimeout: 30_000 });
  return {
    async send({ method, path, headers, body, signal }) {
      try {
        const response = await send(base + path, {
          method: method as 'GET',
          headers: { ...headers, authorization: `Bearer ${apiKey}` },
          dispatcher,
          ...(body !== undefined && { body }),
          ...(signal && { signal }),
        });
        const header = (name: string) => [response.headers[name.toLowerCase()]].flat()[0];
        return { status: response.statusCode, header, text: await response.body.text() };
      } catch (cause) {
        if (signal?.aborted) throw cause;
        throw new KithError('ServiceUnavailable', `The service at ${new URL(base).origin} could not be reached.`, {
          hint: 'Check KITH_BASE_URL and the connection. A write repeated with its idempotency key takes effect once.',
          cause,
        });
      }
    },
    close: () => dispatcher.close(),
  };
}
