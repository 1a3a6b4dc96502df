import type { Client } from '../../client/client.ts';
import { pages } from '../../client/paginate.ts';
import { dayIn } from '../../shared/zones.ts';
import type { ImportNote } from '../records/record.ts';
import { writeNote } from '../writing/notes.ts';
import type { TimedMessage } from './timed-messages.ts';

/** The messages of one day, dated at the first one. */
export type DayNote = Required<Pick<ImportNote, 'eventTime' | 'text'>>;

const TITLE = 'WhatsApp\n';
/** Far below the limit for a note. A day with more text becomes several notes. */
const MAX_LENGTH = 100_000;

/** One note per day, with one line per message: time, sender and text. */
export function dayNotes(moments: TimedMessage[], zone: string): DayNote[] {
  const notes: (DayNote & { day: string })[] = [];
  for (const { instant, at, sender, text } of moments) {
    const day = dayIn(zone, instant);
    const line = `${at.slice(11, 16)} ${sender}: ${text.slice(0, MAX_LENGTH / 2).toWellFormed()}`.trim();
    const open = notes.at(-1);
    if (open?.day === day && open.text.length + line.length < MAX_LENGTH) open.text += `\n${line}`;
    else notes.push({ day, eventTime: instant, text: TITLE + line });
  }
  return notes;
}

/**
 * Writes missing notes and extends a note whose day has new messages. Returns the number of writes. A dry run only
 * counts.
 */
export async function writeDayNotes(
  client: Client,
  contactId: string,
  notes: DayNote[],
  dryRun: boolean,
): Promise<number> {
  if (notes.length === 0) return 0;
  const known = new Map<string, { id: string; text: string }[]>();
  for await (const page of pages(client, 'list_notes', { contactId, take: 200 }))
    for (const { id, note, event_time } of page.notes) {
      const time = new Date(event_time).toISOString();
      known.set(time, [...(known.get(time) ?? []), { id, text: note ?? '' }]);
    }
  let written = 0;
  for (const { eventTime, text } of notes) {
    const same = known.get(eventTime) ?? [];
    const begun = same.find((one) => text.startsWith(`${one.text}\n`));
    // A note that the user has edited is left alone.
    if (!begun && same.some((one) => one.text.startsWith(TITLE))) continue;
    written++;
    if (dryRun) continue;
    if (begun) await client.call('update_note', { noteId: begun.id, note: text });
    else await writeNote(client, contactId, { eventTime, text, meetingType: 'text' });
  }
  return written;
}
