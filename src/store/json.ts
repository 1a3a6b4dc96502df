import { type Expression, type RawBuilder, sql } from 'kysely';
import * as postgres from 'kysely/helpers/postgres';
import * as sqlite from 'kysely/helpers/sqlite';
import type { TableName } from '../contract/archive.ts';
import { knownValue } from '../contract/archive-rows.ts';
import { parseJson } from '../shared/records.ts';
import { type Db, onPostgres } from './store.ts';

type Rows = Parameters<typeof sqlite.jsonArrayFrom>[0];

/** The rows of a subquery as one value, in their order; `fromJson` reads it. The subquery names its columns. */
export const jsonRows = (db: Db, rows: Rows): RawBuilder<unknown> =>
  onPostgres(db) ? postgres.jsonArrayFrom(rows as Expression<object>) : sqlite.jsonArrayFrom(rows);

/** The one row of a subquery, or null. */
export const jsonRow = (db: Db, row: Rows): RawBuilder<unknown> =>
  onPostgres(db) ? postgres.jsonObjectFrom(row as Expression<object>) : sqlite.jsonObjectFrom(row);

/** SQLite returns JSON as text, PostgreSQL's driver has parsed it. Most relations of most contacts are empty. */
export const fromJson = (value: unknown): unknown =>
  value === '[]' ? [] : typeof value === 'string' ? JSON.parse(value) : value;

/** The value of a JSON text column; `none` for null and for a value that the column does not accept. */
export function storedJson<T>(table: TableName, column: string, text: string | null, none: T): T {
  const value = text === null ? null : (parseJson(text) ?? null);
  return (knownValue(table, column, value) as T | null) ?? none;
}

/** A query whose rows are the texts of a list, in one column. */
export const listRows = (db: Db, texts: readonly string[]): RawBuilder<unknown> =>
  onPostgres(db) ? sql`select unnest(${texts}::text[])` : sql`select value from json_each(${JSON.stringify(texts)})`;
