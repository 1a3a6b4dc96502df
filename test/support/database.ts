import { join } from 'node:path';
import { loadEngine } from '../../src/store/engine.ts';
import { BUSY_MS } from './data-folder.ts';
import { databaseUrl, engine } from './engine.ts';
import { openPostgres } from './postgres-sync.ts';

type Value = string | number | null;
export type Row = Record<string, Value>;

/** The database of a running service, for state that no operation can set or show. */
export interface Database {
  all(sql: string, ...values: Value[]): Row[];
  insert(table: string, ...rows: Row[]): void;
  /** All rows of a user, by table. */
  tablesOf(userId: string): [table: string, rows: Row[]][];
  /**
   * The same as text: equal before and after means that nothing changed. Without data that the service writes in the
   * background: the outbox, the last use of keys, and the security log.
   */
  rowsOf(userId: string): string;
  /** Each table with users' rows, and the columns of its primary key. */
  keysOfTables(): Map<string, string[]>;
  /** The index entries for each searchable record of a user: its words, in order. */
  indexed(kind: 'contact' | 'note', userId: string): Row[];
  close(): void;
}

/** Queries that differ between the engines. */
export type Engine = Omit<Database, 'rowsOf'>;

/** The same on both engines: tests call it as they would call SQLite. */
export function openDatabase(dataDir: string): Database {
  const database = engine === 'postgres' ? openPostgres(databaseUrl(dataDir)) : openSqlite(dataDir);
  return {
    ...database,
    rowsOf: (userId) =>
      database
        .tablesOf(userId)
        .filter(([table]) => !['outbox', 'api_keys', 'security_log'].includes(table))
        .map(
          ([table, rows]) =>
            `${table}\n${rows
              .map((row) => JSON.stringify(row))
              .sort()
              .join('\n')}`,
        )
        .join('\n\n'),
  };
}

function openSqlite(dataDir: string): Engine {
  const database = new (loadEngine())(join(dataDir, 'kith.db'), { timeout: BUSY_MS });
  const all: Database['all'] = (sql, ...values) => database.prepare(sql).all(...values) as Row[];
  const keys = keysFrom(all(SQLITE_KEYS));
  const tables = [...keys.keys()].map(
    (table) => [table, database.prepare(`select * from ${table} where user_id = ?`)] as const,
  );
  return {
    all,
    insert(table, ...rows) {
      for (const row of rows) {
        const columns = Object.keys(row);
        const places = columns.map(() => '?').join(', ');
        database.prepare(`insert into ${table} (${columns.join(', ')}) values (${places})`).run(...Object.values(row));
      }
    },
    tablesOf: (userId) => tables.map(([table, select]) => [table, select.all(userId) as Row[]]),
    keysOfTables: () => keys,
    indexed(kind, userId) {
      const vocabulary = `temp.${kind}_vocab`;
      all(`create virtual table if not exists ${vocabulary} using fts5vocab(main, ${kind}_words, instance)`);
      return all(
        `select s.id, s.sort_time, group_concat(v.offset || ':' || v.term, ' ') as words from ${kind}_search s
         left join (select doc, offset, term from ${vocabulary} order by doc, offset) v on v.doc = s.words_row
         where s.user_id = ? group by s.id`,
        userId,
      );
    },
    close: () => database.close(),
  };
}

const SQLITE_KEYS = `select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c
  where m.type = 'table' and c.pk > 0 and m.name in (select m2.name from sqlite_master m2, pragma_table_info(m2.name) c2
    where c2.name = 'user_id') order by m.name, c.pk`;

/** From rows of `table` and `column`, in key order. */
export function keysFrom(rows: Row[]): Map<string, string[]> {
  const keys = new Map<string, string[]>();
  for (const row of rows) {
    const table = String(row.table);
    keys.set(table, [...(keys.get(table) ?? []), String(row.column)]);
  }
  return keys;
}
