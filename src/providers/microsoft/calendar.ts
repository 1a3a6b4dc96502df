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
import { type MemoryCache, readRows } from '../requests/answers.ts';
import type { AccountCall } from '../requests/call.ts';
import { chosenCalendars, readEach } from '../requests/each-calendar.ts';
import { notInvited, providerFailure } from '../requests/failures.ts';
import { describedGraphEvents, eventShape, type GraphEvent, mapGraphEvent } from './event.ts';
import { graphEventRequests } from './event-requests.ts';
import { newGraphEvent, refuseSilentAttendees } from './format-event.ts';
import { graphSeriesChanges } from './series.ts';

export interface GraphCalendarServices {
  base: string;
  calendars: MemoryCache<CalendarInfo[]>;
  /** The user's time zone, for times with an unknown zone. */
  zone: string;
}

const ANSWERS = {
  accepted: { action: 'accept', status: 'accepted' },
  tentative: { action: 'tentativelyAccept', status: 'tentativelyAccepted' },
  declined: { action: 'decline', status: 'declined' },
} as const;

/** The calendars of a mailbox. */
export function graphCalendar(call: AccountCall, { base, zone, ...services }: GraphCalendarServices): Calendar {
  const { account } = call;
  const requests = graphEventRequests(call, base, services.calendars);
  const { calendars, viewOf } = requests;
  const { update, remove } = graphSeriesChanges({ account, requests, zone });
  return {
    ...{ calendars, events, get, create, respond, remove },
    update: async (id, draft, how) => mapped(await update(id, draft, how)),
  };

  async function events(window: Range) {
    const counted = chosenCalendars(account, await calendars());
    const { results, warnings } = await readEach(account, counted, ({ id }) => viewOf(id, widenByDay(window)));
    const rows = results.flatMap((one) => readRows(eventShape, one.rows));
    const { events, truncated } = await describedGraphEvents(account, rows);
    const mapped = events.flatMap((event) => mapGraphEvent(event, account.email, 'listed'));
    const byId = new Map(mapped.map((event) => [event.providerId, event]));
    return {
      events: [...byId.values()],
      truncated: truncated || results.some((one) => one.truncated),
      warnings,
    };
  }

  async function get(id: string): Promise<FetchedEvent> {
    const { event, url } = await requests.find(id);
    const { seriesMasterId, recurrence } = event;
    if (recurrence || !seriesMasterId) return { event: await mapped(event), warnings: [] };
    // Only the series contains the rule.
    const series = await requests.read(requests.besides(url, seriesMasterId));
    return { event: await mapped({ ...event, recurrence: series?.recurrence }), warnings: [] };
  }

  /**
   * Graph sends the response to the organizer. A declined event is removed from the calendar, so its previous state is
   * returned.
   */
  async function respond(id: string, { response, comment }: InvitationResponse): Promise<CalendarEvent> {
    const { event: before, url } = await requests.find(id);
    if (before.isOrganizer || before.responseStatus?.response === 'organizer') throw notInvited();
    const { action, status } = ANSWERS[response];
    if (before.responseStatus?.response !== status)
      await requests.act(`${url}/${action}`, { sendResponse: true, ...(comment !== undefined && { comment }) });
    const attendees = before.attendees?.map((one) =>
      one.emailAddress?.address?.toLowerCase() === account.email ? { ...one, status: { response: status } } : one,
    );
    return mapped({ ...before, attendees, responseStatus: { response: status } });
  }

  async function create(draft: EventDraft, key: string): Promise<CalendarEvent> {
    refuseSilentAttendees(draft.attendees ?? [], draft.sendInvitations);
    const body = { ...newGraphEvent(draft, zone), ...(draft.addConference && { isOnlineMeeting: true }) };
    return mapped(await requests.insert(`${base}/events`, body, key, draft.times!));
  }

  async function mapped(event: GraphEvent): Promise<CalendarEvent> {
    const { events } = await describedGraphEvents(account, [event]);
    const [found] = mapGraphEvent(events[0]!, account.email, 'alone');
    if (found) return found;
    throw providerFailure(account, 'not_found');
  }
}
