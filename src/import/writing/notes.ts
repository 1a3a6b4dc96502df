import type { Client } from '../../client/client.ts';
import { pages } from '../../client/paginate.ts';
import type { Operations } from '../../contract/operations.ts';
import type { ArgumentsOf, DataOf } from '../../contract/schema/operation.ts';
import { KithError } from '../../shared/error.ts';
import { append } from '../../shared/lists.ts';
import { hashedUuid } from '../matching/record-ids.ts';
import { sameNote } from '../matching/same-person.ts';
import type { ImportNote } from '../records/record.ts';

/** The contacts' notes, loaded on first use. */
export interface KnownNotes {
  /** Returns the notes that the contact does not have. */
  missing(contactId: string, notes: ImportNote[]): Promise<ImportNote[]>;
  /** Writes notes. Each is written once even if this is repeated. */
  add(contactId: string, notes: ImportNote[]): Promise<void>;
  /** Announces that a contact will be created with these notes. */
  begin(contactId: string, notes: ImportNote[]): void;
  /** Marks the announced notes as written. */
  written(contactId: string): void;
  /** Counts notes as written, for `add` and for dry runs. */
  count(contactId: string, notes: ImportNote[]): void;
  /** Forgets a contact after a failed write, so that its notes are read again. */
  forget(contactId: string): void;
}

/** With this many records with notes, loading all notes may be cheaper than requesting them per contact. */
const MANY = 50;

/**
 * `asking` is the number of records that may have notes. It limits how many pages are read ahead. Notes of new contacts
 * are remembered only if the service will not have them.
 */
export function knownNotes(client: Client, { asking, remember }: { asking: number; remember: boolean }): KnownNotes {
  const known = new Map<string, ImportNote[]>();
  const begun = new Set<string>();
  let readAhead = asking >= MANY;
  let all: Map<string, ImportNote[]> | undefined;

  async function notesOf(contactId: string): Promise<ImportNote[]> {
    if (!known.has(contactId) && readAhead) {
      readAhead = false;
      all = await readAllNotes(client, asking / 10);
    }
    const readBefore = all && !begun.has(contactId) ? (all.get(contactId) ?? []) : undefined;
    const notes = known.get(contactId) ?? readBefore ?? (await readNotes(client, contactId));
    if (begun.has(contactId) && !remember) return notes;
    known.set(contactId, notes);
    return notes;
  }

  function count(contactId: string, notes: ImportNote[]): void {
    append(known.get(contactId) ?? [], notes);
  }

  return {
    async missing(contactId, notes) {
      if (notes.length === 0) return [];
      const present = await notesOf(contactId);
      return notes.filter((note) => !present.some((other) => sameNote(other, note)));
    },
    async add(contactId, notes) {
      for (const note of notes) await writeNote(client, contactId, note);
      count(contactId, notes);
    },
    begin(contactId, notes) {
      begun.add(contactId);
      known.set(contactId, [...notes]);
    },
    written(contactId) {
      if (!remember) known.delete(contactId);
    },
    count,
    forget(contactId) {
      known.delete(contactId);
      begun.delete(contactId);
      all = undefined;
    },
  };
}

async function readNotes(client: Client, contactId: string): Promise<ImportNote[]> {
  const notes: ImportNote[] = [];
  for await (const page of pages(client, 'list_notes', { contactId, take: 200 }))
    append(notes, page.notes.map(noteFrom));
  return notes;
}

/** Loads all notes by contact. Undefined if there are more than `atMost` pages. */
async function readAllNotes(client: Client, atMost: number): Promise<Map<string, ImportNote[]> | undefined> {
  const notes = new Map<string, ImportNote[]>();
  let read = 0;
  for await (const page of pages(client, 'list_notes', { take: 200 })) {
    if (++read > atMost) return undefined;
    for (const row of page.notes) {
      for (const { contact_id } of row.timeline_items_contacts) {
        const present = notes.get(contact_id);
        if (present) present.push(noteFrom(row));
        else notes.set(contact_id, [noteFrom(row)]);
      }
    }
  }
  return notes;
}

type NoteRow = DataOf<Operations['list_notes']>['notes'][number];

function noteFrom({ note, event_time }: NoteRow): ImportNote {
  return { text: (note ?? '').replace(/\r\n?/g, '\n').trim(), eventTime: new Date(event_time).toISOString() };
}

/**
 * Time for a note without one. Notes about the past update when the contact was last seen. A remark in an address book
 * is not a meeting, so its time must be slightly in the future.
 */
const nextMinute = (): string => new Date(Math.ceil(Date.now() / 60_000 + 1) * 60_000).toISOString();

/** A note as operation arguments, without its contacts. */
export const noteBody = ({ text, eventTime, day, meetingType }: ImportNote) => ({
  note: text,
  event_time: eventTime ?? (day ? `${day}T12:00:00.000Z` : nextMinute()),
  ...(meetingType && { meeting_type: meetingType }),
});

/**
 * The idempotency key is derived from the file's data rather than the time chosen here, so that two concurrent imports
 * write the note only once. If the key belongs to a note that the user deleted, the next key in the sequence is used,
 * which is also the same for both imports.
 */
export async function writeNote(client: Client, contactId: string, note: ImportNote): Promise<void> {
  const body = { ...noteBody(note), timeline_items_contacts: [{ contact_id: contactId }] };
  const { text, eventTime = note.day, meetingType } = note;
  for (let deleted = 0; deleted < MAX_DELETIONS; deleted++) {
    const named = [contactId, text, eventTime, meetingType, ...(deleted > 0 ? [deleted] : [])];
    if (await isFirst(client, body, hashedUuid(`note:${JSON.stringify(named)}`))) return;
    const present = await readNotes(client, contactId);
    if (present.some((other) => sameNote(other, note))) return;
  }
  await client.call('create_note', body);
}

/** How often a note may be deleted and imported again while the service remembers its keys. */
const MAX_DELETIONS = 20;

/** Whether the note was written by this call. A 409 means that this key was already used with another time. */
async function isFirst(client: Client, body: ArgumentsOf<Operations['create_note']>, idempotencyKey: string) {
  try {
    const { replayed } = await client.call('create_note', body, { idempotencyKey });
    return !replayed;
  } catch (error) {
    if (error instanceof KithError && error.code === 'Conflict') return false;
    throw error;
  }
}
