import type { DatabaseSync } from './engine.ts';

/**
 * Increment this with every change to the statistics. Databases with an older version are updated when they are opened.
 */
const VERSION = '2';
/** Marks the row that holds the version. It names no table, so the planner ignores it. */
const MARK = 'statistics of kith';

const ROWS = 1_000_000;
const ROWS_OF_A_USER = 100_000;
const FEW_ROWS = 100;

/** Tables that stay small for every user. */
const SMALL = ['tags', 'groups', 'custom_fields', 'views', 'share_links', 'favorites'];

/**
 * Indexes whose order differs from the order in which contacts were written, so scanning them reads the file at random.
 * Their entries are declared larger than they are, so that the planner prefers another suitable index.
 */
const SCATTERED = ['contacts_updated', 'contacts_seen', 'contacts_next_reminder', 'contacts_name'];

/** How many of a user's rows share a value of the column. The default is two. */
const SHARING: Record<string, number> = {
  is_archived: 50_000,
  custom_field_id: 5_000,
  tag_id: 1_000,
  group_id: 1_000,
};

/**
 * Gives SQLite's planner the data distribution: a user has many rows, and no other value is shared by as many. Without
 * it the planner treats user_id as selective. The numbers are fixed rather than measured, so that query plans are
 * always the same.
 */
export function writeStatistics(database: DatabaseSync): void {
  // Only creates the statistics table. `users` has few rows.
  database.exec('analyze users; delete from sqlite_stat1');
  const insert = database.prepare('insert into sqlite_stat1 (tbl, idx, stat) values (?, ?, ?)');
  for (const [index, { table, unique, columns }] of indexes(database)) {
    if (columns[0] !== 'user_id') continue;
    const size = SCATTERED.includes(index) ? ' sz=200' : '';
    insert.run(table, index, spread(table, unique, columns).join(' ') + size);
  }
  insert.run(MARK, null, VERSION);
  database.exec('analyze sqlite_schema');
}

/** Whether the current statistics are present. Older data has none, or an older version. */
export function hasStatistics(database: DatabaseSync): boolean {
  const anyThere = database.prepare(`select 1 from sqlite_schema where name = 'sqlite_stat1'`).get();
  return !!anyThere && database.prepare('select stat from sqlite_stat1 where tbl = ?').get(MARK)?.stat === VERSION;
}

interface Index {
  table: string;
  unique: boolean;
  columns: string[];
}

function indexes(database: DatabaseSync): Map<string, Index> {
  const rows = database
    .prepare(
      `select m.name as "table", i.name as "index", i."unique" as "unique", c.name as "column"
        from sqlite_schema m, pragma_index_list(m.name) i, pragma_index_info(i.name) c
        where m.type = 'table' order by i.name, c.seqno`,
    )
    .all();
  const found = new Map<string, Index>();
  for (const row of rows) {
    const index = found.get(String(row.index));
    if (index) index.columns.push(String(row.column));
    else
      found.set(String(row.index), {
        table: String(row.table),
        unique: row.unique === 1,
        columns: [String(row.column)],
      });
  }
  return found;
}

/**
 * Values for sqlite_stat1: the total number of rows, then how many share the first column, the first two, and so on.
 */
function spread(table: string, unique: boolean, columns: string[]): number[] {
  const small = SMALL.includes(table);
  let sharing = small ? FEW_ROWS : ROWS_OF_A_USER;
  const numbers = [small ? FEW_ROWS * 10 : ROWS];
  for (const [position, column] of columns.entries()) {
    const isKey = unique && position === columns.length - 1;
    if (isKey) sharing = 1;
    else if (position > 0) sharing = Math.min(sharing, SHARING[column] ?? 2);
    numbers.push(sharing);
  }
  return numbers;
}
