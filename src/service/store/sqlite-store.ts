import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { KithError } from '../../catalogue/error.ts';
import { loadEngine } from './engine.ts';
import {
  type DatabaseSync,
  SQLITE_BUSY,
  SQLITE_FULL,
  SQLITE_IOERR,
  type StatementSync,
  sqliteCode,
} from './engine-types.ts';
import { migrate, refuseNewer, requireSchema } from './migrate.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import type { Db, Store } from './store.ts';
import type { Tables, UserRow } from './tables.ts';

/** How long a statement waits for another process's lock; the wait blocks this process, so it is short. */
const BUSY_MS = 50;
/** How long a transaction waits for its turn. Between tries the process does other work. */
const TURN_MS = 10_000;
/** A start waits in one piece: there is nothing else to do yet. */
const OPEN_MS = 5_000;

/** Taken up only as far as the data is read. SQLite's own 2 MB make a large address book read the file for each row. */
const CACHE_KILOBYTES = 64 * 1024;

/** Opens (and makes, where absent) the SQLite database at `path`, with every commit synced to disk. */
export function openSqliteStore(path: string): Store {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const DatabaseSync = loadEngine();
  // Readable by the owner only, whatever folder it lies in; SQLite gives its companion files the same rights.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path, { timeout: OPEN_MS });
  try {
    refuseNewer(database);
    // The switch to WAL needs the file alone for a moment: the longer wait above is for a start beside other processes.
    database.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma trusted_schema = off',
    );
    migrate(database);
    database.exec(`pragma busy_timeout = ${BUSY_MS}; pragma cache_size = -${CACHE_KILOBYTES}`);
  } catch (error) {
    database.close();
    throw readableError(error);
  }
  return new SqliteStore(database);
}

/**
 * One connection, and one transaction at a time on it: statements run at once and in order, so a queue in
 * front costs nothing and no request ever sees another's half-done work.
 */
class SqliteStore implements Store {
  readonly #database: DatabaseSync;
  readonly #db: Db;
  #queue: Promise<unknown> = Promise.resolve();
  /** Why nothing more may be done here; undefined while all is well. */
  #stopped: KithError | undefined;
  readonly #versionStatement: StatementSync;
  #version: unknown;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#versionStatement = database.prepare('pragma data_version');
    this.changedElsewhere();
    this.#db = new Kysely<Tables>({ dialect: sqliteDialect(database) });
  }

  read<T>(_userId: string, work: (db: Db) => Promise<T>): Promise<T> {
    return this.#inTurn(() => this.#transaction('begin', work, true));
  }

  write<T>(_userId: string, work: (db: Db) => Promise<T>, { keep = true } = {}): Promise<T> {
    return this.#inTurn(() => this.#transaction('begin immediate', work, keep));
  }

  directory<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.write('', work);
  }

  async admit(directory: Db, user: UserRow): Promise<void> {
    await directory.insertInto('users').values(user).execute();
  }

  async dismiss(directory: Db, userId: string): Promise<void> {
    await directory.deleteFrom('users').where('user_id', '=', userId).execute();
  }

  async ready(): Promise<void> {
    await this.#inTurn(() => this.#transaction('begin', async () => requireSchema(this.#database), false));
  }

  /** SQLite counts what other connections commit, and not what this one does. */
  changedElsewhere(): boolean {
    if (this.#stopped) return false;
    const before = this.#version;
    this.#version = this.#versionStatement.get()!.data_version;
    return before !== undefined && before !== this.#version;
  }

  async close(): Promise<void> {
    await this.#inTurn(async () => {
      this.#stopped ??= unavailable('kith is closing.');
      // One engine keeps prepared statements past close, and then SQLite leaves all data in the log beside the file.
      this.#database.exec('pragma wal_checkpoint(truncate)');
      this.#database.close();
    }).catch(() => {});
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work, work);
    this.#queue = turn.catch(() => {});
    return turn;
  }

  async #transaction<T>(begin: string, work: (db: Db) => Promise<T>, keep: boolean): Promise<T> {
    if (this.#stopped) throw this.#stopped;
    await this.#begin(begin);
    let result: T;
    try {
      result = await work(this.#db);
    } catch (error) {
      this.#rollback();
      throw readableError(error);
    }
    if (keep) this.#commit();
    else this.#rollback();
    return result;
  }

  async #begin(begin: string): Promise<void> {
    const giveUp = performance.now() + TURN_MS;
    for (;;) {
      try {
        return this.#database.exec(begin);
      } catch (error) {
        if (!isCode(error, SQLITE_BUSY) || performance.now() > giveUp) throw readableError(error);
        // At random, so that two processes do not keep missing each other.
        await sleep(Math.random() * 10);
      }
    }
  }

  #commit(): void {
    try {
      this.#database.exec('commit');
    } catch (error) {
      this.#rollback();
      // After a failed sync nobody knows what is on disk: never write again over it from this process.
      if (isCode(error, SQLITE_IOERR)) this.#stopped = unavailable(UNSAFE, error, 60);
      throw readableError(error);
    }
  }

  #rollback(): void {
    try {
      this.#database.exec('rollback');
    } catch {
      // SQLite has already rolled back by itself after some errors.
    }
  }
}

/** Extended result codes carry their kind in the low byte. */
const isCode = (error: unknown, code: number) => ((sqliteCode(error) ?? -1) & 0xff) === code;

const UNSAFE = 'The disk failed while kith was writing, so it writes no more. Check the disk, then restart kith.';

const unavailable = (message: string, cause?: unknown, retryAfter = 1) =>
  new KithError('ServiceUnavailable', message, { cause, retryAfter });

/** Trouble of the machine is told in plain words; anything else is a fault of ours and goes on as it is. */
function readableError(error: unknown): unknown {
  if (isCode(error, SQLITE_BUSY)) return unavailable('The data is locked by another process.', error);
  if (isCode(error, SQLITE_FULL)) return unavailable('The disk is full; nothing was changed.', error, 60);
  if (isCode(error, SQLITE_IOERR)) return unavailable('The disk could not be written or read.', error, 60);
  return error;
}
