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
