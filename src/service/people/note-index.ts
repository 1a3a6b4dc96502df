import type { Db } from '../store/store.ts';
import { putWords } from '../store/word-index.ts';
import { wordsOfAll } from './fold.ts';

/** Makes a note findable by its body and by the names of the contacts it is linked to. */
export async function indexNote(db: Db, userId: string, noteId: string): Promise<void> {
  const note = await db
    .selectFrom('timeline_items')
    .select(['note', 'event_time'])
    .where('user_id', '=', userId)
    .where('id', '=', noteId)
    .executeTakeFirst();
  if (!note) return;
  const linked = await db
    .selectFrom('timeline_items_contacts as link')
    .innerJoin('contacts', (join) =>
      join.onRef('contacts.user_id', '=', 'link.user_id').onRef('contacts.id', '=', 'link.contact_id'),
    )
    .select('contacts.folded_name')
    .where('link.user_id', '=', userId)
    .where('link.timeline_item_id', '=', noteId)
    .orderBy('link.contact_id')
    .execute();
  const found = wordsOfAll([note.note, ...linked.map(({ folded_name }) => folded_name)]);
  await putWords(db, 'note', { userId, id: noteId, words: found, sortTime: note.event_time });
}

/** The same for all notes of a contact, after its name changed. */
export async function indexNotesOf(db: Db, userId: string, contactId: string): Promise<void> {
  const links = await db
    .selectFrom('timeline_items_contacts')
    .select('timeline_item_id')
    .where('user_id', '=', userId)
    .where('contact_id', '=', contactId)
    .execute();
  for (const { timeline_item_id } of links) await indexNote(db, userId, timeline_item_id);
}
