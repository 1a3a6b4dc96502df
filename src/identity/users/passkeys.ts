import { KithError } from '../../shared/error.ts';
import type { PasskeyRow } from '../../store/sign-in-tables.ts';
import type { Db, Store } from '../../store/store.ts';
import type { UserRow } from '../../store/tables.ts';
import { record } from './security-log.ts';
import { userById } from './users.ts';

// Users' passkeys. Only public credential data is stored, never a private key.

/** Maximum passkeys of a user, well above the number of a person's devices. */
const MOST = 50;
const LONGEST_NAME = 80;

export interface NewPasskey extends Pick<PasskeyRow, 'id' | 'name' | 'counter'> {
  /** COSE key, base64url. */
  publicKey: string;
  transports: string[];
}

/** Stores a user's passkey. Throws 409 if it is already stored or the user has too many. */
export function addPasskey(
  store: Store,
  userId: string,
  { id, name, publicKey, counter, transports }: NewPasskey,
  address: string | undefined,
): Promise<void> {
  return store.directory(async (db) => {
    const owned = await db.selectFrom('passkeys').select('id').where('user_id', '=', userId).execute();
    if (owned.length >= MOST)
      throw new KithError('Conflict', `You already have ${MOST} passkeys.`, { hint: 'Remove one first.' });
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
    if (!numInsertedOrUpdatedRows) throw new KithError('Conflict', 'This passkey is already registered.');
    await record(db, { event: 'passkey.added', userId, address });
  });
}

/** Converts text to a name for a list: a single line of limited length. */
function nameFrom(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .toWellFormed();
  return line || 'Passkey';
}

export type PasskeySummary = Pick<PasskeyRow, 'id' | 'name' | 'created_at' | 'last_used_at'> & { transports: string[] };

/** A user's passkeys, oldest first. */
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

/** Renames a passkey. Returns false if the user has no such passkey. */
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

/** Removes a passkey, which ends sign-ins with it. Returns false if the user has no such passkey. */
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

/** Finds a passkey by its credential id. A sign-in names no user. */
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
 * Records a sign-in with a passkey and its new counter. Returns false if the counter changed concurrently or the
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

/** The only user of the data, if that user has no passkey. */
export async function onlyUserWithoutPasskey(store: Store): Promise<string | undefined> {
  return store.read('', async (db) => {
    const users = await db.selectFrom('users').select(['user_id', 'email']).limit(2).execute();
    const [user] = users;
    if (!user || users.length > 1) return undefined;
    const passkey = await db.selectFrom('passkeys').select('id').where('user_id', '=', user.user_id).executeTakeFirst();
    return passkey ? undefined : user.email;
  });
}
