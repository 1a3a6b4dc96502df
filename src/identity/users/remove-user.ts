import { type Db, onPostgres, type Store } from '../../store/store.ts';
import type { UserRow } from '../../store/tables.ts';
import { removeWords } from '../../store/word-index.ts';
import { record } from './security-log.ts';
import { requireUser } from './users.ts';

/** Counts of the data deleted with a user. */
export interface Belongings {
  contacts: number;
  notes: number;
  reminders: number;
  connected_accounts: number;
  keys: number;
}

/** Counts the data that would be deleted with a user. Throws 404 for an unknown email. */
export async function belongingsOf(store: Store, email: string): Promise<Belongings> {
  const { user_id } = await store.read('', (db) => requireUser(db, email));
  const count = async (db: Db, table: (typeof COUNTED)[number]) => {
    const query = db.selectFrom(table).where('user_id', '=', user_id);
    return Number((await query.select(({ fn }) => fn.countAll().as('n')).executeTakeFirstOrThrow()).n);
  };
  const [contacts, notes, reminders, connected_accounts] = await store.read(user_id, async (db) => {
    const counts: number[] = [];
    for (const table of ['contacts', 'timeline_items', 'reminders', 'connected_accounts'] as const)
      counts.push(await count(db, table));
    return counts as [number, number, number, number];
  });
  const keys = await store.read('', (db) => count(db, 'api_keys'));
  return { contacts, notes, reminders, connected_accounts, keys };
}

const COUNTED = ['contacts', 'timeline_items', 'reminders', 'connected_accounts', 'api_keys'] as const;

/**
 * Removes a user and all of the user's data. Keys are removed first, so that nothing more is written. Large tables are
 * deleted in parts, so that other requests do not wait. It can be repeated after an interruption. Throws 404 for an
 * unknown email.
 */
export async function removeUser(store: Store, email: string): Promise<UserRow> {
  const user = await store.directory(async (db) => {
    const found = await requireUser(db, email);
    await db.deleteFrom('api_keys').where('user_id', '=', found.user_id).execute();
    return found;
  });
  const userId = user.user_id;
  for (const remove of PARTS) while ((await store.write(userId, (db) => remove(db, userId))) > 0);
  await store.directory(async (db) => {
    // Deletes rows that were added in the meantime, because no foreign key covers the search words.
    if (!onPostgres(db)) for (const remove of PARTS) while ((await remove(db, userId)) > 0);
    await db.deleteFrom('users').where('user_id', '=', userId).execute();
    await record(db, { event: 'user.removed', userId });
  });
  return user;
}

const AT_ONCE = 500;

/**
 * Tables that can be large. Everything else is deleted with the user's own row. Each function returns the number of
 * deleted rows.
 */
const PARTS = (['timeline_items', 'contacts', 'reminders', 'bin', 'cards'] as const).map(
  (table) =>
    async (db: Db, userId: string): Promise<number> => {
      const found = await db.selectFrom(table).select('id').where('user_id', '=', userId).limit(AT_ONCE).execute();
      const ids = found.map(({ id }) => id);
      await db.deleteFrom(table).where('user_id', '=', userId).where('id', 'in', ids).execute();
      if (table === 'contacts') await removeWords(db, 'contact', userId, ids);
      if (table === 'timeline_items') await removeWords(db, 'note', userId, ids);
      return ids.length;
    },
);
