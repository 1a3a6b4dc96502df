import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Data, openData } from '../../src/service/data.ts';
import { loadEngine } from '../../src/service/store/engine.ts';
import type { SqlValue } from '../../src/service/store/engine-types.ts';
import { ensureDatabase, startPostgres } from '../../test/support/postgres.ts';
import { rowsOf } from '../bare-sql.ts';
import { type Loader, postgresLoader, sqliteLoader } from './load.ts';

/** A database of an engine, opened by kith and, beside it, by the bare driver. */
export interface Database {
  data: Data;
  /** Writes rows past kith; closes when done. */
  loader(): Promise<Loader>;
  /** The same driver with nothing around it. `userId` is whose rows it may see. */
  bare(userId: string): Promise<Bare>;
  close(): Promise<void>;
}

export interface Statement {
  sql: string;
  values: unknown[];
}

export interface Bare {
  /** Runs the statements in one transaction; answers the rows of each. */
  run(statements: Statement[]): Promise<Record<string, unknown>[][]>;
  close(): Promise<void>;
}

export interface Engine {
  name: 'SQLite' | 'PostgreSQL';
  open(database: string): Promise<Database>;
  remove(): Promise<void>;
}

export function sqliteEngine(folder: string): Engine {
  return {
    name: 'SQLite',
    async open(name) {
      const path = join(folder, name);
      const data = openData(path, undefined);
      const file = join(path, 'kith.db');
      return {
        data,
        loader: async () => sqliteLoader(file),
        bare: async () => bareSqlite(file),
        async close() {
          await data.store.close();
          rmSync(path, { recursive: true, force: true });
        },
      };
    },
    remove: async () => {},
  };
}

function bareSqlite(file: string): Bare {
  const database = new (loadEngine())(file);
  database.exec('pragma synchronous = full; pragma foreign_keys = on');
  const prepared = new Map<string, ReturnType<typeof database.prepare>>();
  return {
    async run(statements) {
      database.exec('begin immediate');
      const results = statements.map(({ sql, values }) => {
        const statement = prepared.get(sql) ?? database.prepare(sql);
        prepared.set(sql, statement);
        return rowsOf(values).flatMap((row) => statement.all(...(row as SqlValue[])));
      });
      database.exec('commit');
      return results;
    },
    close: async () => database.close(),
  };
}

/** A server of its own, on disk. */
export async function postgresEngine(folder: string): Promise<Engine> {
  mkdirSync(folder, { recursive: true });
  const server = await startPostgres({ durableIn: folder });
  process.env.KITH_TEST_POSTGRES = server.url('postgres');
  return {
    name: 'PostgreSQL',
    async open(name) {
      const url = server.url(`kith_${name.replaceAll('-', '_')}`);
      await ensureDatabase(url);
      const data = openData('', 'a secret of the bench, and of nothing else', url);
      return {
        data,
        loader: () => postgresLoader(url),
        bare: (userId) => barePostgres(url, userId),
        close: () => data.store.close(),
      };
    },
    remove: () => server.remove(),
  };
}

async function barePostgres(url: string, userId: string): Promise<Bare> {
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
    close: () => client.end(),
  };
}
