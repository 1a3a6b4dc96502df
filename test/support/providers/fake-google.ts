import { type FakeAccount, type FakeCalendar, type FakeEvent, type FakeMessage, isAllDay } from './data.ts';
import type { Reply } from './fake-providers.ts';
import type { SeenRequest } from './faults.ts';
import { eventIn, expanded } from './series.ts';

// Gmail and Google Calendar, as far as kith uses them, with the rules that a careless client would break.

const bad = (message: string): Reply => ({
  status: 400,
  json: { error: { code: 400, message, status: 'INVALID_ARGUMENT' } },
});
const missing: Reply = { status: 404, json: { error: { code: 404, message: 'Not Found' } } };

export function answerGoogle(account: FakeAccount, seen: SeenRequest, pageLimit: number | undefined): Reply {
  const { path } = seen;
  if (path === '/gmail/v1/users/me/profile') return { json: { emailAddress: account.email, messagesTotal: 1 } };
  if (path === '/gmail/v1/users/me/messages') return listMessages(account, seen.query, pageLimit);
  const message = /^\/gmail\/v1\/users\/me\/messages\/([^/]+)$/.exec(path)?.[1];
  if (message) return oneMessage(account, decodeURIComponent(message), seen.query);
  if (path === '/calendar/v3/users/me/calendarList') return { json: { items: account.calendars.map(listEntry) } };
  const [, calendarId, eventId] = /^\/calendar\/v3\/calendars\/([^/]+)\/events(?:\/([^/]+))?$/.exec(path) ?? [];
  const named = calendarId && decodeURIComponent(calendarId);
  const calendar = account.calendars.find(({ id, primary }) => id === named || (primary && named === 'primary'));
  if (!calendar) return missing;
  if (calendar.refused) return { status: calendar.refused, json: { error: { code: calendar.refused } } };
  if (eventId === undefined && seen.method === 'GET') return listEvents(account, calendar, seen.query, pageLimit);
  if (eventId === undefined) return insertEvent(account, calendar, seen);
  return oneEvent(account, calendar, decodeURIComponent(eventId), seen);
}

function listMessages(account: FakeAccount, query: URLSearchParams, pageLimit = 500): Reply {
  const max = Number(query.get('maxResults') ?? 100);
  if (max < 1 || max > 500) return bad('maxResults');
  const text = query.get('q') ?? '';
  const found = account.messages
    .filter(({ folder }) => folder !== 'junk' && folder !== 'deleted')
    .filter(({ folder }) => !query.has('labelIds') || folder.toUpperCase() === query.get('labelIds'))
    .filter((message) => fitsQuery(message, text))
    .sort((a, b) => b.time - a.time || (a.id > b.id ? -1 : 1));
  const offset = Number(query.get('pageToken') ?? 0);
  const size = Math.min(max, pageLimit);
  const page = found.slice(offset, offset + size);
  const more = found.length > offset + size;
  return {
    json: {
      ...(page.length > 0 && { messages: page.map(({ id, thread = `t${id}` }) => ({ id, threadId: thread })) }),
      ...(more && { nextPageToken: String(offset + size) }),
      resultSizeEstimate: found.length,
    },
    units: 5,
  };
}

/** Quoted words are text. Dates must be epoch seconds. */
function fitsQuery(message: FakeMessage, text: string): boolean {
  const all = [message.subject, message.snippet, message.from, message.to, message.cc, message.bcc]
    .join(' ')
    .toLowerCase();
  return [...text.matchAll(/"([^"]*)"|\{([^}]*)\}|(\S+)/g)].every(([, quoted, group, plain]) => {
    if (quoted !== undefined) return all.includes(quoted.toLowerCase());
    if (group !== undefined) return group.split(' ').some((one) => fitsOperator(message, one));
    return fitsOperator(message, plain!);
  });
}

function fitsOperator(message: FakeMessage, operator: string): boolean {
  const [, name, value = ''] = /^(\w+):(.*)$/.exec(operator) ?? [];
  if (name === 'before') return message.time < Number(value) * 1000;
  if (name === 'after') return message.time >= Number(value) * 1000;
  if (name === 'from' || name === 'to' || name === 'cc' || name === 'bcc')
    return (message[name] ?? '').toLowerCase().includes(value);
  throw new Error(`an operator that kith should not send: ${operator}`);
}

