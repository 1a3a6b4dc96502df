import { type CardDigest, digestOf } from '../../shared/cards/digest.ts';
import type { CardField, CardFields } from '../../shared/cards/fields.ts';
import { chunked } from '../../shared/lists.ts';
import type { Context } from '../runtime/context.ts';

/** The state of a card that a device last got or sent, in short: what its next edit began from. */
export interface Given {
  id: string;
  change: number;
  fields: CardFields;
}

/** Remembers what a device has of these cards from now on. */
export async function rememberGiven({ db, user }: Context, device: string, given: Given[]): Promise<void> {
  const rows = given.map(({ id, change, fields }) => ({
    ...{ user_id: user.user_id, device, id, change },
    digest: JSON.stringify(digestOf(fields)),
  }));
  for (const part of chunked(rows)) {
    await db
      .insertInto('cards_given')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'device', 'id'])
          .doUpdateSet(({ ref }) => ({ change: ref('excluded.change'), digest: ref('excluded.digest') })),
      )
      .execute();
  }
}

/** What a device has of a card; undefined where it never got it. */
export async function givenTo(
  { db, user }: Context,
  device: string,
  id: string,
): Promise<{ change: number; digest: CardDigest } | undefined> {
  const row = await db
    .selectFrom('cards_given')
    .select(['change', 'digest'])
    .where('user_id', '=', user.user_id)
    .where('device', '=', device)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { change: row.change, digest: JSON.parse(row.digest) };
}

/** The changes that a device has of some cards, by id. */
export async function changesGiven({ db, user }: Context, device: string, ids: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('cards_given')
    .select(['id', 'change'])
    .where('user_id', '=', user.user_id)
    .where('device', '=', device)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, change }) => [id, change]));
}

/** The fields that a device knows of, with those of the card it sends now. */
export async function learnFields(
  { db, user }: Context,
  device: string,
  present: readonly CardField[],
): Promise<Set<CardField>> {
  const row = await db
    .selectFrom('card_devices')
    .select('fields')
    .where('user_id', '=', user.user_id)
    .where('device', '=', device)
    .executeTakeFirst();
  const before: CardField[] = row ? JSON.parse(row.fields) : [];
  const known = new Set([...before, ...present]);
  if (known.size > before.length) {
    const fields = JSON.stringify([...known]);
    await db
      .insertInto('card_devices')
      .values({ user_id: user.user_id, device, fields })
      .onConflict((conflict) => conflict.columns(['user_id', 'device']).doUpdateSet({ fields }))
      .execute();
  }
  return known;
}
