import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { KithError } from '../shared/error.ts';
import {
  type DatabaseSync,
  loadEngine,
  SQLITE_BUSY,
  SQLITE_FULL,
  SQLITE_IOERR,
  type StatementSync,
  sqliteCode,
} from './engine.ts';
import { migrate, refuseOthers, refuseVersion, requireSchema } from './migrate.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import type { Db, Store } from './store.ts';
import type { Tables } from './tables.ts';

/** How long a statement waits for another process's lock; the wait blocks this process, so it is short. */
const BUSY_MS = 50;
/** How long a transaction waits for its turn. Between tries the process does other work. */
const TURN_MS = 10_000;
/** A start may block: there is nothing else to do yet. */
const OPEN_MS = 15_000;

/** Used only as far as data is read. With SQLite's own 2 MB a large address book reads the file for each row. */
const CACHE_KILOBYTES = 64 * 1024;

/** How many transactions that only read may go on beside one that gave way. */
const MOST_READERS = 16;

/** Opens (and makes, where absent) the SQLite database at `path`, with every commit synced to disk. */
export function openSqliteStore(path: string): Store {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const DatabaseSync = loadEngine();
  // Readable by the owner only, whatever folder it lies in; SQLite gives its companion files the same rights.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path, { timeout: OPEN_MS });
  try {
    // The switch to WAL needs the file alone for a moment: the longer wait above is for a start beside other processes.
    untilFree(() => {
      refuseOthers(database);
      database.exec(
        'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma trusted_schema = off;' +
          // What macOS calls a sync leaves the data in the memory of the disk; other systems know no difference.
          'pragma fullfsync = on; pragma checkpoint_fullfsync = on',
      );
      migrate(database);
    });
    database.exec(`pragma busy_timeout = ${BUSY_MS}; pragma cache_size = -${CACHE_KILOBYTES}`);
  } catch (error) {
    database.close();
    throw readableError(error);
  }
  const openReader = () => {
    const reader = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
    reader.exec('pragma trusted_schema = off');
    return reader;
  };
  return new SqliteStore(database, openReader);
}

const PAUSE_MS = 10;

