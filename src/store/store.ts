import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

/** A row of any table, by column. */
export type StoredRow = Record<string, unknown>;

/** The same database for code that takes tables and columns from data, as the archive, the trash and merges do. */
export function untyped(db: Db): Kysely<Record<keyof Tables, StoredRow>> {
  // biome-ignore lint/suspicious/noExplicitAny: this is where types end; what comes out is unknown again.
  const any: Kysely<any> = db;
  return any;
}

/** Which engine the code is on, for the few places where the two have nothing in common. */
export const onPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** One user's work on the data, in a transaction. `userId` names the user, and guards where the engine can. */
export interface Store {
  /** All statements see one state of the data. */
  read<T>(userId: string, work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Saved as a whole when `work` resolves, undone as a whole when it throws; with `keep: false` undone in any case (dry
   * run). Writes of one user run one after another, whichever process they come from. `work` may be run again from the
   * start when a transaction could not be finished, so it must have no effects outside of `db`.
   */
  write<T>(userId: string, work: (db: Db) => Promise<T>, options?: { keep?: boolean }): Promise<T>;
  /** Users and keys, which belong to no single user. */
  directory<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Resolves when the database answers and its schema is at hand. Throws 503 when requests could not be served. */
  ready(): Promise<void>;
  /** Another number after each write of another process. Absent where the engine has no cheap way to tell. */
  version?(): unknown;
  /**
   * What stands for the state of all data, read anew each time: two equal marks mean that nothing was written between
   * them, by whichever process. Undefined where it cannot be told at the moment; absent where the engine has no cheap way.
   */
  mark?(): string | undefined;
  close(): Promise<void>;
}

/** Runs `work` so that, when it throws, only its own changes are undone and the transaction goes on. */
export async function savepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(db);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(db);
    return result;
  } catch (error) {
    // After some errors SQLite has undone the whole transaction by itself; the first error is the one to tell.
    await sql`rollback to savepoint part`.execute(db).catch(() => {});
    await sql`release savepoint part`.execute(db).catch(() => {});
    throw error;
  }
}
