import { KithError } from '../../shared/error.ts';
import type { PasskeyRow } from '../../store/sign-in-tables.ts';
import type { Db, Store } from '../../store/store.ts';
import type { UserRow } from '../../store/tables.ts';
import { record } from './security-log.ts';
import { userById } from './users.ts';

// The passkeys of users: what is kept of each credential, never what it signs with.

/** More than anybody has devices. */
const MOST = 50;
const LONGEST_NAME = 80;

export interface NewPasskey extends Pick<PasskeyRow, 'id' | 'name' | 'counter'> {
  /** COSE, base64url. */
  publicKey: string;
  transports: string[];
}

/** Keeps a passkey of a user. Throws 409 where it is known already, or the user has too many. */
export function addPasskey(
  store: Store,
  userId: string,
  { id, name, publicKey, counter, transports }: NewPasskey,
  address: string | undefined,
): Promise<void> {
  return store.directory(async (db) => {
    const owned = await db.selectFrom('passkeys').select('id').where('user_id', '=', userId).execute();
    if (owned.length >= MOST)
      throw new KithError('Conflict', `There are ${MOST} passkeys already.`, { hint: 'Remove one first.' });
    const row = { user_id: userId, id, name: nameFrom(name), public_key: publicKey, counter };
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('passkeys')
      .values({
        ...row,
        transports: JSON.stringify(transports),
        created_at: new Date().toISOString(),
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) throw new KithError('Conflict', 'This passkey is known already.');
    await record(db, { event: 'passkey.added', userId, address });
  });
}

/** A name for a list: one line, of some length. */
function nameFrom(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .toWellFormed();
  return line || 'Passkey';
}

export type PasskeySummary = Pick<PasskeyRow, 'id' | 'name' | 'created_at' | 'last_used_at'> & { transports: string[] };

/** A user's passkeys, the oldest first. */
export async function listPasskeys(store: Store, userId: string): Promise<PasskeySummary[]> {
  const rows = await store.read('', (db) =>
    db
      .selectFrom('passkeys')
      .select(['id', 'name', 'transports', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  );
  return rows.map((row) => ({ ...row, transports: JSON.parse(row.transports) as string[] }));
}

/** Calls a passkey something else. False where the user has no such one. */
export async function renamePasskey(store: Store, userId: string, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await store.directory((db) =>
    db
      .updateTable('passkeys')
      .set({ name: nameFrom(name) })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0n;
}

/** From now on nobody signs in with it. False where the user has no such one. */
export function removePasskey(store: Store, userId: string, id: string, address: string | undefined): Promise<boolean> {
  return store.directory(async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom('passkeys')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await record(db, { event: 'passkey.removed', userId, address });
    return numDeletedRows > 0n;
  });
}

/** A passkey by the id of its credential, which is all that somebody who signs in brings. */
export async function findPasskey(
  store: Store,
  id: string,
): Promise<{ passkey: PasskeyRow; user: UserRow } | undefined> {
  const passkey = await store.read('', (db) =>
    db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst(),
  );
  if (!passkey) return undefined;
  const user = await userById(store, passkey.user_id);
  return user && { passkey: { ...passkey, counter: Number(passkey.counter) }, user };
}

/**
 * Notes that somebody signed in with a passkey, and how far its counter is. False where that changed meanwhile, or the
 * passkey was removed.
 */
export async function notePasskeyUse(
  db: Db,
  { user_id, id, counter }: Pick<PasskeyRow, 'user_id' | 'id' | 'counter'>,
  newCounter: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: newCounter, last_used_at: new Date().toISOString() })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The one user of a kith that has no more than one, as long as they have no passkey. */
export async function onlyUserWithoutPasskey(store: Store): Promise<string | undefined> {
  return store.read('', async (db) => {
    const users = await db.selectFrom('users').select(['user_id', 'email']).limit(2).execute();
    const [user] = users;
    if (!user || users.length > 1) return undefined;
    const passkey = await db.selectFrom('passkeys').select('id').where('user_id', '=', user.user_id).executeTakeFirst();
    return passkey ? undefined : user.email;
  });
}
