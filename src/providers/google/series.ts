import { badRequest } from '../../shared/error.ts';
import { ianaZone } from '../../shared/windows-zones.ts';
import { instantOf } from '../../shared/zones.ts';
import type { Account } from '../content/account.ts';
import type { EventDraft, EventTimes } from '../content/calendar.ts';
import { checkScope, type EventKind, onlyOrganizer, type Scope } from '../content/scope.ts';
import { failureReasonOf, isLasting, providerFailure } from '../requests/failures.ts';
import { exclusionLine, hasOccurrenceAt, linesBefore, linesFrom, movedLines } from '../series/lines.ts';
import { beginOf, isFirst, type LocalStart, movedStart, onClock, onDay, timesAt } from '../series/local-start.ts';
import type { GoogleEvent } from './event.ts';
import type { GoogleEventRequests, LocatedGoogleEvent } from './event-requests.ts';
import { changedGoogleEvent, googleAttendeesAfter, INCOMPLETE_ATTENDEES, newGoogleEvent } from './format-event.ts';

/** A series and the addressed occurrence. */
interface Series {
  master: GoogleEvent;
  calendarId: string;
  begin: LocalStart;
  /** Original position of the occurrence in the series, or the beginning if the whole series is addressed. */
  at: LocalStart;
  lines: string[];
}

export interface SeriesServices {
  account: Account;
  requests: GoogleEventRequests;
  /** The user's time zone, for series with an unknown zone. */
  zone: string;
}

/** Changes an event, or all or part of its series. */
export function googleSeriesChanges({ account, requests, zone }: SeriesServices) {
  return { update, remove };

  async function update(id: string, draft: EventDraft, { scope, key }: { scope?: Scope | undefined; key: string }) {
    const found = await findOrDone(id, draft, { scope, key });
    if (found.event.id === key) return found.event;
    const { event, calendarId } = found;
    const { sendInvitations } = draft;
    if (found.isMoved)
      return requests.patch(
        calendarId,
        event.id,
        changedGoogleEvent({ ...draft, times: undefined }, event, zone),
        sendInvitations,
      );
    const series = await addressedSeries(found, scope);
    if (!series) return requests.patch(calendarId, id, changedGoogleEvent(draft, event, zone), sendInvitations);
    if (scope === 'following' && !isFirst(series)) return split(series, draft, key);
    return requests.patch(calendarId, series.master.id, changedSeries(series, draft, zone), sendInvitations);
  }

  async function remove(
    id: string,
    { scope, sendInvitations }: { scope?: Scope | undefined; sendInvitations: boolean },
  ): Promise<void> {
    const found = await requests.find(id);
    const series = await addressedSeries(found, scope);
    if (!series) return requests.remove(found.calendarId, id, sendInvitations);
    if (scope === 'following' && !isFirst(series)) return void (await end(series, sendInvitations));
    return requests.remove(found.calendarId, series.master.id, sendInvitations);
  }

  /**
   * Finds an event, or the result of an earlier attempt. A split-off series has the key as its id. If a series was
   * moved, its occurrences have new ids, so the occurrence is looked up at its new time.
   */
  async function findOrDone(
    id: string,
    { times }: EventDraft,
    { scope, key }: { scope?: Scope | undefined; key: string },
  ): Promise<LocatedGoogleEvent & { isMoved?: true }> {
    try {
      return await requests.find(id);
    } catch (error) {
      if (failureReasonOf(error) !== 'not_found') throw error;
      if (scope === 'following') return requests.find(key);
      const [, seriesId] = /^(.+)_\d{8}(?:T\d{6}Z)?$/.exec(id) ?? [];
      if (scope !== 'all' || !times || !seriesId) throw error;
      const found = await requests.find(seriesId);
      const series = await addressedSeries(found, scope);
      if (!series || !hasOccurrenceAt(series.lines, series.begin, beginOf(times, series.begin.zone))) throw error;
      return { ...found, isMoved: true };
    }
  }

  /** Returns the series if all or part of it is addressed, or undefined for a single event. Throws a 400. */
  async function addressedSeries(
    { event, calendarId }: LocatedGoogleEvent,
    scope: Scope | undefined,
  ): Promise<Series | undefined> {
    const named = namedBy(event);
    checkScope(scope, named);
    if (named === 'single' || (named === 'occurrence' && (scope ?? 'one') === 'one')) return undefined;
    const master = named === 'series' ? event : await requests.read(calendarId, event.recurringEventId!);
    if (!master?.start) throw providerFailure(account, 'not_found');
    const own = ianaZone(master.start.timeZone ?? '') ?? zone;
    const begin = placeOf(master.start, own);
    const at = named === 'series' ? begin : placeOf(event.originalStartTime ?? event.start, own);
    if (!begin || !at) throw providerFailure(account, 'not_found');
    return { master, calendarId, begin, at, lines: master.recurrence ?? [] };
  }

  /**
   * Creates the new series first, so that no event is lost if a later step fails, and a retry ends the old one. If
   * Google refuses to end the old series, the new one is deleted.
   */
  async function split(series: Series, draft: EventDraft, key: string): Promise<GoogleEvent> {
    const { master, calendarId } = series;
    if (!isOwn(master, account, calendarId)) throw onlyOrganizer();
    const { begin, at, lines } = series;
    const gone = (await requests.deletedAfter(calendarId, master, instantOf(at.zone, at.day, at.time))).flatMap(
      ({ originalStartTime }) => placeOf(originalStartTime, begin.zone) ?? [],
    );
    const withoutGone = { ...series, lines: [...lines, ...exclusionLine(gone)] };
    const body = { id: key, ...splitOff(withoutGone, draft) };
    const withFiles = master.attachments === undefined ? {} : { supportsAttachments: true };
    const made = await requests.insert(calendarId, body, draft.sendInvitations, withFiles);
    try {
      await end(series, draft.sendInvitations);
    } catch (error) {
      if (isLasting(error)) await requests.remove(calendarId, key, draft.sendInvitations);
      throw error;
    }
    return made;
  }

  async function end({ master, calendarId, lines, begin, at }: Series, sendInvitations: boolean): Promise<void> {
    if (!isOwn(master, account, calendarId)) throw onlyOrganizer();
    await requests.patch(calendarId, master.id, { recurrence: linesBefore(lines, begin, at) }, sendInvitations);
  }
}

