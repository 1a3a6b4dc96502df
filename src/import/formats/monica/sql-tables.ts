import { groupBy } from '../../../shared/lists.ts';
import type { MonicaRow } from './account.ts';
import { readInserts } from './sql-inserts.ts';

/** An export's tables by name without prefix. */
export interface SqlTables {
  rows(table: string): MonicaRow[];
  /** A table's row with this id. */
  byId(table: string, id: unknown): MonicaRow | undefined;
  /** A table's rows with this value in a column. */
  having(table: string, column: string, value: unknown): MonicaRow[];
  /** Tables that were never read, with their numbers of rows. */
  unasked(): [string, number][];
}

export function readTables(text: string): SqlTables {
  const tables = new Map<string, MonicaRow[]>();
  for (const { table, columns, rows } of readInserts(text)) {
    const known = tables.get(table) ?? [];
    tables.set(table, known);
    for (const row of rows) known.push(Object.fromEntries(row.map((value, index) => [columns[index], value])));
  }
  // Monica can be configured with a table name prefix.
  const prefix = [...tables.keys()].find((name) => name.endsWith('accounts'))?.slice(0, -'accounts'.length) ?? '';
  const indexes = new Map<string, Map<unknown, MonicaRow[]>>();
  const asked = new Set<string>();
  const rows = (table: string): MonicaRow[] => {
    asked.add(table);
    return tables.get(prefix + table) ?? [];
  };
  const having = (table: string, column: string, value: unknown): MonicaRow[] => {
    const name = `${table}.${column}`;
    if (!indexes.has(name))
      indexes.set(
        name,
        groupBy(rows(table), (row) => row[column]),
      );
    return (value !== null && indexes.get(name)!.get(value)) || [];
  };
  return {
    rows,
    having,
    byId: (table, id) => having(table, 'id', id)[0],
    unasked: () =>
      [...tables].flatMap(([name, all]): [string, number][] => {
        const table = name.slice(prefix.length);
        return asked.has(table) ? [] : [[table, all.length]];
      }),
  };
}
