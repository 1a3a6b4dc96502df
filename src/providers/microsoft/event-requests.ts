import * as z from 'zod';
import { append } from '../../shared/lists.ts';
import { endOfDay, startOfDay } from '../../shared/zones.ts';
import type { CalendarInfo, EventTimes } from '../content/calendar.ts';
import { widenByDay } from '../content/calendar.ts';
import type { Range } from '../content/ranges.ts';
import { checkedLink, loopGuard, type MemoryCache, readRows, readShape, segment } from '../requests/answers.ts';
import type { AccountCall, ProviderRequest } from '../requests/call.ts';
import { chosenCalendars } from '../requests/each-calendar.ts';
import { failureReasonOf, providerFailure } from '../requests/failures.ts';
import { CALENDAR_FIELDS, graphCalendars } from './calendar-list.ts';
import { EVENT_FIELDS, eventShape, type GraphEvent, LIST_FIELDS } from './event.ts';
import { pageShape } from './mail.ts';

/** An event and its URL. */
export interface LocatedGraphEvent {
  event: GraphEvent;
  url: string;
}

export type GraphEventRequests = ReturnType<typeof graphEventRequests>;

const PAGE = 1000;
const MAX_PAGES = 8;
/** Longer than idempotency keys are kept. */
const RECENT_MS = 2 * 86_400_000;

const headersFor = (text: 'text' | 'html') => ({
  prefer: `IdType="ImmutableId", outlook.timezone="UTC", outlook.body-content-type="${text}"`,
});
const HEADERS = headersFor('text');

const text = z.string().nullish();
const markShape = z.object({ id: z.string(), transactionId: text, seriesMasterId: text });

interface ReadOptions {
  fields?: string;
  text?: 'text' | 'html';
}

