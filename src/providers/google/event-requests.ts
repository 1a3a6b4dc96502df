import * as z from 'zod';
import type { CalendarInfo } from '../content/calendar.ts';
import { readRows, readShape, segment } from '../requests/answers.ts';
import type { AccountCall } from '../requests/call.ts';
import { chosenCalendars } from '../requests/each-calendar.ts';
import { failureReasonOf, providerFailure } from '../requests/failures.ts';
import { eventShape, type GoogleEvent } from './event.ts';

/** An event and its calendar. */
export interface LocatedGoogleEvent {
  event: GoogleEvent;
  calendarId: string;
}

const listShape = z.object({ items: z.array(z.unknown()).default([]) });
/** Later deleted occurrences are not expected. */
const FAR_MS = 5 * 366 * 86_400_000;

export type GoogleEventRequests = ReturnType<typeof googleEventRequests>;

/** Requests about single events. */
export function googleEventRequests(call: AccountCall, base: string, calendars: () => Promise<CalendarInfo[]>) {
  const { account } = call;
  return { read, find, insert, patch, remove, deletedAfter };

  /** Undefined if the event does not exist or was deleted. */
  async function read(calendarId: string, id: string): Promise<GoogleEvent | undefined> {
    try {
      const event = readShape(account, eventShape, await call.send({ url: urlOf(calendarId, id) }));
      return event.status === 'cancelled' ? undefined : event;
    } catch (error) {
      // Google rejects a malformed id. No event has it.
      if (['not_found', 'refused'].includes(failureReasonOf(error) ?? '')) return undefined;
      throw error;
    }
  }

  /** Looks in the primary calendar first, then in the other readable ones. */
  async function find(id: string): Promise<LocatedGoogleEvent> {
    const inPrimary = await read('primary', id);
    if (inPrimary) return { event: inPrimary, calendarId: 'primary' };
    const others = chosenCalendars(account, await calendars()).filter(({ kind }) => kind !== 'primary');
    let unread: unknown;
    for (const { id: calendarId } of others) {
      try {
        const event = await read(calendarId, id);
        if (event) return { event, calendarId };
      } catch (error) {
        const reason = failureReasonOf(error);
        if (reason === undefined || reason === 'reconnect_required') throw error;
        // If this calendar is no longer shared or fails, another one may still have the event.
        if (reason !== 'forbidden') unread ??= error;
      }
    }
    throw unread ?? providerFailure(account, 'not_found');
  }

  /** Creates an event with our own id, or returns the one that an earlier attempt created. */
  async function insert(
    calendarId: string,
    body: { id: string },
    sendInvitations: boolean,
    query: Record<string, boolean> = {},
  ): Promise<GoogleEvent> {
    try {
      const json = await call.send({
        method: 'POST',
        url: urlOf(calendarId),
        query: { ...notify(sendInvitations), conferenceDataVersion: 1, ...query },
        body,
        repeatable: true,
      });
      return readShape(account, eventShape, json);
    } catch (error) {
      if (failureReasonOf(error) !== 'conflict') throw error;
      // An earlier attempt succeeded. Returns its event, unless it has been deleted since.
      const made = await read(calendarId, body.id);
      if (!made) throw providerFailure(account, 'conflict');
      return made;
    }
  }

  /** Occurrences of a series, from a time on, that the user deleted individually. */
  async function deletedAfter(calendarId: string, series: GoogleEvent, time: string): Promise<GoogleEvent[]> {
    const query = {
      ...{ iCalUID: series.iCalUID ?? undefined, showDeleted: true, singleEvents: false, maxResults: 2500 },
      ...{ timeMin: time, timeMax: new Date(Date.parse(time) + FAR_MS).toISOString() },
      fields: 'items(id,status,recurringEventId,originalStartTime)',
    };
    try {
      const json = await call.send({ url: urlOf(calendarId), query });
      const rows = readRows(eventShape, readShape(account, listShape, json).items);
      return rows.filter(({ status, recurringEventId }) => status === 'cancelled' && recurringEventId === series.id);
    } catch (error) {
      // A calendar without this query has no deleted occurrences to report.
      if (['not_found', 'refused'].includes(failureReasonOf(error) ?? '')) return [];
      throw error;
    }
  }

  async function patch(calendarId: string, id: string, body: object, sendInvitations: boolean): Promise<GoogleEvent> {
    const json = await call.send({
      method: 'PATCH',
      url: urlOf(calendarId, id),
      query: { ...notify(sendInvitations), conferenceDataVersion: 1 },
      body,
      repeatable: true,
    });
    return readShape(account, eventShape, json);
  }

  async function remove(calendarId: string, id: string, sendInvitations: boolean): Promise<void> {
    try {
      await call.send({
        method: 'DELETE',
        url: urlOf(calendarId, id),
        query: notify(sendInvitations),
        repeatable: true,
      });
    } catch (error) {
      // A 404 on a retry after a lost connection means that the first attempt deleted it.
      if (!(failureReasonOf(error) === 'not_found' && call.repeated)) throw error;
    }
  }

  function urlOf(calendarId: string, id?: string): string {
    const events = `${base}/calendars/${segment(account, calendarId)}/events`;
    return id === undefined ? events : `${events}/${segment(account, id)}`;
  }
}

/** Attendees are notified only if requested. */
const notify = (sendInvitations: boolean) => ({ sendUpdates: sendInvitations ? 'all' : 'none' });
