import type * as oauth from 'oauth4webapi';
import { isConfidential } from './loopback.ts';
import { openOrigin, type Pool } from './origin.ts';

// oauth4webapi over our own way to servers.

/** The library loads with its first use. */
export const library = (): Promise<typeof oauth> => import('oauth4webapi');

/** How long an authorization server has for an answer. */
export const TIMEOUT_MS = 10_000;

/** A request as the library hands it over. */
interface Sending {
  method: string;
  headers: Record<string, string>;
  body: URLSearchParams | undefined;
}

/** How all requests to an endpoint of an authorization server go out: pooled, bounded, and to its origin alone. */
export function requestOptions(lib: typeof oauth, pool: Pool, url: string) {
  const endpoint = new URL(url);
  const origin = openOrigin(pool, endpoint);
  return {
    [lib.customFetch]: async (address: string, { method, headers, body }: Sending) => {
      const answer = await origin.send(address, { method, headers, body: body?.toString(), timeoutMs: TIMEOUT_MS });
      const kept = ['content-type', 'www-authenticate', 'retry-after', 'date'].map((name): [string, string] => [
        name,
        answer.list(name) ?? '',
      ]);
      return new Response(answer.text || null, { status: answer.status, headers: kept.filter(([, value]) => value) });
    },
    // On loopback, where tests have their servers, plain HTTP crosses no network.
    [lib.allowInsecureRequests]: isConfidential(endpoint),
  };
}
