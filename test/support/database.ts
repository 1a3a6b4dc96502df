import { join } from 'node:path';
import { loadEngine } from '../../src/service/store/engine.ts';
import { databaseUrls, engine } from './engine.ts';
import { openPostgres } from './postgres-sync.ts';

type Value = string | number | null;
export type Row = Record<string, Value>;

/** The database behind a running service, for what no operation can set up or show. */
export interface Database {
  all(sql: string, ...values: Value[]): Row[];
  insert(table: string, ...rows: Row[]): void;
  /**
   * Every row of a user, in every table, as text: equal before and after means that nothing changed. Without the
   * outbox, which a worker empties when it comes to it.
   */
  rowsOf(userId: string): string;
  /** Each table that holds rows of users, with the columns of its primary key. */
  keysOfTables(): Map<string, string[]>;
  /** What the index has of each searchable record of a user: its words, in their order. */
  indexed(kind: 'contact' | 'note', userId: string): Row[];
  close(): void;
}

/** The same on both engines: tests call it as they would call SQLite. */
export function openDatabase(dataDir: string): Database {
  return engine === 'postgres' ? openPostgres(databaseUrls(dataDir)) : openSqlite(dataDir);
}

function openSqlite(dataDir: string): Database {
  const database = new (loadEngine())(join(dataDir, 'kith.db'), { timeout: 5_000 });
  const all: Database['all'] = (sql, ...values) => database.prepare(sql).all(...values) as Row[];
  const owned = all(
    `select distinct m.name from sqlite_master m, pragma_table_info(m.name) c
     where m.type = 'table' and m.name != 'outbox' and c.name = 'user_id' order by m.name`,
  ).map(({ name }) => String(name));
  return {
    all,
    insert(table, ...rows) {
      for (const row of rows) {
        const columns = Object.keys(row);
        const places = columns.map(() => '?').join(', ');
        database.prepare(`insert into ${table} (${columns.join(', ')}) values (${places})`).run(...Object.values(row));
      }
    },
    rowsOf(userId) {
      const rows = owned.map((table) => {
        const found = all(`select * from ${table} where user_id = ?`, userId).map((row) => JSON.stringify(row));
        return `${table}\n${found.sort().join('\n')}`;
      });
      return rows.join('\n\n');
    },
    keysOfTables: () => keysFrom(all(SQLITE_KEYS)),
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

/** From rows of `table` and `column`, in the order of the key. */
export function keysFrom(rows: Row[]): Map<string, string[]> {
  const keys = new Map<string, string[]>();
  for (const row of rows) {
    const table = String(row.table);
    keys.set(table, [...(keys.get(table) ?? []), String(row.column)]);
  }
  return keys;
}
