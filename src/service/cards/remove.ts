import type { Conditions } from '../../shared/cards/address-book.ts';
import { deleteContacts } from '../contacts/delete.ts';
import { deleteGroup } from '../groups/save.ts';
import type { Context } from '../runtime/context.ts';
import { holds } from './conditions.ts';
import { cardsInBook } from './rows.ts';

/** Moves a card's contact or group to the trash. */
export async function removeCard(
  context: Context,
  name: string,
  conditions: Conditions,
): Promise<'removed' | 'absent' | 'refused'> {
  const card = await cardsInBook(context)
    .select(['cards.id', 'cards.kind', 'cards.change'])
    .where('cards.name', '=', name)
    .executeTakeFirst();
  if (!holds(conditions, card?.change)) return 'refused';
  if (!card) return 'absent';
  if (card.kind === 'group') await deleteGroup(context, card.id);
  else await deleteContacts(context, [card.id]);
  return 'removed';
}
