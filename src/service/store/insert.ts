import { CompiledQuery } from 'kysely';
import { inParts } from './in-list.ts';
import { type Db, onPostgres } from './store.ts';
import type { Tables } from './tables.ts';

type Row = Record<string, unknown>;

/**
 * Inserts many rows. They need not have the same columns: what a row leaves out takes the table's default.
 * SQLite is fastest row by row over one prepared statement, PostgreSQL with few round trips.
 */
export async function insertRows<T extends keyof Tables>(
  db: Db,
  table: T,
  rows: readonly Partial<Tables[T]>[],
): Promise<void> {
  if (onPostgres(db)) {
    for (const part of inParts(rows as readonly Row[])) await db.executeQuery(insertOfMany(table, part));
  } else {
    for (const row of rows as readonly Row[]) await db.executeQuery(insertOfOne(table, row));
  }
}

function insertOfOne(table: string, row: Row): CompiledQuery {
  const columns = Object.keys(row);
  const places = Array(columns.length).fill('?');
  return CompiledQuery.raw(`insert into "${table}" (${names(columns)}) values (${places})`, Object.values(row));
}

function insertOfMany(table: string, rows: readonly Row[]): CompiledQuery {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const values: unknown[] = [];
  const place = (value: unknown) => (value === undefined ? 'default' : `$${values.push(value)}`);
  const lists = rows.map((row) => `(${columns.map((column) => place(row[column]))})`);
  return CompiledQuery.raw(`insert into "${table}" (${names(columns)}) values ${lists}`, values);
}

const names = (columns: string[]): string => columns.map((column) => `"${column}"`).join(', ');
