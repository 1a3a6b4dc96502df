import * as z from 'zod';
import { type MemoryCache, readRows, readShape, segment, startsAgain } from '../answers.ts';
import type { Calendar, EventDraft, EventTimes } from '../calendar.ts';
import { widened } from '../calendar.ts';
import type { Call, ProviderRequest } from '../call.ts';
import { failure, reasonOf } from '../failures.ts';
import type { CalendarEvent } from '../items.ts';
import type { Range } from '../ranges.ts';
import { described, EVENT_FIELDS, eventShape, mapGoogleEvent } from './event.ts';

const calendarsShape = z.object({ items: z.array(z.unknown()).default([]), nextPageToken: z.string().optional() });
const calendarShape = z.object({
  id: z.string(),
  primary: z.boolean().default(false),
  selected: z.boolean().default(false),
  hidden: z.boolean().default(false),
  deleted: z.boolean().default(false),
  accessRole: z.string().default('reader'),
});
const eventsShape = z.object({ items: z.array(z.unknown()).default([]), nextPageToken: z.string().optional() });

export type GoogleCalendarEntry = z.output<typeof calendarShape>;

export interface GoogleCalendarServices {
  base: string;
  calendars: MemoryCache<GoogleCalendarEntry[]>;
}

const PAGE = 2500;
const MOST_PAGES = 8;

