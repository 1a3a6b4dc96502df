import { groupBy } from '../../../shared/lists.ts';
import type { Row } from './account.ts';
import { readInserts } from './sql-inserts.ts';

/** An export's tables by name without prefix. */
export interface Tables {
  rows(table: string): Row[];
  /** A table's row with this id. */
  byId(table: string, id: unknown): Row | undefined;
  /** A table's rows with this value in a column. */
  having(table: string, column: string, value: unknown): Row[];
  /** Tables that were never read, with their numbers of rows. */
  unasked(): [string, number][];
}

export function readTables(text: string): Tables {
  const tables = new Map<string, Row[]>();
  for (const { table, columns, rows } of readInserts(text)) {
    const known = tables.get(table) ?? [];
    tables.set(table, known);
    for (const row of rows) known.push(Object.fromEntries(row.map((value, index) => [columns[index], value])));
  }
  // Monica can be configured with a table name prefix.
  const prefix = [...tables.keys()].find((name) => name.endsWith('accounts'))?.slice(0, -'accounts'.length) ?? '';
  const indexes = new Map<string, Map<unknown, Row[]>>();
  const asked = new Set<string>();
  const rows = (table: string): Row[] => {
    asked.add(table);
    return tables.get(prefix + table) ?? [];
  };
  const having = (table: string, column: string, value: unknown): Row[] => {
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
