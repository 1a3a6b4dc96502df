import type { Secret } from '../../identity/secrets/secret.ts';
import { record } from '../../identity/users/security-log.ts';
import { notFound } from '../../shared/error.ts';
import type { AccountRow } from '../../store/account-tables.ts';
import { newId } from '../../store/ids.ts';
import type { Db, Store } from '../../store/store.ts';
import type { Account, Capability } from '../content/account.ts';
import { accountFrom } from './accounts.ts';
import { type Credentials, openCredentials, sealCredentials } from './tokens.ts';

export interface NewAccount {
  provider: AccountRow['provider'];
  email: string;
  capabilities: Capability[];
  credentials: Credentials;
}

interface AccountServices {
  store: Store;
  secret: Secret;
}

/** Saves a new account, or the new credentials of an existing one. */
export async function saveAccount(
  { store, secret }: AccountServices,
  userId: string,
  input: NewAccount,
): Promise<Account> {
  // A calendar has a name chosen by the user, which keeps its case.
  const email = input.provider === 'ICS' ? input.email : input.email.toLowerCase();
  const now = new Date().toISOString();
  const saved = await store.write(userId, async (db) => {
    const rows = await accountRows(db, userId).where('provider', '=', input.provider).execute();
    const known = rows.find((row) => row.email.toLowerCase() === email.toLowerCase());
    const id = known?.id ?? newId();
    const fresh = {
      email,
      status: 'connected' as const,
      capabilities: JSON.stringify(input.capabilities),
      sealed: sealCredentials(secret, { user_id: userId, id }, input.credentials),
      version: (known?.version ?? 0) + 1,
      refresh_mark: null,
      refresh_until: null,
      updated_at: now,
    };
    if (known) {
      await db
        .updateTable('connected_accounts')
        .set(fresh)
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .execute();
      return accountFrom({ ...known, ...fresh });
    }
    const row = { user_id: userId, id, provider: input.provider, choices: '{}', created_at: now, ...fresh };
    await db.insertInto('connected_accounts').values(row).execute();
    return accountFrom(row);
  });
  await store.directory((db) => record(db, { event: 'account.connected', userId, detail: input.provider }));
  return saved;
}

/** Removes an account; returns its credentials, to be revoked. Throws 404 for an id that the user has no account of. */
export async function removeAccount(
  { store, secret }: AccountServices,
  userId: string,
  id: string,
): Promise<{ account: Account; credentials: Credentials }> {
  const removed = await store.write(userId, async (db) => {
    const row = await accountRows(db, userId).where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound('connected account', id);
    await db.deleteFrom('connected_accounts').where('user_id', '=', userId).where('id', '=', id).execute();
    return { account: accountFrom(row), credentials: openCredentials(secret, row, row.sealed) };
  });
  const detail = removed.account.provider;
  await store.directory((db) => record(db, { event: 'account.disconnected', userId, detail }));
  return removed;
}

const accountRows = (db: Db, userId: string) =>
  db.selectFrom('connected_accounts').selectAll().where('user_id', '=', userId);
