import type { SocketPool } from '../../shared/http/origin.ts';
import { append } from '../../shared/lists.ts';
import type { TokenStore } from '../accounts/token-store.ts';
import type { CalendarAddress } from '../accounts/tokens.ts';
import type { Account } from '../content/account.ts';
import type { Calendar, EventFilter, EventList, FetchedEvent } from '../content/calendar.ts';
import { widenByDay } from '../content/calendar.ts';
import type { CalendarEvent } from '../content/items.ts';
import type { Range } from '../content/ranges.ts';
import type { MemoryCache } from '../requests/answers.ts';
import { failureReasonOf, providerFailure } from '../requests/failures.ts';
import { type FeedServices, fetchPublishedCalendar, type PublishedCalendar } from './feed.ts';
import { readInWorker } from './reader.ts';

export interface IcsServices extends FeedServices {
  /** For each calendar, the version marker of the last text read. Each use still checks for changes. */
  marks: MemoryCache<string | undefined>;
  vault: Pick<TokenStore, 'address' | 'note'>;
  /** Connection pool for URLs from remote users. */
  publicPool(): SocketPool;
}

/**
 * A published calendar. It is read-only. A worker thread parses it, expands its recurrence rules and caches the result.
 * Only events are sent back.
 */
export function icsCalendar(account: Account, zone: string, services: IcsServices): Omit<Calendar, 'calendars'> {
  return { events: (window, wanted) => expanded(inWholeDays(widenByDay(window)), { wanted }), get };

  async function expanded(window: Range, only: { id?: string; wanted?: EventFilter | undefined }): Promise<EventList> {
    const address = await services.vault.address(account);
    const { url } = address;
    const key = `${account.userId} ${account.id} ${url}`;
    const known = services.marks.get(key)?.value;
    const asked = { key, window, zone, account: account.email, ...only };
    const feed = await read(address, known);
    if (feed === 'unchanged') {
      const kept = await collected({ ...asked, mark: known });
      if (kept !== 'unknown') return kept;
    }
    // The worker that had it has ended, or has a newer version.
    const whole = feed === 'unchanged' ? await read(address, undefined) : feed;
    if (whole === 'unchanged') throw providerFailure(account, 'unavailable');
    const found = await collected({ ...asked, ...whole }, whole.bytes);
    if (found === 'unknown') throw providerFailure(account, 'unavailable');
    services.marks.set(key, whole.mark);
    return found;
  }

  type Asked = Parameters<typeof readInWorker<'events'>>[2];

  async function collected(asked: Asked, bytes?: Uint8Array<ArrayBuffer>) {
    const events: CalendarEvent[] = [];
    const result = await readInWorker(account, 'events', asked, {
      ...(bytes && { transfer: [bytes.buffer] }),
      onBatch: (batch) => void append(events, batch),
    });
    if (result === 'unknown') return result;
    const warnings = result.unknownZones.map((name) => unknownZone(account, name, result.takenAs));
    return { events, truncated: result.truncated, warnings, more: result.more };
  }

  /** Reads the calendar. A missing calendar is recorded in the account's status, and so is its return. */
  async function read(
    { url, isPublic }: CalendarAddress,
    mark: string | undefined,
  ): Promise<PublishedCalendar | 'unchanged'> {
    try {
      const { requestMs } = services;
      const pool = isPublic ? services.publicPool() : services.pool;
      const feed = await fetchPublishedCalendar(account, url, mark, { pool, requestMs });
      if (account.status !== 'connected') await services.vault.note(account, url, 'connected');
      return feed;
    } catch (error) {
      if (failureReasonOf(error) === 'reconnect_required')
        await services.vault.note(account, url, 'reconnect_required');
      throw error;
    }
  }

  /** An occurrence's id ends with its original day or time, so only events around that time are read. */
  async function get(id: string): Promise<FetchedEvent> {
    const found = await expanded(widenByDay(around(id)), { id });
    const event = found.events.find(({ providerId }) => providerId === id);
    if (event) return { event, warnings: found.warnings ?? [] };
    throw providerFailure(account, 'not_found');
  }
}

/**
 * Rounds a window to whole days. A week from now would be a different window each time; this one stays the same until
 * midnight and is served from the cache.
 */
const inWholeDays = ({ start, end }: Range): Range => {
  const midnight = (time: number) => new Date(Math.ceil(time / DAY_MS) * DAY_MS).toISOString();
  return { start: midnight(Date.parse(start) - DAY_MS + 1), end: midnight(Date.parse(end)) };
};

const DAY_MS = 86_400_000;

/**
 * Calendar and zone names are external text within our message, so punctuation is removed and the length is limited.
 */
function unknownZone({ email }: Account, name: string, takenAs: string): string {
  const plain = (text: string) => text.replace(/[^\p{L}\p{N} ./_+-]/gu, '').slice(0, MAX_NAME);
  return `account:${email}: unknown_time_zone(${plain(name)}, taken as ${plain(takenAs)})`;
}

const MAX_NAME = 64;

function around(id: string): Range {
  const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)(?:T\d{6}Z?)?$/.exec(id) ?? [];
  const at = year === undefined ? Date.now() : Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  const time = Number.isNaN(at) ? Date.now() : at;
  return { start: new Date(time).toISOString(), end: new Date(time + DAY_MS).toISOString() };
}
