import { createHash } from 'node:crypto';
import { plainText } from '../../../shared/html/plain-text.ts';
import { type Send, serveTasks } from '../../../shared/worker/serve.ts';
import type { CalendarEvent } from '../items.ts';
import { type Expansion, expand } from './expand.ts';
import { calendarName, type ParsedCalendar, parseCalendar } from './parse.ts';

/** A published calendar: its text, or the mark by which the publisher called the text that was read before. */
interface CalendarInput {
  /** Names the calendar between readings. */
  key: string;
  mark: string | undefined;
  bytes?: Uint8Array | undefined;
}

/** The tasks of the worker. */
export interface CalendarTasks {
  /** Events come in batches; 'unknown' when the text of this mark is not here any more. */
  events: { input: CalendarInput & Expansion; batch: CalendarEvent[]; result: { truncated: boolean } | 'unknown' };
  /** The calendar's name for itself. */
  name: { input: { bytes: Uint8Array }; batch: never; result: string | undefined };
  /** The plain text of texts that may be HTML. */
  texts: { input: { texts: string[] }; batch: never; result: string[] };
}

serveTasks({
  events: sendEvents,
  name: ({ bytes }: CalendarTasks['name']['input']) => calendarName(parseCalendar(textOf(bytes))),
  texts: ({ texts }: CalendarTasks['texts']['input']) => texts.map(plainText),
});

interface Held {
  mark: string | undefined;
  /** A digest of the text: not every publisher says that nothing changed. */
  digest: string;
  bytes: number;
  calendar: ParsedCalendar;
}

/** Parsed calendars, the least used first. A parsed one takes some ten times the memory of its text. */
const held = new Map<string, Held>();
const MOST_HELD_BYTES = 16 * 1024 * 1024;

async function sendEvents(
  input: CalendarTasks['events']['input'],
  send: Send,
): Promise<CalendarTasks['events']['result']> {
  const calendar = calendarOf(input);
  if (!calendar) return 'unknown';
  const { events, truncated } = expand(calendar, input);
  for (const batch of batches(events)) await send(batch);
  return { truncated };
}

function calendarOf({ key, mark, bytes }: CalendarInput): ParsedCalendar | undefined {
  const known = held.get(key);
  held.delete(key);
  const digest = bytes ? createHash('sha256').update(bytes).digest('base64') : undefined;
  const same = known && (digest === undefined ? known.mark === mark : known.digest === digest);
  if (!bytes && !same) return undefined;
  const now: Held = same
    ? { ...known, mark }
    : { mark, digest: digest!, bytes: bytes!.length, calendar: parseCalendar(textOf(bytes!)) };
  held.set(key, now);
  let total = [...held.values()].reduce((sum, one) => sum + one.bytes, 0);
  for (const [oldest, one] of held) {
    if (total <= MOST_HELD_BYTES) break;
    held.delete(oldest);
    total -= one.bytes;
  }
  return now.calendar;
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Small enough that taking one never holds the other side up. */
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
