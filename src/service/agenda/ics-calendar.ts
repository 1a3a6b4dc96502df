import type { Account } from './accounts.ts';
import type { Calendar } from './calendar.ts';
import { widened } from './calendar.ts';
import { failure, reasonOf } from './failures.ts';
import type { ParsedCalendar } from './ics-expand.ts';
import { type Feed, type FeedServices, readFeed } from './ics-feed.ts';
import type { CalendarEvent } from './items.ts';
import type { MemoryCache } from './provider-shapes.ts';
import type { Range } from './ranges.ts';
import type { Vault } from './vault.ts';

export interface KnownCalendar {
  mark: string | undefined;
  calendar: ParsedCalendar;
}

export interface IcsServices extends FeedServices {
  /** Parsed calendars by account; each use still asks whether the calendar changed. */
  parsed: MemoryCache<KnownCalendar>;
  vault: Pick<Vault, 'address' | 'note'>;
}

const library = () => import('./ics-expand.ts');

/** A calendar read from the address it is published at; nothing can be written there. */
export function icsCalendar(account: Account, zone: string, services: IcsServices): Calendar {
  return { events, get };

  async function load(): Promise<ParsedCalendar> {
    const { url } = await services.vault.address(account);
    const key = `${account.id} ${url}`;
    const known = services.parsed.get(key)?.value;
    const feed = await read(url, known?.mark);
    if (feed === 'unchanged' && known) return known.calendar;
    if (feed === 'unchanged') throw failure(account, 'unavailable');
    const calendar = await parse(account, feed.text);
    services.parsed.set(key, { mark: feed.mark, calendar });
    return calendar;
  }

  /** An address that is gone marks the account; one that is there again takes the mark away. */
  async function read(url: string, mark: string | undefined): Promise<Feed | 'unchanged'> {
    try {
      const feed = await readFeed(account, url, mark, services);
      if (account.status !== 'connected') await services.vault.note(account, url, 'connected');
      return feed;
    } catch (error) {
      if (reasonOf(error) === 'reconnect_required') await services.vault.note(account, url, 'reconnect_required');
      throw error;
    }
  }

  async function events(window: Range) {
    const [calendar, { expand }] = await Promise.all([load(), library()]);
    return expand(calendar, { window: widened(window), zone, account: account.email });
  }

  /** An occurrence's id ends in the day or time it was meant for; events of that time are enough to find it. */
  async function get(id: string): Promise<CalendarEvent> {
    const [calendar, { expand }] = await Promise.all([load(), library()]);
    const found = expand(calendar, { window: widened(around(id)), zone, account: account.email, id }).events;
    const event = found.find(({ providerId }) => providerId === id);
    if (event) return event;
    throw failure(account, 'not_found');
  }
}

export async function parse(account: Account, text: string): Promise<ParsedCalendar> {
  try {
    return (await library()).parseCalendar(text);
  } catch {
    // The parser's message quotes the calendar.
    throw failure(account, 'unavailable');
  }
}

function around(id: string): Range {
  const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)(?:T\d{6}Z?)?$/.exec(id) ?? [];
  const at = year === undefined ? Date.now() : Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  const time = Number.isNaN(at) ? Date.now() : at;
  return { start: new Date(time).toISOString(), end: new Date(time + 86_400_000).toISOString() };
}
