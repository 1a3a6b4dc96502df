import { join } from 'node:path';
import { DefaultQueryExecutor } from 'kysely';
import type { SqlValue } from '../src/store/engine.ts';
import { loadEngine } from '../src/store/engine.ts';

// The driver's own time for the service's statements: recorded from a call, then run again on a separate connection,
// prepared once, in one transaction as in the service.

interface RecordedStatement {
  sql: string;
  /** On SQLite also rows of values: the statement runs once for each. */
  values: SqlValue[] | SqlValue[][];
}

/** The statements executed while `work` runs. */
export async function recordStatements(work: () => Promise<unknown>): Promise<RecordedStatement[]> {
  const recorded: RecordedStatement[] = [];
  const { prototype } = DefaultQueryExecutor;
  const { executeQuery } = prototype;
  prototype.executeQuery = function <R>(this: DefaultQueryExecutor, ...args: Parameters<typeof executeQuery>) {
    const [{ sql, parameters }] = args;
    recorded.push({
      sql,
      values: parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value)) as [],
    });
    return executeQuery.apply<DefaultQueryExecutor, typeof args, ReturnType<typeof executeQuery<R>>>(this, args);
  };
  try {
    await work();
  } finally {
    prototype.executeQuery = executeQuery;
  }
  return recorded;
}

/** Each row of values for a statement. */
export const rowsOf = (values: unknown[]): unknown[][] =>
  Array.isArray(values[0]) ? (values as unknown[][]) : [values];

export interface BareRun {
  run(): void;
  close(): void;
}

/** Runs recorded reads again, with nothing around them. */
export function bareRun(dataDir: string, recorded: RecordedStatement[]): BareRun {
  const database = new (loadEngine())(join(dataDir, 'kith.db'));
  const prepared = recorded.map(({ sql, values }) => ({ statement: database.prepare(sql), values }));
  return {
    run() {
      database.exec('begin');
      for (const { statement, values } of prepared) statement.all(...(values as SqlValue[]));
      database.exec('commit');
    },
    close: () => database.close(),
  };
}