function namedBy({ recurringEventId, recurrence }: GoogleEvent): EventKind {
  if (recurringEventId) return 'occurrence';
  return (recurrence ?? []).length > 0 ? 'series' : 'single';
}

function isOwn({ organizer }: GoogleEvent, { email }: Account, calendarId: string): boolean {
  return !organizer?.email || !!organizer.self || [email, calendarId].includes(organizer.email.toLowerCase());
}

function placeOf(time: GoogleEvent['start'], zone: string): LocalStart | undefined {
  if (time?.date) return onDay(time.date, zone);
  const instant = Date.parse(time?.dateTime ?? '');
  return Number.isNaN(instant) ? undefined : onClock(new Date(instant).toISOString(), zone);
}

/** Changes a whole series. The new times are those of the addressed occurrence; the others move with it. */
function changedSeries({ master, begin, at, lines }: Series, draft: EventDraft, userZone: string) {
  if (!draft.times) return changedGoogleEvent(draft, master, userZone);
  const to = beginOf(draft.times, begin.zone);
  const times = timesAt(movedStart(begin, at, to), draft.times);
  const recurrence = movedLines(lines, { from: at, to });
  const isSame = recurrence.join('\n') === lines.join('\n');
  return { ...changedGoogleEvent({ ...draft, times }, master, userZone), ...(!isSame && { recurrence }) };
}

/** Fields of a series, besides times and rule, that are copied to a new series. */
const KEPT = [
  ...['summary', 'description', 'location', 'conferenceData', 'transparency', 'visibility', 'colorId', 'reminders'],
  ...['guestsCanInviteOthers', 'guestsCanModify', 'guestsCanSeeOtherGuests', 'anyoneCanAddSelf', 'attachments'],
  ...['extendedProperties', 'source'],
];

/** Builds the series that starts with an occurrence of another one. */
function splitOff({ master, begin, at, lines }: Series, draft: EventDraft) {
  if (master.attendeesOmitted) throw badRequest({ scope: `attendees: ${INCOMPLETE_ATTENDEES}` });
  const rest = linesFrom(lines, begin, at);
  const wanted = draft.times ?? timesAt(at, timesOf(master));
  const to = beginOf(wanted, begin.zone);
  const times = timesAt(to, wanted);
  const attendees = (draft.attendees && googleAttendeesAfter(master, draft.attendees)) ?? master.attendees ?? undefined;
  const written = newGoogleEvent({ ...draft, times, attendees: undefined });
  return {
    ...given(Object.fromEntries(KEPT.map((name) => [name, master[name]]))),
    ...given(written),
    ...(attendees && { attendees }),
    recurrence: draft.times ? movedLines(rest, { from: at, to, isNew: true }) : rest,
  };
}

const timesOf = ({ start, end }: GoogleEvent): EventTimes =>
  start?.date
    ? { allDay: true, start: start.date, end: end?.date ?? start.date }
    : { allDay: false, start: start?.dateTime ?? '', end: end?.dateTime ?? start?.dateTime ?? '', zone: undefined };

const given = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
