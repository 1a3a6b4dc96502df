import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { setOnWorkers } from './citus.ts';
import { requireVersion } from './migrate.ts';
import { dbOver, PostgresConnection, types } from './postgres-dialect.ts';
import { ConnectionLost, isWorthRepeating, lossIn, readableError, unknownOutcome } from './postgres-errors.ts';
import { type Prepared, preparePostgres } from './postgres-migrate.ts';
import type { Db } from './store.ts';

const CONNECTIONS = 10;
const CONNECT_MS = 5_000;
const STATEMENT_MS = 10_000;
const TRIES = 5;
/** A connection that broke is soon replaced by another; whoever has waited for so long is told to come again. */
const GIVE_UP_MS = 10_000;

export interface Unit {
  /** The user whose rows may be read and written; empty for the directory, where no user's rows are visible. */
  userId: string;
  writes: boolean;
  /** False undoes the work when it is done. */
  keep: boolean;
}

/** A pool of connections to a PostgreSQL database, and units of work on them. */
export class PostgresDatabase {
  readonly #url: string;
  readonly #prepared: Prepared;
  #pool: pg.Pool;

  private constructor(url: string, prepared: Prepared) {
    this.#url = url;
    this.#prepared = prepared;
    this.#pool = this.#openPool();
  }

  /** Connects and brings the schema up to date. */
  static async open(url: string): Promise<PostgresDatabase> {
    const client = new pg.Client(connectionTo(url));
    client.on('error', () => {});
    try {
      return new PostgresDatabase(url, await preparePostgres(client));
    } catch (error) {
      throw readableError(error);
    } finally {
      await client.end().catch(() => {});
    }
  }

  /**
   * Runs `work` in a transaction. This is the only place that repeats: when another transaction was in the way, or the
   * connection broke before the commit was sent, the whole work starts again.
   */
  async run<T>(unit: Unit, work: (db: Db) => Promise<T>): Promise<T> {
    const started = performance.now();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(unit, work);
      } catch (error) {
        const isLate = error instanceof ConnectionLost && performance.now() - started > GIVE_UP_MS;
        if (attempt === TRIES || isLate || !isWorthRepeating(error)) throw readableError(error);
        await sleep(Math.random() * 40 * 2 ** attempt);
      }
    }
  }

  /** Throws 503 when the database does not answer, or no longer has the schema that this kith needs. */
  async ready(): Promise<void> {
    const { rows } = await this.#pool.query(soon(this.#schemaRow)).catch((error) => {
      throw readableError(ConnectionLost.or(error));
    });
    requireVersion(Number(rows[0]?.version ?? 0));
  }

  /** What the database says of itself. All columns, as it may be put back to an older state. */
  get #schemaRow(): string {
    return `select * from ${pg.escapeIdentifier(this.#prepared.schema)}.kith_schema`;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #once<T>(unit: Unit, work: (db: Db) => Promise<T>): Promise<T> {
    const pool = this.#pool;
    const client = await pool.connect().catch((error) => {
      throw ConnectionLost.or(error);
    });
    const connection = new PostgresConnection(client);
    let lost: unknown;
    let isFinishing = false;
    try {
      // A read waits for no lock: a server that is there begins it at once.
      await query(client, unit.writes ? this.#begin(unit) : soon(this.#begin(unit)));
      const result = await work(dbOver(connection));
      await connection.settled();
      isFinishing = true;
      await finish(client, unit.keep);
      return result;
    } catch (error) {
      await connection.settled();
      const { failure } = connection;
      lost = lossIn(error) ?? lossIn(failure) ?? (await rollback(client));
      if (lossIn(lost)?.isSilent) this.#leave(pool);
      // What broke off in its commit may have been kept, also where a statement had failed before and was got over.
      const isOpen = isFinishing && lossIn(error) !== undefined;
      throw isWorthRepeating(failure) && !isOpen ? failure : error;
    } finally {
      client.release(lost !== undefined);
    }
  }

  /** The other connections of a pool are to the same server: nobody is to wait for each of them to be silent as well. */
  #leave(pool: pg.Pool): void {
    if (this.#pool !== pool || pool.ending) return;
    this.#pool = this.#openPool();
    void pool.end();
  }

  #openPool(): pg.Pool {
    const pool = new pg.Pool({
      ...connectionTo(this.#url),
      max: CONNECTIONS,
      onConnect: (client) => this.#lookAnew(client),
    });
    // A broken connection fails its query; its other error events must not end the process.
    pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
    return pool;
  }

  /**
   * `kith distribute` goes to work only while no node is connected, so each new connection asks whether it has. A node
   * that went on as before would not tell the workers whose rows it wants, and find none.
   */
  async #lookAnew(client: pg.ClientBase): Promise<void> {
    const { rows } = await client.query(soon(this.#schemaRow));
    this.#prepared.distributed = rows[0]?.distributed === true;
  }

  /**
   * The start of a transaction, in one round trip. A write takes its user's lock first: writes of one user then
   * run as they do on SQLite, one after another, over all nodes. Each statement after it sees what the last
   * holder committed, which is why a write does not fix its snapshot here and a read does.
   */
  #begin({ userId, writes }: Unit): string {
    const user = pg.escapeLiteral(userId);
    const { role, schema, distributed } = this.#prepared;
    return [
      writes ? 'begin' : 'begin isolation level repeatable read read only',
      ...(role ? [`set local role ${role}`] : []),
      `select set_config('app.user_id', ${user}, true), set_config('search_path', ${pg.escapeLiteral(schema)}, true),
        set_config('jit', 'off', true), set_config('statement_timeout', '${STATEMENT_MS}', true),
        set_config('idle_in_transaction_session_timeout', '${STATEMENT_MS * 3}', true)`,
      ...(distributed ? [setOnWorkers('app.user_id', user)] : []),
      ...(writes ? [`select pg_advisory_xact_lock(hashtextextended('kith ' || ${user}, 0))`] : []),
    ].join('; ');
  }
}

const connectionTo = (connectionString: string) => ({
  connectionString,
  types,
  connectionTimeoutMillis: CONNECT_MS,
  // For a server that has gone silent; longer than the server's own limit, which should act first.
  query_timeout: STATEMENT_MS * 1.5,
  keepAlive: true,
  application_name: 'kith',
});

/** A statement that waits for nobody: its answer is there soon, or the server is not. */
const soon = (text: string): pg.QueryConfig & { query_timeout: number } => ({ text, query_timeout: CONNECT_MS });

async function query(client: pg.ClientBase, text: string | pg.QueryConfig): Promise<pg.QueryResult> {
  try {
    return await client.query(text);
  } catch (error) {
    throw ConnectionLost.or(error);
  }
}

async function finish(client: pg.ClientBase, keep: boolean): Promise<void> {
  if (!keep) {
    await query(client, 'rollback');
    return;
  }
  let command: string;
  try {
    ({ command } = await query(client, 'commit'));
  } catch (error) {
    throw error instanceof ConnectionLost ? unknownOutcome(error) : error;
  }
  // Committing a transaction with a failed statement rolls it back, which only the command tag tells.
  if (command !== 'COMMIT') throw new Error('a failed statement was passed over: the transaction is undone');
}

/** Returns why the connection cannot be used again, or undefined. */
async function rollback(client: pg.ClientBase): Promise<unknown> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error;
  }
}
