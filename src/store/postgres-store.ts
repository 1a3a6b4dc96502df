import { PostgresDatabase } from './postgres-database.ts';
import type { Db, Store } from './store.ts';

/** Opens the database at this URL and migrates its schema. */
export const openPostgresStore = async (url: string): Promise<Store> =>
  new PostgresStore(await PostgresDatabase.open(url));

/** Caches no data in the process, because several nodes serve the same users. */
class PostgresStore implements Store {
  readonly #database: PostgresDatabase;
  /** Each user's last write in this process. Later writes wait for it without holding a connection. */
  readonly #writes = new Map<string, Promise<unknown>>();

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  read<T>(userId: string, work: (db: Db) => Promise<T>): Promise<T> {
    return this.#database.run({ userId, writes: false, keep: false }, work);
  }

  write<T>(userId: string, work: (db: Db) => Promise<T>, { keep = true } = {}): Promise<T> {
    return this.#inTurn(userId, () => this.#database.run({ userId, writes: true, keep }, work));
  }

  directory<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#database.run({ userId: '', writes: true, keep: true }, work);
  }

  ready(): Promise<void> {
    return this.#database.ready();
  }

  close(): Promise<void> {
    return this.#database.close();
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
