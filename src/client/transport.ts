import type { Operation } from '../catalogue/operation.ts';

/** One logical call as it goes on the wire. */
export interface WireRequest {
  operation: Operation;
  method: string;
  /** Path and query, from the root of the service. */
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
  /** Sending it again has no further effect: a read, a dry run, or a write under a key that the operation honors. */
  repeatable: boolean;
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
  deadlineMs?: number | undefined;
  timeoutMs?: number | undefined;
}

export interface WireResponse {
  status: number;
  header(name: string): string | undefined;
  text: string;
  /** The text read as JSON, once. Throws SyntaxError. */
  json(): unknown;
}

/** Carries one request to a service and its answer back. */
export interface Transport {
  send(request: WireRequest): Promise<WireResponse>;
  close(): Promise<void>;
}

export function wireResponse(status: number, header: WireResponse['header'], text: string): WireResponse {
  let read: { value: unknown } | undefined;
  const json = () => {
    read ??= { value: JSON.parse(text) };
    return read.value;
  };
  return { status, header, text, json };
}

/** Who waits for a request: how a long one is stopped between two steps, and who hears how far it is. */
export type Watcher = Pick<WireRequest, 'signal' | 'onProgress'>;

/** Straight to a service in this process: no port, no key, no limit, no retries. */
export function inProcess(
  fetch: (request: Request, address: undefined, watcher: Watcher) => Promise<Response>,
  close: () => Promise<void>,
): Transport {
  return {
    async send({ method, path, headers, body, signal, onProgress }) {
      signal?.throwIfAborted();
      const request = new Request(`http://kith.local${path}`, { method, headers, ...(body !== undefined && { body }) });
      const response = await fetch(request, undefined, { signal, onProgress });
      const header = (name: string) => response.headers.get(name) ?? undefined;
      return wireResponse(response.status, header, await response.text());
    },
    close,
  };
}
