import ICAL from 'ical.js';
import { instantOf } from '../../../shared/zones.ts';
import type { CalendarEvent } from '../items.ts';
import type { Range } from '../ranges.ts';
import { contentReader, type ReadContent } from './content.ts';
import type { ParsedCalendar } from './parse.ts';
import { type Budget, checkExceptions, eachOccurrence, newBudget } from './recurrence.ts';

/** The most events, and characters in them, of one window; a list that is cut says so. */
const MOST_EVENTS = 20_000;
const MOST_TEXT = 20_000_000;

type Time = InstanceType<typeof ICAL.Time>;
type Event = InstanceType<typeof ICAL.Event>;
type Component = InstanceType<typeof ICAL.Component>;

export interface Expansion {
  window: Range;
  /** The zone of times that have none. */
  zone: string;
  account: string;
  /** Only the series that an event of this id belongs to. */
  id?: string | undefined;
}

/** The results of one expansion so far, and its remaining budget. */
interface Found {
  events: CalendarEvent[];
  text: number;
  truncated: boolean;
  budget: Budget;
  floating: string;
  contentOf(component: Component): ReadContent;
}

const isFull = ({ events, text }: Found): boolean => events.length >= MOST_EVENTS || text >= MOST_TEXT;

/**
 * The events that begin before the window's end and end after its start; a recurring event once for each occurrence.
 * Some that lie outside may be among them. `truncated` when there are more, or some could not be read.
 */
export function expand({ component, truncated }: ParsedCalendar, { window, zone, account, id }: Expansion) {
  const floating = (component.getFirstPropertyValue('x-wr-timezone') as string | null) ?? zone;
  const found: Found = {
    ...{ events: [], text: 0, truncated, budget: newBudget(), floating },
    contentOf: contentReader(account),
  };
  const days = [shiftedDay(window.start, -2), shiftedDay(window.end, 2)] as const;
  const isWanted = (event: Event) => id !== undefined || !isOutside(event, window, days, floating);
  for (const { uid, master, exceptions } of seriesOf(component)) {
    if (id !== undefined && id !== uid && !id.startsWith(`${uid}_`)) continue;
    if (isFull(found)) return { events: found.events, truncated: true };
    try {
      checkExceptions(exceptions);
      const series = new ICAL.Event(master, { exceptions, strictExceptions: false });
      const changed = exceptions.map((exception) => new ICAL.Event(exception));
      for (const one of changed.filter(isWanted)) add(found, one, true);
      if (series.isRecurring()) occurrences(series, window, found);
      else if (isWanted(series)) add(found, series, changed.length > 0);
    } catch {
      // One event that cannot be read does not hide the others; the list says that it is not whole.
      found.truncated = true;
    }
  }
  return { events: found.events, truncated: found.truncated };
}

/** Reads no more of an event than its times, without their zones if possible: most of a calendar lies in the past. */
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
function occurrences(series: Event, window: Range, found: Found): void {
  const { floating, budget } = found;
  eachOccurrence(series, window.start.slice(0, 10), budget, (start) => {
    if (instantAt(start, series.component, 'dtstart', floating) >= window.end) return 'end';
    if (isFull(found)) {
      found.truncated = true;
      return 'end';
    }
    const { item, endDate, recurrenceId } = series.getOccurrenceDetails(start);
    // A changed occurrence was read by itself.
    if (item !== series && item.recurrenceId?.toString() === recurrenceId.toString()) return 'more';
    const end = instantAt(endDate, item.component, 'dtend', floating);
    if (end >= window.start) add(found, item, true, { start, recurrenceId, end: endDate });
    return 'more';
  });
}

/** Each event with the changed occurrences of it, which carry its UID. */
function seriesOf(calendar: Component): { uid: string; master: Component; exceptions: Component[] }[] {
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

/** Adds an event, or one occurrence of a series, with its times. */
function add(found: Found, event: Event, recurring: boolean, at?: Occurrence): void {
  const { component } = event;
  const { content, length, cut } = found.contentOf(component);
  found.truncated ||= cut;
  if (!content) return;
  const [start, end] = [at?.start ?? event.startDate, at?.end ?? event.endDate];
  const recurrence = at?.recurrenceId ?? event.recurrenceId;
  const uid = content.iCalUID ?? '';
  found.text += length;
  found.events.push({
    ...content,
    providerId: recurrence ? `${uid}_${recurrence.toICALString()}` : uid,
    dateTime: instantAt(start, component, 'dtstart', found.floating),
    endDateTime: instantAt(end, component, 'dtend', found.floating),
    isAllDay: start.isDate,
    isRecurring: recurring || recurrence !== null,
  });
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
  if (name.length > 64) return false;
  let known = zones.get(name);
  if (known === undefined) {
    try {
      known = !!new Intl.DateTimeFormat('en', { timeZone: name });
    } catch {
      known = false;
    }
    // Names come from outside: there is an end to how many are kept.
    if (zones.size < 10_000) zones.set(name, known);
  }
  return known;
}
