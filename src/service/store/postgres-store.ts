import { KithError } from '../../contract/error.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { unavailable } from './postgres-errors.ts';
import type { Db, Store } from './store.ts';
import type { UserRow } from './tables.ts';

/** Opens the databases of these URLs. The first holds the directory; each user's rows live whole on one of them. */
export async function openPostgresStore(urls: string[]): Promise<Store> {
  const databases: PostgresDatabase[] = [];
  try {
    for (const url of urls) databases.push(await PostgresDatabase.open(url, databases[0]?.id));
    const store = new PostgresStore(databases);
    await store.refuseMissing();
    return store;
  } catch (error) {
    await Promise.all(databases.map((database) => database.close()));
    throw error;
  }
}

/** The one table beside the schema: where each user's rows are. */
type HomeTable = { user_homes: { user_id: string; database_id: string } };

const homesIn = (directory: Db) => directory.withTables<HomeTable>();

/** Caches none of the data in the process: several nodes serve the same users. */
class PostgresStore implements Store {
  readonly #databases: Map<string, PostgresDatabase>;
  readonly #directory: PostgresDatabase;
  /** A user's home never changes while kith runs. */
  readonly #homes = new Map<string, PostgresDatabase>();
  /** The last write of each user that has one here: the others wait for it without holding a connection. */
  readonly #writes = new Map<string, Promise<unknown>>();

  constructor(databases: PostgresDatabase[]) {
    this.#databases = new Map(databases.map((database) => [database.id, database]));
    this.#directory = databases[0]!;
  }

  async read<T>(userId: string, work: (db: Db) => Promise<T>): Promise<T> {
    return (await this.#homeOf(userId)).run({ userId, writes: false, keep: false }, work);
  }

  write<T>(userId: string, work: (db: Db) => Promise<T>, { keep = true } = {}): Promise<T> {
    return this.#inTurn(userId, async () => (await this.#homeOf(userId)).run({ userId, writes: true, keep }, work));
  }

  directory<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#directory.run({ userId: '', writes: true, keep: true }, work);
  }

  /** On the user's own database a row with the same id serves as the target of references, without the user's details. */
  async addUser(directory: Db, user: UserRow): Promise<void> {
    await directory.insertInto('users').values(user).execute();
    const home = this.#choose(user.user_id);
    await homesIn(directory).insertInto('user_homes').values({ user_id: user.user_id, database_id: home.id }).execute();
    if (home === this.#directory) return;
    const stub: UserRow = { ...user, email: user.user_id, name: null };
    await home.run({ userId: user.user_id, writes: true, keep: true }, (db) =>
      db
        .insertInto('users')
        .values(stub)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
  }

  async removeUser(directory: Db, userId: string): Promise<void> {
    const home = await this.#homeOf(userId);
    const theirs = (db: Db) => db.deleteFrom('users').where('user_id', '=', userId).execute();
    // Before the directory forgets where the rows are.
    if (home !== this.#directory) await home.run({ userId, writes: true, keep: true }, theirs);
    await theirs(directory);
    await homesIn(directory).deleteFrom('user_homes').where('user_id', '=', userId).execute();
  }

  async ready(): Promise<void> {
    await Promise.all([...this.#databases.values()].map((database) => database.ready()));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#databases.values()].map((database) => database.close()));
  }

  /** Throws when somebody's data is on a database that no URL names: they would find an empty account. */
  async refuseMissing(): Promise<void> {
    const used = await this.directory((db) =>
      homesIn(db).selectFrom('user_homes').select('database_id').distinct().execute(),
    );
    const missing = used.filter(({ database_id }) => !this.#databases.has(database_id)).length;
    if (missing === 0) return;
    throw new KithError(
      'ServiceUnavailable',
      `KITH_DATABASE_URL leaves out ${missing} of the databases that users live on.`,
      {
        hint: 'Name all of them, the directory first.',
      },
    );
  }

  #choose(userId: string): PostgresDatabase {
    const all = [...this.#databases.values()];
    return all[Number.parseInt(userId.slice(-6), 16) % all.length]!;
  }

  async #homeOf(userId: string): Promise<PostgresDatabase> {
    if (userId === '' || this.#databases.size === 1) return this.#directory;
    const known = this.#homes.get(userId);
    if (known) return known;
    const row = await this.#directory.run({ userId: '', writes: false, keep: false }, (db) =>
      homesIn(db).selectFrom('user_homes').select('database_id').where('user_id', '=', userId).executeTakeFirst(),
    );
    // A user without a home has no rows on the directory's database either.
    if (!row) return this.#directory;
    const home = this.#databases.get(row.database_id);
    if (!home) throw unavailable('The database of this user is not among those of KITH_DATABASE_URL.');
    if (this.#homes.size >= MAX_CACHED_HOMES) this.#homes.clear();
    this.#homes.set(userId, home);
    return home;
  }

  #inTurn<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#writes.get(userId) ?? Promise.resolve();
    const turn = before.then(work, work);
    const settled = turn
      .catch(() => {})
      .then(() => {
        if (this.#writes.get(userId) === settled) this.#writes.delete(userId);
      });
    this.#writes.set(userId, settled);
    return turn;
  }
}

const MAX_CACHED_HOMES = 100_000;
