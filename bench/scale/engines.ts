import { chmodSync, cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Data, openData } from '../../src/service/data/open-data.ts';
import type { SqlValue } from '../../src/store/engine.ts';
import { loadEngine } from '../../src/store/engine.ts';
import { ensureDatabase, querying, startPostgres } from '../../test/support/postgres.ts';
import { rowsOf } from '../bare-sql.ts';
import { type Loader, postgresLoader, sqliteLoader } from './load.ts';

/** An engine's database, opened by kith and by the bare driver. */
export interface Database {
  data: Data;
  /** Writes rows without kith. Closes when done. */
  loader(): Promise<Loader>;
  /** The same driver with nothing around it. `userId` is the user whose rows are visible. */
  bare(userId: string): Promise<BareDatabase>;
  close(): Promise<void>;
}

export interface Statement {
  sql: string;
  values: unknown[];
}

export interface BareDatabase {
  /** Runs the statements in one transaction. Returns the rows of each. */
  run(statements: Statement[]): Promise<Record<string, unknown>[][]>;
  /** Checkpoints SQLite's log, so that no later commit pays for other writes. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A place for databases, which stay until they are dropped. None may be open when it is copied, renamed, or
 * dropped.
 */
export interface Engine {
  name: 'SQLite' | 'PostgreSQL';
  /** Opens a database, creating it if it is missing. */
  open(database: string): Promise<Database>;
  has(database: string): Promise<boolean>;
  copy(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Harmless if there is none. */
  drop(database: string): Promise<void>;
  close(): Promise<void>;
}

export function sqliteEngine(folder: string): Engine {
  const place = (name: string) => join(folder, 'sqlite', name);
  return {
    name: 'SQLite',
    async open(name) {
      const data = openData(place(name), undefined);
      const file = join(place(name), 'kith.db');
      return {
        data,
        loader: async () => sqliteLoader(file),
        bare: async () => bareSqlite(file),
        close: () => data.store.close(),
      };
    },
    has: async (name) => existsSync(place(name)),
    copy: async (from, to) => cpSync(place(from), place(to), { recursive: true }),
    rename: async (from, to) => renameSync(place(from), place(to)),
    drop: async (name) => rmSync(place(name), { recursive: true, force: true }),
    close: async () => {},
  };
}

function bareSqlite(file: string): BareDatabase {
  const database = new (loadEngine())(file);
  database.exec('pragma synchronous = full; pragma foreign_keys = on');
  const prepared = new Map<string, ReturnType<typeof database.prepare>>();
  return {
    async run(statements) {
      // As in kith: a read neither waits for nor takes a lock.
      const reads = statements.every(({ sql }) => /^\s*(select|pragma)\b/i.test(sql));
      database.exec(reads ? 'begin' : 'begin immediate');
      const results = statements.map(({ sql, values }) => {
        const statement = prepared.get(sql) ?? database.prepare(sql);
        prepared.set(sql, statement);
        return rowsOf(values).flatMap((row) => statement.all(...(row as SqlValue[])));
      });
      database.exec('commit');
      return results;
    },
    settle: async () => database.exec('pragma wal_checkpoint(truncate)'),
    close: async () => database.close(),
  };
}

/** A separate server, with its data in the folder. */
export async function postgresEngine(folder: string): Promise<Engine> {
  // As root, the server runs as another user, who must be able to reach its data.
  chmodSync(folder, 0o755);
  const server = await startPostgres({ keptIn: join(folder, 'postgres') });
  process.env.KITH_TEST_POSTGRES = server.url('postgres');
  const nameOf = (name: string) => `kith_${name.replaceAll('-', '_')}`;
  const asOwner = (text: string) => querying(server.url('postgres'), async (client) => (await client.query(text)).rows);
  return {
    name: 'PostgreSQL',
    async open(name) {
      const url = server.url(nameOf(name));
      await ensureDatabase(url);
      const data = openData('', 'benchmark secret, used nowhere else', url);
      return {
        data,
        loader: () => postgresLoader(url),
        bare: (userId) => barePostgres(url, userId),
        close: () => data.store.close(),
      };
    },
    has: async (name) =>
      (await asOwner(`select from pg_database where datname = ${pg.escapeLiteral(nameOf(name))}`)).length > 0,
    async copy(from, to) {
      // Inserting row by row through the log, as usual, takes minutes.
      await asOwner(`create database ${nameOf(to)} template ${nameOf(from)} strategy file_copy`);
    },
    async rename(from, to) {
      await asOwner(`alter database ${nameOf(from)} rename to ${nameOf(to)}`);
    },
    async drop(name) {
      await asOwner(`drop database if exists ${nameOf(name)} with (force)`);
    },
    close: () => server.remove(),
  };
}

async function barePostgres(url: string, userId: string): Promise<BareDatabase> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const begin = `begin; select set_config('app.user_id', ${pg.escapeLiteral(userId)}, true)`;
  return {
    async run(statements) {
      await client.query(begin);
      const results = [];
      for (const { sql, values } of statements) results.push((await client.query(sql, values)).rows);
      await client.query('commit');
      return results;
    },
    // The server does that by itself, apart from its commits.
    settle: async () => {},
    close: () => client.end(),
  };
}
