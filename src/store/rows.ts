import type { SqlValue, StatementSync } from './engine.ts';

type Row = Record<string, SqlValue>;

/** Runs a statement and answers its rows. */
export type RowReader = (values: SqlValue[]) => Row[];

/** Undefined for a statement that has no rows. */
export function rowReader(statement: StatementSync): RowReader | undefined {
  const names = statement.columns().map(({ name }) => name);
  if (names.length === 0) return undefined;
  // Engines make an object field by field: that takes longer, and one of many fields is slow to read ever after.
  statement.setReturnArrays(true);
  const rowOf = rowMaker(names);
  return (values) => (statement.all(...values) as unknown as SqlValue[][]).map(rowOf);
}

/** Copies of one object share what the runtime knows of their fields. */
function rowMaker(names: string[]): (values: SqlValue[]) => Row {
  const empty: Row = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))));
  return (values) => {
    const row = { ...empty };
    for (let at = 0; at < names.length; at++) row[names[at]!] = values[at]!;
    return row;
  };
}
