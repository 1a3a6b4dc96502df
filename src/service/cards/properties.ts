import type { DeadProperty, PropertyChange } from '../../shared/cards/address-book.ts';
import { THE_BOOK } from '../../shared/cards/card-name.ts';
import { groupBy } from '../../shared/lists.ts';
import { newId } from '../../store/ids.ts';
import type { Context } from '../runtime/context.ts';
import { cardsInBook } from './rows.ts';

// Dead properties that clients set on cards and on the address book (RFC 4918, section 4.2). They do not change cards.

export const PROPERTY_PURPOSE = 'card property';

/** Maximum number and total size of the properties of a card or the book. */
const MAX_PROPERTIES = 50;
const MOST_BYTES = 64 * 1024;

/** Properties by card name. `THE_BOOK` is the address book itself. */
export async function readProperties(context: Context, names: string[]): Promise<Map<string, DeadProperty[]>> {
  const cards = await cardsInBook(context)
    .select(['cards.id', 'cards.name'])
    .where('cards.name', 'in', names)
    .execute();
  const nameOf = new Map<string | null, string>(cards.map(({ id, name }) => [id, name]));
  if (names.includes(THE_BOOK)) nameOf.set(null, THE_BOOK);
  const byCard = groupBy(await propertiesOf(context, [...nameOf.keys()]), ({ cardId }) => cardId);
  return new Map([...byCard].map(([cardId, properties]) => [nameOf.get(cardId)!, properties]));
}

/** Applies all changes in order, or none. Returns `full` if the properties would exceed the limits. */
export async function changeProperties(
  context: Context,
  name: string,
  changes: PropertyChange[],
): Promise<'changed' | 'absent' | 'full'> {
  const { db, user, secret } = context;
  const card = name === THE_BOOK ? { id: null } : await standingCard(context, name);
  if (!card) return 'absent';
  const before = await propertiesOf(context, [card.id]);
  const after = new Map<string, PropertyChange>(before.map((one) => [keyOf(one), one]));
  for (const change of changes) {
    if (change.xml === undefined) after.delete(keyOf(change));
    else after.set(keyOf(change), change);
  }
  const kept = [...after.values()];
  const bytes = kept.reduce((sum, { xml = '' }) => sum + Buffer.byteLength(xml), 0);
  if (kept.length > MAX_PROPERTIES || bytes > MOST_BYTES) return 'full';

  const old = before.filter((one) => !kept.includes(one)).map(({ id }) => id);
  if (old.length > 0)
    await db.deleteFrom('card_properties').where('user_id', '=', user.user_id).where('id', 'in', old).execute();
  const rows = kept.flatMap((one) => {
    if (one.xml === undefined || before.some((had) => had === one)) return [];
    const sealed = secret.seal(PROPERTY_PURPOSE, one.xml);
    return [{ user_id: user.user_id, id: newId(), card_id: card.id, space: one.space, name: one.name, sealed }];
  });
  if (rows.length > 0) await db.insertInto('card_properties').values(rows).execute();
  return 'changed';
}

const keyOf = ({ space, name }: PropertyChange): string => `${space} ${name}`;

const standingCard = (context: Context, name: string) =>
  cardsInBook(context).select('cards.id').where('cards.name', '=', name).executeTakeFirst();

/** The properties of cards. The id null means the book. */
async function propertiesOf({ db, user, secret }: Context, cardIds: (string | null)[]) {
  const ids = cardIds.filter((id) => id !== null);
  const rows = await db
    .selectFrom('card_properties')
    .selectAll()
    .where('user_id', '=', user.user_id)
    .where((row) =>
      row.or([
        ...(ids.length > 0 ? [row('card_id', 'in', ids)] : []),
        ...(ids.length < cardIds.length ? [row('card_id', 'is', null)] : []),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id, card_id: cardId, space, name, sealed }) => {
    return { id, cardId, space, name, xml: secret.open(PROPERTY_PURPOSE, sealed) };
  });
}
