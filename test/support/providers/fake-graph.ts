import { plainText } from '../../../src/shared/html/plain-text.ts';
import { ianaZone } from '../../../src/shared/windows-zones.ts';
import { dayIn, instantOf } from '../../../src/shared/zones.ts';
import { type FakeAccount, type FakeCalendar, type FakeEvent, isAllDay } from './data.ts';
import { listMessages, oneMessage } from './fake-graph-mail.ts';
import type { Reply } from './fake-providers.ts';
import type { SeenRequest } from './faults.ts';
import { bad, missing, nextLink } from './graph-replies.ts';
import { eventIn, expanded } from './series.ts';

// Graph's calendar, as far as kith uses it, and access to its mail, with the rules that a careless client would break.

const BASE = '/v1.0/me';

export function answerGraph(
  account: FakeAccount,
  seen: SeenRequest,
  origin: string,
  pageLimit: number | undefined,
): Reply {
  const reply = answerWhole(account, seen, origin, pageLimit);
  const fields = seen.query.get('$select')?.split(',');
  return fields && reply.status === undefined ? { ...reply, json: selected(reply.json as Row, fields) } : reply;
}

type Row = { value?: Row[] } & Record<string, unknown>;

/** Only requested fields are returned, and always the id. */
function selected({ value, ...json }: Row, fields: string[]): object {
  if (value) return { ...json, value: value.map((row) => selected(row, fields)) };
  return Object.fromEntries(Object.entries(json).filter(([name]) => name === 'id' || fields.includes(name)));
}

function answerWhole(account: FakeAccount, seen: SeenRequest, origin: string, pageLimit: number | undefined): Reply {
  const path = seen.path.slice(BASE.length);
  if (path === '') return { json: { mail: account.email, userPrincipalName: account.email } };
  if (path === '/messages' || /^\/mailFolders\/(inbox|sentitems)\/messages$/.test(path))
    return listMessages(account, seen, origin, pageLimit);
  const message = /^\/messages\/([^/]+)$/.exec(path)?.[1];
  if (message) return oneMessage(account, decodeURIComponent(message));
  const folder = /^\/mailFolders\/(\w+)$/.exec(path)?.[1];
  if (folder) return { json: { id: `folder ${folder}` } };
  if (path === '/calendars') return { json: { value: account.calendars.map((one) => listEntry(one, account)) } };
  const calendarId = /^\/calendars\/([^/]+)\/calendarView$/.exec(path)?.[1];
  if (calendarId) return calendarView(account, decodeURIComponent(calendarId), seen, origin, pageLimit);
  const [, inCalendar, rest] = /^(?:\/calendars\/([^/]+))?\/events(\/.*)?$/.exec(path) ?? [];
  const named = inCalendar && decodeURIComponent(inCalendar);
  const calendar = account.calendars.find(({ id, primary }) => (named ? id === named : primary));
  if (!path.includes('/events') || !calendar) return missing;
  if (calendar.refused) return { status: calendar.refused, json: { error: { code: 'ErrorAccessDenied' } } };
  if (rest === undefined && seen.method === 'POST') return insertEvent(account, calendar, seen);
  if (rest === undefined) return listEvents(account, calendar, seen, origin, pageLimit);
  const [, eventId = '', action] = /^\/([^/]+)(?:\/(\w+))?$/.exec(rest) ?? [];
  const holder = holderOf(account, named, decodeURIComponent(eventId));
  if (!holder) return missing;
  if (action === 'instances') return instancesOf(account, holder, decodeURIComponent(eventId), seen);
  if (action === 'calendar') return { json: listEntry(holder, account) };
  if (action) return answerInvitation(account, holder, decodeURIComponent(eventId), action, seen);
  return oneEvent(account, holder, decodeURIComponent(eventId), seen);
}

/** The calendar of an event. A shared one is accessible only through its calendar. */
const holderOf = ({ calendars }: FakeAccount, calendarId: string | undefined, id: string) =>
  calendars.find((one) => (calendarId ? one.id === calendarId : !one.owner) && eventIn(one.events, id));

function instancesOf(account: FakeAccount, { events }: FakeCalendar, id: string, { query }: SeenRequest): Reply {
  const [start, end] = [query.get('startDateTime')!, query.get('endDateTime')!];
  const found = expanded(events, start, end).filter(
    (event) => event.series === id && graphTime(event.start).dateTime < end && graphTime(event.end).dateTime > start,
  );
  return { json: { value: found.map((event) => graphEvent(event, account)) } };
}

