import { Agent, request as send } from 'undici';
import { KithError } from '../catalogue/error.ts';
import type { Transport } from './transport.ts';

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
