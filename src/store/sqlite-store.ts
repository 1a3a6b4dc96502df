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

/** How long a statement waits for another process's lock. It is short because the wait blocks this process. */
const BUSY_MS = 50;
/** How long a transaction waits for its turn. Between attempts, the process does other work. */
const TURN_MS = 10_000;
/** Blocking is fine during startup, when there is nothing else to do. */
const OPEN_MS = 15_000;

/**
 * Memory is used only as data is read. With SQLite's default of 2 MB, a large address book would be read from the file
 * row by row.
 */
const CACHE_KILOBYTES = 64 * 1024;

/** Maximum number of read-only transactions that run while a long one yields. */
const MAX_READERS = 16;

/** Opens or creates the SQLite database at `path`. Every commit is synced to disk. */
export function openSqliteStore(path: string): Store {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const DatabaseSync = loadEngine();
  // The file is readable only by its owner in any folder. SQLite gives its companion files the same mode.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path, { timeout: OPEN_MS });
  try {
    // Switching to WAL briefly needs exclusive access. The longer timeout above is for starting alongside other
    // processes.
    retryWhileBusy(() => {
      refuseOthers(database);
      database.exec(
        'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma trusted_schema = off;' +
          // On macOS a plain sync leaves data in the disk's cache. These settings have no effect on other systems.
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

/**
 * Retries while the database is busy. If two processes wait for each other's lock, as on a simultaneous first start,
 * SQLite fails one immediately.
 */
function retryWhileBusy(work: () => void): void {
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

/** One connection that runs one transaction at a time, so no transaction sees another's uncommitted changes. */
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

  /** Resolves when everything queued so far is done. */
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
 * Statements run synchronously and in order, so one connection is enough and a queue for it costs nothing. A long
 * transaction yields between its statements. Other writes then wait for it. Reads run on separate connections, which
 * see only committed data.
 */
class SqliteStore implements Store {
  readonly #main: Connection;
  readonly #readers: Connection[] = [];
  readonly #openReader: () => DatabaseSync;
  /** Why the store has stopped, or undefined while it works. */
  #stopped: KithError | undefined;
  readonly #versionStatement: StatementSync;
  readonly #schemaStatement: StatementSync;
  /** Number of writes that this process has started. */
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
      return this.#transaction(main, 'begin immediate', (db) => this.#withKnownSchema(work, db), keep);
    });
  }

  /**
   * A newer version of kith may have updated the schema in the meantime. This version would omit columns it does not
   * know from a write.
   */
  #withKnownSchema<T>(work: (db: Db) => Promise<T>, db: Db): Promise<T> {
    refuseVersion(Number(this.#schemaStatement.get()!.user_version));
    return work(db);
  }

  /**
   * Returns the main connection, whose cache is warm, if it becomes free within this turn of the event loop, as it
   * usually does.
   */
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
    if (this.#stopped || this.#readers.length === MAX_READERS)
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

  /** SQLite counts commits of other connections, but not of this one. */
  version(): unknown {
    return this.#stopped ?? this.#versionStatement.get()!.data_version;
  }

  /**
   * Combines SQLite's count of other connections' commits with this process's own count. During a transaction SQLite
   * would return the count from its start.
   */
  mark(): string | undefined {
    if (this.#stopped || !this.#main.isFree) return undefined;
    try {
      return `${this.#versionStatement.get()!.data_version} ${this.#writes}`;
    } catch {
      return undefined;
    }
  }

  async flush(): Promise<void> {
    await this.#main.inTurn(async () => this.#emptyLog());
  }

  #emptyLog(): void {
    this.#main.database.exec('pragma wal_checkpoint(truncate)');
  }

  async close(): Promise<void> {
    await this.#main
      .inTurn(async () => {
        this.#stopped ??= unavailable('kith is closing.');
        for (const { database, idle } of this.#readers) {
          await idle;
          database.close();
        }
        // One engine keeps prepared statements open after close. SQLite would then leave all data in the WAL file.
        this.#emptyLog();
        this.#main.database.close();
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
        // A random delay keeps two processes from colliding repeatedly.
        await sleep(Math.random() * 10);
      }
    }
  }

  #commit(database: DatabaseSync): void {
    try {
      database.exec('commit');
    } catch (error) {
      rollback(database);
      // After a failed sync the state on disk is unknown, so this process must never write again.
      if (isCode(error, SQLITE_IOERR)) this.#stopped = unavailable(UNSAFE, error, 60);
      throw readableError(error);
    }
  }
}

function rollback(database: DatabaseSync): void {
  try {
    database.exec('rollback');
  } catch {
    // After some errors SQLite has already rolled back.
  }
}

/** The low byte of an extended result code is the primary code. */
const isCode = (error: unknown, code: number) => ((sqliteCode(error) ?? -1) & 0xff) === code;

const UNSAFE = 'The disk failed during a write, so kith has stopped writing. Check the disk, then restart kith.';

const unavailable = (message: string, cause?: unknown, retryAfter = 1) =>
  new KithError('ServiceUnavailable', message, { cause, retryAfter });

/** Converts operational errors to plain messages. Other errors are bugs and are returned unchanged. */
function readableError(error: unknown): unknown {
  if (isCode(error, SQLITE_BUSY)) return unavailable('The data is locked by another process.', error);
  if (isCode(error, SQLITE_FULL)) return unavailable('The disk is full; nothing was changed.', error, 60);
  if (isCode(error, SQLITE_IOERR)) return unavailable('Could not read from or write to the disk.', error, 60);
  return error;
}
