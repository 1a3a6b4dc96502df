import type { Operations } from '../../contract/operations.ts';
import { badRequest } from '../../shared/error.ts';
import { chunked, groupBy } from '../../shared/lists.ts';
import { wordsOfAll } from '../../shared/text/fold.ts';
import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import { newId } from '../../store/ids.ts';
import type { IndexedRecord } from '../../store/indexed-records.ts';
import { insertRows } from '../../store/insert.ts';
import { ownRows } from '../../store/own-rows.ts';
import type { ContactRow, NoteLinkRow, NoteRow } from '../../store/tables.ts';
import { putNewWords } from '../../store/word-index.ts';
import { nextReminder } from '../common/frequency.ts';
import type { Context } from '../runtime/context.ts';
import type { RequestOf } from '../runtime/handler.ts';
import { readMeetingType } from './read/meeting-types.ts';

export type NoteInput = RequestOf<Operations['create_note']>['body'];

export interface LinkInput {
  contact_id: string;
  is_origin?: boolean | undefined;
}

export const linksOf = (input: NoteInput): LinkInput[] => input.timeline_items_contacts ?? [];

/** Database rows for a new note. */
export interface NewNoteRows {
  row: NoteRow;
  links: NoteLinkRow[];
}

/** Builds the rows without reading the database. Throws 400 for invalid input. */
export function newNoteRows(context: Context, input: NoteInput): NewNoteRows {
  const { user, now } = context;
  const links = linksOf(input);
  if (links.filter((link) => link.is_origin).length > 1) {
    throw badRequest({ timeline_items_contacts: 'only one link may be the origin' });
  }
  const id = newId();
  const event_time = input.event_time ?? now;
  const row = { ...EMPTY, ...noteColumns(input), user_id: user.user_id, id, event_time, created_at: now };
  return { row, links: linkRows(context, id, event_time, links) };
}

/** Builds link rows. A contact listed twice is linked once, and is the origin if either entry says so. */
export function linkRows({ user }: Context, noteId: string, event_time: string, links: LinkInput[]): NoteLinkRow[] {
  const origins = new Set(links.flatMap(({ contact_id, is_origin }) => (is_origin ? contact_id : [])));
  return [...new Set(links.map(({ contact_id }) => contact_id))].map((contact_id) => ({
    user_id: user.user_id,
    timeline_item_id: noteId,
    contact_id,
    is_origin: origins.has(contact_id) ? 1 : 0,
    event_time,
  }));
}

export function noteColumns(input: NoteInput): Partial<NoteRow> {
  const columns: Partial<NoteRow> = {};
  for (const field of ['note', 'custom_emoji', 'event_time', 'oauth_credential_id', 'reminder_id'] as const) {
    if (input[field] !== undefined) columns[field] = input[field] as string;
  }
  const type = readMeetingType(input);
  if (type !== undefined) columns.meeting_type = type;
  if (input.attachments) {
    const rows = input.attachments.map(({ id = newId(), url, file_name = null, file_size = null }) => ({
      id,
      url,
      file_name,
      file_size,
    }));
    columns.attachments = JSON.stringify(rows);
  }
  return columns;
}

/** Contact columns needed to create notes. */
const PERSON = ['id', 'folded_name', 'last_seen_at', 'frequency', 'has_notes'] as const;
type Person = Pick<ContactRow, (typeof PERSON)[number]>;

/**
 * Inserts notes whose contacts belong to the user. Notes that are not in the future move the contacts' last-seen time
 * forward, never back (docs/api/notes.md).
 */
export async function insertNotes(context: Context, notes: readonly NewNoteRows[]): Promise<void> {
  const { db } = context;
  const links = notes.flatMap((note) => note.links);
  await insertRows(
    db,
    'timeline_items',
    notes.map(({ row }) => row),
  );
  for (const part of chunked(links)) {
    await insertRows(db, 'timeline_items_contacts', part);
    if (shouldYield()) await yieldToOthers();
  }
  const people = await peopleOf(context, links);
  await updateLastSeen(context, links, people);
  await putNewWords(db, 'note', await wordsOfNotes(notes, people));
}

async function peopleOf({ db, user }: Context, links: NoteLinkRow[]): Promise<Map<string, Person>> {
  const ids = links.map(({ contact_id }) => contact_id);
  const rows = await ownRows(db, user.user_id, 'contacts', PERSON, { where: { id: ids } });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Builds index entries from the notes' text and their contacts' names. */
async function wordsOfNotes(notes: readonly NewNoteRows[], people: Map<string, Person>): Promise<IndexedRecord[]> {
  const { stemsOfText } = await import('../../shared/text/stems.ts');
  const found: IndexedRecord[] = [];
  for (const { row, links } of notes) {
    const { user_id: userId, id, note, event_time: sortTime } = row;
    const ids = links.map(({ contact_id }) => contact_id).sort();
    const names = ids.map((contactId) => people.get(contactId)?.folded_name ?? null);
    found.push({ userId, id, words: wordsOfAll([note, ...names]), others: note ? stemsOfText(note) : [], sortTime });
    if (shouldYield()) await yieldToOthers();
  }
  return found;
}

/** Marks contacts as having notes and updates their last-seen time. */
async function updateLastSeen(
  { db, user, now }: Context,
  links: NoteLinkRow[],
  people: Map<string, Person>,
): Promise<void> {
  const times = new Map<string, string>();
  for (const { contact_id, event_time } of links) {
    const known = times.get(contact_id) ?? people.get(contact_id)?.last_seen_at;
    if (event_time <= now && (!known || known < event_time)) times.set(contact_id, event_time);
  }
  // Batch contacts with the same time and frequency into one update.
  const seen = [...times].map(([id, time]) => ({ id, time, frequency: people.get(id)?.frequency ?? null }));
  for (const together of groupBy(seen, ({ time, frequency }) => `${time} ${frequency}`).values()) {
    const [{ time, frequency }] = together as [(typeof seen)[number]];
    const next = frequency ? { next_reminder_at: nextReminder(frequency, time, now) } : {};
    const ids = together.map(({ id }) => id);
    await db
      .updateTable('contacts')
      .set({ has_notes: 1, last_seen_at: time, ...next })
      .where('user_id', '=', user.user_id)
      .where('id', 'in', ids)
      .execute();
  }
  const others = [...people.values()].filter(({ id, has_notes }) => !has_notes && !times.has(id));
  for (const part of chunked(others.map(({ id }) => id)))
    await db
      .updateTable('contacts')
      .set({ has_notes: 1 })
      .where('user_id', '=', user.user_id)
      .where('id', 'in', part)
      .execute();
}

const EMPTY = {
  workspace_id: null,
  audience: 'private',
  note: null,
  custom_emoji: null,
  meeting_type: null,
  google_calendar_event_id_v3: null,
  oauth_credential_id: null,
  calendar_account_email: null,
  calendar_account_provider: null,
  reminder_id: null,
  channels: '[]',
  attachments: '[]',
} as const;
