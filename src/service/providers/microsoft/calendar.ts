import * as z from 'zod';
import { badRequest } from '../../../contract/error.ts';
import { type MemoryCache, pinned, readRows, readShape, segment, startsAgain } from '../answers.ts';
import { type Calendar, type EventDraft, widened } from '../calendar.ts';
import type { Call } from '../call.ts';
import { failure, reasonOf } from '../failures.ts';
import type { CalendarEvent } from '../items.ts';
import type { Range } from '../ranges.ts';
import { described, EVENT_FIELDS, eventShape, type GraphEvent, LIST_FIELDS, mapGraphEvent } from './event.ts';
import { pageShape } from './mail.ts';

export interface GraphCalendarServices {
  base: string;
  calendars: MemoryCache<string[]>;
}

const PAGE = 1000;
const MOST_PAGES = 8;
const HEADERS = {
  prefer: 'IdType="ImmutableId", outlook.timezone="UTC", outlook.body-content-type="text"',
};
const calendarShape = z.object({ id: z.string() });

/** All calendars of the mailbox. */
export function graphCalendar(call: Call, { base, calendars: known }: GraphCalendarServices): Calendar {
  const { account } = call;
  return { events, get, create, update, remove };

  async function calendars(): Promise<string[]> {
    const cached = known.get(account.id);
    if (cached) return cached.value;
    const rows = await all(`${base}/calendars`, { $select: 'id,name', $top: 100 });
    const ids = readRows(calendarShape, rows.rows).map(({ id }) => id);
    known.set(account.id, ids);
    return ids;
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

  async function events(window: Range) {
    const { start, end } = widened(window);
    const query = {
      startDateTime: start,
      endDateTime: end,
      $select: LIST_FIELDS,
      $top: PAGE,
      $orderby: 'start/dateTime',
    };
    const perCalendar = await Promise.all(
      (await calendars()).map((id) => all(`${base}/calendars/${segment(account, id)}/calendarView`, query)),
    );
    const rows = perCalendar.flatMap((one) => readRows(eventShape, one.rows));
    const { events, truncated } = await described(account, rows);
    const mapped = events.flatMap((event) => mapGraphEvent(event, account.email, 'listed'));
    const byId = new Map(mapped.map((event) => [event.providerId, event]));
    return { events: [...byId.values()], truncated: truncated || perCalendar.some((one) => one.truncated) };
  }

  async function read(id: string): Promise<GraphEvent> {
    try {
      const json = await call.send({ url: eventUrl(id), query: { $select: EVENT_FIELDS }, headers: HEADERS });
      const event = readShape(account, eventShape, json);
      if (!event.isCancelled) return event;
    } catch (error) {
      // An id that Graph finds malformed is one that it does not have.
      if (reasonOf(error) !== 'refused') throw error;
    }
    throw failure(account, 'not_found');
  }

  async function get(id: string): Promise<CalendarEvent> {
    return mapped(await read(id));
  }

  async function create(draft: EventDraft, key: string): Promise<CalendarEvent> {
    refuseSilentAttendees(draft.attendees ?? [], draft.sendInvitations);
    const json = await call.send({
      method: 'POST',
      url: `${base}/events`,
      headers: HEADERS,
      body: { ...body(draft), transactionId: key, ...(draft.addConference && { isOnlineMeeting: true }) },
      repeatable: true,
    });
    return mapped(readShape(account, eventShape, json));
  }

  async function update(id: string, draft: EventDraft): Promise<CalendarEvent> {
    const before = await read(id);
    refuseSilentAttendees(draft.attendees ?? [], draft.sendInvitations);
    refuseSilence(before, draft.sendInvitations);
    const json = await call.send({
      method: 'PATCH',
      url: eventUrl(id),
      headers: HEADERS,
      body: body(draft),
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

const WAY_OUT = 'Set send_invitations to true, or leave the attendees out.';

/** Graph invites whoever is set as an attendee; there is no way to hold one silently. */
function refuseSilentAttendees(attendees: unknown[], sendInvitations: boolean): void {
  if (attendees.length === 0 || sendInvitations) return;
  throw badRequest({ attendees: 'an Office 365 calendar invites every attendee by mail' }, WAY_OUT);
}

/** Graph tells the attendees of a meeting of every change its organizer makes. */
function refuseSilence({ isOrganizer, attendees }: GraphEvent, sendInvitations: boolean): void {
  if (sendInvitations || !isOrganizer || (attendees ?? []).length === 0) return;
  throw badRequest(
    { send_invitations: 'an Office 365 calendar tells the attendees of this meeting by mail' },
    'Set send_invitations to true if they may be told.',
  );
}

/** The event as Graph writes it. Times go as UTC. */
function body({ summary, description, location, times, attendees }: EventDraft) {
  const at = (value: string) => ({
    dateTime: times?.allDay ? `${value}T00:00:00` : value.replace('Z', ''),
    timeZone: 'UTC',
  });
  return {
    subject: summary,
    ...(description !== undefined && { body: { contentType: 'text', content: description ?? '' } }),
    ...(location !== undefined && { location: { displayName: location ?? '' } }),
    ...(times && { start: at(times.start), end: at(times.end), isAllDay: times.allDay }),
    attendees: attendees?.map(({ email, name }) => ({ emailAddress: { address: email, name }, type: 'required' })),
  };
}
