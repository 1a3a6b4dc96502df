import type { DatabaseSync } from './engine.ts';

/** Raise it with any change here: data that has others gets these when it is opened next. */
const VERSION = '2';
/** The row of the version. It names no table, so the planner ignores it. */
const MARK = 'statistics of kith';

const ROWS = 1_000_000;
const ROWS_OF_A_USER = 100_000;
const FEW_ROWS = 100;

/** Tables that stay small however much a person writes. */
const SMALL = ['tags', 'groups', 'custom_fields', 'views', 'share_links', 'favorites'];

/**
 * Indexes whose order is not the order in which contacts were written: following one through many contacts jumps about
 * in the file. Their entries are declared larger than they are, so that the planner prefers another that serves as well.
 */
const SCATTERED = ['contacts_updated', 'contacts_seen', 'contacts_next_reminder', 'contacts_name'];

/** How many of a user's rows share a value of the column; of any other column two. */
const SHARING: Record<string, number> = {
  is_archived: 50_000,
  custom_field_id: 5_000,
  tag_id: 1_000,
  group_id: 1_000,
};

/**
 * Tells SQLite's planner how rows are spread: a user has many of them, and nothing else is shared by as many.
 * Without it the planner takes user_id alone for a narrow choice. Written down rather than gathered, so that plans
 * are the same for every database and at every moment.
 */
export function writeStatistics(database: DatabaseSync): void {
  // Only creates the table: there are few users.
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

/** Whether these statistics are present; older data has none or others. */
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

/** Rows in all, then how many share the first column, the first two, and so on: what sqlite_stat1 holds. */
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