/** Single events and series, as stored. */
function listEvents(
  account: FakeAccount,
  { events }: FakeCalendar,
  { path, query }: SeenRequest,
  origin: string,
  pageLimit = 1000,
): Reply {
  const since = /^lastModifiedDateTime ge (\S+)$/.exec(query.get('$filter') ?? '')?.[1];
  if (since === undefined) return bad('ErrorInvalidUrlQueryFilter');
  const found = events.filter(({ series, changedAt = '' }) => !series && changedAt >= since);
  const offset = Number(query.get('$skiptoken') ?? 0);
  const size = Math.min(Number(query.get('$top') ?? 10), pageLimit);
  const page = found.slice(offset, offset + size).map((event) => graphEvent(event, account));
  return { json: { value: page, ...nextLink(found.length > offset + size, origin, path, query, offset + size) } };
}

const listEntry = ({ id, name = id, primary, canEdit = true, owner }: FakeCalendar, { email }: FakeAccount) => ({
  ...{ id, name, canEdit, isDefaultCalendar: primary },
  owner: { name: owner ?? email, address: owner ?? email },
});

const ANSWERS: Record<string, string> = {
  ...{ accept: 'accepted', tentativelyAccept: 'tentativelyAccepted', decline: 'declined' },
};

/** A declined event is removed from the calendar. The organizer gets mail on request. */
function answerInvitation(
  account: FakeAccount,
  calendar: FakeCalendar,
  id: string,
  answer: string,
  { body }: SeenRequest,
): Reply {
  const event = eventIn(calendar.events, id)!;
  const own = event.attendees.find(({ email }) => email === account.email);
  if (!own || event.organizer === account.email) return bad('ErrorInvalidRequest');
  own.response = ANSWERS[answer];
  if (answer === 'decline') calendar.events.splice(calendar.events.indexOf(event), 1);
  return { status: 202, invited: (body as { sendResponse?: boolean }).sendResponse === false ? 0 : 1 };
}

/** Seven fractional digits and no offset. */
const graphTime = (value: string) => ({
  dateTime: `${new Date(value.length === 10 ? `${value}T00:00:00Z` : value).toISOString().replace('Z', '')}0000`,
  timeZone: 'UTC',
});

const JOIN_URL = 'https://teams.microsoft.com/l/meetup-join/19%3ameeting_1/0?context=%7b%22Tid%22%7d&anon=true';
const LINE = '_'.repeat(80);

/** An event's text, with Outlook's join information below it. */
function textOf({ description, conference }: FakeEvent, format: 'text' | 'html'): string {
  const own = description ?? '';
  if (format === 'text') {
    const block = `${LINE}\r\nMicrosoft Teams meeting\r\nJoin: ${JOIN_URL}\r\nMeeting ID: 987\r\n${LINE.slice(48)}\r\nNeed help?\r\n${LINE}\r\n`;
    return conference ? `${own}\r\n${block}` : own;
  }
  const line = `<div style="width:100%"><span style="white-space:nowrap">${LINE}</span></div>`;
  const link = JOIN_URL.replaceAll('&', '&amp;');
  const block = `<br>\r\n${line}<div class="me-email-text"><div>Microsoft Teams meeting</div><a href="${link}">Join</a></div>${line}`;
  const shown = own.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>');
  return `<html><head></head><body><div>${shown}</div>${conference ? block : ''}</body></html>`;
}

const graphEvent = (event: FakeEvent, account: FakeAccount, format: 'text' | 'html' = 'text') => ({
  id: event.id,
  subject: event.summary,
  bodyPreview: textOf(event, 'text').slice(0, 255),
  body: { contentType: format, content: textOf(event, format) },
  originalStartTimeZone: event.timeZone ?? 'UTC',
  showAs: event.free ? 'free' : 'busy',
  recurrence: event.rule ? recurrenceOf(event) : null,
  ...(event.rule && {
    cancelledOccurrences: (event.deleted ?? []).map(
      (id) => `OID.${event.id}.${id.slice(-16).replace(/^.*?(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3')}`,
    ),
  }),
  ...{
    isReminderOn: true,
    reminderMinutesBeforeStart: 15,
    sensitivity: 'normal',
    importance: 'normal',
    categories: [],
  },
  ...{ responseRequested: true, allowNewTimeProposals: true, hideAttendees: false },
  ...event.more,
  ...(event.original && { originalStart: new Date(event.original).toISOString() }),
  ...(event.key && { transactionId: event.key }),
  start: graphTime(event.start),
  end: graphTime(event.end),
  isAllDay: isAllDay(event),
  isCancelled: event.cancelled ?? false,
  type:
    event.series && event.changedAt
      ? 'exception'
      : event.series
        ? 'occurrence'
        : event.rule
          ? 'seriesMaster'
          : 'singleInstance',
  ...(event.series && { seriesMasterId: event.series }),
  iCalUId: `uid-${event.id}`,
  isOrganizer: (event.organizer ?? account.email) === account.email,
  organizer: { emailAddress: { address: event.organizer ?? account.email, name: '' } },
  responseStatus: { response: event.attendees.find(({ email }) => email === account.email)?.response ?? 'none' },
  attendees: event.attendees.map(({ email, name, resource, optional, response }) => ({
    type: resource ? 'resource' : optional ? 'optional' : 'required',
    status: { response: response ?? 'none', time: '0001-01-01T00:00:00Z' },
    emailAddress: { address: email, ...(name && { name }) },
  })),
  location: { displayName: event.location ?? '' },
  webLink: `https://outlook.office365.com/calendar/item/${event.id}`,
  isOnlineMeeting: event.conference ?? false,
  ...(event.conference && {
    onlineMeeting: {
      joinUrl: JOIN_URL,
      conferenceId: '987',
      tollNumber: '+1 206 555 0100',
      phones: [{ number: '+1 206 555 0100', type: 'business' }],
    },
  }),
});

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const short = (day: string) => day.slice(0, 2).toUpperCase();
const zoneOf = (timeZone = 'UTC') => ianaZone(timeZone) ?? 'UTC';
const dayOf = ({ start, timeZone }: Pick<FakeEvent, 'start' | 'timeZone'>) =>
  start.length === 10 ? start : dayIn(zoneOf(timeZone), new Date(start).toISOString());

