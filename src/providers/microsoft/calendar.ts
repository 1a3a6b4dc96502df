import {
  type Answer,
  type Calendar,
  type CalendarInfo,
  type EventDraft,
  type EventRead,
  widened,
} from '../content/calendar.ts';
import type { CalendarEvent } from '../content/items.ts';
import type { Range } from '../content/ranges.ts';
import { type MemoryCache, readRows } from '../requests/answers.ts';
import type { Call } from '../requests/call.ts';
import { chosen, readEach } from '../requests/each-calendar.ts';
import { failure, notInvited } from '../requests/failures.ts';
import { described, eventShape, type GraphEvent, mapGraphEvent } from './event.ts';
import { eventRequests } from './event-requests.ts';
import { changes } from './series.ts';
import { newEvent, refuseSilentAttendees } from './written.ts';

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
export function graphCalendar(call: Call, { base, zone, ...services }: GraphCalendarServices): Calendar {
  const { account } = call;
  const requests = eventRequests(call, base, services.calendars);
  const { calendars, viewOf } = requests;
  const { update, remove } = changes({ account, requests, zone });
  return {
    ...{ calendars, events, get, create, respond, remove },
    update: async (id, draft, how) => mapped(await update(id, draft, how)),
  };

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

  async function get(id: string): Promise<EventRead> {
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
  async function respond(id: string, { response, comment }: Answer): Promise<CalendarEvent> {
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
    const body = { ...newEvent(draft, zone), ...(draft.addConference && { isOnlineMeeting: true }) };
    return mapped(await requests.insert(`${base}/events`, body, key, draft.times!));
  }

  async function mapped(event: GraphEvent): Promise<CalendarEvent> {
    const { events } = await described(account, [event]);
    const [found] = mapGraphEvent(events[0]!, account.email, 'alone');
    if (found) return found;
    throw failure(account, 'not_found');
  }
}
