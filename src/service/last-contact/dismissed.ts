import type { Context } from '../runtime/context.ts';
import { newId } from '../store/ids.ts';

export const PURPOSE = 'dismissed offer';

/** How long "not now" lasts. */
const NOT_NOW_DAYS = 60;
const DAY_MS = 86_400_000;

/** The addresses that are not to be offered. */
export async function dismissedOffers({ db, user, secret, now }: Context): Promise<Set<string>> {
  const rows = await db
    .selectFrom('dismissed_offers')
    .select(['sealed'])
    .where('user_id', '=', user.user_id)
    .where((row) => row.or([row('until', 'is', null), row('until', '>', now)]))
    .execute();
  return new Set(rows.map(({ sealed }) => secret.open(PURPOSE, sealed)));
}

/** Offers an address no more: for a while, or ever. */
export async function dismissOffer(context: Context, address: string, how: 'not now' | 'never'): Promise<void> {
  const { db, user, secret, now } = context;
  await offerAgain(context, address);
  const until = how === 'never' ? null : new Date(Date.parse(now) + NOT_NOW_DAYS * DAY_MS).toISOString();
  await db
    .insertInto('dismissed_offers')
    .values({ user_id: user.user_id, id: newId(), sealed: secret.seal(PURPOSE, address), until })
    .execute();
}

/** Takes that back, and forgets what is over. */
export async function offerAgain({ db, user, secret, now }: Context, address: string): Promise<void> {
  const rows = await db
    .selectFrom('dismissed_offers')
    .select(['id', 'sealed', 'until'])
    .where('user_id', '=', user.user_id)
    .execute();
  for (const { id, sealed, until } of rows) {
    if (secret.open(PURPOSE, sealed) !== address && (until === null || until > now)) continue;
    await db.deleteFrom('dismissed_offers').where('user_id', '=', user.user_id).where('id', '=', id).execute();
  }
}
