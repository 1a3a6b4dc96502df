import { type Db, onPostgres, type Store } from '../../store/store.ts';
import type { UserRow } from '../../store/tables.ts';
import { removeWords } from '../../store/word-index.ts';
import { record } from './security-log.ts';
import { requireUser } from './users.ts';

/** What is deleted with a user. */
export interface Belongings {
  contacts: number;
  notes: number;
  reminders: number;
  connected_accounts: number;
  keys: number;
}

/** Counts what is deleted with a user. Throws 404 for an unknown address. */
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
 * Removes a user with everything that is theirs. The keys go first, so that nothing more
 * is written; large tables are emptied in parts, so that nobody waits. It can be run again after an interruption.
 * Throws 404 for an unknown address.
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
    // Rows that came meanwhile go now, since no foreign key covers the words.
    if (!onPostgres(db)) for (const remove of PARTS) while ((await remove(db, userId)) > 0);
    await db.deleteFrom('users').where('user_id', '=', userId).execute();
    await record(db, { event: 'user.removed', userId });
  });
  return user;
}

const AT_ONCE = 500;

/** The tables that may be large. Everything else goes with the user's own row. Each returns how many rows it deleted. */
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