/** Each day, weekly, or monthly on one day, which is all that the tests use. */
function recurrenceOf(event: FakeEvent) {
  const parts: Record<string, string> = Object.fromEntries(event.rule!.split(';').map((part) => part.split('=')));
  const { FREQ, INTERVAL = 1, BYDAY, BYMONTHDAY, WKST = 'SU', COUNT, UNTIL = '00010101' } = parts;
  const day = dayOf(event);
  const full = (two: string) => DAYS.find((name) => short(name) === two)!;
  return {
    pattern: {
      type: { DAILY: 'daily', WEEKLY: 'weekly', MONTHLY: 'absoluteMonthly' }[FREQ as 'DAILY'],
      interval: Number(INTERVAL),
      ...{ month: 0, dayOfMonth: Number(BYMONTHDAY ?? 0), firstDayOfWeek: full(WKST), index: 'first' },
      daysOfWeek: FREQ === 'WEEKLY' ? (BYDAY?.split(',') ?? [short(DAYS[new Date(day).getUTCDay()]!)]).map(full) : [],
    },
    range: {
      type: COUNT ? 'numbered' : parts.UNTIL ? 'endDate' : 'noEnd',
      ...{ startDate: day, endDate: UNTIL.replace(/(....)(..)(..).*/, '$1-$2-$3') },
      ...{ recurrenceTimeZone: event.timeZone ?? 'UTC', numberOfOccurrences: Number(COUNT ?? 0) },
    },
  };
}

type Recurrence = ReturnType<typeof recurrenceOf>;

function ruleOf({ pattern, range }: Recurrence): string {
  const { type, interval, daysOfWeek, dayOfMonth, firstDayOfWeek } = pattern;
  const parts = {
    FREQ: { daily: 'DAILY', weekly: 'WEEKLY', absoluteMonthly: 'MONTHLY' }[type!],
    INTERVAL: interval,
    BYDAY: type === 'weekly' ? daysOfWeek.map((day) => short(day!)).join(',') : undefined,
    BYMONTHDAY: type === 'absoluteMonthly' ? dayOfMonth : undefined,
    WKST: firstDayOfWeek && short(firstDayOfWeek),
    COUNT: range.type === 'numbered' ? range.numberOfOccurrences : undefined,
    UNTIL: range.type === 'endDate' ? range.endDate.replaceAll('-', '') : undefined,
  };
  return Object.entries(parts)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
    .join(';');
}

/** A series starts on its range's first day. */
const isBadSeries = (event: FakeEvent, { recurrence, start }: Written, before?: string): boolean =>
  recurrence ? recurrence.range.startDate !== dayOf(event) : !!event.rule && !!start && dayOf(event) !== before;

function calendarView(
  account: FakeAccount,
  id: string,
  { path, query }: SeenRequest,
  origin: string,
  pageLimit = 1000,
): Reply {
  const calendar = account.calendars.find((one) => one.id === id);
  if (!calendar) return missing;
  if (calendar.refused) return { status: calendar.refused, json: { error: { code: 'ErrorAccessDenied' } } };
  if (query.has('$search')) return bad('calendarView has no search');
  const [start, end] = [query.get('startDateTime')!, query.get('endDateTime')!];
  const iso = (value: string) => new Date(value.length === 10 ? `${value}T00:00:00Z` : value).toISOString();
  const found = expanded(calendar.events, start, end)
    .filter((event) => iso(event.start) < end && iso(event.end) > start)
    .sort((a, b) => (iso(a.start) < iso(b.start) ? -1 : 1));
  const offset = Number(query.get('$skiptoken') ?? 0);
  const size = Math.min(Number(query.get('$top') ?? 10), pageLimit);
  const page = found.slice(offset, offset + size).map((event) => graphEvent(event, account));
  return { json: { value: page, ...nextLink(found.length > offset + size, origin, path, query, offset + size) } };
}

