import * as z from 'zod';
import { append } from '../../shared/lists.ts';
import type { CalendarInfo } from '../content/calendar.ts';
import { isAutomatic, type MailInteraction, type Meeting, onlyReplied } from '../content/interactions.ts';
import { distinctPeople, withResponses } from '../content/items.ts';
import type { Range } from '../content/ranges.ts';
import { checkedLink, loopGuard, readRows, readShape } from '../requests/answers.ts';
import type { AccountCall } from '../requests/call.ts';
import { chosenCalendars, readEach } from '../requests/each-calendar.ts';
import { eventShape, GRAPH_RESPONSES, type GraphEvent, graphInstant } from './event.ts';
import type { GraphEventRequests } from './event-requests.ts';
import { deletedAndJunkFolders, GRAPH_HEADERS, type GraphServices, pageShape, personFrom, recipient } from './mail.ts';

const traceShape = z.object({
  id: z.string(),
  '@odata.type': z.string().optional(),
  conversationId: z.string().nullish(),
  receivedDateTime: z.string().refine((value) => !Number.isNaN(Date.parse(value))),
  from: recipient.nullish(),
  toRecipients: z.array(recipient).nullish(),
  ccRecipients: z.array(recipient).nullish(),
  bccRecipients: z.array(recipient).nullish(),
  parentFolderId: z.string().nullish(),
  isDraft: z.boolean().nullish(),
  internetMessageHeaders: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
});
type Row = z.output<typeof traceShape>;

const FIELDS =
  'id,conversationId,receivedDateTime,from,toRecipients,ccRecipients,bccRecipients,parentFolderId,isDraft,internetMessageHeaders';
const ID_FIELDS = 'id,conversationId,receivedDateTime';
/** Rows with all headers are long, so fewer fit a page than rows with ids. */
const ROWS_PER_PAGE = 100;
const IDS_PER_PAGE = 1000;

interface Services extends GraphServices {
  /** Runs work in its own call. */
  inCall<T>(work: (call: AccountCall) => Promise<T>): Promise<T>;
}

/** Messages sent in a range, and received ones in conversations in which the owner had written. */
export async function graphInteractions(
  services: Services,
  range: Range,
  wroteSince: string,
): Promise<MailInteraction[]> {
  const sentItems = { folder: '/mailFolders/sentitems/messages', $select: ID_FIELDS, $top: IDS_PER_PAGE };
  const sent = await listed(services, sentItems, { start: wroteSince, end: range.end });
  const sentIds = new Set(sent.map(({ id }) => id));
  const wroteBefore = new Set(
    sent.flatMap(({ receivedDateTime, conversationId }) =>
      conversationId && new Date(receivedDateTime).toISOString() < range.start ? [conversationId] : [],
    ),
  );
  if (sent.length === 0) return [];
  const thrownAway = await services.inCall((call) => deletedAndJunkFolders(call, services));
  const all = await listed(services, { folder: '/messages', $select: FIELDS, $top: ROWS_PER_PAGE }, range);
  const read = all
    .filter(({ isDraft, parentFolderId }) => !isDraft && !thrownAway.includes(parentFolderId ?? ''))
    .map((row) => ({ conversation: row.conversationId || row.id, trace: traceOf(row, sentIds.has(row.id)) }));
  return onlyReplied(read, wroteBefore);
}

interface List {
  folder: string;
  $select: string;
  $top: number;
}

/** Lists a folder's messages in a range. Each page is read in its own call. */
async function listed({ base, inCall }: Services, { folder, ...page }: List, { start, end }: Range): Promise<Row[]> {
  const $filter = `receivedDateTime ge ${start} and receivedDateTime lt ${end}`;
  const first = { url: `${base}${folder}`, query: { ...page, $filter, $orderby: 'receivedDateTime desc' } };
  const rows: Row[] = [];
  let request: { url: string; query?: typeof first.query } | undefined = first;
  let again: ReturnType<typeof loopGuard> | undefined;
  while (request !== undefined) {
    const asked = request;
    request = await inCall(async (call) => {
      const answer = readShape(call.account, pageShape, await call.send({ ...asked, headers: GRAPH_HEADERS }));
      append(rows, readRows(traceShape, answer.value));
      const next = answer['@odata.nextLink'];
      if (next === undefined) return undefined;
      again ??= loopGuard(call.account);
      const url = checkedLink(call.account, base, next);
      again.refuse(url);
      return { url };
    });
  }
  return rows;
}

const traceOf = (row: Row, isSent: boolean): MailInteraction => ({
  time: new Date(row.receivedDateTime).toISOString(),
  isSent,
  from: personFrom(row.from)[0] ?? null,
  to: [row.toRecipients, row.ccRecipients, row.bccRecipients].flatMap((some) => some ?? []).flatMap(personFrom),
  // Outlook generates invitations and responses. Meetings are read from the calendar instead.
  isAutomatic: /eventMessage/i.test(row['@odata.type'] ?? '') || isAutomatic(row.internetMessageHeaders ?? []),
});

const MEETING_FIELDS = 'id,start,end,isAllDay,isCancelled,attendees,organizer,isOrganizer,responseStatus';

/** The meetings in the calendars that count. */
export async function graphMeetings(
  { inCall }: Pick<Services, 'inCall'>,
  requestsOf: (call: AccountCall) => Pick<GraphEventRequests, 'calendars' | 'viewOf'>,
  range: Range,
) {
  return inCall(async (call) => {
    const requests = requestsOf(call);
    const counted = chosenCalendars(call.account, await requests.calendars());
    const { results, warnings } = await readEach(call.account, counted, async ({ id, kind }: CalendarInfo) => {
      const { rows } = await requests.viewOf(id, range, MEETING_FIELDS);
      return readRows(eventShape, rows).flatMap((event) => meetingOf(event, kind === 'primary'));
    });
    return { meetings: results.flat(), warnings };
  });
}

/** `isOrganizer` and `responseStatus` refer to the calendar's owner. */
function meetingOf(event: GraphEvent, isOwnCalendar: boolean): Meeting[] {
  const [start, end] = [graphInstant(event, 'start'), graphInstant(event, 'end')];
  if (event.isCancelled || !start || !end) return [];
  const guests = (event.attendees ?? []).filter(({ type }) => type !== 'resource');
  const organizer = personFrom(event.organizer);
  const answers = guests.map(({ emailAddress, status }) => ({
    email: emailAddress?.address,
    response: GRAPH_RESPONSES[status?.response as keyof typeof GRAPH_RESPONSES],
  }));
  const own = GRAPH_RESPONSES[event.responseStatus?.response as keyof typeof GRAPH_RESPONSES];
  const self = event.isOrganizer ? ('organizes' as const) : own;
  return [
    {
      ...{ start, end, isAllDay: event.isAllDay ?? false },
      organizer: organizer[0]?.email ?? null,
      people: withResponses(
        distinctPeople([...organizer, ...guests.flatMap(({ emailAddress }) => personFrom({ emailAddress }))]),
        answers,
      ),
      ...(isOwnCalendar && self && { self }),
    },
  ];
}
