import { dayAfter, daysBetween } from '../../shared/zones.ts';
import type { Account } from '../content/account.ts';
import type { EventDraft, EventTimes } from '../content/calendar.ts';
import { checkScope, type EventKind, onlyOrganizer, type Scope } from '../content/scope.ts';
import { failureReasonOf, isLasting, providerFailure } from '../requests/failures.ts';
import { beginOf, isFirst, type LocalStart, movedStart, onClock, onDay, timesAt } from '../series/local-start.ts';
import {
  COPIED_FIELDS,
  describedGraphEvents,
  type GraphEvent,
  graphInstant,
  joinUrlOf,
  SERIES_FIELDS,
} from './event.ts';
import type { GraphEventRequests, LocatedGraphEvent } from './event-requests.ts';
import {
  changedGraphEvent,
  graphAttendeesAfter,
  newGraphEvent,
  plainBody,
  refuseSilentAttendees,
  requireNotification,
  zoneOf,
} from './format-event.ts';
import { ownText } from './meeting-text.ts';
import { movedRecurrence, type Recurrence, recurrenceBefore, recurrenceFrom } from './recurrence.ts';

/** A series and the addressed occurrence. */
interface Series {
  master: GraphEvent;
  url: string;
  begin: LocalStart;
  /** Original position of the occurrence in the series, or the beginning if the whole series is addressed. */
  at: LocalStart;
  recurrence: Recurrence;
}

/** `isMade`: this is the series that an earlier attempt split off. */
type LocatedSeries = LocatedGraphEvent & { isMade?: true };

export interface SeriesServices {
  account: Account;
  requests: GraphEventRequests;
  /** The user's time zone, for series with an unknown zone. */
  zone: string;
}

/** Changes an event, or all or part of its series. */
export function graphSeriesChanges({ account, requests, zone }: SeriesServices) {
  return { update, remove };

  async function update(
    id: string,
    draft: EventDraft,
    { scope, key }: { scope?: Scope | undefined; key: string },
  ): Promise<GraphEvent> {
    // The HTML text contains the join information of a meeting.
    const text = draft.description === undefined ? 'text' : 'html';
    const found: LocatedSeries = scope === 'following' ? await findOrMade(id, key) : await requests.find(id, { text });
    if (found.isMade) return found.event;
    const series = await addressedSeries(found, scope, scope === 'following' ? 'html' : text);
    if (series && scope === 'following' && !isFirst(series)) return split(series, draft, key);
    const { event, url } = series ? { event: series.master, url: series.url } : found;
    const changed = series ? changedSeries(series, draft, zone) : changedGraphEvent(draft, event, zone);
    refuseSilentAttendees(changed.attendees ?? [], draft.sendInvitations);
    requireNotification(event, draft.sendInvitations);
    return requests.patch(url, changed);
  }

  async function remove(
    id: string,
    { scope, sendInvitations }: { scope?: Scope | undefined; sendInvitations: boolean },
  ): Promise<void> {
    const found = await requests.find(id);
    const series = await addressedSeries(found, scope);
    requireNotification(series?.master ?? found.event, sendInvitations);
    if (series && scope === 'following' && !isFirst(series)) await end(series);
    else await requests.remove(series?.url ?? found.url);
  }

  /** After an earlier attempt split the series, the old id is gone. The new series is found by its key. */
  async function findOrMade(id: string, key: string): Promise<LocatedSeries> {
    try {
      return await requests.find(id);
    } catch (error) {
      if (failureReasonOf(error) !== 'not_found') throw error;
      const made = await requests.madeUnder(key);
      if (made) return { ...made, isMade: true };
      throw error;
    }
  }

  /** Returns the series if all or part of it is addressed, or undefined for a single event. Throws a 400. */
  async function addressedSeries(
    { event, url }: LocatedGraphEvent,
    scope: Scope | undefined,
    text?: 'text' | 'html',
  ): Promise<Series | undefined> {
    const named = namedBy(event);
    checkScope(scope, named);
    if (named === 'single' || (named === 'occurrence' && (scope ?? 'one') === 'one')) return undefined;
    const at = named === 'series' ? url : requests.besides(url, event.seriesMasterId!);
    const master =
      named === 'series' ? event : await requests.read(at, { fields: SERIES_FIELDS, ...(text && { text }) });
    const begin = master && placeOf(master, zoneOf(master, zone));
    if (!master?.recurrence || !begin) throw providerFailure(account, 'not_found');
    const place = named === 'series' ? begin : originalOf(event, begin);
    return { master, url: at, begin, at: place, recurrence: master.recurrence };
  }

  /**
   * Creates the new series first, so that no event is lost if a later step fails, and a retry ends the old one. If
   * Graph refuses to end the old series, the new one is deleted.
   */
  async function split(series: Series, draft: EventDraft, key: string): Promise<GraphEvent> {
    const { master, url } = series;
    if (master.isOrganizer === false) throw onlyOrganizer();
    requireNotification(master, draft.sendInvitations);
    const { body, times } = await splitOff(series, draft);
    refuseSilentAttendees(body.attendees ?? [], draft.sendInvitations);
    const made = await requests.insert(await requests.eventsBeside(url), body, key, times);
    const first = beginOf(times, series.begin.zone);
    const madeUrl = requests.besides(url, made.id);
    try {
      for (const day of deletedAfter(series, first)) {
        const gone = await requests.instanceOn(madeUrl, day, first.zone);
        if (gone) await requests.remove(requests.besides(url, gone));
      }
      await end(series);
    } catch (error) {
      if (isLasting(error)) await requests.remove(madeUrl);
      throw error;
    }
    return made;
  }

  async function end({ master, url, recurrence, at }: Series): Promise<void> {
    if (master.isOrganizer === false) throw onlyOrganizer();
    await requests.patch(url, { recurrence: recurrenceBefore(recurrence, at) });
  }

  /** Builds the series that starts with an occurrence of another one. An online meeting gets new join information. */
  async function splitOff({ master, begin, at, recurrence }: Series, draft: EventDraft) {
    const rest = recurrenceFrom(recurrence, begin, at);
    const wanted = draft.times ?? timesAt(at, timesOf(master));
    const to = beginOf(wanted, begin.zone);
    const times = timesAt(to, wanted);
    const written = newGraphEvent({ ...draft, times, attendees: undefined }, begin.zone);
    const attendees = (draft.attendees && graphAttendeesAfter(master, draft.attendees)) ?? master.attendees ?? [];
    const body = {
      subject: master.subject,
      location: master.location,
      body: await textOf(master),
      ...Object.fromEntries(COPIED_FIELDS.map((name) => [name, master[name]])),
      ...(master.isOnlineMeeting && { isOnlineMeeting: true }),
      ...Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined)),
      attendees: attendees.map(({ emailAddress, type }) => ({ emailAddress, type })),
      recurrence: draft.times ? movedRecurrence(rest, { from: at, to, isNew: true }, to) : rest,
    };
    return { body, times };
  }

  async function textOf(master: GraphEvent) {
    const content = master.body?.content ?? '';
    const joinUrl = joinUrlOf(master);
    if (joinUrl === undefined) return { contentType: 'html', content };
    const { events } = await describedGraphEvents(account, [master]);
    return plainBody(ownText(events[0]!.body?.content ?? '', joinUrl));
  }
}

