import type { SqlValue, StatementSync } from './engine.ts';

type Row = Record<string, SqlValue>;

/** Runs a statement and returns its rows. */
export type RowReader = (values: SqlValue[]) => Row[];

/** Returns undefined for a statement that returns no rows. */
export function rowReader(statement: StatementSync): RowReader | undefined {
  const names = statement.columns().map(({ name }) => name);
  if (names.length === 0) return undefined;
  // Engines build row objects field by field, which is slow. An object with many fields built that way also stays slow
  // to read.
  statement.setReturnArrays(true);
  const rowOf = rowMaker(names);
  return (values) => (statement.all(...values) as unknown as SqlValue[][]).map(rowOf);
}

/** Copies of one template object share its hidden class in V8. */
function rowMaker(names: string[]): (values: SqlValue[]) => Row {
  const empty: Row = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))));
  return (values) => {
    const row = { ...empty };
    for (let at = 0; at < names.length; at++) row[names[at]!] = values[at]!;
    return row;
  };
}
