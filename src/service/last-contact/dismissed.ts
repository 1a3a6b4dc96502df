import { newId } from '../../store/ids.ts';
import type { Context } from '../runtime/context.ts';

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

/** Offers an address no more: for a while, or ever. Answers by what that is taken back. */
export async function dismissOffer(context: Context, address: string, how: 'not now' | 'never'): Promise<string> {
  const { db, user, secret, now } = context;
  await forget(context, (one) => one.address === address);
  const id = newId();
  const until = how === 'never' ? null : new Date(Date.parse(now) + NOT_NOW_DAYS * DAY_MS).toISOString();
  await db
    .insertInto('dismissed_offers')
    .values({ user_id: user.user_id, id, sealed: secret.seal(PURPOSE, address), until })
    .execute();
  return id;
}

/** Takes a dismissal back, by its id or its address; false where there is none. */
export const offerAgain = (context: Context, which: { id: string } | { address: string }): Promise<boolean> =>
  forget(context, (one) => ('id' in which ? one.id === which.id : one.address === which.address));

/** Forgets dismissals that are meant, and those that are over; answers whether one was meant. */
async function forget(
  { db, user, secret, now }: Context,
  isMeant: (dismissal: { id: string; address: string }) => boolean,
): Promise<boolean> {
  const rows = await db
    .selectFrom('dismissed_offers')
    .select(['id', 'sealed', 'until'])
    .where('user_id', '=', user.user_id)
    .execute();
  let found = false;
  for (const { id, sealed, until } of rows) {
    const meant = isMeant({ id, address: secret.open(PURPOSE, sealed) });
    found ||= meant;
    if (!meant && (until === null || until > now)) continue;
    await db.deleteFrom('dismissed_offers').where('user_id', '=', user.user_id).where('id', '=', id).execute();
  }
  return found;
}
