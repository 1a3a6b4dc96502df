import type { Account } from '../../providers/content/account.ts';
import { eventFilter } from '../../providers/content/calendar.ts';
import type { MailPosition } from '../../providers/content/email-cursor.ts';
import type { EmailMessage } from '../../providers/content/items.ts';
import { findsNothing, searchWords } from '../../providers/content/mail.ts';
import { MailStream } from '../../providers/content/mail-stream.ts';
import type { AccountTimeouts } from '../../providers/requests/account-timeouts.ts';
import { isLasting, providerFailure, truncationWarnings, warningOf } from '../../providers/requests/failures.ts';
import { append } from '../../shared/lists.ts';
import { accountsWith, MAX_ADDRESSES, noCalendar, noMailAccount } from '../agenda/read.ts';
import type { ProviderContext } from '../runtime/handler.ts';
import type { Order, PositionedItem, SourceRead, TimelineQuery, TimelineSource } from './sources.ts';

const DAY_MS = 86_400_000;
/** Days to read back if the query has no start date. */
const EVENT_DAYS_BACK = 366;
/** Days to read ahead if the query has no end date. Upcoming events come first, like notes with a future date. */
const EVENT_DAYS_AHEAD = 31;

interface SourceOptions {
  /** Returns only items with one of these addresses as a participant. Undefined returns all items. */
  addresses: string[] | undefined;
  /** Whether the caller listed the sources. If so, a missing account is reported. */
  asked: boolean;
}

const missing = (id: string, warning: string): TimelineSource => ({
  id,
  read: async () => ({ items: [], failure: { warning, lasting: true } }),
});

/** One source per mailbox, so that a failing mailbox keeps its position while the others continue. */
export async function emailSources(
  live: ProviderContext,
  query: TimelineQuery,
  { addresses, asked }: SourceOptions,
): Promise<TimelineSource[]> {
  if (addresses?.length === 0 || findsNothing(query.searchQuery)) return [];
  const { start, end } = rangeOf(query);
  const search = {
    folder: 'all',
    words: searchWords(query.searchQuery),
    addresses: addresses?.slice(0, MAX_ADDRESSES),
    range: { start, end },
  } as const;
  const accounts = await accountsWith(live, 'read_email');
  if (accounts.length === 0) return asked ? [missing('emails', noMailAccount(live))] : [];
  // A timeline with only emails has nothing else to show.
  const waits = (await live.agenda()).patience({ hasOthers: !asked });
  return accounts.map((account) => {
    const mailbox = { account, search, waits };
    return {
      id: `emails ${account.id}`,
      read: query.order === 'asc' ? soonestEmails(live, mailbox) : newestEmails(live, mailbox),
    };
  });
}

type EmailSearch = Parameters<Awaited<ReturnType<ProviderContext['agenda']>>['mail']>[1];

interface Mailbox {
  account: Account;
  search: EmailSearch;
  waits: AccountTimeouts;
}

function newestEmails(live: ProviderContext, { account, search, waits }: Mailbox): TimelineSource['read'] {
  return async (after, limit) => {
    const begin = (after as MailPosition | undefined) ?? 'start';
    const stream = new MailStream(
      (await live.agenda()).mail(account, search, begin, waits.signalOf(account)).open(limit),
      begin,
    );
    const items: PositionedItem[] = [];
    const read = await readOrFail({ account, waits }, items, async () => {
      while (items.length < limit && (await stream.peek(limit - items.length))) {
        const email = stream.take();
        items.push({ item: { type: 'email', date: email.dateTime, email }, place: stream.position });
      }
    });
    return { ...read, missing: truncationWarnings(account, stream) };
  };
}

/** Maximum number of emails read for ascending order. Providers list the newest first, so the list is reversed here. */
const MAX_REVERSED = 100;

function soonestEmails(live: ProviderContext, { account, search, waits }: Mailbox): TimelineSource['read'] {
  return async (after, limit) => {
    const behind = after as ItemPosition | undefined;
    const range = { ...search.range, ...(behind && { start: behind[0] }) };
    const mail = (await live.agenda()).mail(account, { ...search, range }, 'start', waits.signalOf(account));
    const stream = new MailStream(mail.open(MAX_REVERSED), 'start');
    const items: PositionedItem[] = [];
    const read = await readOrFail({ account, waits }, items, async () => {
      const found: EmailMessage[] = [];
      while (found.length < MAX_REVERSED && (await stream.peek(MAX_REVERSED - found.length))) found.push(stream.take());
      const placed = found.map((email) => ({
        item: { type: 'email' as const, date: email.dateTime, email },
        place: [email.dateTime, email.providerId] as const,
      }));
      append(items, itemsAfter(placed, behind, 'asc').slice(0, limit));
      if (await stream.peek(1)) throw providerFailure(account, 'truncated');
    });
    return { ...read, missing: truncationWarnings(account, stream) };
  };
}

