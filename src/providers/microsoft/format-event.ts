import { badRequest } from '../../shared/error.ts';
import { ianaZone } from '../../shared/windows-zones.ts';
import { type EventDraft, type EventGuest, type EventTimes, eachGuest, localTime } from '../content/calendar.ts';
import type { GraphEvent } from './event.ts';
import { withOwnText } from './meeting-text.ts';

/** A new event in Graph's format. */
export const newGraphEvent = ({ description, attendees, ...draft }: EventDraft, userZone: string) => ({
  ...common(draft, userZone),
  ...(description !== undefined && { body: plainBody(description) }),
  attendees: attendees?.map(entryFor),
});

/** A change in Graph's format. The event keeps its time zone unless the draft names another. */
export function changedGraphEvent(
  { description, attendees, ...draft }: EventDraft,
  before: GraphEvent,
  userZone: string,
) {
  return {
    ...common(draft, zoneOf(before, userZone)),
    ...(description !== undefined && { body: bodyAfter(before, description) }),
    attendees: attendees && graphAttendeesAfter(before, attendees),
  };
}

/** An event's time zone. */
export const zoneOf = ({ originalStartTimeZone }: GraphEvent, userZone: string): string =>
  ianaZone(originalStartTimeZone ?? '') ?? userZone;

type Common = Omit<EventDraft, 'description' | 'attendees'>;

const common = ({ summary, location, times }: Common, zone: string) => ({
  subject: summary,
  ...(location !== undefined && { location: { displayName: location ?? '' } }),
  ...(times && { start: at(times.start, times, zone), end: at(times.end, times, zone), isAllDay: times.allDay }),
});

/** Days have no zone. A series uses the zone in which its start is written. */
function at(value: string, times: EventTimes, fallback: string) {
  if (times.allDay) return { dateTime: `${value}T00:00:00`, timeZone: 'UTC' };
  const timeZone = times.zone ?? fallback;
  return { dateTime: localTime(timeZone, value), timeZone };
}

export const plainBody = (text: string | null) => ({ contentType: 'text', content: text ?? '' });

/**
 * Replaces the description but keeps the join information of an online meeting, which Outlook stores in the same text.
 */
function bodyAfter({ body, onlineMeeting }: GraphEvent, text: string | null) {
  const kept = withOwnText(body?.content ?? '', text ?? '', onlineMeeting?.joinUrl ?? undefined);
  return kept === undefined ? plainBody(text) : { contentType: 'html', content: kept };
}

const entryFor = ({ email, name }: EventGuest) => ({ emailAddress: { address: email, name }, type: 'required' });

/**
 * An event's attendees after a change of guests, or undefined if nothing changes. Remaining guests keep their
 * responses. Hidden rooms are kept.
 */
export function graphAttendeesAfter({ attendees, organizer }: GraphEvent, guests: EventGuest[]) {
  const wanted = eachGuest(guests);
  const before = attendees ?? [];
  const addressOf = (one: { emailAddress?: GraphAddress }) => one.emailAddress?.address?.toLowerCase() ?? '';
  const host = organizer ? addressOf(organizer) : '';
  const stay = before.filter((one) => one.type === 'resource' || addressOf(one) === host || wanted.has(addressOf(one)));
  const there = new Set([host, ...before.map(addressOf)]);
  const come = [...wanted].filter(([email]) => !there.has(email)).map(([, guest]) => entryFor(guest));
  return come.length === 0 && stay.length === before.length ? undefined : [...stay, ...come];
}

type GraphAddress = NonNullable<GraphEvent['organizer']>['emailAddress'];

const WAY_OUT = 'Set send_invitations to true, or omit the attendees.';

/** Throws if attendees would be invited silently, because Graph invites every attendee. */
export function refuseSilentAttendees(attendees: unknown[], sendInvitations: boolean): void {
  if (attendees.length === 0 || sendInvitations) return;
  throw badRequest({ attendees: 'an Office 365 calendar invites every attendee by email' }, WAY_OUT);
}

/**
 * Throws if a meeting would be changed silently, because Graph notifies the attendees of every change by the organizer.
 */
export function requireNotification({ isOrganizer, attendees }: GraphEvent, sendInvitations: boolean): void {
  if (sendInvitations || !isOrganizer || (attendees ?? []).length === 0) return;
  throw badRequest(
    { send_invitations: 'an Office 365 calendar notifies the attendees of this meeting by email' },
    'Set send_invitations to true if they may be notified.',
  );
}
