import ICAL from 'ical.js';
import { instantOf } from '../people/time-zone.ts';
import { type Budget, eachOccurrence, newBudget } from './ics-recur.ts';
import type { CalendarEvent, Person } from './items.ts';
import { isJoinable, webLink } from './links.ts';
import { distinctPeople } from './mail-headers.ts';
import { plainText } from './plain-text.ts';
import type { Range } from './ranges.ts';

/** More events than this of one window nobody reads; the list says that it is cut. */
const MOST_EVENTS = 20_000;

export type ParsedCalendar = InstanceType<typeof ICAL.Component>;
type Time = InstanceType<typeof ICAL.Time>;
type Event = InstanceType<typeof ICAL.Event>;
type Component = InstanceType<typeof ICAL.Component>;

/** Throws for text that is no iCalendar. */
export function parseCalendar(text: string): ParsedCalendar {
  const parsed = jcalOf(text);
  // A file may hold several calendars; jCal says so by a list of lists.
  const calendars = (Array.isArray(parsed[0]) ? parsed : [parsed]) as unknown[][];
  const [first, ...more] = calendars.map((one) => new ICAL.Component(one));
  if (first?.name !== 'vcalendar') throw new Error('no VCALENDAR');
  for (const other of more) for (const part of other.getAllSubcomponents()) first.addSubcomponent(part);
  return first;
}

/** One event that the parser refuses becomes one without content, which a reading then counts as missing. */
function jcalOf(text: string): unknown[] {
  try {
    return ICAL.parse(text);
  } catch (error) {
    const readable = text.replace(/^BEGIN:VEVENT\r?\n[\s\S]*?^END:VEVENT\r?$/gm, (event) =>
      isReadable(event) ? event : 'BEGIN:VEVENT\r\nEND:VEVENT',
    );
    if (readable === text) throw error;
    return ICAL.parse(readable);
  }
}

function isReadable(event: string): boolean {
  try {
    return ICAL.parse(event).length > 0;
  } catch {
    return false;
  }
}

/** The calendar's own name for itself. */
export const calendarName = (calendar: ParsedCalendar): string | undefined =>
  (calendar.getFirstPropertyValue('x-wr-calname') as string | null) ?? undefined;

export interface Expansion {
  window: Range;
  /** The zone of times that have none. */
  zone: string;
  account: string;
  /** Only the series that an event of this id belongs to. */
  id?: string;
}

/**
 * The events that begin before the window's end and end after its start, recurring ones once for each occurrence.
 * Some that lie outside may be among them.
 */
export function expand(calendar: ParsedCalendar, { window, zone, account, id }: Expansion) {
  const floating = (calendar.getFirstPropertyValue('x-wr-timezone') as string | null) ?? zone;
  const events: CalendarEvent[] = [];
  const budget = newBudget();
  let truncated = false;
  const days = [shiftedDay(window.start, -2), shiftedDay(window.end, 2)] as const;
  const isWanted = (event: Event) => id !== undefined || !isOutside(event, window, days, floating);
  for (const { uid, master, exceptions } of seriesOf(calendar)) {
    if (id !== undefined && id !== uid && !id.startsWith(`${uid}_`)) continue;
    if (events.length > MOST_EVENTS) return { events: events.slice(0, MOST_EVENTS), truncated: true };
    try {
      const series = new ICAL.Event(master, { exceptions, strictExceptions: false });
      const changed = exceptions.map((exception) => new ICAL.Event(exception));
      for (const one of changed.filter(isWanted)) events.push(...map(one, account, floating, true));
      if (!series.isRecurring())
        events.push(...(isWanted(series) ? map(series, account, floating, changed.length > 0) : []));
      else occurrences(series, window, floating, account, events, budget);
    } catch {
      // One event that cannot be read does not hide the others; the list says that it is not whole.
      truncated = true;
    }
  }
  return { events, truncated };
}

/** Without reading more of it than its times, and not their zones if it can be: most of a calendar lies in the past. */
function isOutside(
  { component, startDate, endDate }: Event,
  window: Range,
  [first, last]: readonly [number, number],
  floating: string,
): boolean {
  if (dayOf(endDate) < first || dayOf(startDate) > last) return true;
  return (
    instantAt(startDate, component, 'dtstart', floating) >= window.end ||
    instantAt(endDate, component, 'dtend', floating) < window.start
  );
}

const dayOf = ({ year, month, day }: Time): number => (year * 100 + month) * 100 + day;

function shiftedDay(instant: string, days: number): number {
  const date = new Date(Date.parse(instant) + days * 86_400_000);
  return (date.getUTCFullYear() * 100 + date.getUTCMonth() + 1) * 100 + date.getUTCDate();
}

/** Adds a series' occurrences, up to the limits of what is read. Throws where a rule is cut off. */
function occurrences(
  series: Event,
  window: Range,
  floating: string,
  account: string,
  into: CalendarEvent[],
  budget: Budget,
): void {
  eachOccurrence(series, window.start.slice(0, 10), budget, (start) => {
    if (into.length > MOST_EVENTS || instantAt(start, series.component, 'dtstart', floating) >= window.end)
      return 'end';
    const { item, endDate, recurrenceId } = series.getOccurrenceDetails(start);
    // A changed occurrence was read by itself.
    if (item !== series && item.recurrenceId?.toString() === recurrenceId.toString()) return 'more';
    const end = instantAt(endDate, item.component, 'dtend', floating);
    if (end >= window.start) into.push(...map(item, account, floating, true, { start, recurrenceId, end: endDate }));
    return 'more';
  });
}

