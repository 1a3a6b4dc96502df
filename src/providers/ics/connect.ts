import { basename, extname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { processSettings } from '../../settings.ts';
import { KithError } from '../../shared/error.ts';
import { isConfidential } from '../../shared/http/loopback.ts';
import { openPool } from '../../shared/http/origin.ts';
import { PRIVATE_HOSTS } from '../../shared/http/public-fetch.ts';
import { CrossOriginError } from '../../shared/http/same-origin.ts';
import type { NewAccount } from '../accounts/connect.ts';
import { failureReasonOf } from '../requests/failures.ts';
import { fetchPublishedCalendar, MAX_BYTES } from './feed.ts';
import { readInWorker } from './reader.ts';

interface CalendarChoices {
  /** Replaces the address that identifies other accounts. */
  name?: string | undefined;
  /** Allows plain http. */
  allowHttp?: boolean;
  /** Whether a remote user entered it. Then only public addresses and hosts in KITH_PRIVATE_HOSTS are allowed. */
  isPublic?: boolean;
}

/**
 * Connects a calendar published by Google, Outlook and others, or a local .ics file. It is read once, so that errors
 * are reported now. Throws a KithError.
 */
export async function calendarByAddress(
  target: string,
  { name, allowHttp = false, isPublic = false }: CalendarChoices = {},
): Promise<NewAccount> {
  const url = addressOf(target, allowHttp);
  if (isPublic && url.startsWith('file:')) throw notAnAddress();
  // Not the URL, because it is secret and this text appears in error messages.
  const account = { email: name || 'calendar' };
  try {
    const feed = await fetchPublishedCalendar(account, url, undefined, {
      pool: openPool({ maxBytes: MAX_BYTES, publicBut: isPublic ? processSettings.KITH_PRIVATE_HOSTS : undefined }),
      requestMs: 15_000,
    });
    const bytes = feed === 'unchanged' ? new Uint8Array() : feed.bytes;
    const itsName = await readInWorker(account, 'name', { bytes }, { transfer: [bytes.buffer] }).catch((error) => {
      const what =
        failureReasonOf(error) === 'unavailable' ? 'is not a calendar' : 'takes too long or too much memory to read';
      throw unreadable(url, `The content ${what}.`);
    });
    const email = name?.trim() || nameFrom(url) || itsName || placeOf(url);
    return {
      provider: 'ICS',
      email,
      capabilities: ['read_calendar'],
      credentials: { kind: 'ics', url, ...(isPublic && { isPublic }) },
    };
  } catch (error) {
    const reason = failureReasonOf(error);
    if (reason === undefined) throw error;
    if (url.startsWith('file:')) throw unreadable(url, 'The file does not exist or cannot be read.', error);
    if (reason === 'reconnect_required') throw unreadable(url, 'Access to this address is denied.', error);
    if (reason === 'unavailable' || reason === 'rate_limited')
      throw unreadable(url, 'Could not connect to this address.', error, isPublic ? PRIVATE_HOSTS : undefined);
    const { cause } = error as Error;
    if (cause instanceof CrossOriginError)
      throw unreadable(url, `The address redirects to ${cause.origin}.`, error, ELSEWHERE);
    throw unreadable(url, 'Could not read a calendar at this address.', error);
  }
}

const A_FILE = 'Use an .ics file, or the address of a calendar that begins with https://.';
const AN_ADDRESS = 'Use the secret address in iCal format from the calendar settings, not the address of a web page.';
const ELSEWHERE =
  'Redirects to other hosts are not followed. If you trust this host, use the address that it redirects to.';

/** The message must not contain the address, because it is secret. */
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
  new KithError('BadRequest', 'A calendar address must begin with https:// or webcal://.', {
    hint: 'The address is secret, and plain http would reveal it on the network. In your own network, you can allow it with KITH_ALLOW_HTTP=1.',
  });

/** Name of the file or host. */
function placeOf(url: string): string {
  const { protocol, pathname, hostname } = new URL(url);
  return protocol === 'file:' ? basename(fileURLToPath(url), extname(pathname)) : hostname;
}

/** Owner's address in the URL, as written by Google and Outlook. */
function nameFrom(url: string): string | undefined {
  const { pathname } = new URL(url);
  const owner = /\/(?:ical|owa\/calendar|calendar)\/([^/]+@[^/]+|[^/]+%40[^/]+)\//i.exec(pathname)?.[1];
  return owner && decodeURIComponent(owner).toLowerCase();
}
