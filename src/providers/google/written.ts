import { badRequest } from '../../shared/error.ts';
import { type Answer, type EventDraft, type EventTimes, eachGuest, type Guest } from '../content/calendar.ts';
import { notInvited } from '../requests/failures.ts';
import { type GoogleEvent, type GooglePerson, isSeen } from './event.ts';

/** A new event as Google writes it. */
export function newEvent({ times, attendees, ...draft }: EventDraft) {
  const at = (value: string, when: EventTimes) =>
    when.allDay ? { date: value } : { dateTime: value, timeZone: when.zone };
  return {
    ...texts(draft),
    ...(times && { start: at(times.start, times), end: at(times.end, times) }),
    attendees: attendees?.map(entryFor),
  };
}

/**
 * A change as Google writes it. Null takes away what the other kind of time had. A series keeps to the clocks of a zone:
 * where the draft names none, to those it had, else to the user's.
 */
export function changedEvent({ times, attendees, ...draft }: EventDraft, before: GoogleEvent, userZone: string) {
  const isSeries = before.recurringEventId != null || (before.recurrence ?? []).length > 0;
  const zone = before.start?.timeZone ?? (isSeries ? userZone : undefined);
  const at = (value: string, when: EventTimes) =>
    when.allDay ? { date: value, dateTime: null } : { dateTime: value, timeZone: when.zone ?? zone, date: null };
  return {
    ...texts(draft),
    ...(times && { start: at(times.start, times), end: at(times.end, times) }),
    attendees: attendees && attendeesAfter(before, attendees),
  };
}

const texts = ({ summary, description, location }: Omit<EventDraft, 'times' | 'attendees'>) => ({
  summary,
  description,
  location,
});

const entryFor = ({ email, name }: Guest) => ({ email, displayName: name });

/**
 * The attendees of an event after a change of its guests; undefined where nothing differs. Who stays keeps the answer; rooms
 * and others that a caller is not shown stay, and so does whoever organizes or owns this calendar.
 */
export function attendeesAfter({ attendees, organizer, attendeesOmitted }: GoogleEvent, guests: Guest[]) {
  // Google leaves out attendees of very large events: a list without them would uninvite them.
  if (attendeesOmitted) throw badRequest({ attendees: NOT_ALL });
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

export const NOT_ALL = 'Google does not show all of this event, so they cannot be set';

const renamed = (one: GooglePerson, guest: Guest | undefined): GooglePerson =>
  guest?.name === undefined || guest.name === one.displayName ? one : { ...one, displayName: guest.name };

/** The attendees of an event with the account's own answer; a 400 where it is not invited. */
export function answeredBy(
  account: string,
  { attendees, attendeesOmitted }: GoogleEvent,
  { response, comment }: Answer,
) {
  const before = attendees ?? [];
  const own = before.find(({ self, email }) => self || email?.toLowerCase() === account);
  if (!own || own.organizer) throw notInvited();
  const answer = { ...own, responseStatus: response, ...(comment !== undefined && { comment }) };
  // With this mark Google takes the one attendee alone, and leaves those that it did not show.
  if (attendeesOmitted) return { attendees: [answer], attendeesOmitted };
  return { attendees: before.map((one) => (one === own ? answer : one)) };
}
