import * as z from 'zod';
import type { Account } from '../accounts/accounts.ts';
import { withPlainText } from '../descriptions.ts';
import type { CalendarEvent, Person } from '../items.ts';
import { distinctPeople, isJoinable, webLink } from '../items.ts';

/** The fields of an event that are read in a list. */
export const EVENT_FIELDS =
  'id,status,eventType,summary,description,location,start,end,attendees,attendeesOmitted,organizer,htmlLink,iCalUID,recurringEventId,recurrence,conferenceData,hangoutLink';

const time = z.object({ date: z.string().nullish(), dateTime: z.string().nullish() });
const text = z.string().nullish();
const person = z.object({
  email: text,
  displayName: text,
  self: z.boolean().nullish(),
  resource: z.boolean().nullish(),
  responseStatus: text,
});

export const eventShape = z.object({
  id: z.string(),
  status: text,
  eventType: text,
  summary: text,
  description: text,
  location: text,
  start: time.nullish(),
  end: time.nullish(),
  attendees: z.array(person).nullish(),
  organizer: person.nullish(),
  htmlLink: text,
  iCalUID: text,
  recurringEventId: text,
  recurrence: z.array(z.string()).nullish(),
  hangoutLink: text,
  conferenceData: z
    .object({
      conferenceId: text,
      entryPoints: z
        .array(
          z.object({
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
type GoogleEvent = z.output<typeof eventShape>;

/** Google's descriptions may be HTML: see `withPlainText`. */
export const described = (account: Account, events: GoogleEvent[]) =>
  withPlainText(
    account,
    events,
    ({ description }) => description,
    (event, description) => ({ ...event, description }),
  );

/** Entries of a calendar that are nobody's appointment. */
const NO_MEETINGS = ['birthday', 'focusTime', 'workingLocation'];

/**
 * The event as kith has it; none for a canceled one, and in a list none for a declined one or one that is not an
 * appointment.
 */
export function mapGoogleEvent(event: GoogleEvent, account: string, seen: 'listed' | 'alone'): CalendarEvent[] {
  const [start, end] = [instant(event.start), instant(event.end)];
  const declined = event.attendees?.some(({ self, responseStatus }) => self && responseStatus === 'declined');
  const unwanted = declined || NO_MEETINGS.includes(event.eventType ?? '');
  if (event.status === 'cancelled' || !start || !end || (seen === 'listed' && unwanted)) return [];
  return [
    {
      providerId: event.id,
      type: 'CALENDAR',
      subjectOrTitle: event.summary ?? '',
      dateTime: start,
      endDateTime: end,
      isAllDay: event.start?.date != null,
      participants: people(event),
      providerLink: webLink(event.htmlLink),
      email: account,
      provider: 'GOOGLE',
      iCalUID: event.iCalUID ?? null,
      summaryOfEvent: event.summary ?? null,
      descriptionOfEvent: event.description || null,
      location: event.location ?? null,
      conferenceData: conference(event),
      isRecurring: event.recurringEventId != null || (event.recurrence ?? []).length > 0,
    },
  ];
}

/** An all-day event leaves as midnight UTC of its date, never shifted. */
function instant(value: z.output<typeof time> | null | undefined): string | undefined {
  const at = value?.date ? `${value.date}T00:00:00Z` : value?.dateTime;
  const date = new Date(at ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function people({ attendees, organizer }: GoogleEvent): Person[] {
  const all = [...(organizer ? [organizer] : []), ...(attendees ?? []).filter(({ resource }) => !resource)];
  return distinctPeople(
    all.flatMap(({ email, displayName }) =>
      // A shared calendar organizes under an address that no person reads.
      email && !email.endsWith('@group.calendar.google.com')
        ? [{ email: email.toLowerCase(), name: displayName || null }]
        : [],
    ),
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
