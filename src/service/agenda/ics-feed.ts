import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Agent, request as send } from 'undici';
import type { Account } from './accounts.ts';
import { failure, reasonOf } from './failures.ts';

/** A calendar's text, and the mark by which the next reading asks whether it changed. */
export interface Feed {
  text: string;
  mark: string | undefined;
}

export interface FeedServices {
  dispatcher: Agent;
  requestMs: number;
}

/** No calendar is larger. */
export const MOST_BYTES = 25 * 1024 * 1024;
const MOST_REDIRECTS = 3;
const TRIES = 2;

/**
 * The text behind a calendar's address, or 'unchanged' when it is still what `known` marks. Throws a `failure`.
 * A redirect is followed on the same host only: who publishes the calendar does not choose what we read.
 */
export async function readFeed(
  account: Account,
  url: string,
  known: string | undefined,
  services: FeedServices,
): Promise<Feed | 'unchanged'> {
  if (url.startsWith('file:')) return readLocal(account, url, known);
  let address = url;
  for (let redirects = 0, tries = 1; ; ) {
    const reply = await fetchOnce(address, known, services);
    if (reply === undefined || reply.status >= 500) {
      if (tries++ < TRIES) continue;
      throw failure(account, 'unavailable');
    }
    const { status, headers, text } = reply;
    if (status === 304) return 'unchanged';
    if (status < 300) return { text, mark: headers.etag };
    if (status < 400 && headers.location && redirects++ < MOST_REDIRECTS) {
      address = stayingAt(account, address, headers.location);
      continue;
    }
    if (status === 429) throw failure(account, 'rate_limited', Number(headers['retry-after']) || 60);
    // The secret address was reset, or the calendar taken away.
    throw failure(
      account,
      status === 404 || status === 401 || status === 403 || status === 410 ? 'reconnect_required' : 'refused',
    );
  }
}

function stayingAt(account: Account, from: string, location: string): string {
  const [here, there] = [new URL(from), new URL(location, from)];
  if (there.hostname === here.hostname && (there.protocol === 'https:' || there.origin === here.origin))
    return there.href;
  throw failure(account, 'refused');
}

interface FeedReply {
  status: number;
  headers: Record<string, string>;
  text: string;
}

async function fetchOnce(
  address: string,
  known: string | undefined,
  services: FeedServices,
): Promise<FeedReply | undefined> {
  try {
    const { statusCode, headers, body } = await send(address, {
      dispatcher: services.dispatcher,
      signal: AbortSignal.timeout(services.requestMs),
      headers: { accept: 'text/calendar', ...(known !== undefined && { 'if-none-match': known }) },
    });
    return { status: statusCode, headers: headers as Record<string, string>, text: await body.text() };
  } catch {
    // Cut, late or too large: told as unavailable, after one more try.
    return undefined;
  }
}

async function readLocal(account: Account, url: string, known: string | undefined): Promise<Feed | 'unchanged'> {
  try {
    const path = fileURLToPath(url);
    const found = await stat(path);
    const { mtimeMs, size } = found;
    if (!found.isFile() || size > MOST_BYTES) throw failure(account, 'refused');
    const mark = `${mtimeMs} ${size}`;
    return mark === known ? 'unchanged' : { text: await readFile(path, 'utf8'), mark };
  } catch (cause) {
    if (reasonOf(cause)) throw cause;
    throw failure(account, 'reconnect_required', undefined, cause);
  }
}
