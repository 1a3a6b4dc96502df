import { type CompiledQuery, Kysely, type QueryExecutor } from 'kysely';
import type { Context } from '../../src/service/runtime/context.ts';
import type { Tables } from '../../src/store/tables.ts';

interface Work {
  statements: number;
  /** Number of index updates, counting repeated ones. */
  indexed: { contact: number; note: number };
  opened: number;
  sealed: number;
}

/** A transaction that counts its statements, on either engine. */
export function countedWork(context: Context): { context: Context; work: Work } {
  const work: Work = { statements: 0, indexed: { contact: 0, note: 0 }, opened: 0, sealed: 0 };
  const executor = watched(context.db.getExecutor(), (query) => {
    work.statements++;
    const [, kind] = /^insert into "?(contact|note)_search\b/.exec(query.sql) ?? [];
    if (kind) work.indexed[kind as 'contact' | 'note'] += rowsIn(query);
  });
  const { secret } = context;
  return {
    work,
    context: {
      ...context,
      db: new Kysely<Tables>({ config: NOTHING, driver: NOTHING, dialect: NOTHING, executor }),
      secret: {
        ...secret,
        open(purpose, sealed) {
          work.opened++;
          return secret.open(purpose, sealed);
        },
        seal(purpose, text) {
          work.sealed++;
          return secret.seal(purpose, text);
        },
      },
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: an open transaction asks none of these, only its executor.
const NOTHING: any = {};

/** An executor that reports each statement before it runs. */
const watched = (executor: QueryExecutor, tell: (query: CompiledQuery) => void): QueryExecutor =>
  new Proxy(executor, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'executeQuery') return value.bind(target);
      return (query: CompiledQuery) => {
        tell(query);
        return value.call(target, query);
      };
    },
  });

/** SQLite receives rows as lists, PostgreSQL their five columns one after the other. */
const rowsIn = ({ parameters }: CompiledQuery): number =>
  Array.isArray(parameters[0]) ? parameters.length : parameters.length / 5;
