import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Agent } from 'undici';
import { KithError } from '../../catalogue/error.ts';
import type { Account } from './accounts.ts';
import type { NewAccount } from './connect.ts';
import { reasonOf } from './failures.ts';
import { parse } from './ics-calendar.ts';
import { calendarName } from './ics-expand.ts';
import { MOST_BYTES, readFeed } from './ics-feed.ts';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * A calendar as Google, Outlook and others publish it, or an .ics file here. It is read once, so that what is no
 * calendar is refused now. `name` stands where other accounts have their address. Throws KithError.
 */
export async function calendarByAddress(target: string, name?: string): Promise<NewAccount> {
  const url = addressOf(target);
  const account = { email: name ?? url, provider: 'ICS' } as Account;
  try {
    const feed = await readFeed(account, url, undefined, {
      dispatcher: new Agent({ maxResponseSize: MOST_BYTES }),
      requestMs: 15_000,
    });
    const calendar = await parse(account, feed === 'unchanged' ? '' : feed.text);
    const email = name ?? nameFrom(url) ?? calendarName(calendar) ?? new URL(url).hostname;
    return { provider: 'ICS', email, capabilities: ['read_calendar'], credentials: { kind: 'ics', url } };
  } catch (error) {
    if (reasonOf(error) === undefined) throw error;
    // The address is a secret: it stays out of the message.
    throw new KithError('BadRequest', 'No calendar could be read there.', {
      hint: 'Give the secret address in iCal format from the calendar settings, or an .ics file.',
      cause: error,
    });
  }
}

function addressOf(target: string): string {
  const address = target.replace(/^webcals?:\/\//i, 'https://');
  if (!/^[a-z]+:\/\//i.test(address)) return pathToFileURL(resolve(address)).href;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!url || !isSafe) {
    throw new KithError('BadRequest', 'The address of a calendar must begin with https:// or webcal://.', {
      hint: 'It is a secret, and plain http would show it to everyone on the way.',
    });
  }
  return url.href;
}

/** Google and Outlook write whose calendar it is into the address. */
function nameFrom(url: string): string | undefined {
  const { pathname } = new URL(url);
  const owner = /\/(?:ical|owa\/calendar|calendar)\/([^/]+@[^/]+|[^/]+%40[^/]+)\//i.exec(pathname)?.[1];
  return owner && decodeURIComponent(owner).toLowerCase();
}
