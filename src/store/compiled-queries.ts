import { type Compilable, CompiledQuery } from 'kysely';
import { listParameter } from './sqlite-dialect.ts';
import { type Db, onPostgres } from './store.ts';

type Value = string | number | null | string[];

/** A compiled statement. Each parameter is either the value at an index or a constant. */
interface CompiledStatement {
  text: string;
  parameters: readonly ({ place: number } | { always: unknown })[];
}

const MAX_CACHED = 200;

const compiled = new Map<string, CompiledStatement>();

/**
 * Runs a statement whose text depends only on its name. It is compiled once per engine, because compiling costs more
 * than running most statements. Each value may appear several times in the statement. A list value must be the whole
 * operand of an `in`.
 */
export async function runCompiled<R, V extends Value[]>(
  db: Db,
  name: string,
  build: (db: Db, ...values: V) => Compilable<R>,
  values: readonly [...V],
): Promise<R[]> {
  const key = `${onPostgres(db) ? 'postgres' : 'sqlite'} ${name} ${values.map(shapeOf)}`;
  let fixed = compiled.get(key);
  if (!fixed) {
    fixed = compile(build(db, ...(values.map(markOf) as V)));
    if (compiled.size >= MAX_CACHED) compiled.clear();
    compiled.set(key, fixed);
  }
  const sent = values.map((value) => (Array.isArray(value) && !onPostgres(db) ? listParameter(value) : value));
  const parameters = fixed.parameters.map((one) => ('place' in one ? sent[one.place] : one.always));
  return (await db.executeQuery<R>(CompiledQuery.raw(fixed.text, parameters))).rows;
}

/** A list of one is compiled differently. */
const shapeOf = (value: Value): string => (Array.isArray(value) ? (value.length === 1 ? 'one' : 'many') : '');

/** Placeholder for a value during compilation. A list stays a list, of one or of more. */
function markOf(value: Value, place: number): Value {
  const mark = `value ${place}.`;
  return Array.isArray(value) ? value.map(() => mark) : mark;
}

function compile(statement: Compilable): CompiledStatement {
  const { sql, parameters } = statement.compile();
  return {
    text: sql,
    parameters: parameters.map((parameter) => {
      const place = /value (\d+)\./.exec(String(parameter))?.[1];
      return place === undefined ? { always: parameter } : { place: Number(place) };
    }),
  };
}
