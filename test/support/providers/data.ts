import { randomFrom } from '../random.ts';

// Content of the fakes, generated from a seed and identified by its words. Times are epoch milliseconds.

export interface FakeMessage {
  id: string;
  time: number;
  /** Sending time, by which Graph's search sorts. */
  sent: number;
  subject: string;
  snippet: string;
  from: string;
  to: string;
  cc?: string;
  bcc?: string;
  /** Its parts, by type. */
  text?: { plain?: string; html?: string };
  folder: 'inbox' | 'archive' | 'sent' | 'junk' | 'deleted' | 'drafts';
  /** Its conversation (default: one of its own). */
  thread?: string;
  /** Headers besides the usual ones, by name. */
  headers?: Record<string, string>;
}

export interface FakeAttendee {
  email: string;
  name?: string | undefined;
  /** In the provider's own term. */
  response?: string | undefined;
  optional?: boolean | undefined;
  resource?: boolean | undefined;
  /** Other properties that the provider stores. */
  comment?: string | undefined;
}

export interface FakeEvent {
  id: string;
  summary: string;
  description?: string | null;
  location?: string | null;
  /** ISO 8601, or a date for an all-day event. The end date is exclusive. */
  start: string;
  end: string;
  /** Its time zone, under the provider's name. */
  timeZone?: string;
  attendees: FakeAttendee[];
  /** Google does not show all of them. */
  attendeesOmitted?: boolean;
  organizer?: string;
  cancelled?: boolean;
  eventType?: string;
  /** The id of its series. */
  series?: string;
  /** For the series itself: its rule (RFC 5545), and additional date lines. */
  rule?: string;
  dates?: string[];
  /** Its deleted occurrences. */
  deleted?: string[];
  /** The original time of this occurrence in the series. */
  original?: string;
  /** Other properties that the provider stores, under the provider's names. */
  more?: Record<string, unknown>;
  /** Time of the last change. */
  changedAt?: string;
  free?: boolean;
  conference?: boolean;
  /** The client's name for it, to find it again. */
  key?: string;
}

export interface FakeCalendar {
  id: string;
  primary: boolean;
  selected: boolean;
  events: FakeEvent[];
  name?: string;
  canEdit?: boolean;
  /** The owner, if it is shared. */
  owner?: string;
  /** The status that refuses its events. */
  refused?: number;
}

export interface FakeAccount {
  provider: 'GOOGLE' | 'OFFICE365';
  email: string;
  messages: FakeMessage[];
  calendars: FakeCalendar[];
  /** Graph's status for a second event with the same `transactionId`. Without one, it returns the first event. */
  duplicates?: number;
}

/** A word that is in every text of a message or an event, and nowhere else: wherever it appears, content leaked. */
export const MARKER = 'quicksilver';

export const fakeAccount = (provider: FakeAccount['provider'], email: string): FakeAccount => ({
  provider,
  email,
  messages: [],
  calendars: [{ id: provider === 'GOOGLE' ? email : `${email} main`, primary: true, selected: true, events: [] }],
});

/** A calendar beside the primary one. */
export const moreCalendar = (id: string, more: Partial<FakeCalendar> = {}): FakeCalendar => ({
  ...{ id, primary: false, selected: true, events: [] },
  ...more,
});

/** Spreads messages over accounts. `grain` is the step between times: a coarse one creates many with the same time. */
export function spreadMessages(accounts: FakeAccount[], count: number, seed: number, grain = 1000): void {
  const random = randomFrom(seed);
  const start = Date.parse('2026-11-20T12:00:00Z');
  for (let number = 0; number < count; number++) {
    const account = accounts[Math.floor(random() * accounts.length)]!;
    const time = start - Math.floor(random() * count) * grain;
    account.messages.push({
      id: `${Math.floor(random() * 2 ** 40).toString(16)}-${number}`,
      time,
      sent: time - 1,
      subject: `${MARKER} subject ${number}`,
      snippet: `${MARKER} snippet ${number}`,
      from: `Person ${number} <person${number % 7}@example.com>`,
      to: account.email,
      folder: 'inbox',
    });
  }
}

export const timed = (id: string, start: string, minutes: number, more: Partial<FakeEvent> = {}): FakeEvent => ({
  id,
  summary: `${MARKER} ${id}`,
  description: `${MARKER} agenda of ${id}`,
  start,
  end: new Date(Date.parse(start) + minutes * 60_000).toISOString(),
  attendees: [],
  ...more,
});

export const allDay = (id: string, start: string, end: string, more: Partial<FakeEvent> = {}): FakeEvent => ({
  ...timed(id, `${start}T00:00:00Z`, 0, more),
  start,
  end,
});

export const isAllDay = ({ start }: FakeEvent): boolean => start.length === 10;
