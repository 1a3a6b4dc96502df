import { newNote } from '../../contract/note.ts';
import { photoError } from '../../contract/photos.ts';
import { checkValue } from '../../contract/schema/check.ts';
import { badRequest, KithError } from '../../shared/error.ts';
import { type ItemError, itemError } from '../common/bulk.ts';
import { orError } from '../common/chunked-creation.ts';
import type { NewContact } from '../contact-rows/new-rows.ts';
import type { Duplicate } from '../matching/clusters.ts';
import type { KnownProfiles } from '../matching/known-profiles.ts';
import { insertNotes, type NewNoteRows, type NoteInput, newNoteRows } from '../notes/new-rows.ts';
import { savePhoto } from '../photos/photos.ts';
import type { Context } from '../runtime/context.ts';
import { createChunk } from './create-chunk.ts';

/** An imported contact with notes, as the operations accept them, not validated yet. */
interface NewPerson {
  contact: object;
  photo?: Uint8Array;
  notes: object[];
}

/** The outcome for one contact. */
interface CreatedPerson {
  error?: ItemError;
  /** Why a note was skipped although the contact was created. */
  notesError?: string;
}

/**
 * Creates all valid people with their notes in one transaction. A repeated id is skipped, because that contact already
 * has all notes, so no idempotency record is needed. An import passes the same `profiles` with every batch.
 */
export async function createPeople(
  context: Context,
  people: readonly NewPerson[],
  profiles: KnownProfiles,
): Promise<{ people: CreatedPerson[]; duplicates: Duplicate[] }> {
  const contacts: NewContact[] = [];
  for (const { contact, photo } of people)
    contacts.push({ ...contact, ...(photo && (await pictureOf(context, photo))) });
  const how = { continueOnError: true, onDuplicate: 'create', standIns: new Map(), profiles } as const;
  const { rows, likes } = await createChunk(context, contacts, 0, how);
  const notes: NewNoteRows[] = [];
  const created: CreatedPerson[] = [];
  for (const [index, row] of rows.entries()) {
    if (!('id' in row)) {
      created.push({ error: row.error! });
      continue;
    }
    const made = people[index]!.notes.map((note) => orError(() => noteAbout(context, row.id, note)));
    const refused = made.find((one) => one instanceof KithError);
    for (const one of made) if (!(one instanceof KithError)) notes.push(one);
    created.push(refused ? { notesError: itemError(refused).message } : {});
  }
  await insertNotes(context, notes);
  return { people: created, duplicates: likes };
}

const noteAbout = (context: Context, contact_id: string, note: object): NewNoteRows =>
  newNoteRows(context, checkValue(newNote(), { ...note, timeline_items_contacts: [{ contact_id }] }) as NoteInput);

async function pictureOf(context: Context, bytes: Uint8Array): Promise<{ image_url: string }> {
  const trouble = photoError(bytes);
  if (trouble) throw badRequest({ image_url: trouble });
  return { image_url: await savePhoto(context, bytes) };
}
