import { KithError } from '../../../contract/error.ts';
import type { Context } from '../../runtime/context.ts';
import type { AccountRow } from '../../store/tables.ts';

/** Where an account is. */
export type Provider = AccountRow['provider'];

export type Capability = 'read_email' | 'read_calendar' | 'write_calendar';

/** A connected account without its tokens. */
export interface Account {
  userId: string;
  id: string;
  provider: Provider;
  email: string;
  status: AccountRow['status'];
  capabilities: Capability[];
}

export const accountFrom = (row: Omit<AccountRow, 'sealed'>): Account => ({
  userId: row.user_id,
  id: row.id,
  provider: row.provider,
  email: row.email,
  status: row.status,
  capabilities: JSON.parse(row.capabilities),
});

/** All accounts of the user, the first connected first: it is the primary one. */
export async function listAccounts({ db, user }: Pick<Context, 'db' | 'user'>): Promise<Account[]> {
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

export const CONNECT = 'kith connect google, kith connect microsoft or kith connect ics connects one.';
