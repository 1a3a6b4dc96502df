import { badRequest } from '../../shared/error.ts';
import {
  type EventDraft,
  type EventGuest,
  type EventTimes,
  eachGuest,
  type InvitationResponse,
} from '../content/calendar.ts';
import { notInvited } from '../requests/failures.ts';
import { type GoogleEvent, type GooglePerson, isSeen } from './event.ts';

/** A new event in Google's format. */
export function newGoogleEvent({ times, attendees, ...draft }: EventDraft) {
  const at = (value: string, when: EventTimes) =>
    when.allDay ? { date: value } : { dateTime: value, timeZone: when.zone };
  return {
    ...texts(draft),
    ...(times && { start: at(times.start, times), end: at(times.end, times) }),
    attendees: attendees?.map(entryFor),
  };
}

/**
 * A change in Google's format. Null clears the fields of the other kind of time. A series needs a time zone: the
 * draft's, its own, or the user's.
 */
export function changedGoogleEvent({ times, attendees, ...draft }: EventDraft, before: GoogleEvent, userZone: string) {
  const isSeries = before.recurringEventId != null || (before.recurrence ?? []).length > 0;
  const zone = before.start?.timeZone ?? (isSeries ? userZone : undefined);
  const at = (value: string, when: EventTimes) =>
    when.allDay ? { date: value, dateTime: null } : { dateTime: value, timeZone: when.zone ?? zone, date: null };
  return {
    ...texts(draft),
    ...(times && { start: at(times.start, times), end: at(times.end, times) }),
    attendees: attendees && googleAttendeesAfter(before, attendees),
  };
}

const texts = ({ summary, description, location }: Omit<EventDraft, 'times' | 'attendees'>) => ({
  summary,
  description,
  location,
});

const entryFor = ({ email, name }: EventGuest) => ({ email, displayName: name });

/**
 * An event's attendees after a change of guests, or undefined if nothing changes. Remaining guests keep their
 * responses. Rooms, hidden attendees, the organizer and the calendar's owner are kept.
 */
export function googleAttendeesAfter({ attendees, organizer, attendeesOmitted }: GoogleEvent, guests: EventGuest[]) {
  // Google omits attendees of very large events. Sending the partial list back would uninvite them.
  if (attendeesOmitted) throw badRequest({ attendees: INCOMPLETE_ATTENDEES });
  const wanted = eachGuest(guests);
  const before = attendees ?? [];
  const isKept = (one: GooglePerson) =>
    one.resource || one.self || one.organizer || !isSeen(one) || wanted.has(one.email!.toLowerCase());
  const stay = before.filter(isKept).map((one) => renamed(one, wanted.get(one.email?.toLowerCase() ?? '')));
  const there = new Set([...before, ...(organizer ? [organizer] : [])].map(({ email }) => email?.toLowerCase()));
  const come = [...wanted].filter(([email]) => !there.has(email)).map(([, guest]) => entryFor(guest));
  const same = come.length === 0 && stay.length === before.length && stay.every((one, at) => one === before[at]);
  return same ? undefined : [...stay, ...come];
}

export const INCOMPLETE_ATTENDEES = 'Google does not show all attendees of this event, so they cannot be changed';

const renamed = (one: GooglePerson, guest: EventGuest | undefined): GooglePerson =>
  guest?.name === undefined || guest.name === one.displayName ? one : { ...one, displayName: guest.name };

/** An event's attendees with the account's response. Throws a 400 if the account is not invited. */
export function withOwnResponse(
  account: string,
  { attendees, attendeesOmitted }: GoogleEvent,
  { response, comment }: InvitationResponse,
) {
  const before = attendees ?? [];
  const own = before.find(({ self, email }) => self || email?.toLowerCase() === account);
  if (!own || own.organizer) throw notInvited();
  const answer = { ...own, responseStatus: response, ...(comment !== undefined && { comment }) };
  // With this flag, Google updates only the listed attendee and keeps the omitted ones.
  if (attendeesOmitted) return { attendees: [answer], attendeesOmitted };
  return { attendees: before.map((one) => (one === own ? answer : one)) };
}