/** Each event with the changed occurrences of it, which carry its UID. */
function seriesOf(calendar: ParsedCalendar): { uid: string; master: Component; exceptions: Component[] }[] {
  const masters = new Map<string, Component>();
  const exceptions = new Map<string, Component[]>();
  for (const event of calendar.getAllSubcomponents('vevent')) {
    const uid = String(event.getFirstPropertyValue('uid') ?? '');
    const known = exceptions.get(uid);
    if (event.hasProperty('recurrence-id') && known) known.push(event);
    else if (event.hasProperty('recurrence-id')) exceptions.set(uid, [event]);
    else masters.set(uid, event);
  }
  const orphans = [...exceptions].filter(([uid]) => !masters.has(uid));
  return [
    ...[...masters].map(([uid, master]) => ({ uid, master, exceptions: exceptions.get(uid) ?? [] })),
    ...orphans.flatMap(([uid, some]) => some.map((master) => ({ uid, master, exceptions: [] }))),
  ];
}

interface Occurrence {
  start: Time;
  end: Time;
  recurrenceId: Time;
}

function map(event: Event, account: string, floating: string, recurring: boolean, at?: Occurrence): CalendarEvent[] {
  const { component } = event;
  const attendees = component.getAllProperties('attendee');
  const text = (name: string) =>
    (component.getFirstPropertyValue(name) as { toString(): string } | null)?.toString() || null;
  const declined = attendees.some(
    (one) => one.getFirstParameter('partstat') === 'DECLINED' && addressOf(String(one.getFirstValue())) === account,
  );
  if (text('status') === 'CANCELLED' || declined) return [];
  const [start, end] = [at?.start ?? event.startDate, at?.end ?? event.endDate];
  const recurrence = at?.recurrenceId ?? event.recurrenceId;
  const summary = text('summary');
  const uid = text('uid') ?? '';
  const description = text('description');
  return [
    {
      providerId: recurrence ? `${uid}_${recurrence.toICALString()}` : uid,
      type: 'CALENDAR',
      subjectOrTitle: summary ?? '',
      dateTime: instantAt(start, component, 'dtstart', floating),
      endDateTime: instantAt(end, component, 'dtend', floating),
      isAllDay: start.isDate,
      participants: people(component),
      providerLink: webLink(text('url')),
      email: account,
      provider: 'ICS',
      iCalUID: uid || null,
      summaryOfEvent: summary,
      descriptionOfEvent: description && plainText(description),
      location: text('location'),
      conferenceData: conference(component),
      isRecurring: recurring || recurrence !== null,
    },
  ];
}

/** A time as an instant: by the zone's rules as this machine knows them, else as the calendar brings them along. */
function instantAt(time: Time, component: Component, property: 'dtstart' | 'dtend', floating: string): string {
  const day = [time.year, time.month, time.day]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
    .padStart(10, '0');
  if (time.isDate) return `${day}T00:00:00.000Z`;
  const clock = ((time.hour * 60 + time.minute) * 60 + time.second) * 1000;
  const named = component.getFirstProperty(property) ?? component.getFirstProperty('dtstart');
  const tzid = named?.getFirstParameter('tzid');
  if (time.zone === ICAL.Timezone.utcTimezone) return new Date(time.toUnixTime() * 1000).toISOString();
  if (tzid && isZone(tzid)) return instantOf(tzid, day, clock);
  const carried = time.zone && time.zone !== ICAL.Timezone.localTimezone;
  return carried
    ? new Date(time.toUnixTime() * 1000).toISOString()
    : instantOf(isZone(floating) ? floating : 'UTC', day, clock);
}

const zones = new Map<string, boolean>();

function isZone(name: string): boolean {
  let known = zones.get(name);
  if (known === undefined) {
    try {
      known = !!new Intl.DateTimeFormat('en', { timeZone: name });
    } catch {
      known = false;
    }
    // Names come from outside: there is an end to how many are kept.
    if (zones.size < 1000) zones.set(name, known);
  }
  return known;
}

const addressOf = (value: string): string =>
  value
    .replace(/^mailto:/i, '')
    .trim()
    .toLowerCase();

function people(component: Component): Person[] {
  const all = [...component.getAllProperties('organizer'), ...component.getAllProperties('attendee')];
  return distinctPeople(
    all.flatMap((one) => {
      const email = addressOf(String(one.getFirstValue()));
      const kind = one.getFirstParameter('cutype');
      if (!/^[^@\s]+@[^@\s]+$/.test(email) || kind === 'RESOURCE' || kind === 'ROOM') return [];
      const name = one.getFirstParameter('cn');
      return [{ email, name: name && name !== email ? name : null }];
    }),
  );
}

/** RFC 7986, and what Google and Outlook write in its place. */
const CONFERENCE = [
  'conference',
  'x-google-conference',
  'x-microsoft-skypeteamsmeetingurl',
  'x-microsoft-onlinemeetingexternallink',
];

function conference(component: Component): CalendarEvent['conferenceData'] {
  const uris = CONFERENCE.flatMap((name) =>
    component
      .getAllProperties(name)
      .map((one) => ({ uri: String(one.getFirstValue()), label: one.getFirstParameter('label') ?? null })),
  );
  const entryPoints = uris.filter(({ uri }) => isJoinable(uri)).map((one) => ({ ...one, accessCode: null }));
  return entryPoints.length > 0 ? { conferenceId: null, entryPoints } : null;
}
