import { sql } from 'kysely';
import { groupBy } from '../../../shared/lists.ts';
import { wordsOfAll } from '../../../shared/text/fold.ts';
import { shouldYield, yieldToOthers } from '../../../shared/yield.ts';
import type { Context } from '../../runtime/context.ts';

/** Maximum number of characters read per note. */
const LETTERS_READ = 4_000;

/** The content of a note, as needed for ranking. */
export interface NoteText {
  /** The text as folded words, in order. Empty for notes in `others`. */
  words: string[];
  /** Words in the names of linked people. */
  names: string[];
  contacts: string[];
}

/** Loads the start of each note and its people. For `others`, loads only the people. */
export async function textsOf(
  { db, user }: Context,
  ids: readonly string[],
  others: readonly string[],
): Promise<Map<string, NoteText>> {
  const rows = await db
    .selectFrom('timeline_items')
    .select(['id', sql<string | null>`substr(note, 1, ${sql.lit(LETTERS_READ)})`.as('note')])
    .where('user_id', '=', user.user_id)
    .where('id', 'in', ids)
    .execute();
  const linked = [...new Set([...ids, ...others])];
  const links = await db
    .selectFrom('timeline_items_contacts as link')
    .innerJoin('contacts', (join) =>
      join.onRef('contacts.user_id', '=', 'link.user_id').onRef('contacts.id', '=', 'link.contact_id'),
    )
    .select(['link.timeline_item_id as note', 'contacts.id', 'contacts.folded_name'])
    .where('link.user_id', '=', user.user_id)
    .where('link.timeline_item_id', 'in', linked)
    .orderBy('link.timeline_item_id')
    .orderBy('link.contact_id')
    .execute();
  const people = groupBy(links, ({ note }) => note);
  const texts = new Map(rows.map(({ id, note }) => [id, note ?? '']));
  const found = new Map<string, NoteText>();
  for (const id of linked) {
    if (shouldYield()) await yieldToOthers();
    const own = people.get(id) ?? [];
    found.set(id, {
      words: wordsOfAll([texts.get(id)]),
      names: wordsOfAll(own.map(({ folded_name }) => folded_name)),
      contacts: own.map(({ id }) => id),
    });
  }
  return found;
}
