import { createHash } from 'node:crypto';
import { KithError } from '../shared/error.ts';
import { isConfidential } from '../shared/http/loopback.ts';
import type { Clock } from '../shared/http/wait.ts';
import type { Client } from './client.ts';
import { openHttp } from './http.ts';
import type { ClientOptions } from './options.ts';
import { withRetries } from './retry.ts';
import { SendQueue } from './send-queue.ts';
import { openSharedLimit } from './shared-limit.ts';
import { splittingClient } from './split.ts';
import type { Transport } from './transport.ts';
import { transportClient } from './transport-client.ts';
import { wireRequest } from './wire-request.ts';

const DEADLINE_MS = 120_000;

/** Creates a client of the service at a base URL, which respects the rate limit, retries, and reports missing fields. */
export function remoteClient(options: ClientOptions, clock?: Clock): Client {
  const client = transportClient(httpTransport(options, clock), options.onEvent);
  return splittingClient(client, options.deadlineMs ?? DEADLINE_MS, clock);
}

/** Creates the client's transport. Throws a KithError for an invalid URL or key. */
export function httpTransport(options: ClientOptions, clock?: Clock): Transport {
  const baseUrl = readBaseUrl(options);
  const apiKey = readKey(options.apiKey);
  const { onEvent, redisUrl, maxConcurrent = 10, maxQueue = 1_000 } = options;
  const http = openHttp({ baseUrl, apiKey, maxResponseBytes: options.maxResponseBytes ?? 32 * 2 ** 20, clock });
  const shared = redisUrl ? openSharedLimit({ redisUrl, name: limitName(baseUrl, apiKey), onEvent }) : undefined;
  const queue = new SendQueue({ maxConcurrent, maxQueue, shared, clock });
  const { retries = 4, deadlineMs = DEADLINE_MS, timeoutMs } = options;
  const send = withRetries(http, queue, { retries, deadlineMs, timeoutMs, onEvent, clock });
  return {
    send: (call) => send(wireRequest(call)),
    async close() {
      queue.close();
      await Promise.all([http.destroy(), shared?.close()]);
    },
  };
}

function readBaseUrl({ baseUrl, allowHttp = false }: ClientOptions): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new KithError('BadRequest', 'The base URL is not a valid URL.', {
      hint: 'Set KITH_BASE_URL (baseUrl) to https://host or https://host/path.',
    });
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new KithError('BadRequest', 'The base URL must not contain a user, a query, or a fragment.', {
      hint: 'Set KITH_BASE_URL (baseUrl) to https://host or https://host/path, and KITH_API_KEY (apiKey) to the key.',
    });
  }
  if (!isConfidential(url, allowHttp)) {
    throw new KithError(
      'BadRequest',
      `The base URL begins with http://, so the API key would be sent to ${url.host} unencrypted.`,
      {
        hint: 'Use https://, or set KITH_ALLOW_HTTP=1 (allowHttp) if you trust the network.',
      },
    );
  }
  return url;
}

function readKey(apiKey: string): string {
  const key = apiKey.trim();
  if (!key)
    throw new KithError('Unauthorized', 'The API key is missing.', {
      hint: "Set KITH_API_KEY to your account's key.",
    });
  // Rejected here because a later error would quote it.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new KithError('Unauthorized', 'The API key contains invalid characters.', {
      hint: 'Copy it again into KITH_API_KEY.',
    });
  }
  return key;
}

/** Returns a name that is the same for all processes with this key, and does not reveal it. */
const limitName = ({ origin }: URL, apiKey: string): string =>
  `kith-${createHash('sha256').update(`${origin} ${apiKey}`).digest('hex').slice(0, 24)}`;
