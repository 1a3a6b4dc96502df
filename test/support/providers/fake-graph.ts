import { type FakeAccount, type FakeEvent, type FakeMessage, isAllDay } from './data.ts';
import type { Reply } from './fake-providers.ts';
import type { Seen } from './faults.ts';

// Graph's mail and calendar, as far as kith asks them; with the rules that a careless client would break.

const bad = (code: string): Reply => ({ status: 400, json: { error: { code, message: code } } });
const missing: Reply = { status: 404, json: { error: { code: 'ErrorItemNotFound', message: 'Not found' } } };
const BASE = '/v1.0/me';

export function answerGraph(account: FakeAccount, seen: Seen, origin: string, pageLimit: number | undefined): Reply {
  const reply = answerWhole(account, seen, origin, pageLimit);
  const fields = seen.query.get('$select')?.split(',');
  return fields && reply.status === undefined ? { ...reply, json: selected(reply.json as Row, fields) } : reply;
}

type Row = { value?: Row[] } & Record<string, unknown>;

/** Only the fields that were asked for come, and always the id. */
function selected({ value, ...json }: Row, fields: string[]): object {
  if (value) return { ...json, value: value.map((row) => selected(row, fields)) };
  return Object.fromEntries(Object.entries(json).filter(([name]) => name === 'id' || fields.includes(name)));
}

function answerWhole(account: FakeAccount, seen: Seen, origin: string, pageLimit: number | undefined): Reply {
  const path = seen.path.slice(BASE.length);
  if (path === '') return { json: { mail: account.email, userPrincipalName: account.email } };
  if (path === '/messages' || path === '/mailFolders/inbox/messages')
    return listMessages(account, seen, origin, pageLimit);
  const folder = /^\/mailFolders\/(\w+)$/.exec(path)?.[1];
  if (folder) return { json: { id: `folder ${folder}` } };
  if (path === '/calendars') return { json: { value: account.calendars.map(({ id }) => ({ id, name: id })) } };
  const calendarId = /^\/calendars\/([^/]+)\/calendarView$/.exec(path)?.[1];
  if (calendarId) return calendarView(account, decodeURIComponent(calendarId), seen, origin, pageLimit);
  if (path === '/events' && seen.method === 'POST') return insertEvent(account, seen);
  const eventId = /^\/events\/([^/]+)$/.exec(path)?.[1];
  return eventId ? oneEvent(account, decodeURIComponent(eventId), seen) : missing;
}

const FOLDERS = { junk: 'folder junkemail', deleted: 'folder deleteditems' } as Record<string, string>;

function listMessages(account: FakeAccount, { path, query }: Seen, origin: string, pageLimit = 1000): Reply {
  const [search, filter, order] = ['$search', '$filter', '$orderby'].map((name) => query.get(name));
  const top = Number(query.get('$top') ?? 10);
  if (top < 1 || top > 1000) return bad('ErrorInvalidParameter');
  if (!query.get('$select')) return bad('a page of whole messages');
  if (search && (filter || order)) return bad('SearchWithFilterOrOrderBy');
  if (filter && order && !filter.startsWith(order.split(' ')[0]!)) return bad('InefficientFilter');
  const found = account.messages
    .filter(({ folder }) => !path.includes('/inbox/') || folder === 'inbox')
    .filter((message) => (search ? fitsSearch(message, search) : fitsFilter(message, filter ?? '')))
    .sort((a, b) => (search ? b.sent - a.sent : b.time - a.time) || (a.id > b.id ? -1 : 1))
    .slice(0, search ? 1000 : undefined);
  const offset = Number(query.get('$skiptoken') ?? 0);
  const size = Math.min(top, pageLimit);
  const page = found.slice(offset, offset + size);
  return {
    json: {
      value: page.map(graphMessage),
      ...nextLink(found.length > offset + size, origin, path, query, offset + size),
    },
  };
}

