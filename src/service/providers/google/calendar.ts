import * as z from 'zod';
import { type MemoryCache, readRows, readShape, segment, startsAgain } from '../answers.ts';
import { type Answer, type Calendar, type CalendarInfo, type EventDraft, widened } from '../calendar.ts';
import type { Call, ProviderRequest } from '../call.ts';
import { chosen, readEach } from '../each-calendar.ts';
import { failure, reasonOf, warning } from '../failures.ts';
import type { CalendarEvent } from '../items.ts';
import type { Range } from '../ranges.ts';
import { googleCalendars } from './calendar-list.ts';
import { described, EVENT_FIELDS, eventShape, type GoogleEvent, mapGoogleEvent } from './event.ts';
import { answeredBy, changedEvent, newEvent } from './written.ts';

const eventsShape = z.object({ items: z.array(z.unknown()).default([]), nextPageToken: z.string().optional() });

export interface GoogleCalendarServices {
  base: string;
  calendars: MemoryCache<CalendarInfo[]>;
  /** The user's, for a series whose own zone is not known. */
  zone: string;
}

const PAGE = 2500;
const MOST_PAGES = 8;

/** The calendars of an account, the primary one first. */
export function googleCalendar(call: Call, { base, zone, ...services }: GoogleCalendarServices): Calendar {
  const { account } = call;
  const calendars = () => googleCalendars(call, base, services.calendars);
  return { calendars, events, get, create, update, remove, respond };

  async function events(window: Range) {
    const counted = chosen(account, await calendars());
    const { results, warnings } = await readEach(account, counted, ({ id }) => eventsOf(id, widened(window)));
    // A meeting stands in each calendar it was invited to under one id.
    const byId = new Map(results.flatMap(({ events }) => events).map((event) => [event.providerId, event]));
    if (results.some(({ omitted }) => omitted)) warnings.push(warning(account, 'truncated', ['attendees']));
    return { events: [...byId.values()], truncated: results.some(({ truncated }) => truncated), warnings };
  }

  async function eventsOf(calendarId: string, { start, end }: Range) {
    const found: CalendarEvent[] = [];
    const again = startsAgain(account);
    let truncated = false;
    let omitted = false;
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
      omitted ||= rows.events.some(({ attendeesOmitted }) => attendeesOmitted);
      pageToken = read.nextPageToken;
      if (pageToken === undefined) return { events: found, truncated, omitted };
      again.refuse(pageToken);
    }
    return { events: found, truncated: true, omitted };
  }

  async function get(id: string): Promise<CalendarEvent> {
    const { event, calendarId } = await find(id);
    return mapped({ ...event, recurrence: await ruleOf(event, calendarId) });
  }

  /** The rule stands in the series alone. */
  async function ruleOf({ recurrence, recurringEventId }: GoogleEvent, calendarId: string) {
    if (recurrence || !recurringEventId) return recurrence;
    return (await read(calendarId, recurringEventId))?.recurrence;
  }

  /** The organizer sees the answer in the event; a mail about it is not asked for. */
  async function respond(id: string, answer: Answer): Promise<CalendarEvent> {
    const { event, calendarId } = await find(id);
    const json = await call.send({
      method: 'PATCH',
      url: eventUrl(calendarId, id),
      query: notify(false),
      body: answeredBy(account.email, event, answer),
      repeatable: true,
    });
    return written(json);
  }

  /** In the primary calendar, else in the others that can be read. */
  async function find(id: string): Promise<{ event: GoogleEvent; calendarId: string }> {
    const inPrimary = await read('primary', id);
    if (inPrimary) return { event: inPrimary, calendarId: 'primary' };
    const others = chosen(account, await calendars()).filter(({ kind }) => kind !== 'primary');
    let unread: unknown;
    for (const { id: calendarId } of others) {
      try {
        const event = await read(calendarId, id);
        if (event) return { event, calendarId };
      } catch (error) {
        const reason = reasonOf(error);
        if (reason === undefined || reason === 'reconnect_required') throw error;
        // Not shared any more, or in trouble: it may still be in another one.
        if (reason !== 'forbidden') unread ??= error;
      }
    }
    throw unread ?? failure(account, 'not_found');
  }

  async function read(calendarId: string, id: string): Promise<GoogleEvent | undefined> {
    try {
      const event = readShape(account, eventShape, await call.send({ url: eventUrl(calendarId, id) }));
      return event.status === 'cancelled' ? undefined : event;
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
      body: { id: key, ...newEvent(draft), ...(draft.addConference && conference(key)) },
      repeatable: true,
    };
    try {
      return await written(await call.send(request));
    } catch (error) {
      if (reasonOf(error) !== 'conflict') throw error;
      // An earlier try got through: this is its event, unless it was deleted since.
      const made = await read('primary', key);
      if (!made) throw failure(account, 'conflict');
      return mapped(made);
    }
  }

  async function update(id: string, draft: EventDraft): Promise<CalendarEvent> {
    const { calendarId, event } = await find(id);
    const json = await call.send({
      method: 'PATCH',
      url: eventUrl(calendarId, id),
      query: { ...notify(draft.sendInvitations), conferenceDataVersion: 1 },
      body: changedEvent(draft, event, zone),
      repeatable: true,
    });
    return written(json);
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

  function written(json: unknown): Promise<CalendarEvent> {
    return mapped(readShape(account, eventShape, json));
  }

  async function mapped(event: GoogleEvent): Promise<CalendarEvent> {
    const { events } = await described(account, [event]);
    const [found] = mapGoogleEvent(events[0]!, account.email, 'alone');
    if (found) return found;
    throw failure(account, 'not_found');
  }
}

/** Nobody hears of a change unless that was asked for. */
const notify = (sendInvitations: boolean) => ({ sendUpdates: sendInvitations ? 'all' : 'none' });

const conference = (key: string) => ({
  conferenceData: { createRequest: { requestId: key, conferenceSolutionKey: { type: 'hangoutsMeet' } } },
});
