import { CompiledQuery } from 'kysely';
import { chunked } from '../shared/lists.ts';
import { type Db, onPostgres } from './store.ts';
import type { Tables } from './tables.ts';

type Row = Record<string, unknown>;

/** How to change rows that exist: `set` replaces columns, `add` adds to them. `key` names the unique columns. */
interface Upsert<Column extends string = string> {
  key: readonly Column[];
  set?: readonly Column[];
  add?: readonly Column[];
}

/**
 * Inserts rows, which may have different columns: a missing column gets the table's default. SQLite is fastest row by
 * row with one prepared statement, without returning here in between. PostgreSQL is fastest with few round trips.
 */
export async function insertRows<T extends keyof Tables>(
  db: Db,
  table: T,
  rows: readonly Partial<Tables[T]>[],
  upsert?: Upsert<keyof Tables[T] & string>,
): Promise<void> {
  const otherwise = upsert ? onConflict(table, upsert) : '';
  if (onPostgres(db)) {
    for (const part of chunked(rows as readonly Row[])) await db.executeQuery(insertOfMany(table, part, otherwise));
  } else {
    for (const [columns, values] of valuesByColumns(rows as readonly Row[]))
      await db.executeQuery(insertOfEach(table, columns, values, otherwise));
  }
}

function onConflict(table: string, { key, set = [], add = [] }: Upsert): string {
  const changes = [
    ...set.map((column) => `"${column}" = "excluded"."${column}"`),
    ...add.map((column) => `"${column}" = "${table}"."${column}" + "excluded"."${column}"`),
  ];
  return ` on conflict (${names(key)}) do update set ${changes.join(', ')}`;
}

/** Groups rows by their columns. Each group shares a statement. */
function valuesByColumns(rows: readonly Row[]): Map<string, unknown[][]> {
  const found = new Map<string, unknown[][]>();
  for (const row of rows) {
    const columns = names(Object.keys(row));
    const values = found.get(columns);
    if (values) values.push(Object.values(row));
    else found.set(columns, [Object.values(row)]);
  }
  return found;
}

/** The statement runs once per row of values. Only SQLite's driver accepts arrays as parameters. */
function insertOfEach(table: string, columns: string, values: unknown[][], otherwise: string): CompiledQuery {
  const places = Array(values[0]!.length).fill('?');
  return CompiledQuery.raw(`insert into "${table}" (${columns}) values (${places})${otherwise}`, values);
}

function insertOfMany(table: string, rows: readonly Row[], otherwise: string): CompiledQuery {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const values: unknown[] = [];
  const place = (value: unknown) => (value === undefined ? 'default' : `$${values.push(value)}`);
  const lists = rows.map((row) => `(${columns.map((column) => place(row[column]))})`);
  return CompiledQuery.raw(`insert into "${table}" (${names(columns)}) values ${lists}${otherwise}`, values);
}

const names = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ');
