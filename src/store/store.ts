import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

/** A row of any table, by column. */
export type StoredRow = Record<string, unknown>;

/** The same database for code that gets table and column names from data, such as the archive, the trash and merges. */
export function untyped(db: Db): Kysely<Record<keyof Tables, StoredRow>> {
  // biome-ignore lint/suspicious/noExplicitAny: typing ends here; results are unknown again.
  const any: Kysely<any> = db;
  return any;
}

/** Which engine is in use, for the few queries that differ completely between the two. */
export const onPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Transactions on one user's data. `userId` names the user; an engine that supports it enforces this. */
export interface Store {
  /** All statements see the same snapshot. */
  read<T>(userId: string, work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Commits when `work` resolves and rolls back when it throws. With `keep: false` it always rolls back (dry run). A
   * user's writes run one after another, across all processes. `work` may be retried from the start, so it must have no
   * side effects outside of `db`.
   */
  write<T>(userId: string, work: (db: Db) => Promise<T>, options?: { keep?: boolean }): Promise<T>;
  /** Users and keys, which belong to no single user. */
  directory<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Resolves when the database responds and its schema is current. Throws 503 if it cannot serve requests. */
  ready(): Promise<void>;
  /** Returns a different number after each write of another process. Missing if the engine cannot tell cheaply. */
  version?(): unknown;
  /**
   * Identifies the current state of all data, read on each call. Two equal marks mean that no process wrote anything
   * between them. Undefined if the state is unknown at the moment; missing if the engine cannot tell cheaply.
   */
  mark?(): string | undefined;
  /** Moves the log's content to the database file if no other process is in the way. Missing if there is no such log. */
  flush?(): Promise<void>;
  close(): Promise<void>;
}

/** Runs `work`. If it throws, only its own changes are rolled back and the transaction continues. */
export async function savepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(db);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(db);
    return result;
  } catch (error) {
    // After some errors SQLite has already rolled back the whole transaction. The original error is the one to report.
    await sql`rollback to savepoint part`.execute(db).catch(() => {});
    await sql`release savepoint part`.execute(db).catch(() => {});
    throw error;
  }
}
