import type { SentCard } from '../../shared/cards/address-book.ts';
import { noteChanged, saveChanges } from '../runtime/changes.ts';
import type { Context } from '../runtime/context.ts';
import type { CardRow } from '../store/card-tables.ts';
import { newId } from '../store/ids.ts';
import { saveText } from './text.ts';

/** The card that had this name is gone; should it come back, it has another. */
export async function giveUpName({ db, user }: Context, { id }: Pick<CardRow, 'id'>): Promise<void> {
  await db
    .updateTable('cards')
    .set({ name: `${newId()}.vcf`, uid: newId() })
    .where('user_id', '=', user.user_id)
    .where('id', '=', id)
    .execute();
}

/** Gives a card that was sent its number, name, UID and text. Answers the number. */
export async function saveCardRow(context: Context, id: string, name: string, card: SentCard): Promise<number> {
  const { db, user } = context;
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
