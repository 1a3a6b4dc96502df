import type { Secret } from '../../identity/secrets/secret.ts';
import { newId } from '../../store/ids.ts';
import type { Context } from '../runtime/context.ts';

export const PURPOSE = 'dismissed offer';
const ID_PURPOSE = 'offer of a contact';

/** Duration of "not now" in days. */
const NOT_NOW_DAYS = 60;
const DAY_MS = 86_400_000;

/** An address that is not suggested. */
export interface Dismissal {
  /** Id of the suggestion. */
  id: string;
  address: string;
  /** End of the dismissal, as an ISO 8601 instant. Null means permanent. */
  until: string | null;
}

/** Id of a suggestion, derived from its address. It keeps email addresses out of URLs. */
export const offerId = ({ secret, user }: { secret: Secret; user: { user_id: string } }, address: string): string =>
  secret.sign(ID_PURPOSE, `${user.user_id} ${address}`);

/** Lists the active dismissals. */
export async function listDismissals(context: Context): Promise<Dismissal[]> {
  const rows = await dismissalRows(context);
  return rows.filter(({ until }) => until === null || until > context.now).map(({ row: _, ...dismissal }) => dismissal);
}

/** Stops suggesting an address, temporarily or permanently. */
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

/**
 * Deletes the dismissal with this suggestion id, and all expired dismissals. Returns undefined if the suggestion was
 * not dismissed.
 */
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

/** All dismissals with their row ids, latest first. */
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