/** Where two processes wait for each other's lock, as at a first start of both, SQLite refuses one of them at once. */
function untilFree(work: () => void): void {
  const end = performance.now() + OPEN_MS;
  for (;;) {
    try {
      work();
      return;
    } catch (error) {
      if (!isCode(error, SQLITE_BUSY) || performance.now() > end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

/** One connection with one transaction at a time: nobody ever sees another's unfinished work. */
class Connection {
  readonly database: DatabaseSync;
  readonly db: Db;
  #last: Promise<unknown> = Promise.resolve();
  waiting = 0;

  constructor(database: DatabaseSync) {
    this.database = database;
    this.db = new Kysely<Tables>({ dialect: sqliteDialect(database) });
  }

  get isFree(): boolean {
    return this.waiting === 0;
  }

  /** Resolves when everything that was queued so far is done. */
  get idle(): Promise<unknown> {
    return this.#last;
  }

  inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.waiting++;
    const turn = this.#last.then(work).finally(() => {
      this.waiting--;
    });
    this.#last = turn.catch(() => {});
    return turn;
  }
}

/**
 * Statements run synchronously and in order, so one connection serves all: a queue in front of it costs nothing. A long
 * transaction gives way between its statements, though. Other writes then wait for it; reads go on beside it, on a
 * connection of their own that sees what was committed.
 */
class SqliteStore implements Store {
  readonly #main: Connection;
  readonly #readers: Connection[] = [];
  readonly #openReader: () => DatabaseSync;
  /** Why the store has stopped; undefined while all is well. */
  #stopped: KithError | undefined;
  readonly #versionStatement: StatementSync;
  readonly #schemaStatement: StatementSync;
  /** How many writes this process has begun. */
  #writes = 0;

  constructor(database: DatabaseSync, openReader: () => DatabaseSync) {
    this.#main = new Connection(database);
    this.#openReader = openReader;
    this.#versionStatement = database.prepare('pragma data_version');
    this.#schemaStatement = database.prepare('pragma user_version');
  }

  async read<T>(_userId: string, work: (db: Db) => Promise<T>): Promise<T> {
    const connection = this.#main.isFree ? this.#main : await this.#freeForReading();
    return connection.inTurn(() => this.#transaction(connection, 'begin', work, true));
  }

  write<T>(_userId: string, work: (db: Db) => Promise<T>, { keep = true } = {}): Promise<T> {
    const main = this.#main;
    return main.inTurn(() => {
      this.#writes++;
      return this.#transaction(main, 'begin immediate', (db) => this.#knowing(work, db), keep);
    });
  }

  /** A newer kith may have updated the schema meanwhile: what this one does not know of it, it would leave out of a write. */
  #knowing<T>(work: (db: Db) => Promise<T>, db: Db): Promise<T> {
    refuseVersion(Number(this.#schemaStatement.get()!.user_version));
    return work(db);
  }

  /** The main connection, whose cache is warm, if it becomes free within this turn of the event loop; it usually does. */
  async #freeForReading(): Promise<Connection> {
    const turned = nextTurn(true);
    while (!this.#main.isFree) {
      if (await Promise.race([turned, this.#main.idle.then(() => false)])) return this.#reader();
    }
    return this.#main;
  }

  #reader(): Connection {
    const free = this.#readers.find(({ isFree }) => isFree);
    if (free) return free;
    if (this.#stopped || this.#readers.length === MOST_READERS)
      return this.#readers.reduce((a, b) => (a.waiting <= b.waiting ? a : b), this.#main);
    const reader = new Connection(this.#openReader());
    this.#readers.push(reader);
    return reader;
  }

  directory<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.write('', work);
  }

  async ready(): Promise<void> {
    const connection = this.#main.isFree ? this.#main : await this.#freeForReading();
    const read = async () => requireSchema(connection.database);
    await connection.inTurn(() => this.#transaction(connection, 'begin', read, false));
  }

  /** SQLite counts what other connections commit, and not what this one does. */
  version(): unknown {
    return this.#stopped ?? this.#versionStatement.get()!.data_version;
  }

  /** SQLite counts the commits of others, and this process its own. Within a transaction it would tell of its beginning. */
  mark(): string | undefined {
    if (this.#stopped || !this.#main.isFree) return undefined;
    try {
      return `${this.#versionStatement.get()!.data_version} ${this.#writes}`;
    } catch {
      return undefined;
    }
  }

  async close(): Promise<void> {
    await this.#main
      .inTurn(async () => {
        this.#stopped ??= unavailable('kith is closing.');
        for (const { database, idle } of this.#readers) {
          await idle;
          database.close();
        }
        const { database } = this.#main;
        // One engine keeps prepared statements past close, and then SQLite leaves all data in the log beside the file.
        database.exec('pragma wal_checkpoint(truncate)');
        database.close();
      })
      .catch(() => {});
  }

  async #transaction<T>(
    { database, db }: Connection,
    begin: string,
    work: (db: Db) => Promise<T>,
    keep: boolean,
  ): Promise<T> {
    if (this.#stopped) throw this.#stopped;
    await this.#begin(database, begin);
    let result: T;
    try {
      result = await work(db);
    } catch (error) {
      rollback(database);
      throw readableError(error);
    }
    if (keep) this.#commit(database);
    else rollback(database);
    return result;
  }

  async #begin(database: DatabaseSync, begin: string): Promise<void> {
    const giveUp = performance.now() + TURN_MS;
    for (;;) {
      try {
        return database.exec(begin);
      } catch (error) {
        if (!isCode(error, SQLITE_BUSY) || performance.now() > giveUp) throw readableError(error);
        // At random, so that two processes do not keep missing each other.
        await sleep(Math.random() * 10);
      }
    }
  }

  #commit(database: DatabaseSync): void {
    try {
      database.exec('commit');
    } catch (error) {
      rollback(database);
      // After a failed sync nobody knows what is on disk: never write again over it from this process.
      if (isCode(error, SQLITE_IOERR)) this.#stopped = unavailable(UNSAFE, error, 60);
      throw readableError(error);
    }
  }
}

function rollback(database: DatabaseSync): void {
  try {
    database.exec('rollback');
  } catch {
    // SQLite has already rolled back by itself after some errors.
  }
}

/** Extended result codes carry their kind in the low byte. */
const isCode = (error: unknown, code: number) => ((sqliteCode(error) ?? -1) & 0xff) === code;

const UNSAFE = 'The disk failed while kith was writing, so it writes no more. Check the disk, then restart kith.';

const unavailable = (message: string, cause?: unknown, retryAfter = 1) =>
  new KithError('ServiceUnavailable', message, { cause, retryAfter });

/** Trouble with the machine in plain words; any other error is a fault of ours and is thrown on as it is. */
function readableError(error: unknown): unknown {
  if (isCode(error, SQLITE_BUSY)) return unavailable('The data is locked by another process.', error);
  if (isCode(error, SQLITE_FULL)) return unavailable('The disk is full; nothing was changed.', error, 60);
  if (isCode(error, SQLITE_IOERR)) return unavailable('The disk could not be written or read.', error, 60);
  return error;
}
