import { sql } from 'kysely';
import { chunked } from '../../shared/lists.ts';
import type { Context } from '../runtime/context.ts';

/** Updates `has_notes` of contacts. Call it after adding or removing links to notes. */
export async function saveHasNotes({ db, user }: Context, contactIds: Iterable<string>): Promise<void> {
  for (const ids of chunked([...new Set(contactIds)])) {
    await db
      .updateTable('contacts')
      .set(({ lit, ref }) => ({ has_notes: sql<0 | 1>`${lit(1)} - ${ref('has_notes')}` }))
      .where('user_id', '=', user.user_id)
      .where('id', 'in', ids)
      .where(({ exists, selectFrom, ref, lit }) => {
        const links = selectFrom('timeline_items_contacts as link')
          .select(lit(1).as('one'))
          .where('link.user_id', '=', user.user_id)
          .whereRef('link.contact_id', '=', 'contacts.id');
        return sql<boolean>`${ref('has_notes')} <> case when ${exists(links)} then 1 else 0 end`;
      })
      .execute();
  }
}
