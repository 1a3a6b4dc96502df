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
/** Compiles a list to one parameter: `in` becomes `= any`, and `not in` becomes `<> all`. */
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

/** Kysely for the one connection of a transaction. */
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

/** Counts arrive as int8 and sums as numeric, which the driver leaves as strings. All of ours fit a number. */
export const typeParsers = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/**
 * Runs a transaction's statements one after another, in call order. They are unnamed, so that a connection pooler may
 * switch the server connection between transactions.
 */
export class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.ClientBase;
  #last: Promise<unknown> = Promise.resolve();
  /** The first database error, which a caller may have caught and wrapped. */
  failure: unknown;

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const turn = this.#last.then(() => this.#run<R>(sql, parameters));
    this.#last = turn.catch(() => {});
    return turn;
  }

  // biome-ignore lint/correctness/useYield: the interface requires a generator; nothing here streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported');
  }

  /** Resolves when every statement has finished, including those whose caller has given up. */
  async settled(): Promise<void> {
    await this.#last;
  }

  async #run<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    // After the connection is lost, each statement would wait for its own timeout.
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
  // Stored text never contains NUL, which PostgreSQL rejects. A filter with NUL must match nothing.
  if (typeof value === 'string' && value.includes('\0')) return value.replaceAll('\0', '\uffff');
  return value ?? null;
}
