import { sql } from 'kysely';
import type { SearchTerm } from '../../shared/text/fold.ts';
import type { Context } from '../runtime/context.ts';
import type { CursorKey } from '../runtime/cursor.ts';
import { type FoundQuery, firstMatches } from '../store/first-matches.ts';
import { matching } from '../store/word-index.ts';
import { type ContactPage, contactsOf, type Order, type PageRequest, pageOfContacts, pageOfKeys } from './pages.ts';

interface Asked {
  terms: SearchTerm[];
  archived: boolean;
}

/** A page of the contacts that hold all terms, or of all where there are none. */
export async function pageOfPeople(
  context: Context,
  { terms, archived }: Asked,
  order: Order,
  page: PageRequest,
): Promise<ContactPage> {
  const { db, user } = context;
  const userId = user.user_id;
  const list = ['list_contacts', archived, terms];
  const isArchived = archived ? 1 : 0;
  const all = contactsOf(db, userId).where('contacts.is_archived', '=', isArchived);
  if (terms.length === 0) return pageOfContacts(context, [all], list, order, page);
  if (order.sort !== 'created_at') {
    const found = db.selectFrom(matching(db, 'contact', userId, { terms }).as('match')).select('match.id');
    return pageOfContacts(context, [all.where('contacts.id', 'in', found)], list, order, page);
  }
  // The index of words has the times at which contacts were made.
  const narrow = (found: FoundQuery) =>
    found.where(({ exists }) => exists(all.select('contacts.id').where('contacts.id', '=', sql<string>`found.id`)));
  return pageOfKeys(context, list, order, page, async (after, limit) => {
    const place = { order: order.order, after: after && ([after[0], after[1]] as const), limit };
    const found = await firstMatches(db, { kind: 'contact', userId, terms, narrow }, place);
    return found.map(({ sort_time, id }): CursorKey => [sort_time, id]);
  });
}
