import * as z from 'zod';
import { append, chunked } from '../../shared/lists.ts';
import type { CalendarInfo } from '../content/calendar.ts';
import {
  AUTOMATIC_HEADERS,
  isAutomatic,
  type MailInteraction,
  type Meeting,
  onlyReplied,
} from '../content/interactions.ts';
import { parseAddresses } from '../content/mail-headers.ts';
import type { Range } from '../content/ranges.ts';
import { loopGuard, readShape, segment } from '../requests/answers.ts';
import type { AccountCall } from '../requests/call.ts';
import { chosenCalendars, readEach } from '../requests/each-calendar.ts';
import { failureReasonOf } from '../requests/failures.ts';
import { eachPage } from './calendar.ts';
import { type GoogleEvent, googleAttendees, googleInstant, isAppointment } from './event.ts';
import { GET_UNITS, LEFT_OUT, LIST_UNITS, MAX_PER_PAGE } from './gmail.ts';

const listShape = z.object({
  messages: z.array(z.object({ id: z.string(), threadId: z.string() })).default([]),
  nextPageToken: z.string().optional(),
});
const headersShape = z.object({
  labelIds: z.array(z.string()).default([]),
  internalDate: z.coerce.number(),
  payload: z
    .object({ headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]) })
    .default({ headers: [] }),
});

/** Number of messages read within the deadline of one call. */
const BATCH_SIZE = 40;
const RECIPIENTS = ['To', 'Cc', 'Bcc'];

interface Services {
  base: string;
  /** Runs work in its own call. */
  inCall<T>(work: (call: AccountCall) => Promise<T>): Promise<T>;
}

/**
 * Messages sent in a range, and received ones in conversations in which the owner had written. Lists are cheap because
 * they return only ids. Only relevant messages are fetched, with just the headers for people, time and automatic mail.
 */
export async function gmailInteractions(
  { base, inCall }: Services,
  range: Range,
  wroteSince: string,
): Promise<MailInteraction[]> {
  const sent = await inCall((call) => listed(call, base, { start: wroteSince, end: range.end }, 'SENT'));
  const all = sent.length === 0 ? [] : await inCall((call) => listed(call, base, range));
  const [sentIds, inRange] = [sent, all].map((list) => new Set(list.map(({ id }) => id))) as [Set<string>, Set<string>];
  const conversations = new Set(sent.map(({ threadId }) => threadId));
  const wanted = all.filter(({ threadId }) => conversations.has(threadId));
  const read: { conversation: string; trace: MailInteraction }[] = [];
  for (const some of chunked(wanted, BATCH_SIZE)) {
    const traces = await inCall((call) => Promise.all(some.map(({ id }) => traceOf(call, base, id, sentIds.has(id)))));
    for (const [index, trace] of traces.entries())
      if (trace && trace.time >= range.start && trace.time < range.end)
        read.push({ conversation: some[index]!.threadId, trace });
  }
  return onlyReplied(read, new Set(sent.filter(({ id }) => !inRange.has(id)).map(({ threadId }) => threadId)));
}

/** Ids of the messages in a range, optionally with a label. The bounds are a second too wide. */
async function listed(call: AccountCall, base: string, { start, end }: Range, labelIds?: string) {
  const found: z.output<typeof listShape>['messages'] = [];
  const again = loopGuard(call.account);
  const q = `after:${Math.floor(Date.parse(start) / 1000) - 1} before:${Math.ceil(Date.parse(end) / 1000) + 1}`;
  for (let pageToken: string | undefined, first = true; first || pageToken !== undefined; first = false) {
    const query = { q, labelIds, maxResults: MAX_PER_PAGE, pageToken };
    const json = await call.send({ url: `${base}/messages`, units: LIST_UNITS, query });
    const page = readShape(call.account, listShape, json);
    append(found, page.messages);
    pageToken = page.nextPageToken;
    if (pageToken !== undefined) again.refuse(pageToken);
  }
  return found;
}

async function traceOf(
  call: AccountCall,
  base: string,
  id: string,
  isSent: boolean,
): Promise<MailInteraction | undefined> {
  try {
    const json = await call.send({
      url: `${base}/messages/${segment(call.account, id)}`,
      units: GET_UNITS,
      query: {
        format: 'metadata',
        metadataHeaders: ['From', ...RECIPIENTS, ...AUTOMATIC_HEADERS],
        // Without this, Gmail also sends the beginning of the text.
        fields: 'labelIds,internalDate,payload/headers',
      },
    });
    const { labelIds, internalDate, payload } = readShape(call.account, headersShape, json);
    if (labelIds.some((label) => LEFT_OUT.includes(label))) return undefined;
    const named = (name: string) =>
      payload.headers
        .filter((header) => header.name.toLowerCase() === name.toLowerCase())
        .flatMap(({ value }) => parseAddresses(value));
    return {
      time: new Date(internalDate).toISOString(),
      isSent,
      from: named('From')[0] ?? null,
      to: RECIPIENTS.flatMap(named),
      isAutomatic: isAutomatic(payload.headers),
    };
  } catch (error) {
    // Deleted after the list was read.
    if (failureReasonOf(error) === 'not_found') return undefined;
    throw error;
  }
}

const MEETING_FIELDS = 'id,status,eventType,start,end,attendees,attendeesOmitted,organizer';

/** The meetings in the calendars that count. */
export async function googleMeetings(
  { base, inCall }: Services,
  calendarsOf: (call: AccountCall) => Promise<CalendarInfo[]>,
  range: Range,
) {
  return inCall(async (call) => {
    const counted = chosenCalendars(call.account, await calendarsOf(call));
    const { results, warnings } = await readEach(call.account, counted, async ({ id, kind }) => {
      const meetings: Meeting[] = [];
      await eachPage(call, base, { calendarId: id, window: range, fields: MEETING_FIELDS }, async (rows) => {
        append(
          meetings,
          rows.flatMap((row) => meetingOf(row, kind === 'primary')),
        );
      });
      return meetings;
    });
    return { meetings: results.flat(), warnings };
  });
}

const RESPONSES = { accepted: 'accepted', declined: 'declined', tentative: 'tentative' } as const;

/** An attendee's `self` refers to the calendar's owner, so it is used only in the account's own calendar. */
function meetingOf(event: GoogleEvent, isOwnCalendar: boolean): Meeting[] {
  const [start, end] = [googleInstant(event.start), googleInstant(event.end)];
  // Attendees are omitted if they are hidden or too many to list, so it was a large meeting.
  if (event.status === 'cancelled' || event.attendeesOmitted || !isAppointment(event) || !start || !end) return [];
  const self = isOwnCalendar ? event.attendees?.find((one) => one.self) : undefined;
  const response = RESPONSES[self?.responseStatus as keyof typeof RESPONSES];
  const organizes = isOwnCalendar && event.organizer?.self === true;
  return [
    {
      ...{ start, end, isAllDay: event.start?.date != null },
      organizer: event.organizer?.email?.toLowerCase() ?? null,
      people: googleAttendees(event).filter(({ email }) => email !== self?.email?.toLowerCase()),
      ...(organizes ? { self: 'organizes' as const } : response && { self: response }),
    },
  ];
}