/** The calendars that Google shows the account, the primary one first. */
export function googleCalendar(call: Call, { base, calendars: known }: GoogleCalendarServices): Calendar {
  const { account } = call;
  return { events, get, create, update, remove };

  async function calendars(): Promise<GoogleCalendarEntry[]> {
    const cached = known.get(account.id);
    if (cached) return cached.value;
    const found: GoogleCalendarEntry[] = [];
    const again = startsAgain(account);
    for (let pageToken: string | undefined, first = true; first || pageToken !== undefined; first = false) {
      const json = await call.send({ url: `${base}/users/me/calendarList`, query: { maxResults: 250, pageToken } });
      const page = readShape(account, calendarsShape, json);
      found.push(...readRows(calendarShape, page.items));
      pageToken = page.nextPageToken;
      if (pageToken !== undefined) again.refuse(pageToken);
    }
    const shown = found
      .filter(
        (one) => one.primary || (one.selected && !one.hidden && !one.deleted && one.accessRole !== 'freeBusyReader'),
      )
      .sort((a, b) => Number(b.primary) - Number(a.primary));
    known.set(account.id, shown);
    return shown;
  }

  async function events(window: Range) {
    const perCalendar = await Promise.all((await calendars()).map(({ id }) => eventsOf(id, widened(window))));
    // A meeting stands in each calendar it was invited to under one id.
    const byId = new Map(perCalendar.flatMap(({ events }) => events).map((event) => [event.providerId, event]));
    return { events: [...byId.values()], truncated: perCalendar.some(({ truncated }) => truncated) };
  }

  async function eventsOf(calendarId: string, { start, end }: Range) {
    const found: CalendarEvent[] = [];
    const again = startsAgain(account);
    let truncated = false;
    let pageToken: string | undefined;
    for (let page = 0; page < MOST_PAGES; page++) {
      const json = await call.send({
        url: `${base}/calendars/${segment(account, calendarId)}/events`,
        query: {
          timeMin: start,
          timeMax: end,
          singleEvents: true,
          orderBy: 'startTime',
          maxResults: PAGE,
          fields: `nextPageToken,items(${EVENT_FIELDS})`,
          pageToken,
        },
      });
      const read = readShape(account, eventsShape, json);
      const rows = await described(account, readRows(eventShape, read.items));
      found.push(...rows.events.flatMap((event) => mapGoogleEvent(event, account.email, 'listed')));
      truncated ||= rows.truncated;
      pageToken = read.nextPageToken;
      if (pageToken === undefined) return { events: found, truncated };
      again.refuse(pageToken);
    }
    return { events: found, truncated: true };
  }

  async function get(id: string): Promise<CalendarEvent> {
    return (await find(id)).event;
  }

  /** In the primary calendar, else in the others that are shown. */
  async function find(id: string): Promise<{ event: CalendarEvent; calendarId: string }> {
    const others = async () => (await calendars()).filter(({ primary }) => !primary).map((one) => one.id);
    const inPrimary = await read('primary', id);
    if (inPrimary) return { event: inPrimary, calendarId: 'primary' };
    for (const calendarId of await others()) {
      const event = await read(calendarId, id);
      if (event) return { event, calendarId };
    }
    throw failure(account, 'not_found');
  }

  async function read(calendarId: string, id: string): Promise<CalendarEvent | undefined> {
    try {
      return await mapped(await call.send({ url: eventUrl(calendarId, id) }));
    } catch (error) {
      // An id that Google finds malformed is one that it does not have.
      if (['not_found', 'refused'].includes(reasonOf(error) ?? '')) return undefined;
      throw error;
    }
  }

  async function create(draft: EventDraft, key: string): Promise<CalendarEvent> {
    const request: ProviderRequest = {
      method: 'POST',
      url: `${base}/calendars/primary/events`,
      query: { ...notify(draft.sendInvitations), conferenceDataVersion: 1 },
      body: { id: key, ...body(draft), ...(draft.addConference && conference(key)) },
      repeatable: true,
    };
    try {
      return required(await mapped(await call.send(request)));
    } catch (error) {
      if (reasonOf(error) !== 'conflict') throw error;
      // An earlier try got through: this is its event, unless it was deleted since.
      const made = await read('primary', key);
      if (!made) throw failure(account, 'conflict');
      return made;
    }
  }

  async function update(id: string, draft: EventDraft): Promise<CalendarEvent> {
    const { calendarId } = await find(id);
    const json = await call.send({
      method: 'PATCH',
      url: eventUrl(calendarId, id),
      query: { ...notify(draft.sendInvitations), conferenceDataVersion: 1 },
      body: body(draft),
      repeatable: true,
    });
    return required(await mapped(json));
  }

  async function remove(id: string, sendInvitations: boolean): Promise<void> {
    const { calendarId } = await find(id);
    try {
      await call.send({
        method: 'DELETE',
        url: eventUrl(calendarId, id),
        query: notify(sendInvitations),
        repeatable: true,
      });
    } catch (error) {
      // Gone when asked again after a cut connection: the first try did it.
      if (!(reasonOf(error) === 'not_found' && call.repeated)) throw error;
    }
  }

  function eventUrl(calendarId: string, id: string): string {
    return `${base}/calendars/${segment(account, calendarId)}/events/${segment(account, id)}`;
  }

  async function mapped(json: unknown): Promise<CalendarEvent | undefined> {
    const { events } = await described(account, [readShape(account, eventShape, json)]);
    return mapGoogleEvent(events[0]!, account.email, 'alone')[0];
  }

  function required(event: CalendarEvent | undefined): CalendarEvent {
    if (event) return event;
    throw failure(account, 'not_found');
  }
}

/** Nobody hears of a change unless that was asked for. */
const notify = (sendInvitations: boolean) => ({ sendUpdates: sendInvitations ? 'all' : 'none' });

const conference = (key: string) => ({
  conferenceData: { createRequest: { requestId: key, conferenceSolutionKey: { type: 'hangoutsMeet' } } },
});

/** The event as Google writes it. Null takes away what the other kind of time had. */
function body({ summary, description, location, times, attendees }: EventDraft) {
  const at = (value: string, when: EventTimes) =>
    when.allDay
      ? { date: value, dateTime: null, timeZone: null }
      : { dateTime: value, timeZone: when.zone ?? null, date: null };
  return {
    summary,
    description,
    location,
    ...(times && { start: at(times.start, times), end: at(times.end, times) }),
    attendees: attendees?.map(({ email, name }) => ({ email, displayName: name })),
  };
}
