import type { ReceivedCard } from '../../shared/cards/address-book.ts';
import type { CardRow } from '../../store/card-tables.ts';
import { newId } from '../../store/ids.ts';
import { markChanged, saveChanges } from '../runtime/changes.ts';
import type { Context } from '../runtime/context.ts';
import { cardsByUid } from './rows.ts';
import { saveText } from './text.ts';

/** Renames a card outside the book, because a new card takes its name. No device has it, so no removal is reported. */
export const releaseName = (context: Context, row: Pick<CardRow, 'id'>): Promise<void> =>
  change(context, row, { name: `${newId()}.vcf`, change: 0 });

/** Gives a removed card another UID, because a new card uses this one. Devices know it by name, so the name is kept. */
const releaseUid = (context: Context, row: Pick<CardRow, 'id'>): Promise<void> =>
  change(context, row, { uid: newId() });

/** Renames a card, and reports its old name to devices as removed. */
export async function moveCard(context: Context, { id, kind, ...row }: CardRow, name: string): Promise<void> {
  const { db, now } = context;
  const tombstone = newId();
  await db
    .insertInto('cards')
    .values({ ...row, id: tombstone, kind, uid: tombstone, changed_at: now, gone: 1 })
    .execute();
  markChanged(context, kind, [tombstone]);
  await change(context, { id }, { name });
}

async function change({ db, user }: Context, { id }: Pick<CardRow, 'id'>, set: Partial<CardRow>): Promise<void> {
  await db.updateTable('cards').set(set).where('user_id', '=', user.user_id).where('id', '=', id).execute();
}

/** Saves the name, UID, and text of a sent card under a new change number, and returns that number. */
export async function saveCardRow(context: Context, id: string, name: string, card: ReceivedCard): Promise<number> {
  const { db, user } = context;
  for (const gone of await cardsByUid(context, [card.uid], 1)) if (gone.id !== id) await releaseUid(context, gone);
  markChanged(context, card.kind === 'group' ? 'group' : 'contact', [id]);
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
