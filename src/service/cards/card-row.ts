import type { SentCard } from '../../shared/cards/address-book.ts';
import { noteChanged, saveChanges } from '../runtime/changes.ts';
import type { Context } from '../runtime/context.ts';
import type { CardRow } from '../store/card-tables.ts';
import { newId } from '../store/ids.ts';
import { cardsByUid } from './rows.ts';
import { saveText } from './text.ts';

/** The card that had this name or UID is gone; should it come back, it has others. */
export async function giveUpName({ db, user }: Context, { id }: Pick<CardRow, 'id'>): Promise<void> {
  const uid = newId();
  await db
    .updateTable('cards')
    .set({ name: `${uid}.vcf`, uid })
    .where('user_id', '=', user.user_id)
    .where('id', '=', id)
    .execute();
}

/** Gives a card that was sent its number, name, UID and text. Answers the number. */
export async function saveCardRow(context: Context, id: string, name: string, card: SentCard): Promise<number> {
  const { db, user } = context;
  for (const gone of await cardsByUid(context, [card.uid], 1)) if (gone.id !== id) await giveUpName(context, gone);
  noteChanged(context, card.kind === 'group' ? 'group' : 'contact', [id]);
  await saveChanges(context);
  const { change } = await db
    .updateTable('cards')
    .set({ name, uid: card.uid })
    .where('user_id', '=', user.user_id)
    .where('id', '=', id)
    .returning('change')
    .executeTakeFirstOrThrow();
  await saveText(context, id, card.text);
  return change;
}
