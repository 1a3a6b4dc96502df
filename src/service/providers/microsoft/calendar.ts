import { type MemoryCache, pinned, readRows, readShape, segment, startsAgain } from '../answers.ts';
import { type Answer, type Calendar, type CalendarInfo, type EventDraft, widened } from '../calendar.ts';
import type { Call } from '../call.ts';
import { chosen, readEach } from '../each-calendar.ts';
import { failure, notInvited, reasonOf } from '../failures.ts';
import type { CalendarEvent } from '../items.ts';
import type { Range } from '../ranges.ts';
import { CALENDAR_FIELDS, graphCalendars } from './calendar-list.ts';
import { described, EVENT_FIELDS, eventShape, type GraphEvent, LIST_FIELDS, mapGraphEvent } from './event.ts';
import { pageShape } from './mail.ts';
import { changedEvent, newEvent, refuseSilence, refuseSilentAttendees } from './written.ts';

export interface GraphCalendarServices {
  base: string;
  calendars: MemoryCache<CalendarInfo[]>;
  /** The user's, for times whose own zone is not known. */
  zone: string;
}

const PAGE = 1000;
const MOST_PAGES = 8;
const headersFor = (text: 'text' | 'html') => ({
  prefer: `IdType="ImmutableId", outlook.timezone="UTC", outlook.body-content-type="${text}"`,
});
const HEADERS = headersFor('text');
const ANSWERS = {
  accepted: { action: 'accept', status: 'accepted' },
  tentative: { action: 'tentativelyAccept', status: 'tentativelyAccepted' },
  declined: { action: 'decline', status: 'declined' },
} as const;

