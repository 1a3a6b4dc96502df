import type { Secret } from '../../identity/secrets/secret.ts';
import { newId } from '../../store/ids.ts';
import type { Context } from '../runtime/context.ts';

export const PURPOSE = 'dismissed offer';
const ID_PURPOSE = 'offer of a contact';

/** How long "not now" lasts. */
const NOT_NOW_DAYS = 60;
const DAY_MS = 86_400_000;

/** An address that is not offered. */
export interface Dismissal {
  /** The id of its offer. */
  id: string;
  address: string;
  /** Null for ever. */
  until: string | null;
}

/** The id of an offer, which follows from its address. Web addresses show it in place of the email address. */
export const offerId = ({ secret, user }: { secret: Secret; user: { user_id: string } }, address: string): string =>
  secret.sign(ID_PURPOSE, `${user.user_id} ${address}`);

/** The dismissals that are in force. */
export async function listDismissals(context: Context): Promise<Dismissal[]> {
  const rows = await dismissalRows(context);
  return rows.filter(({ until }) => until === null || until > context.now).map(({ row: _, ...dismissal }) => dismissal);
}

/** Stops offering an address: for a while, or for good. */
export async function dismissOffer(context: Context, address: string, how: 'not_now' | 'never'): Promise<Dismissal> {
  const { db, user, secret, now } = context;
  const id = offerId(context, address);
  await offerAgain(context, id);
  const until = how === 'never' ? null : new Date(Date.parse(now) + NOT_NOW_DAYS * DAY_MS).toISOString();
  await db
    .insertInto('dismissed_offers')
    .values({ user_id: user.user_id, id: newId(), sealed: secret.seal(PURPOSE, address), until })
    .execute();
  return { id, address, until };
}

/** Deletes a dismissal by the id of its offer, and those that have ended. Undefined if the offer was not dismissed. */
export async function offerAgain(context: Context, id: string): Promise<Dismissal | undefined> {
  const { db, user, now } = context;
  let found: Dismissal | undefined;
  for (const { row, ...dismissal } of await dismissalRows(context)) {
    const { until } = dismissal;
    const isEnded = until !== null && until <= now;
    if (dismissal.id !== id && !isEnded) continue;
    await db.deleteFrom('dismissed_offers').where('user_id', '=', user.user_id).where('id', '=', row).execute();
    if (dismissal.id === id && !isEnded) found = dismissal;
  }
  return found;
}

/** All dismissals, latest first, each with the id of its row. */
async function dismissalRows(context: Context): Promise<(Dismissal & { row: string })[]> {
  const { db, user, secret } = context;
  const rows = await db
    .selectFrom('dismissed_offers')
    .select(['id', 'sealed', 'until'])
    .where('user_id', '=', user.user_id)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id: row, sealed, until }) => {
    const address = secret.open(PURPOSE, sealed);
    return { row, id: offerId(context, address), address, until };
  });
}
