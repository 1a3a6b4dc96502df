import type { CALENDAR_KINDS, RESPONSES } from '../../contract/calendars.ts';
import { fold, words } from '../../shared/text/fold.ts';
import { dayIn, startOfDay, toText, wallClock } from '../../shared/zones.ts';
import type { CalendarEvent } from './items.ts';
import type { Range } from './ranges.ts';
import type { Scope } from './scope.ts';

export interface Guest {
  email: string;
  name?: string | undefined;
}

/** An event to write; what is undefined stays as it is, null clears. */
export interface EventDraft {
  summary?: string | undefined;
  description?: string | null | undefined;
  location?: string | null | undefined;
  times?: EventTimes | undefined;
  attendees?: Guest[] | undefined;
  sendInvitations: boolean;
  addConference: boolean;
}

export type CalendarKind = (typeof CALENDAR_KINDS)[number];

/** An answer to an invitation. */
export interface Answer {
  response: (typeof RESPONSES)[number];
  comment?: string | undefined;
}

/** One of an account's calendars. */
export interface CalendarInfo {
  /** The provider's own id. */
  id: string;
  name: string;
  kind: CalendarKind;
  canWrite: boolean;
  /** Whether its events count as long as the user has not chosen. */
  shown: boolean;
}

export interface EventsRead {
  events: CalendarEvent[];
  /** Whether the provider had more than we read. */
  truncated: boolean;
  /** What else is missing, such as a calendar that could not be read. */
  warnings?: string[];
  /** How many more are wanted than these, where no more were asked for. */
  more?: number;
}

/** Which events are wanted. A calendar may leave out others by itself, but need not. */
export interface Wanted {
  window: Range;
  /** The user's zone: where days begin. */
  zone: string;
  searchQuery?: string | undefined;
  addresses?: string[] | undefined;
  /** So many of the soonest are enough. */
  most?: number | undefined;
}

export interface EventRead {
  event: CalendarEvent;
  /** What of it could not be read. */
  warnings: string[];
}

/** One account's calendars. Every function throws a `failure` for what the provider refuses. */
export interface Calendar {
  /** All calendars of the account, the primary one first. */
  calendars(): Promise<CalendarInfo[]>;
  /** All wanted events of the calendars that count, or all that touch the window; in any order, others among them. */
  events(window: Range, wanted?: Wanted): Promise<EventsRead>;
  get(id: string): Promise<EventRead>;
  /** Only on accounts that may write. `key` makes a repeat harmless: it names the event at the provider. */
  create?(draft: EventDraft, key: string): Promise<CalendarEvent>;
  /** `key` names the series that begins where an older one ends. */
  update?(id: string, draft: EventDraft, how: { scope?: Scope | undefined; key: string }): Promise<CalendarEvent>;
  remove?(id: string, how: { scope?: Scope | undefined; sendInvitations: boolean }): Promise<void>;
  /** The event with this answer to its invitation. */
  respond?(id: string, answer: Answer): Promise<CalendarEvent>;
}

const DAY_MS = 86_400_000;

/** A day more on each side: providers place all-day events by zones of their own, we by the user's. */
export const widened = ({ start, end }: Range): Range => ({
  start: toText(Date.parse(start) - DAY_MS),
  end: toText(Date.parse(end) + DAY_MS),
});

/** Whether an event touches a window. An all-day event is where its days are in the user's zone. */
export function touches({ isAllDay, dateTime, endDateTime }: CalendarEvent, window: Range, zone: string): boolean {
  if (!isAllDay) return dateTime < window.end && (endDateTime > window.start || dateTime >= window.start);
  return (
    startOfDay(zone, dateTime.slice(0, 10)) < window.end && startOfDay(zone, endDateTime.slice(0, 10)) > window.start
  );
}

/** Soonest first, all-day events before the timed ones of their day in the user's zone. */
export function inOrder(zone: string) {
  const dayOf = ({ isAllDay, dateTime }: CalendarEvent) => (isAllDay ? dateTime.slice(0, 10) : dayIn(zone, dateTime));
  const keyOf = (event: CalendarEvent) =>
    [dayOf(event), event.isAllDay ? '0' : '1', event.dateTime, event.email, event.providerId].join('\n');
  return (events: CalendarEvent[]): CalendarEvent[] =>
    events
      .map((event) => ({ event, key: keyOf(event) }))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ event }) => event);
}

/** Whether all words of a query stand in an event: its title, text, place or people. The same for every provider. */
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

/** When an event is: instants with the zone they were said in, or days with the end exclusive. */
export type EventTimes =
  | { allDay: false; start: string; end: string; zone: string | undefined }
  | { allDay: true; start: string; end: string };

/** What the clocks of a zone show at an instant, without an offset. */
export function localTime(zone: string, instant: string): string {
  const { day, time } = wallClock(zone, instant);
  return `${day}T${new Date(time).toISOString().slice(11, 23)}`;
}

/** The guests that a change names, each once. */
export const eachGuest = (guests: Guest[]): Map<string, Guest> =>
  new Map(guests.map((guest) => [guest.email.toLowerCase(), guest]));

/** Whether an event is wanted: it touches the window, has the words, and one of the people. */
export function isWanted({ window, zone, searchQuery, addresses }: Wanted): (event: CalendarEvent) => boolean {
  const [hasWords, hasThem] = [matcher(searchQuery), hasPerson(addresses)];
  return (event) => touches(event, window, zone) && hasWords(event) && hasThem(event);
}
