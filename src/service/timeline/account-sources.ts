import { accountsThat, MOST_ADDRESSES, NO_CALENDAR, NO_MAIL_ACCOUNT } from '../agenda/read.ts';
import type { Account } from '../providers/accounts/accounts.ts';
import { hasPerson, matcher, touches } from '../providers/calendar.ts';
import type { Position } from '../providers/email-cursor.ts';
import { cutOf, failure, isLasting, warningOf } from '../providers/failures.ts';
import type { CalendarEvent } from '../providers/items.ts';
import { findsNothing, searchWords } from '../providers/mail.ts';
import { MailStream } from '../providers/mail-stream.ts';
import type { Live } from '../runtime/handler.ts';
import type { PlacedItem, SourceRead, TimelineQuery, TimelineSource } from './sources.ts';

const DAY_MS = 86_400_000;
/** Without a start day calendars are read this far back. */
const EVENT_DAYS_BACK = 366;
/** Without an end day calendars are read this far ahead: planned events come first, as notes of the future do. */
const EVENT_DAYS_AHEAD = 31;

interface Narrowed {
  /** Only items that any of these addresses takes part in; absent: everything. */
  addresses: string[] | undefined;
  /** Whether the caller named the sources: a caller who asked for e-mails is told why there are none. */
  asked: boolean;
}

const missing = (id: string, warning: string): TimelineSource => ({
  id,
  read: async () => ({ items: [], failure: { warning, lasting: true } }),
});

/** The mailboxes of a user, each a source: one that fails keeps its place while the others go on. */
export async function emailSources(
  live: Live,
  query: TimelineQuery,
  { addresses, asked }: Narrowed,
): Promise<TimelineSource[]> {
  if (addresses?.length === 0 || findsNothing(query.searchQuery)) return [];
  const { start, end } = rangeOf(query);
  const search = {
    folder: 'all',
    words: searchWords(query.searchQuery),
    addresses: addresses?.slice(0, MOST_ADDRESSES),
    range: { start, end },
  } as const;
  const accounts = await accountsThat(live, 'read_email');
  if (accounts.length === 0) return asked ? [missing('emails', NO_MAIL_ACCOUNT)] : [];
  return accounts.map((account) => ({
    id: `emails ${account.id}`,
    async read(after, limit) {
      const begin = (after as Position | undefined) ?? 'start';
      const stream = new MailStream((await live.agenda()).mail(account, search, begin).open(limit), begin);
      const items: PlacedItem[] = [];
      const read = await orFailure(account, items, async () => {
        while (items.length < limit && (await stream.peek(limit - items.length))) {
          const email = stream.take();
          items.push({ item: { type: 'email', date: email.dateTime, email }, place: stream.position });
        }
      });
      return { ...read, cut: cutOf(account, stream) };
    },
  }));
}

/** The calendars of a user, each a source. */
export async function eventSources(
  live: Live,
  query: TimelineQuery,
  { addresses, asked }: Narrowed,
): Promise<TimelineSource[]> {
  if (addresses?.length === 0) return [];
  const range = rangeOf(query);
  const shifted = (days: number) => new Date(Date.parse(live.now) + days * DAY_MS).toISOString();
  const end = range.end ?? shifted(EVENT_DAYS_AHEAD);
  const start = range.start ?? [shifted(-EVENT_DAYS_BACK), end].sort()[0]!;
  const zone = live.user.time_zone;
  const [matches, hasThem] = [matcher(query.searchQuery), hasPerson(addresses)];
  const isWanted = (event: CalendarEvent) => touches(event, { start, end }, zone) && matches(event) && hasThem(event);
  const accounts = await accountsThat(live, 'read_calendar');
  if (accounts.length === 0) return asked ? [missing('events', NO_CALENDAR)] : [];
  return accounts.map((account) => ({
    id: `events ${account.id}`,
    async read(after, limit) {
      const items: PlacedItem[] = [];
      return orFailure(account, items, async () => {
        const calendar = (await live.agenda()).calendar(account, zone);
        const behind = after as Place | undefined;
        const { events, truncated } = await calendar.events({ start, end: endBehind(behind, end) });
        const placed = events.filter(isWanted).map((event) => ({
          item: { type: 'event' as const, date: event.dateTime, event },
          place: [event.dateTime, event.providerId] as const,
        }));
        const latestFirst = placed.sort((a, b) => -compare(a.place, b.place));
        items.push(...latestFirst.filter(({ place }) => !behind || compare(place, behind) < 0).slice(0, limit));
        // Providers list the soonest first: the latest are missing, and no later page will have them.
        if (truncated) throw failure(account, 'truncated');
      });
    },
  }));
}

type Place = readonly [time: string, id: string];

/** How far a calendar must be read for a later page, with room for days that begin at other times elsewhere. */
const endBehind = (behind: Place | undefined, end: string): string =>
  behind ? [end, new Date(Date.parse(behind[0]) + 2 * DAY_MS).toISOString()].sort()[0]! : end;

const compare = ([timeA, idA]: Place, [timeB, idB]: Place): number =>
  timeA === timeB ? (idA < idB ? -1 : idA > idB ? 1 : 0) : timeA < timeB ? -1 : 1;

/** Bare days are UTC days (docs/api/times.md#ranges); an end day is covered whole. */
function rangeOf({ startDate, endDate }: TimelineQuery): { start?: string; end?: string } {
  const after = (instant: string, by: number) => new Date(Date.parse(instant) + by).toISOString();
  return {
    ...(startDate && { start: after(startDate, 0) }),
    ...(endDate && { end: after(endDate, endDate.length === 10 ? DAY_MS : 1) }),
  };
}

/** Items that were read before a provider failed still count. Throws what is not a provider's failure. */
async function orFailure(account: Account, items: PlacedItem[], read: () => Promise<void>): Promise<SourceRead> {
  try {
    await read();
    return { items };
  } catch (error) {
    return { items, failure: { warning: warningOf(account, error), lasting: isLasting(error) } };
  }
}