function oneMessage(account: FakeAccount, id: string, query: URLSearchParams): Reply {
  const message = account.messages.find((one) => one.id === id);
  if (!message) return missing;
  const labels = {
    inbox: ['INBOX'],
    archive: [],
    sent: ['SENT'],
    junk: ['SPAM'],
    deleted: ['TRASH'],
    drafts: ['DRAFT'],
  };
  const asked = query.getAll('metadataHeaders').map((name) => name.toLowerCase());
  const whole = query.get('format') === 'full';
  const headers = [
    { name: 'From', value: message.from },
    { name: 'To', value: message.to },
    ...(message.cc ? [{ name: 'Cc', value: message.cc }] : []),
    ...(message.bcc ? [{ name: 'Bcc', value: message.bcc }] : []),
    { name: 'Subject', value: message.subject },
    ...Object.entries(message.headers ?? {}).map(([name, value]) => ({ name, value })),
  ];
  // Only requested fields are returned.
  const fields = query
    .get('fields')
    ?.split(',')
    .map((field) => field.split('/')[0]!);
  const chosen = (json: object) =>
    fields ? Object.fromEntries(Object.entries(json).filter(([name]) => fields.includes(name))) : json;
  return {
    json: chosen({
      id,
      threadId: message.thread ?? `t${id}`,
      labelIds: labels[message.folder],
      snippet: message.snippet.replaceAll("'", '&#39;'),
      internalDate: String(message.time),
      payload: {
        ...(whole ? { mimeType: 'multipart/alternative', parts: partsOf(message) } : { mimeType: 'text/plain' }),
        headers: headers.filter(({ name, value }) => value !== '' && (whole || asked.includes(name.toLowerCase()))),
      },
    }),
    units: 20,
  };
}

/** A message's parts as Gmail splits them. Plain text here is Latin-1, as its header declares. */
const partsOf = ({ text = {} }: FakeMessage) => [
  ...(text.html === undefined
    ? []
    : [{ mimeType: 'text/html', body: { data: Buffer.from(text.html).toString('base64url') } }]),
  ...(text.plain === undefined
    ? []
    : [
        {
          mimeType: 'text/plain',
          headers: [{ name: 'Content-Type', value: 'text/plain; charset="iso-8859-1"' }],
          body: { data: Buffer.from(text.plain, 'latin1').toString('base64url') },
        },
      ]),
];

const listEntry = ({ id, name = id, primary, selected, canEdit = true, owner }: FakeCalendar) => ({
  id,
  summary: name,
  ...(primary && { primary }),
  ...(selected && { selected }),
  accessRole: !canEdit ? 'reader' : owner ? 'writer' : 'owner',
});

const day = (value: string) => (value.length === 10 ? `${value}T00:00:00Z` : value);
const at = (value: string, timeZone = 'UTC') => (value.length === 10 ? { date: value } : { dateTime: value, timeZone });

const googleEvent = (event: FakeEvent, account: string) => ({
  id: event.id,
  status: event.cancelled ? 'cancelled' : 'confirmed',
  htmlLink: `https://calendar.google.com/event?eid=${event.id}`,
  iCalUID: `${event.series ?? event.id}@google.com`,
  eventType: event.eventType ?? 'default',
  summary: event.summary,
  ...(event.description != null && { description: event.description }),
  ...(event.location != null && { location: event.location }),
  start: at(event.start, event.timeZone),
  end: at(event.end, event.timeZone),
  ...(event.organizer && { organizer: { email: event.organizer, ...(event.organizer === account && { self: true }) } }),
  ...(event.series && { recurringEventId: event.series }),
  ...(event.original && { originalStartTime: at(event.original, event.timeZone) }),
  ...(event.rule && { recurrence: [`RRULE:${event.rule}`, ...(event.dates ?? [])] }),
  ...event.more,
  ...(event.free && { transparency: 'transparent' }),
  ...(event.attendeesOmitted && { attendeesOmitted: true }),
  ...(event.attendees.length > 0 && {
    attendees: event.attendees.map(({ email, name, response = 'needsAction', resource, optional, comment }) => ({
      email,
      ...(name && { displayName: name }),
      responseStatus: response,
      ...(resource && { resource }),
      ...(optional && { optional }),
      ...(comment && { comment }),
      ...(email === account && { self: true }),
    })),
  }),
  ...(event.conference && {
    conferenceData: {
      conferenceId: 'abc-defg',
      entryPoints: [
        { entryPointType: 'video', uri: 'https://meet.google.com/abc-defg', label: 'meet.google.com/abc-defg' },
        { entryPointType: 'phone', uri: 'tel:+4930123', label: '+49 30 123', pin: '4711' },
      ],
    },
  }),
});

function listEvents({ email }: FakeAccount, { events }: FakeCalendar, query: URLSearchParams, pageLimit = 2500): Reply {
  if (query.get('orderBy') === 'startTime' && query.get('singleEvents') !== 'true') return bad('orderBy');
  const [min, max] = [query.get('timeMin')!, query.get('timeMax')!].map((one) => new Date(one).toISOString());
  const iso = (value: string) => new Date(day(value)).toISOString();
  // As stored, including deleted occurrences, or as a calendar shows them.
  const uid = query.get('iCalUID');
  const rows = query.get('singleEvents') === 'true' ? expanded(events, min!, max!) : events;
  const found = rows
    .filter(
      (event) => (uid === null || googleEvent(event, email).iCalUID === uid) && (!event.cancelled || event.series),
    )
    .filter(
      (event) =>
        (!event.cancelled || query.get('showDeleted') === 'true') && iso(event.start) < max! && iso(event.end) > min!,
    )
    .sort((a, b) => (iso(a.start) < iso(b.start) ? -1 : 1));
  const offset = Number(query.get('pageToken') ?? 0);
  const size = Math.min(Number(query.get('maxResults') ?? 250), pageLimit);
  // Only requested fields are returned.
  const fields = /items\(([^)]*)\)/.exec(query.get('fields') ?? '')?.[1]?.split(',');
  const selected = (event: object) =>
    fields ? Object.fromEntries(Object.entries(event).filter(([name]) => fields.includes(name))) : event;
  return {
    json: {
      items: found.slice(offset, offset + size).map((event) => selected(googleEvent(event, email))),
      ...(found.length > offset + size && { nextPageToken: String(offset + size) }),
    },
  };
}

