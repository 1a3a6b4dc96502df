import { readFile, stat } from 'node:fs/promises';
import { unescape as unescaped } from 'node:querystring';
import { fileURLToPath } from 'node:url';
import { isTransient, type Origin, openOrigin, type SocketPool } from '../../shared/http/origin.ts';
import { Retryable, withRetries } from '../../shared/http/retry.ts';
import { retryAfterMs } from '../../shared/http/retry-after.ts';
import { CrossOriginError } from '../../shared/http/same-origin.ts';
import type { Account } from '../content/account.ts';
import { failureReasonOf, providerFailure } from '../requests/failures.ts';

/** A calendar's text in UTF-8, and the version marker for conditional requests. */
export interface PublishedCalendar {
  bytes: Uint8Array<ArrayBuffer>;
  mark: string | undefined;
}

export interface FeedServices {
  pool: SocketPool;
  requestMs: number;
}

/** Larger calendars are rejected. */
export const MAX_BYTES = 25 * 1024 * 1024;
const PAUSES = { tries: 2, firstMs: 200, maxMs: 1_000 };

/**
 * Reads the text at a calendar's URL. Returns 'unchanged' if it still matches `known`. Throws a `failure`. Only
 * redirects to the same origin are followed, so that the publisher cannot choose what kith reads.
 */
export async function fetchPublishedCalendar(
  account: Pick<Account, 'email'>,
  url: string,
  known: string | undefined,
  services: FeedServices,
): Promise<PublishedCalendar | 'unchanged'> {
  if (url.startsWith('file:')) return readLocal(account, url, known);
  const { clock } = services.pool;
  const deadline = clock.now() + services.requestMs + PAUSES.maxMs;
  return withRetries({ ...PAUSES, deadline, clock }, () => fetchOnce(account, new URL(url), known, services));
}

async function fetchOnce(
  account: Pick<Account, 'email'>,
  url: URL,
  known: string | undefined,
  { pool, requestMs }: FeedServices,
): Promise<PublishedCalendar | 'unchanged' | Retryable> {
  const headers = { accept: 'text/calendar', ...(known !== undefined && { 'if-none-match': known }) };
  try {
    const answer = await openAddress(pool, url).send('', { headers, timeoutMs: requestMs });
    const { status, text } = answer;
    if (status === 304) return 'unchanged';
    if (status < 300) return { bytes: new TextEncoder().encode(text), mark: answer.header('etag') };
    const asked = retryAfterMs(answer);
    const seconds = asked && Math.min(asked / 1000, MAX_WAIT_S);
    if (status >= 500) return new Retryable(providerFailure(account, 'unavailable', seconds), asked);
    if (status === 429) throw providerFailure(account, 'rate_limited', seconds || 60);
    // The secret URL was reset, or the calendar was removed.
    throw providerFailure(account, GONE.includes(status) ? 'reconnect_required' : 'refused');
  } catch (cause) {
    if (failureReasonOf(cause)) throw cause;
    if (cause instanceof CrossOriginError) throw providerFailure(account, 'refused', undefined, cause);
    // The response was truncated, late or too large.
    const error = providerFailure(account, 'unavailable');
    if (isTransient(cause)) return new Retryable(error);
    throw error;
  }
}

/** Sends a user name and password in the URL as a header, as for any other origin (RFC 7617). */
function openAddress(pool: SocketPool, { href, username, password }: URL): Origin {
  const address = new URL(href);
  [address.username, address.password] = ['', ''];
  const credentials = Buffer.from(`${unescaped(username)}:${unescaped(password)}`).toString('base64');
  return openOrigin(pool, address, () => (username ? `Basic ${credentials}` : undefined));
}

const MAX_WAIT_S = 15 * 60;
const GONE = [401, 403, 404, 410];

async function readLocal(
  account: Pick<Account, 'email'>,
  url: string,
  known: string | undefined,
): Promise<PublishedCalendar | 'unchanged'> {
  try {
    const path = fileURLToPath(url);
    const found = await stat(path);
    const { mtimeMs, size } = found;
    if (!found.isFile() || size > MAX_BYTES) throw providerFailure(account, 'refused');
    const mark = `${mtimeMs} ${size}`;
    return mark === known ? 'unchanged' : { bytes: new Uint8Array(await readFile(path)), mark };
  } catch (cause) {
    if (failureReasonOf(cause)) throw cause;
    throw providerFailure(account, 'reconnect_required', undefined, cause);
  }
}
