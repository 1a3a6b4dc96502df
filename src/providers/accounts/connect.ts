import type { Secret } from '../../identity/secrets/secret.ts';
import { record } from '../../identity/users/security-log.ts';
import { KithError } from '../../shared/error.ts';
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

// Connecting is not an operation of the API and not bound to the key of one, so it goes past the executor.

/** Keeps an account, or gives one that is connected already its new credentials. */
export async function saveAccount(
  { store, secret }: AccountServices,
  userId: string,
  input: NewAccount,
): Promise<Account> {
  // The name of a calendar is what somebody called it.
  const email = input.provider === 'ICS' ? input.email : input.email.toLowerCase();
  const now = new Date().toISOString();
  const saved = await store.write(userId, async (db) => {
    const rows = await accountRows(db, userId, email);
    const known = rows.find(({ provider }) => provider === input.provider);
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

/** The accounts of this name, in any case; all accounts without one. */
async function accountRows(db: Db, userId: string, email: string | undefined): Promise<AccountRow[]> {
  const rows = await db.selectFrom('connected_accounts').selectAll().where('user_id', '=', userId).execute();
  return rows.filter((row) => email === undefined || row.email.toLowerCase() === email.toLowerCase());
}

/**
 * Forgets an account, named by its address or, where it is the only one there, by its provider; answers what opened it, to
 * be revoked. Throws 404, or 400 where it is not clear which is meant.
 */
export async function removeAccount(
  { store, secret }: AccountServices,
  userId: string,
  { email, provider }: { email?: string | undefined; provider?: string | undefined },
): Promise<{ account: Account; credentials: Credentials }> {
  const removed = await store.write(userId, async (db) => {
    const rows = await accountRows(db, userId, email);
    const [row, other] = rows.filter((one) => provider === undefined || one.provider === provider);
    if (!row)
      throw new KithError('NotFound', `No account ${email ?? `of ${provider}`} is connected.`, {
        hint: 'kith accounts lists them.',
      });
    if (other && email === undefined)
      throw new KithError('BadRequest', `Several accounts of ${provider} are connected.`, {
        hint: 'Say which by its address or name; kith accounts lists them.',
      });
    if (other) {
      throw new KithError('BadRequest', `${email} is connected at ${row.provider} and at ${other.provider}.`, {
        hint: `Say which with --provider ${row.provider} or --provider ${other.provider}.`,
      });
    }
    await db.deleteFrom('connected_accounts').where('user_id', '=', userId).where('id', '=', row.id).execute();
    return { account: accountFrom(row), credentials: openCredentials(secret, row, row.sealed) };
  });
  const detail = removed.account.provider;
  await store.directory((db) => record(db, { event: 'account.disconnected', userId, detail }));
  return removed;
}
