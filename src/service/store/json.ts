import type { Expression, RawBuilder } from 'kysely';
import * as postgres from 'kysely/helpers/postgres';
import * as sqlite from 'kysely/helpers/sqlite';
import { type Db, onPostgres } from './store.ts';

type Rows = Parameters<typeof sqlite.jsonArrayFrom>[0];

/** The rows of a subquery as one value, in their order; `fromJson` reads it. The subquery names its columns. */
export const jsonRows = (db: Db, rows: Rows): RawBuilder<unknown> =>
  onPostgres(db) ? postgres.jsonArrayFrom(rows as Expression<object>) : sqlite.jsonArrayFrom(rows);

/** The one row of a subquery, or null. */
export const jsonRow = (db: Db, row: Rows): RawBuilder<unknown> =>
  onPostgres(db) ? postgres.jsonObjectFrom(row as Expression<object>) : sqlite.jsonObjectFrom(row);

/** SQLite gives JSON as text, PostgreSQL's driver has read it. */
export function fromJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  // Most of what hangs on most contacts.
  return value === '[]' ? [] : JSON.parse(value);
}