function nextLink(more: boolean, origin: string, path: string, query: URLSearchParams, offset: number) {
  if (!more) return {};
  const next = new URLSearchParams(query);
  next.set('$skiptoken', String(offset));
  return { '@odata.nextLink': `${origin}${path}?${next}` };
}

function fitsFilter({ time }: FakeMessage, filter: string): boolean {
  return filter
    .split(' and ')
    .filter(Boolean)
    .every((part) => {
      const [, operator, value = ''] = /^receivedDateTime (le|lt|ge) (\S+)$/.exec(part) ?? [];
      if (!operator) throw new Error(`a filter that kith should not send: ${part}`);
      const bound = Date.parse(value);
      return operator === 'le' ? time <= bound : operator === 'lt' ? time < bound : time >= bound;
    });
}

/** KQL: quoted words are text, dates are days. The whole stands in quotes, those inside it escaped. */
function fitsSearch(message: FakeMessage, search: string): boolean {
  const inner = /^"(.*)"$/s.exec(search)?.[1];
  if (inner === undefined || /(?<!\\)"/.test(inner)) throw new Error(`quotes that are not escaped: ${search}`);
  const all = [message.subject, message.snippet, message.from].join(' ').toLowerCase();
  const people = [message.from, message.to, message.cc].join(' ').toLowerCase();
  return inner
    .replaceAll('\\"', '"')
    .split(' AND ')
    .every((part) => {
      const day = new Date(message.time).toISOString().slice(0, 10);
      if (part.startsWith('received>=')) return day >= part.slice(10);
      if (part.startsWith('received<=')) return day <= part.slice(10);
      if (part.startsWith('('))
        return [...part.matchAll(/participants:"([^"]*)"/g)].some(([, one]) => people.includes(one!));
      const word = /^"([^"]*)"$/.exec(part)?.[1];
      if (word === undefined) throw new Error(`a term that kith should not send: ${part}`);
      return all.includes(word.toLowerCase());
    });
}

function graphMessage(message: FakeMessage) {
  const [, name, address] = /^(?:(.*) )?<?([^<>]+)>?$/.exec(message.from) ?? [];
  return {
    id: message.id,
    conversationId: `c${message.id}`,
    subject: message.subject,
    bodyPreview: message.snippet,
    receivedDateTime: new Date(message.time).toISOString(),
    from: { emailAddress: { address, name: name ?? address } },
    toRecipients: [{ emailAddress: { address: message.to, name: message.to } }],
    ccRecipients: message.cc ? [{ emailAddress: { address: message.cc, name: message.cc } }] : [],
    webLink: `https://outlook.office365.com/owa/?ItemID=${message.id}`,
    parentFolderId: FOLDERS[message.folder] ?? 'folder other',
    isDraft: message.folder === 'drafts',
  };
}

/** Seven digits of a second and no offset. */
const graphTime = (value: string) => ({
  dateTime: `${new Date(value.length === 10 ? `${value}T00:00:00Z` : value).toISOString().replace('Z', '')}0000`,
  timeZone: 'UTC',
});

export const graphEvent = (event: FakeEvent, account: FakeAccount) => ({
  id: event.id,
  subject: event.summary,
  bodyPreview: (event.description ?? '').slice(0, 255),
  body: { contentType: 'text', content: event.description ?? '' },
  start: graphTime(event.start),
  end: graphTime(event.end),
  isAllDay: isAllDay(event),
  isCancelled: event.cancelled ?? false,
  type: event.series ? 'occurrence' : 'singleInstance',
  ...(event.series && { seriesMasterId: event.series }),
  iCalUId: `uid-${event.id}`,
  isOrganizer: (event.organizer ?? account.email) === account.email,
  organizer: { emailAddress: { address: event.organizer ?? account.email, name: '' } },
  responseStatus: { response: event.attendees.some(({ response }) => response === 'declined') ? 'declined' : 'none' },
  attendees: event.attendees.map(({ email, name, resource }) => ({
    type: resource ? 'resource' : 'required',
    emailAddress: { address: email, ...(name && { name }) },
  })),
  location: { displayName: event.location ?? '' },
  webLink: `https://outlook.office365.com/calendar/item/${event.id}`,
  isOnlineMeeting: event.conference ?? false,
  ...(event.conference && {
    onlineMeeting: {
      joinUrl: 'https://teams.microsoft.com/l/meetup-join/1',
      conferenceId: '987',
      tollNumber: '+1 206 555 0100',
      phones: [{ number: '+1 206 555 0100', type: 'business' }],
    },
  }),
});

