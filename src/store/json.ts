import { type Expression, type RawBuilder, sql } from 'kysely';
import * as postgres from 'kysely/helpers/postgres';
import * as sqlite from 'kysely/helpers/sqlite';
import type { TableName } from '../contract/archive.ts';
import { knownValue } from '../contract/archive-rows.ts';
import { parseJson } from '../shared/records.ts';
import { type Db, onPostgres } from './store.ts';

type Rows = Parameters<typeof sqlite.jsonArrayFrom>[0];

/** A subquery's rows as one value, in order; decode it with `fromJson`. The subquery must name its columns. */
export const jsonRows = (db: Db, rows: Rows): RawBuilder<unknown> =>
  onPostgres(db) ? postgres.jsonArrayFrom(rows as Expression<object>) : sqlite.jsonArrayFrom(rows);

/** A subquery's only row, or null. */
export const jsonRow = (db: Db, row: Rows): RawBuilder<unknown> =>
  onPostgres(db) ? postgres.jsonObjectFrom(row as Expression<object>) : sqlite.jsonObjectFrom(row);

/**
 * Decodes a JSON value: a string from SQLite, already parsed by PostgreSQL's driver. Most relations are empty, so `[]`
 * has a shortcut.
 */
export const fromJson = (value: unknown): unknown =>
  value === '[]' ? [] : typeof value === 'string' ? JSON.parse(value) : value;

/** Returns the value of a JSON text column, or `none` for null and for values that the column does not accept. */
export function storedJson<T>(table: TableName, column: string, text: string | null, none: T): T {
  const value = text === null ? null : (parseJson(text) ?? null);
  return (knownValue(table, column, value) as T | null) ?? none;
}

/** A query that returns the strings of a list as rows of one column. */
export const listRows = (db: Db, texts: readonly string[]): RawBuilder<unknown> =>
  onPostgres(db) ? sql`select unnest(${texts}::text[])` : sql`select value from json_each(${JSON.stringify(texts)})`;
