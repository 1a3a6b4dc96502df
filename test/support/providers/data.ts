import { randomFrom } from '../random.ts';

// What the fakes hold: made from a seed, told apart by its words. Times are epoch ms.

export interface FakeMessage {
  id: string;
  time: number;
  /** When it was sent, which Graph's search sorts by. */
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
  /** Its conversation; one of its own without it. */
  thread?: string;
  /** Headers beside the usual ones, by name. */
  headers?: Record<string, string>;
}

export interface FakeAttendee {
  email: string;
  name?: string | undefined;
  /** In the provider's own word. */
  response?: string | undefined;
  optional?: boolean | undefined;
  resource?: boolean | undefined;
  /** What else the provider keeps of it. */
  comment?: string | undefined;
}

export interface FakeEvent {
  id: string;
  summary: string;
  description?: string | null;
  location?: string | null;
  /** ISO 8601, or a day for one of all day; the end of a day is exclusive. */
  start: string;
  end: string;
  /** The clocks it follows, under a name of the provider's. */
  timeZone?: string;
  attendees: FakeAttendee[];
  /** Google shows not all of them. */
  attendeesOmitted?: boolean;
  organizer?: string;
  cancelled?: boolean;
  eventType?: string;
  /** The id of the series that it is an occurrence of. */
  series?: string;
  /** Of a series itself: its rule (RFC 5545), and lines of dates beside it. */
  rule?: string;
  dates?: string[];
  /** Its occurrences that were deleted. */
  deleted?: string[];
  /** When the series would have had this occurrence. */
  original?: string;
  /** What else the provider keeps of it, under the provider's names. */
  more?: Record<string, unknown>;
  /** When it was changed last. */
  changedAt?: string;
  free?: boolean;
  conference?: boolean;
  /** How a client named it, to find it again. */
  key?: string;
}

export interface FakeCalendar {
  id: string;
  primary: boolean;
  selected: boolean;
  events: FakeEvent[];
  name?: string;
  canEdit?: boolean;
  /** Whose it is, where it is shared. */
  owner?: string;
  /** The status with which its events are refused. */
  refused?: number;
}

export interface FakeAccount {
  provider: 'GOOGLE' | 'OFFICE365';
  email: string;
  messages: FakeMessage[];
  calendars: FakeCalendar[];
  /** The status with which Graph answers a second event under one `transactionId`; without it, with the first event. */
  duplicates?: number;
}

/** A word that stands in every text of a message or an event, and nowhere else: where it turns up, content leaked. */
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

/** Spreads messages over accounts. `grain` is the step between times: a coarse one makes many of the same time. */
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
