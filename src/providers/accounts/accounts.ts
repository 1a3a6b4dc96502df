import { KithError } from '../../shared/error.ts';
import type { AccountRow } from '../../store/account-tables.ts';
import type { Db, Store } from '../../store/store.ts';
import type { UserRow } from '../../store/tables.ts';
import type { Account } from '../content/account.ts';

export const accountFrom = (row: Omit<AccountRow, 'sealed'>): Account => ({
  userId: row.user_id,
  id: row.id,
  provider: row.provider,
  email: row.email,
  status: row.status,
  capabilities: JSON.parse(row.capabilities),
  choices: JSON.parse(row.choices),
});

/** An account as operations return it. */
export const viewAccount = ({ id, email, provider, status, capabilities }: Account) => ({
  ...{ id, email, provider, status, capabilities },
});

/** All accounts of the user in connection order. The first one is the primary account. */
export async function listAccounts({ db, user }: { db: Db; user: UserRow }): Promise<Account[]> {
  const rows = await db
    .selectFrom('connected_accounts')
    .selectAll()
    .where('user_id', '=', user.user_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(accountFrom);
}

export const noAccount = (): KithError =>
  new KithError('no_connected_account', 'No calendar account is connected.', { hint: CONNECT });

export const CONNECT = 'Connect one with `kith connect google`, `kith connect microsoft`, or `kith connect ics`.';

/** Adds to the user's choice of an account's calendars. */
export function chooseAccounts(store: Store, { userId, id }: Account, chosen: Record<string, boolean>): Promise<void> {
  // Accounts are not part of the address book, and the choice has no idempotency key, so this bypasses the executor.
  return store.write(userId, async (db) => {
    const accounts = () => db.selectFrom('connected_accounts').where('user_id', '=', userId).where('id', '=', id);
    const row = await accounts().select('choices').executeTakeFirst();
    if (!row) return;
    const choices = JSON.stringify({ ...JSON.parse(row.choices), ...chosen });
    await db
      .updateTable('connected_accounts')
      .set({ choices })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute();
  });
}