function calendarView(
  account: FakeAccount,
  id: string,
  { path, query }: Seen,
  origin: string,
  pageLimit = 1000,
): Reply {
  const calendar = account.calendars.find((one) => one.id === id);
  if (!calendar) return missing;
  if (query.has('$search')) return bad('calendarView has no search');
  const [start, end] = [query.get('startDateTime')!, query.get('endDateTime')!];
  const iso = (value: string) => new Date(value.length === 10 ? `${value}T00:00:00Z` : value).toISOString();
  const found = calendar.events
    .filter((event) => iso(event.start) < end && iso(event.end) > start)
    .sort((a, b) => (iso(a.start) < iso(b.start) ? -1 : 1));
  const offset = Number(query.get('$skiptoken') ?? 0);
  const size = Math.min(Number(query.get('$top') ?? 10), pageLimit);
  const page = found.slice(offset, offset + size).map((event) => graphEvent(event, account));
  return { json: { value: page, ...nextLink(found.length > offset + size, origin, path, query, offset + size) } };
}

interface Written {
  subject?: string;
  body?: { content: string };
  location?: { displayName: string };
  start?: { dateTime: string };
  end?: { dateTime: string };
  isAllDay?: boolean;
  attendees?: { emailAddress: { address: string; name?: string } }[];
  isOnlineMeeting?: boolean;
  transactionId?: string;
}

function written(body: Written): Partial<FakeEvent> {
  const at = (value: { dateTime: string }) =>
    body.isAllDay ? value.dateTime.slice(0, 10) : new Date(`${value.dateTime}Z`).toISOString();
  return {
    ...(body.subject !== undefined && { summary: body.subject }),
    ...(body.body && { description: body.body.content }),
    ...(body.location && { location: body.location.displayName }),
    ...(body.start && { start: at(body.start) }),
    ...(body.end && { end: at(body.end) }),
    ...(body.attendees && {
      attendees: body.attendees.map(({ emailAddress }) => ({ email: emailAddress.address, name: emailAddress.name })),
    }),
    ...(body.isOnlineMeeting && { conference: true }),
  };
}

function insertEvent(account: FakeAccount, { body }: Seen): Reply {
  const input = body as Written;
  const calendar = account.calendars.find(({ primary }) => primary)!;
  const known = calendar.events.find(({ key }) => key !== undefined && key === input.transactionId);
  if (known) return { status: 201, json: graphEvent(known, account) };
  const event: FakeEvent = {
    ...{
      id: `AAMk/${calendar.events.length}+=`,
      summary: '',
      start: '',
      end: '',
      attendees: [],
      organizer: account.email,
    },
    ...written(input),
    ...(input.transactionId && { key: input.transactionId }),
  };
  calendar.events.push(event);
  // Graph writes to every attendee by itself.
  return { status: 201, json: graphEvent(event, account), invited: event.attendees.length };
}

function oneEvent(account: FakeAccount, id: string, { method, body }: Seen): Reply {
  const calendar = account.calendars.find(({ events }) => events.some((event) => event.id === id));
  const event = calendar?.events.find((one) => one.id === id);
  if (!calendar || !event) return missing;
  const mine = (event.organizer ?? account.email) === account.email;
  if (method === 'GET') return { json: graphEvent(event, account) };
  if (method === 'PATCH') {
    Object.assign(event, written(body as Written));
    return { json: graphEvent(event, account), invited: mine ? event.attendees.length : 0 };
  }
  calendar.events.splice(calendar.events.indexOf(event), 1);
  return { status: 204, invited: mine ? event.attendees.length : 0 };
}
