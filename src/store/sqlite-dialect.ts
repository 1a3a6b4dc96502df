import {
  type BinaryOperationNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PrimitiveValueListNode,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { shouldYield, yieldToOthers } from '../shared/yield.ts';
import { driverOver } from './driver.ts';
import type { DatabaseSync, SqlValue, StatementSync } from './engine.ts';
import { type RowReader, rowReader } from './rows.ts';

/**
 * Compiles a list to one parameter. Its length does not change the statement, and SQLite's parameter limit is never
 * reached.
 */
class Compiler extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node;
    if (!PrimitiveValueListNode.is(rightOperand)) {
      super.visitBinaryOperation(node);
      return;
    }
    const { values } = rightOperand;
    this.visitNode(leftOperand);
    this.append(' ');
    this.visitNode(operator);
    // For a list of one, parsing JSON takes longer than the lookup.
    this.append(values.length === 1 ? ' (' : ' (select value from json_each(');
    this.appendValue(listParameter(values));
    this.append(values.length === 1 ? ')' : '))');
  }
}

/** The parameter value for a list, in a statement compiled for a list of one or for a longer list. */
export const listParameter = (values: readonly unknown[]): unknown =>
  values.length === 1 ? values[0] : JSON.stringify(values);

const MAX_CACHED_STATEMENTS = 400;

/** Kysely for one open SQLite database. The driver has no transactions because the store manages them. */
export function sqliteDialect(database: DatabaseSync): Dialect {
  const connection = new SqliteConnection(database);
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driverOver(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new Compiler(),
  };
}

/** Caches prepared statements by their text, because preparing costs more than most of our queries. */
class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; read: RowReader | undefined }>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /**
   * Statements run synchronously. Between two statements of a long transaction, the event loop gets a turn: see the
   * store.
   */
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (shouldYield()) await yieldToOthers();
    const { statement, read } = this.#prepare(sql);
    if (Array.isArray(parameters[0])) {
      // Several rows, sent by insertRows.
      for (const row of parameters as unknown[][]) {
        statement.run(...row.map(toSql));
        if (shouldYield()) await yieldToOthers();
      }
      return { rows: [], numAffectedRows: BigInt(parameters.length) };
    }
    const values = parameters.map(toSql);
    if (read) return { rows: read(values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  // biome-ignore lint/correctness/useYield: the interface requires a generator; nothing here streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported');
  }

  #prepare(sql: string) {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, read: rowReader(statement) };
    // The search index uses row numbers above 2^53, which Node 26 refuses to return as a plain number.
    if (!prepared.read) statement.setReadBigInts(true);
    this.#statements.set(sql, prepared);
    if (this.#statements.size > MAX_CACHED_STATEMENTS) this.#statements.delete(this.#statements.keys().next().value!);
    return prepared;
  }
}

function toSql(value: unknown): SqlValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return (value ?? null) as SqlValue;
}
