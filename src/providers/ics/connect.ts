import { basename, extname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { processSettings } from '../../settings.ts';
import { KithError } from '../../shared/error.ts';
import { isConfidential } from '../../shared/http/loopback.ts';
import { openPool } from '../../shared/http/origin.ts';
import { PRIVATE_HOSTS } from '../../shared/http/public-fetch.ts';
import { CrossOriginError } from '../../shared/http/same-origin.ts';
import type { NewAccount } from '../accounts/connect.ts';
import { reasonOf } from '../requests/failures.ts';
import { MOST_BYTES, readFeed } from './feed.ts';
import { readInWorker } from './reader.ts';

interface CalendarChoices {
  /** Takes the place of the address that other accounts have. */
  name?: string | undefined;
  /** Permits plain http. */
  allowHttp?: boolean;
  /** Whoever gives it is not at this machine: only public addresses count, and those of KITH_PRIVATE_HOSTS. */
  isPublic?: boolean;
}

/**
 * A calendar as Google, Outlook and others publish it, or an .ics file on this machine. It is read once, so that
 * anything else is refused now. Throws KithError.
 */
export async function calendarByAddress(
  target: string,
  { name, allowHttp = false, isPublic = false }: CalendarChoices = {},
): Promise<NewAccount> {
  const url = addressOf(target, allowHttp);
  if (isPublic && url.startsWith('file:')) throw notAnAddress();
  // Not the URL, which is secret: this appears in messages of failures.
  const account = { email: name || 'calendar' };
  try {
    const feed = await readFeed(account, url, undefined, {
      pool: openPool({ maxBytes: MOST_BYTES, publicBut: isPublic ? processSettings.KITH_PRIVATE_HOSTS : undefined }),
      requestMs: 15_000,
    });
    const bytes = feed === 'unchanged' ? new Uint8Array() : feed.bytes;
    const itsName = await readInWorker(account, 'name', { bytes }, { transfer: [bytes.buffer] }).catch((error) => {
      const what =
        reasonOf(error) === 'unavailable' ? 'is not a calendar' : 'takes too long to read, or too much memory';
      throw unreadable(url, `What is there ${what}.`);
    });
    const email = name?.trim() || nameFrom(url) || itsName || placeOf(url);
    return {
      provider: 'ICS',
      email,
      capabilities: ['read_calendar'],
      credentials: { kind: 'ics', url, ...(isPublic && { isPublic }) },
    };
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    if (url.startsWith('file:')) throw unreadable(url, 'There is no such file, or it cannot be read.', error);
    if (reason === 'reconnect_required') throw unreadable(url, 'Nothing may be read at this address.', error);
    if (reason === 'unavailable' || reason === 'rate_limited')
      throw unreadable(url, 'The address could not be reached.', error, isPublic ? PRIVATE_HOSTS : undefined);
    const { cause } = error as Error;
    if (cause instanceof CrossOriginError)
      throw unreadable(url, `The address leads to ${cause.origin}.`, error, ELSEWHERE);
    throw unreadable(url, 'No calendar could be read there.', error);
  }
}

const A_FILE = 'Give an .ics file, or the address of a calendar with https:// before it.';
const AN_ADDRESS =
  'Give the secret address in iCal format from the calendar settings: a page of the calendar is another thing.';
const ELSEWHERE = 'Another host is not followed. If you trust it, give the address at which the calendar is there.';

/** The address is a secret: it stays out of the message. */
const unreadable = (url: string, message: string, cause?: unknown, hint?: string): KithError =>
  new KithError('BadRequest', message, { hint: hint ?? (url.startsWith('file:') ? A_FILE : AN_ADDRESS), cause });

function addressOf(target: string, allowHttp: boolean): string {
  const address = target.replace(/^webcals?:\/\//i, 'https://');
  if (!/^[a-z]+:\/\//i.test(address)) return pathToFileURL(resolve(address)).href;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !isConfidential(url, allowHttp)) throw notAnAddress();
  return url.href;
}

const notAnAddress = (): KithError =>
  new KithError('BadRequest', 'The address of a calendar must begin with https:// or webcal://.', {
    hint: 'It is a secret, and plain http would show it to everyone on the way. KITH_ALLOW_HTTP=1 allows it in a network of your own.',
  });

/** The name of its file, or of its host. */
function placeOf(url: string): string {
  const { protocol, pathname, hostname } = new URL(url);
  return protocol === 'file:' ? basename(fileURLToPath(url), extname(pathname)) : hostname;
}

/** Google and Outlook write whose calendar it is into the address. */
function nameFrom(url: string): string | undefined {
  const { pathname } = new URL(url);
  const owner = /\/(?:ical|owa\/calendar|calendar)\/([^/]+@[^/]+|[^/]+%40[^/]+)\//i.exec(pathname)?.[1];
  return owner && decodeURIComponent(owner).toLowerCase();
}
