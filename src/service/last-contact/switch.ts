import { listAccounts } from '../../providers/accounts/accounts.ts';
import type { Account } from '../../providers/content/account.ts';
import { notFound } from '../../shared/error.ts';
import type { Context } from '../runtime/context.ts';
import { NO_COUNTS, sealCounts } from './counts.ts';

/** A connected account, and whether its mail and meetings count as contact. */
export interface Counting {
  account: Account;
  isOn: boolean;
  /** Until when it was counted; null before the first count. */
  countedUntil: string | null;
}

/** The accounts of the user, the first connected first. */
export async function listCounting(context: Pick<Context, 'db' | 'user'>): Promise<Counting[]> {
  const { db, user } = context;
  const rows = await db
    .selectFrom('contact_counts')
    .select(['id', 'counted_until'])
    .where('user_id', '=', user.user_id)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row.counted_until]));
  return (await listAccounts(context)).map((account) => ({
    account,
    isOn: byId.has(account.id),
    countedUntil: byId.get(account.id) ?? null,
  }));
}

/** Lets an account count from now on; the first count looks back. Throws 404 for one that is not connected. */
export async function switchOn(context: Context, accountId: string): Promise<void> {
  const { db, user, secret, now } = context;
  const accounts = await listAccounts(context);
  if (!accounts.some(({ id }) => id === accountId)) throw notFound('connected account', accountId);
  const key = { user_id: user.user_id, id: accountId };
  await db
    .insertInto('contact_counts')
    .values({ ...key, counted_until: null, sealed: sealCounts(secret, key, NO_COUNTS), created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .execute();
}

/** Stops, and forgets what was counted. Times that contacts have by now stay with them. */
export async function switchOff({ db, user }: Context, accountId: string): Promise<void> {
  await db.deleteFrom('contact_counts').where('user_id', '=', user.user_id).where('id', '=', accountId).execute();
}
