import * as z from 'zod';
import { append } from '../../shared/lists.ts';
import { endOfDay, startOfDay } from '../../shared/zones.ts';
import type { CalendarInfo, EventTimes } from '../content/calendar.ts';
import { widened } from '../content/calendar.ts';
import type { Range } from '../content/ranges.ts';
import { type MemoryCache, pinned, readRows, readShape, segment, startsAgain } from '../requests/answers.ts';
import type { Call, ProviderRequest } from '../requests/call.ts';
import { chosen } from '../requests/each-calendar.ts';
import { failure, reasonOf } from '../requests/failures.ts';
import { CALENDAR_FIELDS, graphCalendars } from './calendar-list.ts';
import { EVENT_FIELDS, eventShape, type GraphEvent, LIST_FIELDS } from './event.ts';
import { pageShape } from './mail.ts';

/** An event, and the address it is at. */
export interface Located {
  event: GraphEvent;
  url: string;
}

export type EventRequests = ReturnType<typeof eventRequests>;

const PAGE = 1000;
const MOST_PAGES = 8;
/** Longer than a key of idempotency lives. */
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

/** What Graph is asked about calendars and single events. */
export function eventRequests(call: Call, base: string, known: MemoryCache<CalendarInfo[]>) {
  const { account } = call;
  return { calendars, viewOf, read, find, insert, patch, remove, act, madeUnder, besides, eventsBeside, instanceOn };

  async function calendars(): Promise<CalendarInfo[]> {
    const list = async () => (await all(`${base}/calendars`, { $select: CALENDAR_FIELDS, $top: 100 })).rows;
    return graphCalendars(call, list, known);
  }

  /** The rows of all pages of a list, up to a limit of pages. */
  async function all(url: string, query: Record<string, string | number>) {
    const rows: unknown[] = [];
    const again = startsAgain(account);
    let request: { url: string; query?: Record<string, string | number> } = { url, query };
    for (let page = 0; page < MOST_PAGES; page++) {
      const answer = readShape(account, pageShape, await call.send({ ...request, headers: HEADERS }));
      append(rows, answer.value);
      const next = answer['@odata.nextLink'];
      if (next === undefined) return { rows, truncated: false };
      request = { url: pinned(account, base, next) };
      again.refuse(request.url);
    }
    return { rows, truncated: true };
  }

  /** What a calendar shows of a window, occurrences one by one. */
  function viewOf(calendarId: string, { start, end }: Range, fields = LIST_FIELDS) {
    return all(`${calendarUrl(calendarId)}/calendarView`, {
      startDateTime: start,
      endDateTime: end,
      $select: fields,
      $top: PAGE,
      $orderby: 'start/dateTime',
    });
  }

  /** Undefined for an event that is not there, or was canceled. */
  async function read(url: string, { fields = EVENT_FIELDS, text = 'text' }: ReadOptions = {}) {
    try {
      const json = await call.send({ url, query: { $select: fields }, headers: headersFor(text) });
      const event = readShape(account, eventShape, json);
      return event.isCancelled ? undefined : event;
    } catch (error) {
      // An id that Graph finds malformed is one that it does not have.
      if (['not_found', 'refused'].includes(reasonOf(error) ?? '')) return undefined;
      throw error;
    }
  }

  /** In the mailbox, else in a calendar that others share with it: its events are at the calendar's address alone. */
  async function find(id: string, options?: ReadOptions): Promise<Located> {
    const own = `${base}/events/${segment(account, id)}`;
    const event = await read(own, options);
    if (event) return { event, url: own };
    let unread: unknown;
    for (const { id: calendarId } of chosen(account, await calendars()).filter(({ kind }) => kind !== 'primary')) {
      const url = `${calendarUrl(calendarId)}/events/${segment(account, id)}`;
      try {
        const shared = await read(url, options);
        if (shared) return { event: shared, url };
      } catch (error) {
        const reason = reasonOf(error);
        if (reason === undefined || reason === 'reconnect_required') throw error;
        // Not shared any more, or in trouble: it may still be in another one.
        if (reason !== 'forbidden') unread ??= error;
      }
    }
    throw unread ?? failure(account, 'not_found');
  }

  /** The address of an event that stands where another does: `besides(occurrence, master)`. */
  function besides(url: string, id: string): string {
    return `${url.slice(0, url.lastIndexOf('/'))}/${segment(account, id)}`;
  }

  /** Where events of the calendar are made that has an event: its own address does not tell, save in a shared one. */
  async function eventsBeside(url: string): Promise<string> {
    const events = url.slice(0, url.lastIndexOf('/'));
    const own = (await calendars()).filter(({ kind }) => kind === 'own');
    if (events !== `${base}/events` || own.length === 0) return events;
    const id = await calendarIdOf(url);
    return own.some((calendar) => calendar.id === id) ? `${calendarUrl(id!)}/events` : events;
  }

  /** The calendar that an event stands in; undefined where Graph does not tell. */
  async function calendarIdOf(url: string): Promise<string | undefined> {
    try {
      const json = await call.send({ url: `${url}/calendar`, query: { $select: 'id' }, headers: HEADERS });
      return readShape(account, z.object({ id: z.string() }), json).id;
    } catch (error) {
      if (['not_found', 'refused'].includes(reasonOf(error) ?? '')) return undefined;
      throw error;
    }
  }

  /** Makes an event under a key, or answers the one that an earlier try made. `near` is where it would be. */
  async function insert(url: string, body: object, key: string, near: EventTimes): Promise<GraphEvent> {
    try {
      const sent = { ...body, transactionId: key };
      return await written({ method: 'POST', url, body: sent });
    } catch (error) {
      if (reasonOf(error) !== 'duplicate') throw error;
      const made = await madeUnder(key, near);
      if (!made) throw failure(account, 'duplicate');
      return made.event;
    }
  }

  /**
   * The event of a `transactionId`, which Graph has no way to ask for: near the time it was made for, or, where it was
   * moved since, among all that were changed as long as a key is remembered.
   */
  async function madeUnder(key: string, near?: EventTimes): Promise<Located | undefined> {
    const own = (await calendars()).filter(({ canWrite }) => canWrite);
    const idIn = (rows: unknown[]) => {
      const made = readRows(markShape, rows).find(({ transactionId }) => transactionId === key);
      return made && (made.seriesMasterId ?? made.id);
    };
    const primary = own[0];
    const viewed =
      near && primary && (await viewOf(primary.id, widened(near), 'id,transactionId,seriesMasterId,start,end')).rows;
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

  /** The id of the occurrence that a series has on a day, in the zone that it follows; undefined without one. */
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
      // Gone when asked again after a cut connection: the first try did it.
      if (!(reasonOf(error) === 'not_found' && call.repeated)) throw error;
    }
  }

  /** An action on an event, which is not carried out twice. */
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
