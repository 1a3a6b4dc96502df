import { listAccounts } from '../../providers/accounts/accounts.ts';
import type { Account } from '../../providers/content/account.ts';
import { notFound } from '../../shared/error.ts';
import type { Context } from '../runtime/context.ts';
import { NO_COUNTS, sealCounts } from './counts.ts';

/** A connected account and whether its mail and meetings are counted. */
export interface CountingAccount {
  account: Account;
  isOn: boolean;
  /** End of the counted range, or null before the first count. */
  countedUntil: string | null;
}

/** Lists the user's accounts in the order in which they were connected. */
export async function listCounting(context: Pick<Context, 'db' | 'user'>): Promise<CountingAccount[]> {
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

/**
 * Enables counting for an account. The first count covers the last 90 days. Throws 404 if the account is not connected.
 */
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

/** Disables counting for an account and deletes its counts. Times already applied to contacts are kept. */
export async function switchOff({ db, user }: Context, accountId: string): Promise<void> {
  await db.deleteFrom('contact_counts').where('user_id', '=', user.user_id).where('id', '=', accountId).execute();
}
