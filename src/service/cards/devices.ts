import { type CardDigest, digestOf } from '../../shared/cards/digest.ts';
import type { CardField, CardFields } from '../../shared/cards/fields.ts';
import { chunked } from '../../shared/lists.ts';
import type { Context } from '../runtime/context.ts';

/** The version of a card that a device last received or sent. Its next edit is based on it. */
export interface DeviceVersion {
  id: string;
  change: number;
  fields: CardFields;
}

/** Saves the versions of cards that a device has. */
export async function saveDeviceVersions({ db, user }: Context, device: string, given: DeviceVersion[]): Promise<void> {
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

/** The version of a card that a device has. Undefined if it never received the card. */
export async function deviceVersionOf(
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

/** The change numbers of a device's versions of cards, by card id. */
export async function deviceChanges(
  { db, user }: Context,
  device: string,
  ids: string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('cards_given')
    .select(['id', 'change'])
    .where('user_id', '=', user.user_id)
    .where('device', '=', device)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, change }) => [id, change]));
}

/** Adds a sent card's fields to those that the device supports, and returns all of them. */
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
