import type { CardRow } from '../../store/card-tables.ts';
import type { Context } from '../runtime/context.ts';

/** Selects the cards in the book: those of groups and of unarchived contacts. */
export const cardsInBook = ({ db, user }: Context) =>
  db
    .selectFrom('cards')
    .leftJoin('contacts', (join) =>
      join.onRef('contacts.user_id', '=', 'cards.user_id').onRef('contacts.id', '=', 'cards.id'),
    )
    .where('cards.user_id', '=', user.user_id)
    .where('cards.gone', '=', 0)
    .where((row) => row.or([row('cards.kind', '=', 'group'), row('contacts.is_archived', '=', 0)]));

/** The card with a name. Prefers an existing card to a removed one. */
export async function cardNamed({ db, user }: Context, name: string): Promise<CardRow | undefined> {
  return db
    .selectFrom('cards')
    .selectAll()
    .where('user_id', '=', user.user_id)
    .where('name', '=', name)
    .orderBy('gone')
    .orderBy('id')
    .executeTakeFirst();
}

/** Whether a card is in the book. */
export const isCardInBook = async (context: Context, { id }: CardRow): Promise<boolean> =>
  (await cardsInBook(context).select('cards.id').where('cards.id', '=', id).executeTakeFirst()) !== undefined;

/** A UID in comparable form: without `urn:uuid:`, in lower case. */
export const bareUid = (uid: string): string => uid.replace(/^urn:uuid:/i, '').toLowerCase();

/** The existing or removed (`gone` 1) cards with these UIDs. */
export function cardsByUid({ db, user }: Context, uids: readonly string[], gone: 0 | 1 = 0) {
  const forms = uids.flatMap((uid) => {
    const bare = uid.replace(/^urn:uuid:/i, '');
    return [uid, bare, bare.toLowerCase(), bare.toUpperCase(), `urn:uuid:${bare}`];
  });
  return db
    .selectFrom('cards')
    .selectAll()
    .where('user_id', '=', user.user_id)
    .where('gone', '=', gone)
    .where('uid', 'in', [...new Set(forms)])
    .execute();
}
