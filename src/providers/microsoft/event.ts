import * as z from 'zod';
import type { Account } from '../content/account.ts';
import { type CalendarEvent, distinctPeople, webLink, withResponses } from '../content/items.ts';
import { withPlainText } from '../ics/descriptions.ts';
import { personFrom } from './mail.ts';
import { ownText } from './meeting-text.ts';
import { recurrenceShape, ruleFrom } from './recurrence.ts';

const COMMON =
  'id,subject,bodyPreview,start,end,isAllDay,isCancelled,type,seriesMasterId,iCalUId,attendees,organizer,isOrganizer,responseStatus,showAs,location,webLink,isOnlineMeeting,onlineMeeting,onlineMeetingUrl';
/** Fields requested in event lists and for single events. */
export const LIST_FIELDS = COMMON;
export const EVENT_FIELDS = `${COMMON},body,originalStart,originalStartTimeZone,recurrence`;
/** Fields of a series, besides times, texts, people and rule, that are copied to a new series. */
export const COPIED_FIELDS = [
  ...['showAs', 'sensitivity', 'importance', 'categories', 'isReminderOn', 'reminderMinutesBeforeStart'],
  ...['responseRequested', 'allowNewTimeProposals', 'hideAttendees'],
] as const;
export const SERIES_FIELDS = [...new Set([...EVENT_FIELDS.split(','), ...COPIED_FIELDS, 'cancelledOccurrences'])].join(
  ',',
);

const text = z.string().nullish();
const time = z.object({ dateTime: z.string(), timeZone: text });
const address = z.object({ address: text, name: text }).nullish();

/** Keeps unknown fields, because a new series copies all of them from the old one. */
export const eventShape = z.looseObject({
  id: z.string(),
  subject: text,
  bodyPreview: text,
  body: z.object({ content: text }).nullish(),
  start: time,
  end: time,
  isAllDay: z.boolean().nullish(),
  isCancelled: z.boolean().nullish(),
  type: text,
  seriesMasterId: text,
  iCalUId: text,
  /** Keeps unknown fields, because a changed attendee list must return each attendee unchanged. */
  attendees: z
    .array(
      z.looseObject({
        type: text,
        emailAddress: address,
        status: z.looseObject({ response: text }).nullish(),
      }),
    )
    .nullish(),
  showAs: text,
  recurrence: recurrenceShape.nullish().catch(null),
  originalStart: text,
  /** Each id ends with the original day. */
  cancelledOccurrences: z.array(z.string()).nullish(),
  originalStartTimeZone: text,
  transactionId: text,
  organizer: z.object({ emailAddress: address }).nullish(),
  isOrganizer: z.boolean().nullish(),
  responseStatus: z.object({ response: text }).nullish(),
  location: z.looseObject({ displayName: text }).nullish(),
  webLink: text,
  isOnlineMeeting: z.boolean().nullish(),
  onlineMeetingUrl: text,
  onlineMeeting: z
    .object({
      joinUrl: text,
      conferenceId: text,
      tollNumber: text,
      phones: z.array(z.object({ number: text })).nullish(),
    })
    .nullish(),
});
export type GraphEvent = z.output<typeof eventShape>;

/** Graph returns bodies as HTML by default: see `withPlainText`. */
export const describedGraphEvents = (account: Account, events: GraphEvent[]) =>
  withPlainText(
    account,
    events,
    ({ body }) => body?.content,
    (event, content) => ({ ...event, body: { ...event.body, content } }),
  );

/** Converts an event. Returns none for a canceled event and, in a list, for a declined one. */
export function mapGraphEvent(event: GraphEvent, account: string, seen: 'listed' | 'alone'): CalendarEvent[] {
  const [start, end] = [graphInstant(event, 'start'), graphInstant(event, 'end')];
  const declined = seen === 'listed' && event.responseStatus?.response === 'declined';
  if (event.isCancelled || declined || !start || !end) return [];
  const text = event.body?.content || event.bodyPreview || '';
  const joinUrl = joinUrlOf(event);
  const description = joinUrl === undefined ? text : ownText(text, joinUrl);
  const attendees = (event.attendees ?? []).filter(({ type }) => type !== 'resource');
  return [
    {
      providerId: event.id,
      type: 'CALENDAR',
      subjectOrTitle: event.subject ?? '',
      dateTime: start,
      endDateTime: end,
      isAllDay: event.isAllDay ?? false,
      participants: withResponses(
        distinctPeople([...personFrom(event.organizer), ...attendees.flatMap(personFrom)]),
        attendees.map(({ emailAddress, status, type }) => ({
          email: emailAddress?.address,
          response: GRAPH_RESPONSES[status?.response as keyof typeof GRAPH_RESPONSES],
          optional: type === 'optional',
        })),
      ),
      ...(event.showAs && SHOWN_AS[event.showAs] && { showAs: SHOWN_AS[event.showAs] }),
      ...(event.recurrence && { recurrenceRule: ruleFrom(event.recurrence) }),
      providerLink: webLink(event.webLink),
      email: account,
      provider: 'OFFICE365',
      iCalUID: event.iCalUId ?? null,
      summaryOfEvent: event.subject ?? null,
      descriptionOfEvent: description || null,
      location: event.location?.displayName || null,
      conferenceData: conference(event),
      isRecurring: event.seriesMasterId != null || !['singleInstance', undefined].includes(event.type ?? undefined),
    },
  ];
}

export const GRAPH_RESPONSES = {
  accepted: 'accepted',
  declined: 'declined',
  tentativelyAccepted: 'tentative',
} as const;
const SHOWN_AS: Record<string, CalendarEvent['showAs']> = {
  ...{ free: 'free', tentative: 'tentative', busy: 'busy', oof: 'away', workingElsewhere: 'elsewhere' },
};

export const joinUrlOf = ({ isOnlineMeeting, onlineMeeting, onlineMeetingUrl }: GraphEvent): string | undefined =>
  onlineMeeting?.joinUrl ?? onlineMeetingUrl ?? (isOnlineMeeting ? '' : undefined);

/**
 * Graph returns times in UTC, as requested, with seven decimals and no offset. For an all-day event, only the date is
 * used.
 */
export function graphInstant(event: GraphEvent, side: 'start' | 'end'): string | undefined {
  const shown = event[side].dateTime;
  const at = event.isAllDay
    ? `${shown.slice(0, 10)}T00:00:00Z`
    : shown.replace(/(\.\d{3})\d*/, '$1').replace(/Z?$/, 'Z');
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function conference({ onlineMeeting, onlineMeetingUrl }: GraphEvent): CalendarEvent['conferenceData'] {
  const joinUrl = webLink(onlineMeeting?.joinUrl ?? onlineMeetingUrl);
  const accessCode = onlineMeeting?.conferenceId ?? null;
  const numbers = [onlineMeeting?.tollNumber, ...(onlineMeeting?.phones ?? []).map(({ number }) => number)];
  const phones = [...new Set(numbers)].flatMap((number) =>
    number ? [{ uri: `tel:${number.replace(/[^\d+]/g, '')}`, label: number, accessCode }] : [],
  );
  const entryPoints = [...(joinUrl ? [{ uri: joinUrl, label: null, accessCode: null }] : []), ...phones];
  return entryPoints.length > 0 ? { conferenceId: accessCode, entryPoints } : null;
}
