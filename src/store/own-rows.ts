import { append, chunked } from '../shared/lists.ts';
import { runCompiled } from './compiled-queries.ts';
import { type Db, untyped } from './store.ts';
import type { Tables } from './tables.ts';

interface Selection<Row> {
  /** One column and its wanted values. */
  where: { [Column in keyof Row]?: readonly string[] };
  /** Orders each 500 rows. */
  orderBy?: keyof Row & string;
}

/** Reads a user's rows by the values of one column. The statement is compiled once per table and columns. */
export async function ownRows<T extends keyof Tables, C extends keyof Tables[T] & string = keyof Tables[T] & string>(
  db: Db,
  userId: string,
  table: T,
  columns: readonly C[] | '*',
  { where, orderBy }: Selection<Tables[T]>,
): Promise<Pick<Tables[T], C>[]> {
  const [[column, values]] = Object.entries(where) as [[string, readonly string[]]];
  const select = (db: Db, userId: string, part: string[]) => {
    // One table's name stands for any in the types.
    const rows = untyped(db)
      .selectFrom(table as 'contacts')
      .where('user_id', '=', userId)
      .where(column, 'in', part);
    const selected = columns === '*' ? rows.selectAll() : rows.select([...columns]);
    return orderBy ? selected.orderBy(orderBy) : selected;
  };
  const name = `own ${table} ${columns} ${column} ${orderBy}`;
  const found: Pick<Tables[T], C>[] = [];
  for (const part of chunked([...new Set(values)]))
    append(found, (await runCompiled(db, name, select, [userId, part])) as Pick<Tables[T], C>[]);
  return found;
}
