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
import { giveWay, isTimeToGiveWay } from '../shared/yield.ts';
import { driverOver } from './driver.ts';
import type { DatabaseSync, SqlValue, StatementSync } from './engine.ts';
import { type RowReader, rowReader } from './rows.ts';

/** A list is one parameter: statements stay few, whatever its length, and SQLite's limit on parameters is never reached. */
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
    // Reading a list of one out of JSON takes longer than the lookup.
    this.append(values.length === 1 ? ' (' : ' (select value from json_each(');
    this.appendValue(listParameter(values));
    this.append(values.length === 1 ? ')' : '))');
  }
}

/** A list as the parameter of a statement that was compiled for a list of one, or for a longer one. */
export const listParameter = (values: readonly unknown[]): unknown =>
  values.length === 1 ? values[0] : JSON.stringify(values);

const MAX_CACHED_STATEMENTS = 400;

/** Kysely over one open SQLite database. Transactions are the store's business, so the driver has none. */
export function sqliteDialect(database: DatabaseSync): Dialect {
  const connection = new SqliteConnection(database);
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driverOver(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new Compiler(),
  };
}

/** Keeps prepared statements by their text: preparing anew costs more than most of our queries. */
class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; read: RowReader | undefined }>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Statements run synchronously. Between two statements of a long transaction others get their turn: see the store. */
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (isTimeToGiveWay()) await giveWay();
    const { statement, read } = this.#prepare(sql);
    if (Array.isArray(parameters[0])) {
      // Rows: what insertRows sends.
      for (const row of parameters as unknown[][]) {
        statement.run(...row.map(toSql));
        if (isTimeToGiveWay()) await giveWay();
      }
      return { rows: [], numAffectedRows: BigInt(parameters.length) };
    }
    const values = parameters.map(toSql);
    if (read) return { rows: read(values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  // biome-ignore lint/correctness/useYield: the interface wants a generator; nothing here streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported');
  }

  #prepare(sql: string) {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, read: rowReader(statement) };
    // The search index numbers its own rows beyond 2^53, and Node 26 refuses to tell such a number as a plain one.
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
