import { KithError } from '../../shared/error.ts';
import { type DatabaseSync, loadEngine } from '../../store/engine.ts';
import { runMigrations, versionOf } from '../../store/migrate.ts';

// A schema is code: SQLite runs its triggers, views, checks, defaults, and generated columns when kith reads or writes. A
// backup may come from anyone, so it is restored only if its schema is that of kith's migrations.

/** The query planner's tables. They depend on the SQLite version that made the backup. */
const STATISTICS = ['sqlite_stat1(tbl,idx,stat)', 'sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'];

interface SchemaObject {
  type: string;
  name: string;
  tbl_name: string;
  sql: string | null;
}

/**
 * Throws 400 if the schema differs from kith's schema of the backup's version. `added` creates the additional tables of
 * backups. Reads only the schema.
 */
export function requireOwnSchema(database: DatabaseSync, added: string): void {
  const expected = new Map(ownSchema(versionOf(database), added).map((object) => [keyOf(object), object]));
  const optional = STATISTICS.map((table) => ({ name: table.split('(')[0]!, sql: `CREATE TABLE ${table}` }));
  // One more than expected is enough: then at least one of them is not kith's.
  for (const object of schemaOf(database, expected.size + optional.length + 1)) {
    if (object.type === 'table' && optional.some(({ name, sql }) => name === object.name && sql === object.sql))
      continue;
    const own = expected.get(keyOf(object));
    if (!own) throw refusal(`The backup contains the ${named(object)}, which kith did not create.`);
    if (own.sql !== object.sql || own.tbl_name !== object.tbl_name)
      throw refusal(`The backup's ${named(object)} differs from kith's.`);
    expected.delete(keyOf(object));
  }
  const [missing] = expected.values();
  if (missing) throw refusal(`The ${named(missing)} is missing from the backup.`);
}

function ownSchema(version: number, added: string): SchemaObject[] {
  const DatabaseSync = loadEngine();
  const database = new DatabaseSync(':memory:');
  try {
    runMigrations(database, 0, version);
    database.exec(added);
    return schemaOf(database, -1);
  } finally {
    database.close();
  }
}

const schemaOf = (database: DatabaseSync, limit: number): SchemaObject[] =>
  database
    .prepare('select type, name, tbl_name, sql from sqlite_schema limit ?')
    .all(limit) as unknown as SchemaObject[];

const keyOf = ({ type, name }: SchemaObject): string => `${type} ${name}`;

const named = ({ type, name }: SchemaObject): string => `${type} ${JSON.stringify(name.slice(0, 100))}`;

const refusal = (message: string) =>
  new KithError('BadRequest', message, {
    hint: 'A changed schema can run code, so nothing was restored. Use a backup that only kith has written to.',
  });
