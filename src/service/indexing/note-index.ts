import { chunked, groupBy } from '../../shared/lists.ts';
import { wordsOfAll } from '../../shared/text/fold.ts';
import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import type { IndexedRecord } from '../../store/indexed-records.ts';
import type { Db } from '../../store/store.ts';
import { putWords } from '../../store/word-index.ts';
import { bytesOf } from '../common/answer-size.ts';

export const indexNote = (db: Db, userId: string, noteId: string): Promise<void> => indexNotes(db, userId, [noteId]);

/** Bytes of note text in memory at once. A longer note is indexed on its own. */
const AT_ONCE = 2 * 1024 * 1024;

/** Indexes notes by their text and the names of linked contacts. */
export async function indexNotes(db: Db, userId: string, noteIds: Iterable<string>): Promise<void> {
  for (const ids of chunked([...new Set(noteIds)], 200))
    for (const part of await partsBySize(db, userId, ids)) await indexPart(db, userId, part);
}

async function partsBySize(db: Db, userId: string, ids: string[]): Promise<string[][]> {
  const notes = await db
    .selectFrom('timeline_items')
    .select(['id', bytesOf(['note']).as('bytes')])
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
  const parts: string[][] = [];
  let left = 0;
  for (const { id, bytes } of notes) {
    left -= Number(bytes);
    if (parts.length > 0 && left >= 0) parts.at(-1)!.push(id);
    else {
      parts.push([id]);
      left = AT_ONCE - Number(bytes);
    }
  }
  return parts;
}

async function indexPart(db: Db, userId: string, ids: string[]): Promise<void> {
  const { stemsOfText } = await import('../../shared/text/stems.ts');
  const notes = await db
    .selectFrom('timeline_items')
    .select(['id', 'note', 'event_time'])
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
  const links = await db
    .selectFrom('timeline_items_contacts as link')
    .innerJoin('contacts', (join) =>
      join.onRef('contacts.user_id', '=', 'link.user_id').onRef('contacts.id', '=', 'link.contact_id'),
    )
    .select(['link.timeline_item_id', 'contacts.folded_name'])
    .where('link.user_id', '=', userId)
    .where('link.timeline_item_id', 'in', ids)
    .orderBy('link.timeline_item_id')
    .orderBy('link.contact_id')
    .execute();
  const linked = groupBy(links, ({ timeline_item_id }) => timeline_item_id);
  const found: IndexedRecord[] = [];
  for (const { id, note, event_time } of notes) {
    if (shouldYield()) await yieldToOthers();
    const names = (linked.get(id) ?? []).map(({ folded_name }) => folded_name);
    const words = wordsOfAll([note, ...names]);
    if (shouldYield()) await yieldToOthers();
    const others = note ? stemsOfText(note) : [];
    found.push({ userId, id, words, others, sortTime: event_time });
  }
  if (shouldYield()) await yieldToOthers();
  await putWords(db, 'note', userId, found);
}

/** Reindexes all notes of contacts whose names changed. */
export async function indexNotesOf(db: Db, userId: string, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return;
  const links = await db
    .selectFrom('timeline_items_contacts')
    .select('timeline_item_id')
    .where('user_id', '=', userId)
    .where('contact_id', 'in', contactIds)
    .execute();
  await indexNotes(
    db,
    userId,
    links.map(({ timeline_item_id }) => timeline_item_id),
  );
}
