import { join } from 'node:path';
import { loadEngine } from '../../src/service/store/engine.ts';

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
  close(): void;
}

export function openDatabase(dataDir: string): Database {
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
    close: () => database.close(),
  };
}