/** All calendars of the mailbox. */
export function graphCalendar(call: Call, { base, zone, ...services }: GraphCalendarServices): Calendar {
  const { account } = call;
  return { calendars, events, get, create, update, remove, respond };

  async function calendars(): Promise<CalendarInfo[]> {
    const list = async () => (await all(`${base}/calendars`, { $select: CALENDAR_FIELDS, $top: 100 })).rows;
    return graphCalendars(call, list, services.calendars);
  }

  /** The rows of all pages of a list, up to a limit of pages. */
  async function all(url: string, query: Record<string, string | number>) {
    const rows: unknown[] = [];
    const again = startsAgain(account);
    let request: { url: string; query?: Record<string, string | number> } = { url, query };
    for (let page = 0; page < MOST_PAGES; page++) {
      const read = readShape(account, pageShape, await call.send({ ...request, headers: HEADERS }));
      rows.push(...read.value);
      const next = read['@odata.nextLink'];
      if (next === undefined) return { rows, truncated: false };
      request = { url: pinned(account, base, next) };
      again.refuse(request.url);
    }
    return { rows, truncated: true };
  }

  /** What a calendar shows of a window, occurrences one by one. */
  function viewOf(calendarId: string, { start, end }: Range, fields = LIST_FIELDS) {
    return all(`${base}/calendars/${segment(account, calendarId)}/calendarView`, {
      startDateTime: start,
      endDateTime: end,
      $select: fields,
      $top: PAGE,
      $orderby: 'start/dateTime',
    });
  }

  async function events(window: Range) {
    const counted = chosen(account, await calendars());
    const { results, warnings } = await readEach(account, counted, ({ id }) => viewOf(id, widened(window)));
    const rows = results.flatMap((one) => readRows(eventShape, one.rows));
    const { events, truncated } = await described(account, rows);
    const mapped = events.flatMap((event) => mapGraphEvent(event, account.email, 'listed'));
    const byId = new Map(mapped.map((event) => [event.providerId, event]));
    return {
      events: [...byId.values()],
      truncated: truncated || results.some((one) => one.truncated),
      warnings,
    };
  }

  async function read(id: string, text: 'text' | 'html' = 'text'): Promise<GraphEvent> {
    try {
      const headers = headersFor(text);
      const json = await call.send({ url: eventUrl(id), query: { $select: EVENT_FIELDS }, headers });
      const event = readShape(account, eventShape, json);
      if (!event.isCancelled) return event;
    } catch (error) {
      // An id that Graph finds malformed is one that it does not have.
      if (reasonOf(error) !== 'refused') throw error;
    }
    throw failure(account, 'not_found');
  }

  async function get(id: string): Promise<CalendarEvent> {
    const event = await read(id);
    const { seriesMasterId, recurrence } = event;
    if (recurrence || !seriesMasterId) return mapped(event);
    // The rule stands in the series alone.
    const series = await read(seriesMasterId).catch((error) => {
      if (reasonOf(error) === 'not_found') return undefined;
      throw error;
    });
    return mapped({ ...event, recurrence: series?.recurrence });
  }

  /** Graph sends the organizer the answer. A declined event leaves the calendar: it is told as it was. */
  async function respond(id: string, { response, comment }: Answer): Promise<CalendarEvent> {
    const before = await read(id);
    if (before.isOrganizer || before.responseStatus?.response === 'organizer') throw notInvited();
    const { action, status } = ANSWERS[response];
    if (before.responseStatus?.response !== status) {
      await call.send({
        method: 'POST',
        url: `${eventUrl(id)}/${action}`,
        headers: HEADERS,
        body: { sendResponse: true, ...(comment !== undefined && { comment }) },
      });
    }
    const attendees = before.attendees?.map((one) =>
      one.emailAddress?.address?.toLowerCase() === account.email ? { ...one, status: { response: status } } : one,
    );
    return mapped({ ...before, attendees, responseStatus: { response: status } });
  }

  async function create(draft: EventDraft, key: string): Promise<CalendarEvent> {
    refuseSilentAttendees(draft.attendees ?? [], draft.sendInvitations);
    try {
      const json = await call.send({
        method: 'POST',
        url: `${base}/events`,
        headers: HEADERS,
        body: { ...newEvent(draft, zone), transactionId: key, ...(draft.addConference && { isOnlineMeeting: true }) },
        repeatable: true,
      });
      return mapped(readShape(account, eventShape, json));
    } catch (error) {
      if (reasonOf(error) !== 'duplicate') throw error;
      // An earlier try got through: this is its event, unless it was deleted or moved far away since.
      return madeUnder(key, draft);
    }
  }

  /** Graph has no way to ask for the event of a `transactionId`: it is where the draft puts it. */
  async function madeUnder(key: string, { times }: EventDraft): Promise<CalendarEvent> {
    const [{ id: primary } = { id: '' }] = await calendars();
    const window = widened({ start: times!.start, end: times!.end });
    const { rows } = await viewOf(primary, window, `${LIST_FIELDS},transactionId`);
    const made = readRows(eventShape, rows).find(({ transactionId }) => transactionId === key);
    if (made) return get(made.id);
    throw failure(account, 'duplicate');
  }

  async function update(id: string, draft: EventDraft): Promise<CalendarEvent> {
    const before = await read(id, draft.description === undefined ? 'text' : 'html');
    const changes = changedEvent(draft, before, zone);
    refuseSilentAttendees(changes.attendees ?? [], draft.sendInvitations);
    refuseSilence(before, draft.sendInvitations);
    const json = await call.send({
      method: 'PATCH',
      url: eventUrl(id),
      headers: HEADERS,
      body: changes,
      repeatable: true,
    });
    return mapped(readShape(account, eventShape, json));
  }

  async function remove(id: string, sendInvitations: boolean): Promise<void> {
    refuseSilence(await read(id), sendInvitations);
    try {
      await call.send({ method: 'DELETE', url: eventUrl(id), headers: HEADERS, repeatable: true });
    } catch (error) {
      // Gone when asked again after a cut connection: the first try did it.
      if (!(reasonOf(error) === 'not_found' && call.repeated)) throw error;
    }
  }

  function eventUrl(id: string): string {
    return `${base}/events/${segment(account, id)}`;
  }

  async function mapped(event: GraphEvent): Promise<CalendarEvent> {
    const { events } = await described(account, [event]);
    const [found] = mapGraphEvent(events[0]!, account.email, 'alone');
    if (found) return found;
    throw failure(account, 'not_found');
  }
}