interface Written {
  subject?: string;
  body?: { contentType: string; content: string };
  location?: { displayName: string };
  start?: { dateTime: string; timeZone: string };
  end?: { dateTime: string; timeZone: string };
  isAllDay?: boolean;
  attendees?: {
    emailAddress: { address: string; name?: string };
    type?: string;
    status?: { response?: string };
  }[];
  isOnlineMeeting?: boolean;
  transactionId?: string;
  recurrence?: Recurrence;
}

/** An event as Graph stores it. */
const KEPT = [
  ...['showAs', 'sensitivity', 'importance', 'categories', 'isReminderOn', 'reminderMinutesBeforeStart'],
  ...['responseRequested', 'allowNewTimeProposals', 'hideAttendees'],
];

function written(body: Written): Partial<FakeEvent> {
  // A time is local to its zone.
  const at = ({ dateTime, timeZone }: { dateTime: string; timeZone: string }) => {
    const [day = '', time = ''] = dateTime.split('T');
    return body.isAllDay ? day : instantOf(timeZone, day, Date.parse(`1970-01-01T${time}Z`));
  };
  return {
    ...(body.subject !== undefined && { summary: body.subject }),
    ...(body.body && writtenText(body.body)),
    ...(body.location && { location: body.location.displayName }),
    ...(body.start && { start: at(body.start), timeZone: body.start.timeZone }),
    ...(body.end && { end: at(body.end) }),
    // A list replaces the previous one: an attendee without a response has not answered.
    ...(body.attendees && {
      attendees: body.attendees.map(({ emailAddress, type, status }) => ({
        ...{ email: emailAddress.address, name: emailAddress.name, response: status?.response },
        ...{ optional: type === 'optional', resource: type === 'resource' },
      })),
    }),
    ...(body.isOnlineMeeting && { conference: true }),
    ...(body.recurrence && { rule: ruleOf(body.recurrence) }),
    changedAt: new Date().toISOString(),
  };
}

/** A new text replaces the whole body: without the join link, the event is no longer an online meeting. */
function writtenText({ contentType, content }: { contentType: string; content: string }): Partial<FakeEvent> {
  const own = content.split(LINE)[0]!;
  const description = contentType === 'html' ? plainText(own.replace(/^[\s\S]*<body>/, '')).trim() : own.trim();
  return { description, ...(!content.includes('/meetup-join/') && { conference: false }) };
}

function insertEvent(account: FakeAccount, calendar: FakeCalendar, { body }: SeenRequest): Reply {
  const input = body as Written;
  const known = account.calendars
    .flatMap(({ events }) => events)
    .find(({ key }) => key !== undefined && key === input.transactionId);
  if (known && account.duplicates)
    return { status: account.duplicates, json: { error: { code: 'ErrorDuplicateTransactionId', message: 'used' } } };
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
    more: Object.fromEntries(Object.entries(input).filter(([name]) => KEPT.includes(name))),
  };
  if (input.body?.content.includes('/meetup-join/')) throw new Error("a new event with another meeting's way to join");
  if (isBadSeries(event, input)) return bad('ErrorPropertyValidationFailure');
  calendar.events.push(event);
  // Graph notifies every attendee by itself.
  return { status: 201, json: graphEvent(event, account), invited: event.attendees.length };
}

function oneEvent(
  account: FakeAccount,
  calendar: FakeCalendar,
  id: string,
  { method, body, prefer }: SeenRequest,
): Reply {
  const event = eventIn(calendar.events, id)!;
  const mine = (event.organizer ?? account.email) === account.email;
  if (method === 'GET') return { json: graphEvent(event, account, prefer?.includes('type="html"') ? 'html' : 'text') };
  if (method === 'PATCH') {
    // A changed occurrence becomes an exception.
    if (!calendar.events.includes(event)) calendar.events.push(event);
    const before = dayOf(event);
    Object.assign(event, written(body as Written));
    if (isBadSeries(event, body as Written, before)) return bad('ErrorPropertyValidationFailure');
    return { json: graphEvent(event, account), invited: mine ? event.attendees.length : 0 };
  }
  const series = calendar.events.find((one) => one.id === event.series && one.rule);
  if (series) series.deleted = [...(series.deleted ?? []), id];
  if (calendar.events.includes(event)) calendar.events.splice(calendar.events.indexOf(event), 1);
  return { status: 204, invited: mine ? event.attendees.length : 0 };
}
