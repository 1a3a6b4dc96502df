import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { setOnWorkers } from './citus.ts';
import { requireVersion } from './migrate.ts';
import { dbOver, PostgresConnection, typeParsers } from './postgres-dialect.ts';
import { ConnectionLost, connectionLostIn, isRetryable, readableError, unknownOutcome } from './postgres-errors.ts';
import { type PreparedDatabase, preparePostgres } from './postgres-migrate.ts';
import type { Db } from './store.ts';

const CONNECTIONS = 10;
const CONNECT_MS = 5_000;
const STATEMENT_MS = 10_000;
const TRIES = 5;
/** A broken connection is replaced quickly. After this long, the request fails with 503. */
const GIVE_UP_MS = 10_000;

export interface UnitOfWork {
  /** The user whose rows may be read and written. Empty for the directory, where no user's rows are visible. */
  userId: string;
  writes: boolean;
  /** False rolls the work back. */
  keep: boolean;
}

/** A pool of connections to a PostgreSQL database that runs units of work. */
export class PostgresDatabase {
  readonly #url: string;
  readonly #prepared: PreparedDatabase;
  #pool: pg.Pool;

  private constructor(url: string, prepared: PreparedDatabase) {
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
   * Runs `work` in a transaction. This is the only place that retries: the whole work restarts after a conflict with
   * another transaction, or if the connection broke before the commit was sent.
   */
  async run<T>(unit: UnitOfWork, work: (db: Db) => Promise<T>): Promise<T> {
    const started = performance.now();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(unit, work);
      } catch (error) {
        const isLate = error instanceof ConnectionLost && performance.now() - started > GIVE_UP_MS;
        if (attempt === TRIES || isLate || !isRetryable(error)) throw readableError(error);
        await sleep(Math.random() * 40 * 2 ** attempt);
      }
    }
  }

  /** Throws 503 if the database does not respond or no longer has the required schema. */
  async ready(): Promise<void> {
    const { rows } = await this.#pool.query(soon(this.#schemaRow)).catch((error) => {
      throw readableError(ConnectionLost.or(error));
    });
    requireVersion(Number(rows[0]?.version ?? 0));
  }

  /** Selects all columns, because a restored database may have an older state without some of them. */
  get #schemaRow(): string {
    return `select * from ${pg.escapeIdentifier(this.#prepared.schema)}.kith_schema`;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #once<T>(unit: UnitOfWork, work: (db: Db) => Promise<T>): Promise<T> {
    const pool = this.#pool;
    const client = await pool.connect().catch((error) => {
      throw ConnectionLost.or(error);
    });
    const connection = new PostgresConnection(client);
    let lost: unknown;
    let isFinishing = false;
    try {
      // A read waits for no lock, so a reachable server starts it at once.
      await query(client, unit.writes ? this.#begin(unit) : soon(this.#begin(unit)));
      const result = await work(dbOver(connection));
      await connection.settled();
      isFinishing = true;
      await finish(client, unit.keep);
      return result;
    } catch (error) {
      await connection.settled();
      const { failure } = connection;
      lost = connectionLostIn(error) ?? connectionLostIn(failure) ?? (await rollback(client));
      if (connectionLostIn(lost)?.isSilent) this.#leave(pool);
      // If the connection broke during the commit, the data may have been saved. This holds even if an earlier
      // statement failed and was handled.
      const isOpen = isFinishing && connectionLostIn(error) !== undefined;
      throw isRetryable(failure) && !isOpen ? failure : error;
    } finally {
      client.release(lost !== undefined);
    }
  }

  /**
   * The pool's other connections go to the same unresponsive server. Replaces the pool so that nobody has to wait for
   * each of them to time out.
   */
  #leave(pool: pg.Pool): void {
    if (this.#pool !== pool || pool.ending) return;
    this.#pool = this.#openPool();
    void pool.end();
  }

  #openPool(): pg.Pool {
    const pool = new pg.Pool({
      ...connectionTo(this.#url),
      max: CONNECTIONS,
      onConnect: (client) => this.#refreshDistributed(client),
    });
    // A broken connection fails its query. Its other error events must not end the process.
    pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
    return pool;
  }

  /**
   * `kith distribute` runs only while no node is connected, so each new connection checks whether it has run. Otherwise
   * the node would not send the workers the user whose rows it needs, and would find none.
   */
  async #refreshDistributed(client: pg.ClientBase): Promise<void> {
    const { rows } = await client.query(soon(this.#schemaRow));
    this.#prepared.distributed = rows[0]?.distributed === true;
  }

  /**
   * Begins a transaction in one round trip. A write first takes its user's lock, so a user's writes run one after
   * another on all nodes, as on SQLite. Later statements must see what the previous lock holder committed. Therefore a
   * write does not fix its snapshot here, while a read does.
   */
  #begin({ userId, writes }: UnitOfWork): string {
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
  types: typeParsers,
  connectionTimeoutMillis: CONNECT_MS,
  // For a server that stops responding. Longer than the server's own limit, which should apply first.
  query_timeout: STATEMENT_MS * 1.5,
  keepAlive: true,
  application_name: 'kith',
});

/** A statement that waits for no lock: if it takes longer, the server is unreachable. */
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
  // Committing a transaction after a failed statement rolls it back. Only the command tag shows this.
  if (command !== 'COMMIT') throw new Error('a failed statement was ignored, so the transaction was rolled back');
}

/** Returns the reason why the connection cannot be reused, or undefined. */
async function rollback(client: pg.ClientBase): Promise<unknown> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error;
  }
}
