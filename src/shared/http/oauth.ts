import type * as oauth from 'oauth4webapi';
import { isConfidential } from './loopback.ts';
import { openOrigin, type SocketPool } from './origin.ts';

// Uses oauth4webapi with our own HTTP layer.

/** Loads the library on first use. */
export const oauthLibrary = (): Promise<typeof oauth> => import('oauth4webapi');

/** Time limit for a response of an authorization server. */
export const OAUTH_TIMEOUT_MS = 10_000;

/** A request from the library. */
interface Sending {
  method: string;
  headers: Record<string, string>;
  body: URLSearchParams | undefined;
}

/** Options for all requests to an authorization server's endpoint: pooled, limited, and only to its origin. */
export function requestOptions(lib: typeof oauth, pool: SocketPool, url: string) {
  const endpoint = new URL(url);
  const origin = openOrigin(pool, endpoint);
  return {
    [lib.customFetch]: async (address: string, { method, headers, body }: Sending) => {
      const answer = await origin.send(address, {
        method,
        headers,
        body: body?.toString(),
        timeoutMs: OAUTH_TIMEOUT_MS,
      });
      const kept = ['content-type', 'www-authenticate', 'retry-after', 'date'].map((name): [string, string] => [
        name,
        answer.list(name) ?? '',
      ]);
      return new Response(answer.text || null, { status: answer.status, headers: kept.filter(([, value]) => value) });
    },
    // On localhost, where tests run their servers, plain HTTP does not use the network.
    [lib.allowInsecureRequests]: isConfidential(endpoint),
  };
}
