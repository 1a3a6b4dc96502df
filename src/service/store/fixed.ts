import { type Compilable, CompiledQuery } from 'kysely';
import { listParameter } from './sqlite-dialect.ts';
import { type Db, onPostgres } from './store.ts';

const MAX_CACHED = 200;

const texts = new Map<string, string>();

/**
 * Runs a statement whose text depends only on its name, with these values. It is compiled once for each engine, which
 * costs more than running most statements. A list among the values is all of one `in`; a list of one and a longer list
 * need two names.
 */
export async function runFixed<R>(
  db: Db,
  name: string,
  build: (db: Db) => Compilable<R>,
  values: readonly unknown[],
): Promise<R[]> {
  const key = `${onPostgres(db) ? 'postgres' : 'sqlite'} ${name}`;
  let text = texts.get(key);
  if (text === undefined) {
    text = build(db).compile().sql;
    if (texts.size >= MAX_CACHED) texts.clear();
    texts.set(key, text);
  }
  const parameters = values.map((value) => (Array.isArray(value) && !onPostgres(db) ? listParameter(value) : value));
  return (await db.executeQuery<R>(CompiledQuery.raw(text, parameters))).rows;
}
