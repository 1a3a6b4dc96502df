import {
  type BinaryOperationNode,
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  OperatorNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import { driverOver } from './driver.ts';
import { ConnectionLost } from './postgres-errors.ts';
import type { Db } from './store.ts';
import type { Tables } from './tables.ts';

const adapter = new PostgresAdapter();
/** A list is one parameter, of any length: `in` becomes `= any`, and `not in` `<> all`. */
class Compiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node;
    if (!PrimitiveValueListNode.is(rightOperand) || !OperatorNode.is(operator)) {
      super.visitBinaryOperation(node);
      return;
    }
    this.visitNode(leftOperand);
    this.append(operator.operator === 'in' ? ' = any(' : ' <> all(');
    this.appendValue(rightOperand.values);
    this.append(typeof rightOperand.values[0] === 'number' ? '::bigint[])' : '::text[])');
  }
}

const compiler = new Compiler();

/** Kysely over the one connection of a transaction. */
export const dbOver = (connection: DatabaseConnection): Db =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => driverOver(connection),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => compiler,
    },
  });

const INT8 = 20;
const NUMERIC = 1700;

/** Counts arrive as int8 and sums as numeric, which the driver leaves as text; all of ours fit a number. */
export const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/**
 * Statements of one transaction, one after another in the order they were asked for. They are unnamed, so that
 * any pooler in between may change the server connection from transaction to transaction.
 */
export class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.ClientBase;
  #last: Promise<unknown> = Promise.resolve();
  /** The first error of the database, which a caller may have caught and wrapped. */
  failure: unknown;

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const turn = this.#last.then(() => this.#run<R>(sql, parameters));
    this.#last = turn.catch(() => {});
    return turn;
  }

  // biome-ignore lint/correctness/useYield: the interface wants a generator; nothing here streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported');
  }

  /** Resolves when every statement is done, also those whose caller has given up. */
  async settled(): Promise<void> {
    await this.#last;
  }

  async #run<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    // Each would wait for an answer of its own, which does not come.
    if (this.failure instanceof ConnectionLost) throw this.failure;
    try {
      const { command, rowCount, rows } = await this.#client.query(text, parameters.map(toSql));
      const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE';
      return { rows, ...(changes && { numAffectedRows: BigInt(rowCount ?? 0) }) };
    } catch (error) {
      const known = ConnectionLost.or(error);
      this.failure ??= known;
      throw known;
    }
  }
}

function toSql(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSql);
  if (typeof value === 'boolean') return value ? 1 : 0;
  // No stored text contains NUL, which this database refuses: a filter with one must match nothing.
  if (typeof value === 'string' && value.includes('\0')) return value.replaceAll('\0', '\uffff');
  return value ?? null;
}
