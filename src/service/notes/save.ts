import { notFound } from '../../shared/error.ts';
import { chunked } from '../../shared/lists.ts';
import { ownRows } from '../../store/own-rows.ts';
import type { NoteRow } from '../../store/tables.ts';
import { removeWords } from '../../store/word-index.ts';
import { requireOwned } from '../common/owned.ts';
import { saveHasNotes } from '../contact-rows/has-notes.ts';
import { indexNote } from '../indexing/note-index.ts';
import type { Context } from '../runtime/context.ts';
import { moveToTrash } from '../undo-records/move-to-trash.ts';
import {
  insertNotes,
  type LinkInput,
  linkRows,
  linksOf,
  type NoteInput,
  newNoteRows,
  noteColumns,
} from './new-rows.ts';

export async function requireNote({ db, user }: Context, id: string): Promise<NoteRow> {
  const [row] = await ownRows(db, user.user_id, 'timeline_items', '*', { where: { id: [id] } });
  if (!row) throw notFound('note', id);
  return row;
}

/** Creates a note and links its contacts. Throws 404 if a contact or the reminder is not the caller's. */
export async function createNote(context: Context, input: NoteInput): Promise<string> {
  await requireReminder(context, input);
  const note = newNoteRows(context, input);
  await requireLinked(context, linksOf(input));
  await insertNotes(context, [note]);
  return note.row.id;
}

/** Updates the given fields. A list of contacts replaces the links. Kept links keep their origin flag. */
export async function updateNote(context: Context, id: string, input: NoteInput): Promise<void> {
  const { db, user } = context;
  const current = await requireNote(context, id);
  await requireReminder(context, input);
  const columns = noteColumns(input);
  if (Object.keys(columns).length > 0) {
    await db
      .updateTable('timeline_items')
      .set(columns)
      .where('user_id', '=', user.user_id)
      .where('id', '=', id)
      .execute();
  }
  const event_time = columns.event_time ?? current.event_time;
  const links = () =>
    db.updateTable('timeline_items_contacts').where('user_id', '=', user.user_id).where('timeline_item_id', '=', id);
  if (columns.event_time) await links().set({ event_time }).execute();
  if (input.timeline_items_contacts) {
    const kept = input.timeline_items_contacts.map(({ contact_id }) => contact_id);
    const left = await db
      .deleteFrom('timeline_items_contacts')
      .where('user_id', '=', user.user_id)
      .where('timeline_item_id', '=', id)
      .where('contact_id', 'not in', kept)
      .returning('contact_id')
      .execute();
    await linkContacts(
      context,
      id,
      event_time,
      kept.map((contact_id) => ({ contact_id })),
    );
    await saveHasNotes(context, [...kept, ...left.map(({ contact_id }) => contact_id)]);
  }
  await indexNote(db, user.user_id, id);
}

export async function requireReminder(context: Context, { reminder_id }: NoteInput): Promise<void> {
  if (reminder_id) await requireOwned(context, 'reminders', [reminder_id], () => 'reminder_id');
}

export const requireLinked = (context: Context, links: LinkInput[]): Promise<void> =>
  requireOwned(
    context,
    'contacts',
    links.map(({ contact_id }) => contact_id),
    (index) => `timeline_items_contacts[${index}].contact_id`,
  );

/** Adds missing contact links. */
async function linkContacts(context: Context, noteId: string, event_time: string, links: LinkInput[]): Promise<void> {
  await requireLinked(context, links);
  const rows = linkRows(context, noteId, event_time, links);
  if (rows.length === 0) return;
  await context.db
    .insertInto('timeline_items_contacts')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const deleteNote = (context: Context, id: string): Promise<void> =>
  moveToTrash(context, 'note', [id], () => removeNotes(context, [id]));

export async function removeNotes(context: Context, ids: string[]): Promise<void> {
  const { db, user } = context;
  for (const part of chunked(ids)) {
    const links = await db
      .selectFrom('timeline_items_contacts')
      .select('contact_id')
      .where('user_id', '=', user.user_id)
      .where('timeline_item_id', 'in', part)
      .execute();
    await db.deleteFrom('timeline_items').where('user_id', '=', user.user_id).where('id', 'in', part).execute();
    await saveHasNotes(
      context,
      links.map(({ contact_id }) => contact_id),
    );
  }
  await removeWords(db, 'note', user.user_id, ids);
}