interface Written {
  id?: string;
  summary?: string;
  description?: string | null;
  location?: string | null;
  start?: { date?: string | null; dateTime?: string | null; timeZone?: string | null };
  end?: { date?: string | null; dateTime?: string | null };
  attendees?: {
    email: string;
    displayName?: string;
    responseStatus?: string;
    optional?: boolean;
    resource?: boolean;
    comment?: string;
  }[];
  conferenceData?: { createRequest?: object; entryPoints?: object[] };
  recurrence?: string[];
}

/** An event as Google stores it. */
const KEPT = ['transparency', 'visibility', 'colorId', 'reminders', 'guestsCanModify', 'extendedProperties'];

const written = (body: Written): Partial<FakeEvent> => ({
  ...(body.summary !== undefined && { summary: body.summary }),
  ...(body.description !== undefined && { description: body.description }),
  ...(body.location !== undefined && { location: body.location }),
  ...(body.start && { start: (body.start.date ?? body.start.dateTime)! }),
  ...(body.end && { end: (body.end.date ?? body.end.dateTime)! }),
  ...(body.start?.timeZone && { timeZone: body.start.timeZone }),
  // A list replaces the previous one: an attendee without a response has not answered.
  ...(body.attendees && {
    attendees: body.attendees.map(({ email, displayName, responseStatus, optional, resource, comment }) => ({
      ...{ email, name: displayName, response: responseStatus, optional, resource, comment },
    })),
  }),
  ...(body.conferenceData && { conference: true }),
  ...(body.recurrence && {
    rule: body.recurrence[0]!.replace(/^RRULE:/, ''),
    dates: body.recurrence.slice(1),
  }),
});

const withoutConference = ({ conferenceData: _, ...body }: Written): Written => body;

/** A rule must be valid, and its end must have the same type as the event's times (RFC 5545, 3.3.10). */
const isBadRule = ({ rule, start }: FakeEvent): boolean => {
  const until = /UNTIL=([^;]+)/.exec(rule ?? '')?.[1];
  return until !== undefined && !(start.length === 10 ? /^\d{8}$/ : /^\d{8}T\d{6}Z$/).test(until);
};

function insertEvent(account: FakeAccount, calendar: FakeCalendar, { body, query }: SeenRequest): Reply {
  const input = body as Written;
  const id = input.id ?? `made${calendar.events.length}`;
  if (!/^[0-9a-v]{5,1024}$/.test(id)) return bad('Invalid resource id value.');
  if (calendar.events.some((event) => event.id === id))
    return { status: 409, json: { error: { code: 409, message: 'The requested identifier already exists.' } } };
  const event: FakeEvent = {
    ...{ id, summary: '', start: '', end: '', attendees: [], organizer: account.email },
    ...written(query.get('conferenceDataVersion') === '1' ? input : withoutConference(input)),
    more: Object.fromEntries(Object.entries(input).filter(([name]) => KEPT.includes(name))),
  };
  if (event.rule && !event.timeZone && event.start.length > 10) return bad('Missing time zone definition.');
  if (isBadRule(event)) return bad('Invalid recurrence rule.');
  calendar.events.push(event);
  return {
    json: googleEvent(event, account.email),
    invited: query.get('sendUpdates') === 'all' ? event.attendees.length : 0,
  };
}

function oneEvent(
  { email }: FakeAccount,
  calendar: FakeCalendar,
  id: string,
  { method, body, query }: SeenRequest,
): Reply {
  const event = eventIn(calendar.events, id);
  if (!event) return missing;
  const invited = query.get('sendUpdates') === 'all' ? event.attendees.length : 0;
  if (method === 'GET') return { json: googleEvent(event, email) };
  if (event.cancelled) return { status: 410, json: { error: { code: 410, message: 'Resource has been deleted' } } };
  // A changed occurrence becomes an exception.
  if (!calendar.events.includes(event)) calendar.events.push(event);
  if (method === 'PATCH') {
    const { start } = body as Written;
    if (start?.dateTime && !start.timeZone && (event.rule || start.timeZone === null))
      return bad('Missing time zone definition for start time.');
    Object.assign(event, written(body as Written));
    if (isBadRule(event)) return bad('Invalid recurrence rule.');
    return isAllDay(event) === (event.end.length === 10)
      ? { json: googleEvent(event, email), invited }
      : bad('mixed times');
  }
  event.cancelled = true;
  return { status: 204, invited };
}