/** One source per calendar account. */
export async function eventSources(
  live: ProviderContext,
  query: TimelineQuery,
  { addresses, asked }: SourceOptions,
): Promise<TimelineSource[]> {
  if (addresses?.length === 0) return [];
  const range = rangeOf(query);
  const shifted = (days: number) => daysAfter(live.now, days);
  const end = range.end ?? [shifted(EVENT_DAYS_AHEAD), daysAfter(range.start ?? live.now, EVENT_DAYS_AHEAD)].sort()[1]!;
  const start = range.start ?? [shifted(-EVENT_DAYS_BACK), end].sort()[0]!;
  const zone = live.user.time_zone;
  const wanted = { window: { start, end }, zone, searchQuery: query.searchQuery, addresses };
  const accounts = await accountsWith(live, 'read_calendar');
  if (accounts.length === 0) return asked ? [missing('events', noCalendar(live))] : [];
  const waits = (await live.agenda()).patience({ hasOthers: !asked });
  return accounts.map((account) => ({
    id: `events ${account.id}`,
    async read(after, limit) {
      const items: PositionedItem[] = [];
      let missing: string[] = [];
      const read = await readOrFail({ account, waits }, items, async () => {
        const calendar = (await live.agenda()).calendar(account, zone, waits.signalOf(account));
        const behind = after as ItemPosition | undefined;
        const {
          events,
          truncated,
          warnings = [],
        } = await calendar.events(rangeAfter(behind, { start, end }, query.order), wanted);
        missing = warnings;
        const placed = events.filter(eventFilter(wanted)).map((event) => ({
          item: { type: 'event' as const, date: event.dateTime, event },
          place: [event.dateTime, event.providerId] as const,
        }));
        append(items, itemsAfter(placed, behind, query.order).slice(0, limit));
        // Providers list the earliest events first, so the latest are missing. An ascending list fails only when it
        // reaches them.
        if (truncated && (query.order === 'desc' || items.length < limit)) throw providerFailure(account, 'truncated');
      });
      return { ...read, missing };
    },
  }));
}

type ItemPosition = readonly [time: string, id: string];

const daysAfter = (instant: string, days: number): string =>
  new Date(Date.parse(instant) + days * DAY_MS).toISOString();

/**
 * The range to read for a page. Two extra days allow for all-day events, which start at different times in other zones.
 */
function rangeAfter(behind: ItemPosition | undefined, { start, end }: Range, order: Order): Range {
  if (!behind) return { start, end };
  if (order === 'asc') return { start: [start, daysAfter(behind[0], -2)].sort()[1]!, end };
  return { start, end: [end, daysAfter(behind[0], 2)].sort()[0]! };
}

interface Range {
  start: string;
  end: string;
}

/** Items after a position, in list order. */
function itemsAfter<P extends { place: ItemPosition }>(
  items: P[],
  behind: ItemPosition | undefined,
  order: Order,
): P[] {
  const inOrder = (a: ItemPosition, b: ItemPosition) => (order === 'asc' ? compare(a, b) : -compare(a, b));
  const sorted = items.sort((a, b) => inOrder(a.place, b.place));
  return behind ? sorted.filter(({ place }) => inOrder(place, behind) > 0) : sorted;
}

const compare = ([timeA, idA]: ItemPosition, [timeB, idB]: ItemPosition): number =>
  timeA === timeB ? (idA < idB ? -1 : idA > idB ? 1 : 0) : timeA < timeB ? -1 : 1;

/** Converts dates to instants. Bare dates are UTC days (docs/api/times.md#ranges), and the end date is inclusive. */
function rangeOf({ startDate, endDate }: TimelineQuery): { start?: string; end?: string } {
  const after = (instant: string, by: number) => new Date(Date.parse(instant) + by).toISOString();
  return {
    ...(startDate && { start: after(startDate, 0) }),
    ...(endDate && { end: after(endDate, endDate.length === 10 ? DAY_MS : 1) }),
  };
}

/**
 * Reads a source and turns a provider failure into a warning. Items read before the failure are kept. Rethrows other
 * errors.
 */
async function readOrFail(
  { account, waits }: Pick<Mailbox, 'account' | 'waits'>,
  items: PositionedItem[],
  read: () => Promise<void>,
): Promise<SourceRead> {
  try {
    await waits.read(account, read);
    return { items };
  } catch (error) {
    // A read that timed out may still append items.
    return { items: [...items], failure: { warning: warningOf(account, error), lasting: isLasting(error) } };
  }
}
