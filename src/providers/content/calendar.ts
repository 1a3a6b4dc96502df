import type { CALENDAR_KINDS, RESPONSES } from '../../contract/calendars.ts';
import { fold, words } from '../../shared/text/fold.ts';
import { dayIn, startOfDay, toText, wallClock } from '../../shared/zones.ts';
import type { CalendarEvent } from './items.ts';
import type { Range } from './ranges.ts';
import type { Scope } from './scope.ts';

export interface EventGuest {
  email: string;
  name?: string | undefined;
}

/** An event to write. Undefined fields stay unchanged; null clears a field. */
export interface EventDraft {
  summary?: string | undefined;
  description?: string | null | undefined;
  location?: string | null | undefined;
  times?: EventTimes | undefined;
  attendees?: EventGuest[] | undefined;
  sendInvitations: boolean;
  addConference: boolean;
}

export type CalendarKind = (typeof CALENDAR_KINDS)[number];

/** A response to an invitation. */
export interface InvitationResponse {
  response: (typeof RESPONSES)[number];
  comment?: string | undefined;
}

/** One of an account's calendars. */
export interface CalendarInfo {
  /** The provider's calendar id. */
  id: string;
  name: string;
  kind: CalendarKind;
  canWrite: boolean;
  /** Whether its events count by default. */
  shown: boolean;
}

export interface EventList {
  events: CalendarEvent[];
  /** Whether the provider had more events than were read. */
  truncated: boolean;
  /** Describes missing parts, such as a calendar that could not be read. */
  warnings?: string[];
  /** Number of further matching events, if the list was limited. */
  more?: number;
}

/** A filter for events. A calendar may apply it early, but need not. */
export interface EventFilter {
  window: Range;
  /** The user's time zone, which determines where days begin. */
  zone: string;
  searchQuery?: string | undefined;
  addresses?: string[] | undefined;
  /** Maximum number of events, soonest first. */
  most?: number | undefined;
}

export interface FetchedEvent {
  event: CalendarEvent;
  /** Describes unreadable parts. */
  warnings: string[];
}

/** One account's calendars. Every function throws a `failure` if the provider refuses. */
export interface Calendar {
  /** All calendars of the account, the primary one first. */
  calendars(): Promise<CalendarInfo[]>;
  /**
   * Returns all events in the window that match `wanted`, and possibly others, in any order. Hidden calendars are
   * skipped.
   */
  events(window: Range, wanted?: EventFilter): Promise<EventList>;
  get(id: string): Promise<FetchedEvent>;
  /** Only for accounts with write access. `key` makes retries safe: it identifies the event at the provider. */
  create?(draft: EventDraft, key: string): Promise<CalendarEvent>;
  /** `key` identifies the new series if an existing one is split. */
  update?(id: string, draft: EventDraft, how: { scope?: Scope | undefined; key: string }): Promise<CalendarEvent>;
  remove?(id: string, how: { scope?: Scope | undefined; sendInvitations: boolean }): Promise<void>;
  /** Responds to an invitation and returns the event. */
  respond?(id: string, answer: InvitationResponse): Promise<CalendarEvent>;
}

const DAY_MS = 86_400_000;

/** Adds a day on each side, because providers place all-day events in their own time zones and kith uses the user's. */
export const widenByDay = ({ start, end }: Range): Range => ({
  start: toText(Date.parse(start) - DAY_MS),
  end: toText(Date.parse(end) + DAY_MS),
});

/** Whether an event overlaps a window. An all-day event covers its days in the user's zone. */
export function overlaps({ isAllDay, dateTime, endDateTime }: CalendarEvent, window: Range, zone: string): boolean {
  if (!isAllDay) return dateTime < window.end && (endDateTime > window.start || dateTime >= window.start);
  return (
    startOfDay(zone, dateTime.slice(0, 10)) < window.end && startOfDay(zone, endDateTime.slice(0, 10)) > window.start
  );
}

/** Sorts events by time. On each day in the user's zone, all-day events come first. */
export function byEventTime(zone: string) {
  const dayOf = ({ isAllDay, dateTime }: CalendarEvent) => (isAllDay ? dateTime.slice(0, 10) : dayIn(zone, dateTime));
  const keyOf = (event: CalendarEvent) =>
    [dayOf(event), event.isAllDay ? '0' : '1', event.dateTime, event.email, event.providerId].join('\n');
  return (events: CalendarEvent[]): CalendarEvent[] =>
    events
      .map((event) => ({ event, key: keyOf(event) }))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ event }) => event);
}

/**
 * Whether the title, description, location and people of an event contain all search words. Works the same for all
 * providers.
 */
export function matcher(query = ''): (event: CalendarEvent) => boolean {
  const wanted = words(query);
  if (wanted.length === 0) return () => query.trim() === '';
  return ({ summaryOfEvent, descriptionOfEvent, location, participants }) => {
    const people = participants.flatMap(({ email, name }) => [email, name]);
    const text = fold([summaryOfEvent, descriptionOfEvent, location, ...people].filter(Boolean).join(' \n '));
    return wanted.every((word) => text.includes(word));
  };
}

export const hasPerson = (addresses: string[] | undefined) => {
  const wanted = new Set(addresses?.map((address) => address.toLowerCase()));
  return ({ participants }: CalendarEvent): boolean =>
    addresses === undefined || participants.some(({ email }) => wanted.has(email));
};

/** When an event takes place: instants with their original zone, or days with an exclusive end. */
export type EventTimes =
  | { allDay: false; start: string; end: string; zone: string | undefined }
  | { allDay: true; start: string; end: string };

/** Local time of an instant in a zone, without an offset. */
export function localTime(zone: string, instant: string): string {
  const { day, time } = wallClock(zone, instant);
  return `${day}T${new Date(time).toISOString().slice(11, 23)}`;
}

/** Guests without duplicates, keyed by email address. */
export const eachGuest = (guests: EventGuest[]): Map<string, EventGuest> =>
  new Map(guests.map((guest) => [guest.email.toLowerCase(), guest]));

/** Whether an event matches: it overlaps the window and contains the words and one of the people. */
export function eventFilter({ window, zone, searchQuery, addresses }: EventFilter): (event: CalendarEvent) => boolean {
  const [hasWords, hasThem] = [matcher(searchQuery), hasPerson(addresses)];
  return (event) => overlaps(event, window, zone) && hasWords(event) && hasThem(event);
}
