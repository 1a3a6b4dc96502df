import type { Client } from '../../client/client.ts';
import { pages } from '../../client/paginate.ts';
import { dayIn } from '../../shared/zones.ts';
import type { ImportNote } from '../records/record.ts';
import { writeNote } from '../writing/notes.ts';
import type { Moment } from './moments.ts';

/** What was said on one day, at the time of its first message. */
export type DayNote = Required<Pick<ImportNote, 'eventTime' | 'text'>>;

const TITLE = 'WhatsApp\n';
/** Far below what a note may hold: a day of more goes into several. */
const LONGEST = 100_000;

/** A note for each day: a line for each message, with its time and who wrote it. */
export function dayNotes(moments: Moment[], zone: string): DayNote[] {
  const notes: (DayNote & { day: string })[] = [];
  for (const { instant, at, sender, text } of moments) {
    const day = dayIn(zone, instant);
    const line = `${at.slice(11, 16)} ${sender}: ${text.slice(0, LONGEST / 2).toWellFormed()}`.trim();
    const open = notes.at(-1);
    if (open?.day === day && open.text.length + line.length < LONGEST) open.text += `\n${line}`;
    else notes.push({ day, eventTime: instant, text: TITLE + line });
  }
  return notes;
}

/**
 * Writes the notes that a contact lacks, and completes one whose day went on since. Answers how many; in a dry run it only
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
    // One that the person edited since is theirs.
    if (!begun && same.some((one) => one.text.startsWith(TITLE))) continue;
    written++;
    if (dryRun) continue;
    if (begun) await client.call('update_note', { noteId: begun.id, note: text });
    else await writeNote(client, contactId, { eventTime, text, meetingType: 'text' });
  }
  return written;
}
