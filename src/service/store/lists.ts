import { type RawBuilder, sql } from 'kysely';
import { type Db, onPostgres } from './store.ts';

/** Rows in the order of the ids they were asked by; an id without a row is left out. */
export function inOrderOf<R extends { id: string }>(ids: readonly string[], rows: readonly R[]): R[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A list in parts that a statement has room for: it takes some tens of thousands of parameters at most. */
export function inParts<T>(list: readonly T[], size = 500): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < list.length; start += size) parts.push(list.slice(start, start + size));
  return parts;
}

/** A query whose rows are the texts of a list, in one column. */
export const listRows = (db: Db, texts: readonly string[]): RawBuilder<unknown> =>
  onPostgres(db) ? sql`select unnest(${texts}::text[])` : sql`select value from json_each(${JSON.stringify(texts)})`;