/** Requests about calendars and single events. */
export function graphEventRequests(call: AccountCall, base: string, known: MemoryCache<CalendarInfo[]>) {
  const { account } = call;
  return { calendars, viewOf, read, find, insert, patch, remove, act, madeUnder, besides, eventsBeside, instanceOn };

  async function calendars(): Promise<CalendarInfo[]> {
    const list = async () => (await all(`${base}/calendars`, { $select: CALENDAR_FIELDS, $top: 100 })).rows;
    return graphCalendars(call, list, known);
  }

  /** Reads the rows of a paged list, up to a page limit. */
  async function all(url: string, query: Record<string, string | number>) {
    const rows: unknown[] = [];
    const again = loopGuard(account);
    let request: { url: string; query?: Record<string, string | number> } = { url, query };
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer = readShape(account, pageShape, await call.send({ ...request, headers: HEADERS }));
      append(rows, answer.value);
      const next = answer['@odata.nextLink'];
      if (next === undefined) return { rows, truncated: false };
      request = { url: checkedLink(account, base, next) };
      again.refuse(request.url);
    }
    return { rows, truncated: true };
  }

  /** A calendar's events in a window, with series expanded. */
  function viewOf(calendarId: string, { start, end }: Range, fields = LIST_FIELDS) {
    return all(`${calendarUrl(calendarId)}/calendarView`, {
      startDateTime: start,
      endDateTime: end,
      $select: fields,
      $top: PAGE,
      $orderby: 'start/dateTime',
    });
  }

  /** Undefined if the event does not exist or was canceled. */
  async function read(url: string, { fields = EVENT_FIELDS, text = 'text' }: ReadOptions = {}) {
    try {
      const json = await call.send({ url, query: { $select: fields }, headers: headersFor(text) });
      const event = readShape(account, eventShape, json);
      return event.isCancelled ? undefined : event;
    } catch (error) {
      // Graph rejects a malformed id. No event has it.
      if (['not_found', 'refused'].includes(failureReasonOf(error) ?? '')) return undefined;
      throw error;
    }
  }

  /** Looks in the mailbox, then in shared calendars, whose events are only at the calendar's URL. */
  async function find(id: string, options?: ReadOptions): Promise<LocatedGraphEvent> {
    const own = `${base}/events/${segment(account, id)}`;
    const event = await read(own, options);
    if (event) return { event, url: own };
    let unread: unknown;
    for (const { id: calendarId } of chosenCalendars(account, await calendars()).filter(
      ({ kind }) => kind !== 'primary',
    )) {
      const url = `${calendarUrl(calendarId)}/events/${segment(account, id)}`;
      try {
        const shared = await read(url, options);
        if (shared) return { event: shared, url };
      } catch (error) {
        const reason = failureReasonOf(error);
        if (reason === undefined || reason === 'reconnect_required') throw error;
        // If this calendar is no longer shared or fails, another one may still have the event.
        if (reason !== 'forbidden') unread ??= error;
      }
    }
    throw unread ?? providerFailure(account, 'not_found');
  }

  /** URL of another event in the same collection: `besides(occurrence, master)`. */
  function besides(url: string, id: string): string {
    return `${url.slice(0, url.lastIndexOf('/'))}/${segment(account, id)}`;
  }

  /** Collection URL for new events in the same calendar. An event's URL names its calendar only if that is shared. */
  async function eventsBeside(url: string): Promise<string> {
    const events = url.slice(0, url.lastIndexOf('/'));
    const own = (await calendars()).filter(({ kind }) => kind === 'own');
    if (events !== `${base}/events` || own.length === 0) return events;
    const id = await calendarIdOf(url);
    return own.some((calendar) => calendar.id === id) ? `${calendarUrl(id!)}/events` : events;
  }

  /** Id of an event's calendar, or undefined if Graph does not return it. */
  async function calendarIdOf(url: string): Promise<string | undefined> {
    try {
      const json = await call.send({ url: `${url}/calendar`, query: { $select: 'id' }, headers: HEADERS });
      return readShape(account, z.object({ id: z.string() }), json).id;
    } catch (error) {
      if (['not_found', 'refused'].includes(failureReasonOf(error) ?? '')) return undefined;
      throw error;
    }
  }

  /** Creates an event with a key, or returns the one that an earlier attempt created. `near` is its expected time. */
  async function insert(url: string, body: object, key: string, near: EventTimes): Promise<GraphEvent> {
    try {
      const sent = { ...body, transactionId: key };
      return await written({ method: 'POST', url, body: sent });
    } catch (error) {
      if (failureReasonOf(error) !== 'duplicate') throw error;
      const made = await madeUnder(key, near);
      if (!made) throw providerFailure(account, 'duplicate');
      return made.event;
    }
  }

  /**
   * Finds the event with a `transactionId`, which Graph cannot query. Searches around its expected time or, in case it
   * was moved, all events changed while the key is valid.
   */
  async function madeUnder(key: string, near?: EventTimes): Promise<LocatedGraphEvent | undefined> {
    const own = (await calendars()).filter(({ canWrite }) => canWrite);
    const idIn = (rows: unknown[]) => {
      const made = readRows(markShape, rows).find(({ transactionId }) => transactionId === key);
      return made && (made.seriesMasterId ?? made.id);
    };
    const primary = own[0];
    const viewed =
      near && primary && (await viewOf(primary.id, widenByDay(near), 'id,transactionId,seriesMasterId,start,end')).rows;
    const id = viewed && idIn(viewed);
    if (id) return find(id);
    const since = new Date(Date.now() - RECENT_MS).toISOString();
    const query = { $filter: `lastModifiedDateTime ge ${since}`, $select: 'id,transactionId', $top: PAGE };
    for (const calendar of own) {
      const changed = idIn((await all(`${calendarUrl(calendar.id)}/events`, query)).rows);
      if (changed) return find(changed);
    }
    return undefined;
  }

  /** Id of a series' occurrence on a day in the series' zone, or undefined. */
  async function instanceOn(url: string, day: string, zone: string): Promise<string | undefined> {
    const window = { startDateTime: startOfDay(zone, day), endDateTime: endOfDay(zone, day) };
    const { rows } = await all(`${url}/instances`, { ...window, $select: 'id,start' });
    return readRows(z.object({ id: z.string() }), rows)[0]?.id;
  }

  async function patch(url: string, body: object): Promise<GraphEvent> {
    return written({ method: 'PATCH', url, body });
  }

  async function remove(url: string): Promise<void> {
    try {
      await call.send({ method: 'DELETE', url, headers: HEADERS, repeatable: true });
    } catch (error) {
      // A 404 on a retry after a lost connection means that the first attempt deleted it.
      if (!(failureReasonOf(error) === 'not_found' && call.repeated)) throw error;
    }
  }

  /** Runs an action on an event. It is not retried. */
  async function act(url: string, body: object): Promise<void> {
    await call.send({ method: 'POST', url, headers: HEADERS, body });
  }

  async function written(request: ProviderRequest): Promise<GraphEvent> {
    return readShape(account, eventShape, await call.send({ ...request, headers: HEADERS, repeatable: true }));
  }

  function calendarUrl(calendarId: string): string {
    return `${base}/calendars/${segment(account, calendarId)}`;
  }
}