/** Days of the new series on which occurrences had been deleted in the old one. */
const deletedAfter = ({ master, at }: Series, to: LocalStart): string[] =>
  (master.cancelledOccurrences ?? []).flatMap((id) => {
    const day = /\.(\d{4}-\d\d-\d\d)$/.exec(id)?.[1];
    return day && day > at.day ? [dayAfter(day, daysBetween(at.day, to.day))] : [];
  });

function namedBy({ type, seriesMasterId, recurrence }: GraphEvent): EventKind {
  if (seriesMasterId) return 'occurrence';
  return type === 'seriesMaster' || recurrence ? 'series' : 'single';
}

function placeOf(event: GraphEvent, zone: string): LocalStart | undefined {
  const start = graphInstant(event, 'start');
  if (start === undefined) return undefined;
  return event.isAllDay ? onDay(start, zone) : onClock(start, zone);
}

/** Graph gives a day as midnight in some zone. This much later, it is the same day in UTC. */
const SURELY_THE_DAY_MS = 11 * 3_600_000;

/** Original time of an occurrence, even if it was moved. */
function originalOf(event: GraphEvent, { zone, isDay }: LocalStart): LocalStart {
  const original = event.type === 'exception' ? Date.parse(event.originalStart ?? '') : Number.NaN;
  if (Number.isNaN(original)) return placeOf(event, zone)!;
  if (isDay) return onDay(new Date(original + SURELY_THE_DAY_MS).toISOString(), zone);
  return onClock(new Date(original).toISOString(), zone);
}

/** Changes a whole series. The new times are those of the addressed occurrence; the others move with it. */
function changedSeries({ master, begin, at, recurrence }: Series, draft: EventDraft, userZone: string) {
  if (!draft.times) return changedGraphEvent(draft, master, userZone);
  const to = beginOf(draft.times, begin.zone);
  const first = movedStart(begin, at, to);
  const isElsewhere = first.day !== begin.day || first.zone !== begin.zone;
  return {
    ...changedGraphEvent({ ...draft, times: timesAt(first, draft.times) }, master, userZone),
    // The pattern determines the days, the event itself the time.
    ...(isElsewhere && { recurrence: movedRecurrence(recurrence, { from: at, to }, first) }),
  };
}

function timesOf(event: GraphEvent): EventTimes {
  const [start, end] = [graphInstant(event, 'start') ?? '', graphInstant(event, 'end') ?? ''];
  return event.isAllDay
    ? { allDay: true, start: start.slice(0, 10), end: end.slice(0, 10) }
    : { allDay: false, start, end, zone: undefined };
}
