import { createHash } from 'node:crypto';
import { plainText } from '../../shared/html/plain-text.ts';
import { type Send, serveTasks } from '../../shared/worker/serve.ts';
import { byEventTime, type EventFilter, eventFilter } from '../content/calendar.ts';
import type { CalendarEvent } from '../content/items.ts';
import { type ExpandedEvents, type Expansion, expand } from './expand.ts';
import { type ParsedCalendar, parseCalendar } from './parse.ts';

/** A published calendar: its text, or the version marker of one read before. */
interface CalendarInput {
  /** Identifies the calendar across reads. */
  key: string;
  mark: string | undefined;
  bytes?: Uint8Array | undefined;
}

/** The worker's tasks. */
export interface CalendarTasks {
  /** Sends events in batches. Returns 'unknown' if this version is no longer cached. */
  events: {
    input: CalendarInput & Expansion & { wanted?: EventFilter | undefined };
    batch: CalendarEvent[];
    result: (Omit<ExpandedEvents, 'events' | 'text'> & { more: number }) | 'unknown';
  };
  /** The calendar's name for itself. */
  name: { input: { bytes: Uint8Array }; batch: never; result: string | undefined };
  /** Converts texts that may be HTML to plain text. */
  texts: { input: { texts: string[] }; batch: never; result: string[] };
}

serveTasks({
  events: sendEvents,
  name: ({ bytes }: CalendarTasks['name']['input']) => parseCalendar(textOf(bytes)).name,
  texts: ({ texts }: CalendarTasks['texts']['input']) => texts.map(plainText),
});

interface CachedCalendar {
  mark: string | undefined;
  /** Digest of the text, because some publishers send no version. */
  digest: string;
  bytes: number;
  calendar: ParsedCalendar;
  /** Cached windows, least recently used first, with their events in order. */
  windows: Map<string, ExpandedEvents>;
}

/** Parsed calendars, least recently used first. They use about ten times the memory of their text. */
const held = new Map<string, CachedCalendar>();
const MAX_HELD_BYTES = 16 * 1024 * 1024;
const MAX_WINDOWS = 4;

async function sendEvents(
  input: CalendarTasks['events']['input'],
  send: Send,
): Promise<CalendarTasks['events']['result']> {
  const known = heldOf(input);
  if (!known) return 'unknown';
  const {
    events,
    text: _text,
    ...told
  } = input.id === undefined ? windowOf(known, input) : expand(known.calendar, input);
  makeRoom();
  const { wanted } = input;
  const asked = wanted ? events.filter(eventFilter(wanted)) : events;
  const given = asked.slice(0, wanted?.most);
  for (const batch of batches(given)) await send(batch);
  return { ...told, more: asked.length - given.length };
}

function heldOf({ key, mark, bytes }: CalendarInput): CachedCalendar | undefined {
  const known = held.get(key);
  held.delete(key);
  const digest = bytes ? createHash('sha256').update(bytes).digest('base64') : undefined;
  const same = known && (digest === undefined ? known.mark === mark : known.digest === digest);
  if (!bytes && !same) return undefined;
  const now: CachedCalendar = same
    ? { ...known, mark }
    : { mark, digest: digest!, bytes: bytes!.length, calendar: parseCalendar(textOf(bytes!)), windows: new Map() };
  held.set(key, now);
  return now;
}

function windowOf({ calendar, windows }: CachedCalendar, { window, zone, account }: Expansion): ExpandedEvents {
  const key = JSON.stringify([window, zone, account]);
  const found = windows.get(key) ?? sorted(expand(calendar, { window, zone, account }), zone);
  windows.delete(key);
  windows.set(key, found);
  if (windows.size > MAX_WINDOWS) windows.delete(windows.keys().next().value!);
  return found;
}

const sorted = ({ events, ...expanded }: ExpandedEvents, zone: string): ExpandedEvents => ({
  ...expanded,
  events: byEventTime(zone)(events),
});

/** Estimated cache size, in bytes of calendar text. */
const sizeOf = ({ bytes, windows }: CachedCalendar): number =>
  [...windows.values()].reduce((sum, { events, text }) => sum + events.length * 100 + text / 5, bytes);

function makeRoom(): void {
  let total = [...held.values()].reduce((sum, one) => sum + sizeOf(one), 0);
  for (const [oldest, one] of held) {
    if (total <= MAX_HELD_BYTES) break;
    held.delete(oldest);
    total -= sizeOf(one);
  }
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Batch limits, so that receiving one never blocks the main thread for long. */
const BATCH_ROWS = 250;
const BATCH_TEXT = 200_000;

function* batches(events: CalendarEvent[]): Generator<CalendarEvent[]> {
  let batch: CalendarEvent[] = [];
  let text = 0;
  for (const event of events) {
    batch.push(event);
    text += (event.descriptionOfEvent?.length ?? 0) + event.participants.length * 60;
    if (batch.length < BATCH_ROWS && text < BATCH_TEXT) continue;
    yield batch;
    batch = [];
    text = 0;
  }
  if (batch.length > 0) yield batch;
}
