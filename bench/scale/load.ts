import { Kysely } from 'kysely';
import pg from 'pg';
import type { SqlValue } from '../../src/store/engine.ts';
import { loadEngine } from '../../src/store/engine.ts';
import type { IndexedRecord } from '../../src/store/indexed-records.ts';
import { sqliteDialect } from '../../src/store/sqlite-dialect.ts';
import { writeStatistics } from '../../src/store/sqlite-statistics.ts';
import type { Db } from '../../src/store/store.ts';
import { putNewWords } from '../../src/store/word-index.ts';

export type Row = Record<string, unknown>;

/** Rows by table, and the words of contacts and notes. */
export interface Batch {
  tables: Record<string, Row[]>;
  words: { contact: IndexedRecord[]; note: IndexedRecord[] };
}

/** Writes many rows as fast as the engine allows: without syncs, foreign keys or, if that is faster, indexes. */
export interface Loader {
  load(batch: Batch): Promise<void>;
  /** Call at the end. The database is then as if the rows had been inserted one by one. */
  finish(): Promise<void>;
}

export function sqliteLoader(file: string): Loader {
  const database = new (loadEngine())(file);
  database.exec('pragma synchronous = off; pragma foreign_keys = off; pragma cache_size = -500000');
  const indexes = database
    .prepare(`select name, sql from sqlite_schema where type = 'index' and sql like 'create index%'`)
    .all() as { name: string; sql: string }[];
  for (const { name } of indexes) database.exec(`drop index "${name}"`);
  const db: Db = new Kysely({ dialect: sqliteDialect(database) });
  const insert = (table: string, row: Row) => {
    const columns = Object.keys(row);
    return prepared(`insert into "${table}" (${columns}) values (${columns.map(() => '?')})`).run(
      ...(Object.values(row) as SqlValue[]),
    );
  };
  const statements = new Map<string, ReturnType<typeof database.prepare>>();
  const prepared = (sql: string) => {
    const known = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  return {
    async load({ tables, words }) {
      database.exec('begin immediate');
      for (const [table, rows] of Object.entries(tables)) for (const row of rows) insert(table, row);
      await putNewWords(db, 'contact', words.contact);
      await putNewWords(db, 'note', words.note);
      database.exec('commit');
    },
    async finish() {
      for (const { sql } of indexes) database.exec(sql);
      // They were dropped with the indexes.
      writeStatistics(database);
      database.exec('pragma wal_checkpoint(truncate)');
      database.close();
    },
  };
}

export async function postgresLoader(url: string): Promise<Loader> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set session_replication_role = replica; set synchronous_commit = off');
  const { rows: indexes } = await client.query(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
      join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and not i.indisunique`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  const columns = await columnsByTable(client);
  const insert = async (table: string, rows: Row[]) => {
    if (rows.length === 0) return;
    const names = columns.get(table)!;
    const full = rows.map((row) => ({ ...DEFAULTS[table], ...row }));
    await client.query(
      `insert into "${table}" (${names}) select ${names} from json_populate_recordset(null::"${table}", $1)`,
      [JSON.stringify(full)],
    );
  };
  return {
    async load({ tables, words }) {
      await client.query('begin');
      for (const [table, rows] of Object.entries(tables)) await insert(table, rows);
      for (const kind of ['contact', 'note'] as const) {
        const rows = words[kind].map(({ userId, id, words: list, others = [], sortTime }) => ({
          user_id: userId,
          id,
          lexemes: [...new Set([...list, ...others])].map((word) => `'${word}'`).join(' '),
          words: ` ${list.join(' ')} `,
          sort_time: sortTime,
        }));
        await insert(`${kind}_search`, rows);
      }
      await client.query('commit');
    },
    async finish() {
      for (const { definition } of indexes) await client.query(definition);
      await client.query('vacuum analyze');
      await client.end();
    },
  };
}

const FLAGS = ['starred', 'is_archived', 'ignore_merge', 'never_keep_in_touch'];

/** The tables' defaults for omitted columns. */
const DEFAULTS: Record<string, Row> = {
  contacts: { ...Object.fromEntries(FLAGS.map((name) => [name, 0])), full_name_given: 0, geocode_attempts: 0 },
};

async function columnsByTable(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query(
    `select table_name as table, string_agg('"' || column_name || '"', ', ') as columns
      from information_schema.columns where table_schema = 'public' group by table_name`,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}
