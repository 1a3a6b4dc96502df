import * as z from 'zod';
import { append } from '../../shared/lists.ts';
import {
  type Calendar,
  type CalendarInfo,
  type EventDraft,
  type FetchedEvent,
  type InvitationResponse,
  widenByDay,
} from '../content/calendar.ts';
import type { CalendarEvent } from '../content/items.ts';
import type { Range } from '../content/ranges.ts';
import { loopGuard, type MemoryCache, readRows, readShape, segment } from '../requests/answers.ts';
import type { AccountCall } from '../requests/call.ts';
import { chosenCalendars, readEach } from '../requests/each-calendar.ts';
import { providerFailure, warning } from '../requests/failures.ts';
import { googleCalendars } from './calendar-list.ts';
import { describedGoogleEvents, EVENT_FIELDS, eventShape, type GoogleEvent, mapGoogleEvent } from './event.ts';
import { googleEventRequests } from './event-requests.ts';
import { newGoogleEvent, withOwnResponse } from './format-event.ts';
import { googleSeriesChanges } from './series.ts';

const eventsShape = z.object({ items: z.array(z.unknown()).default([]), nextPageToken: z.string().optional() });

export interface GoogleCalendarServices {
  base: string;
  calendars: MemoryCache<CalendarInfo[]>;
  /** The user's time zone, for series with an unknown zone. */
  zone: string;
}

const PAGE = 2500;
const MAX_PAGES = 8;

/** The calendars of a Google account. */
export function googleCalendar(call: AccountCall, { base, zone, ...services }: GoogleCalendarServices): Calendar {
  const { account } = call;
  const calendars = () => googleCalendars(call, base, services.calendars);
  const requests = googleEventRequests(call, base, calendars);
  const { update, remove } = googleSeriesChanges({ account, requests, zone });
  return {
    ...{ calendars, events, get, create, respond, remove },
    update: async (id, draft, how) => mapped(await update(id, draft, how)),
  };

  async function events(window: Range) {
    const counted = chosenCalendars(account, await calendars());
    const { results, warnings } = await readEach(account, counted, ({ id }) => eventsOf(id, widenByDay(window)));
    // A meeting has the same id in each invited calendar.
    const byId = new Map(results.flatMap(({ events }) => events).map((event) => [event.providerId, event]));
    if (results.some(({ omitted }) => omitted)) warnings.push(warning(account, 'truncated', ['attendees']));
    return { events: [...byId.values()], truncated: results.some(({ truncated }) => truncated), warnings };
  }

  async function eventsOf(calendarId: string, window: Range) {
    const found: CalendarEvent[] = [];
    let truncated = false;
    let omitted = false;
    const isWhole = await eachPage(call, base, { calendarId, window, fields: EVENT_FIELDS }, async (page) => {
      const rows = await describedGoogleEvents(account, page);
      append(
        found,
        rows.events.flatMap((event) => mapGoogleEvent(event, account.email, 'listed')),
      );
      truncated ||= rows.truncated;
      omitted ||= rows.events.some(({ attendeesOmitted }) => attendeesOmitted);
    });
    return { events: found, truncated: truncated || !isWhole, omitted };
  }

  async function get(id: string): Promise<FetchedEvent> {
    const { event, calendarId } = await requests.find(id);
    const warnings = event.attendeesOmitted ? [warning(account, 'truncated', ['attendees'])] : [];
    return { event: await mapped({ ...event, recurrence: await ruleOf(event, calendarId) }), warnings };
  }

  /** Only the series contains the rule. */
  async function ruleOf({ recurrence, recurringEventId }: GoogleEvent, calendarId: string) {
    if (recurrence || !recurringEventId) return recurrence;
    return (await requests.read(calendarId, recurringEventId))?.recurrence;
  }

  /** The organizer sees the response in the event, so no email is requested. */
  async function respond(id: string, answer: InvitationResponse): Promise<CalendarEvent> {
    const { event, calendarId } = await requests.find(id);
    return mapped(await requests.patch(calendarId, id, withOwnResponse(account.email, event, answer), false));
  }

  async function create(draft: EventDraft, key: string): Promise<CalendarEvent> {
    const body = { id: key, ...newGoogleEvent(draft), ...(draft.addConference && conference(key)) };
    return mapped(await requests.insert('primary', body, draft.sendInvitations));
  }

  async function mapped(event: GoogleEvent): Promise<CalendarEvent> {
    const { events } = await describedGoogleEvents(account, [event]);
    const [found] = mapGoogleEvent(events[0]!, account.email, 'alone');
    if (found) return found;
    throw providerFailure(account, 'not_found');
  }
}

/**
 * Reads a calendar's events page by page with the given fields. Returns false if there are more than the page limit.
 */
export async function eachPage(
  { account, send }: AccountCall,
  base: string,
  { calendarId, window, fields }: { calendarId: string; window: Range; fields: string },
  take: (page: GoogleEvent[]) => Promise<void>,
): Promise<boolean> {
  const again = loopGuard(account);
  let pageToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const json = await send({
      url: `${base}/calendars/${segment(account, calendarId)}/events`,
      query: {
        timeMin: window.start,
        timeMax: window.end,
        singleEvents: true,
        orderBy: 'startTime',
        maxResults: PAGE,
        fields: `nextPageToken,items(${fields})`,
        pageToken,
      },
    });
    const read = readShape(account, eventsShape, json);
    await take(readRows(eventShape, read.items));
    pageToken = read.nextPageToken;
    if (pageToken === undefined) return true;
    again.refuse(pageToken);
  }
  return false;
}

const conference = (key: string) => ({
  conferenceData: { createRequest: { requestId: key, conferenceSolutionKey: { type: 'hangoutsMeet' } } },
});
