import * as z from 'zod';
import type { Account } from '../content/account.ts';
import {
  type Attendee,
  type CalendarEvent,
  distinctPeople,
  isJoinable,
  webLink,
  withResponses,
} from '../content/items.ts';
import { withPlainText } from '../ics/descriptions.ts';

/** Fields requested in event lists. */
export const EVENT_FIELDS =
  'id,status,eventType,summary,description,location,start,end,attendees,attendeesOmitted,transparency,organizer,htmlLink,iCalUID,recurringEventId,recurrence,conferenceData,hangoutLink';

const text = z.string().nullish();
const flag = z.boolean().nullish();
const time = z.object({ date: text, dateTime: text, timeZone: text });
/** Keeps unknown fields, because a changed attendee list must return each attendee unchanged. */
const person = z.looseObject({
  email: text,
  displayName: text,
  self: flag,
  organizer: flag,
  optional: flag,
  resource: flag,
  responseStatus: text,
});
export type GooglePerson = z.output<typeof person>;

/** Keeps unknown fields, because a new series copies all of them from the old one. */
export const eventShape = z.looseObject({
  id: z.string(),
  status: text,
  eventType: text,
  summary: text,
  description: text,
  location: text,
  start: time.nullish(),
  end: time.nullish(),
  originalStartTime: time.nullish(),
  transparency: text,
  attendees: z.array(person).nullish(),
  attendeesOmitted: flag,
  organizer: person.nullish(),
  htmlLink: text,
  iCalUID: text,
  recurringEventId: text,
  recurrence: z.array(z.string()).nullish(),
  hangoutLink: text,
  conferenceData: z
    .looseObject({
      conferenceId: text,
      entryPoints: z
        .array(
          z.looseObject({
            uri: text,
            label: text,
            accessCode: text,
            pin: text,
            passcode: text,
            password: text,
            meetingCode: text,
          }),
        )
        .nullish(),
    })
    .nullish(),
});
export type GoogleEvent = z.output<typeof eventShape>;

/** Google's descriptions may be HTML: see `withPlainText`. */
export const describedGoogleEvents = (account: Account, events: GoogleEvent[]) =>
  withPlainText(
    account,
    events,
    ({ description }) => description,
    (event, description) => ({ ...event, description }),
  );

/** Types of calendar entries that are not appointments. */
const NO_MEETINGS = ['birthday', 'focusTime', 'workingLocation'];

export const isAppointment = ({ eventType }: Pick<GoogleEvent, 'eventType'>): boolean =>
  !NO_MEETINGS.includes(eventType ?? '');

/**
 * Converts an event. Returns none for a canceled event and, in a list, for one that was declined or is not an
 * appointment.
 */
export function mapGoogleEvent(event: GoogleEvent, account: string, seen: 'listed' | 'alone'): CalendarEvent[] {
  const [start, end] = [googleInstant(event.start), googleInstant(event.end)];
  const declined = event.attendees?.some(({ self, responseStatus }) => self && responseStatus === 'declined');
  const unwanted = declined || !isAppointment(event);
  if (event.status === 'cancelled' || !start || !end || (seen === 'listed' && unwanted)) return [];
  return [
    {
      providerId: event.id,
      type: 'CALENDAR',
      subjectOrTitle: event.summary ?? '',
      dateTime: start,
      endDateTime: end,
      isAllDay: event.start?.date != null,
      participants: googleAttendees(event),
      providerLink: webLink(event.htmlLink),
      email: account,
      provider: 'GOOGLE',
      iCalUID: event.iCalUID ?? null,
      summaryOfEvent: event.summary ?? null,
      descriptionOfEvent: event.description || null,
      location: event.location ?? null,
      conferenceData: conference(event),
      showAs: event.transparency === 'transparent' ? 'free' : 'busy',
      ...ruleIn(event.recurrence ?? []),
      isRecurring: event.recurringEventId != null || (event.recurrence ?? []).length > 0,
    },
  ];
}

/** An all-day event becomes midnight UTC of its date, whatever the zone. */
export function googleInstant(value: z.output<typeof time> | null | undefined): string | undefined {
  const at = value?.date ? `${value.date}T00:00:00Z` : value?.dateTime;
  const date = new Date(at ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Whether this is a person. Shared calendars organize events under an address that nobody reads. */
export const isSeen = ({ email }: Pick<GooglePerson, 'email'>): boolean =>
  !!email && !email.endsWith('@group.calendar.google.com');

const RESPONSES = { accepted: 'accepted', declined: 'declined', tentative: 'tentative' } as const;

function ruleIn(recurrence: string[]): { recurrenceRule?: string } {
  const rule = recurrence.find((line) => line.startsWith('RRULE:'));
  return rule ? { recurrenceRule: rule.slice('RRULE:'.length) } : {};
}

export function googleAttendees({ attendees, organizer }: GoogleEvent): Attendee[] {
  const guests = (attendees ?? []).filter(({ resource }) => !resource);
  const all = [...(organizer ? [organizer] : []), ...guests];
  const named = distinctPeople(
    all.flatMap(({ email, displayName }) =>
      email && isSeen({ email }) ? [{ email: email.toLowerCase(), name: displayName || null }] : [],
    ),
  );
  return withResponses(
    named,
    guests.map(({ email, responseStatus, optional }) => ({
      email,
      response: RESPONSES[responseStatus as keyof typeof RESPONSES],
      optional,
    })),
  );
}

function conference({ conferenceData, hangoutLink }: GoogleEvent): CalendarEvent['conferenceData'] {
  const entryPoints = (conferenceData?.entryPoints ?? []).flatMap((entry) => {
    const accessCode = entry.accessCode ?? entry.pin ?? entry.passcode ?? entry.password ?? entry.meetingCode ?? null;
    return entry.uri && isJoinable(entry.uri) ? [{ uri: entry.uri, label: entry.label ?? null, accessCode }] : [];
  });
  if (entryPoints.length > 0) return { conferenceId: conferenceData?.conferenceId ?? null, entryPoints };
  const uri = webLink(hangoutLink);
  return uri ? { conferenceId: null, entryPoints: [{ uri, label: null, accessCode: null }] } : null;
}
