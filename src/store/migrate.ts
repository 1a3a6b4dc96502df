import { KithError } from '../shared/error.ts';
import type { DatabaseSync } from './engine.ts';
import { type ColumnTypes, SQLITE } from './schema/column-types.ts';
import { schema } from './schema/schema.ts';
import { hasStatistics, writeStatistics } from './sqlite-statistics.ts';

/** The version of the tables in schema.ts. Development builds before 0.1.0 counted up to it. */
export const BASELINE = 27;

/** Statements that change the schema from one version to the next. */
export type Migration = (types: ColumnTypes) => string[];

/** Later changes, in order, each in a file `migrations/NNNN-name.ts`. Once released, a migration is never edited. */
export const MIGRATIONS: Migration[] = [];

export const currentVersion = (): number => BASELINE + MIGRATIONS.length;

/** The statements from one version to a later one. Version 0 is an empty database. */
export function statementsBetween(from: number, to: number, types: ColumnTypes): string[] {
  const later = MIGRATIONS.slice(Math.max(from - BASELINE, 0), to - BASELINE);
  return [...(from === 0 ? schema(types) : []), ...later.flatMap((migration) => migration(types))];
}

/**
 * Brings the schema and the planner's statistics up to date in one transaction. Takes the write lock before it reads the
 * version: if several processes start at once, one migrates and the others find the work done.
 */
export function migrate(database: DatabaseSync): void {
  if (versionOf(database) === currentVersion() && hasStatistics(database)) return;
  database.exec('begin immediate');
  try {
    refuseOthers(database);
    runMigrations(database, versionOf(database), currentVersion());
    writeStatistics(database);
    database.exec(`pragma user_version = ${currentVersion()}`);
    database.exec('commit');
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}

/** Migrates the schema from one version to a later one, in the caller's transaction. */
export function runMigrations(database: DatabaseSync, from: number, to: number): void {
  for (const statement of statementsBetween(from, to, SQLITE)) database.exec(statement);
}

export const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('pragma user_version').get()!.user_version);

/** Throws if a newer kith or an older development build wrote the database. Only reads, so the data does not change. */
export const refuseOthers = (database: DatabaseSync): void => refuseVersion(versionOf(database));

/** Throws 503 if the schema is older than this version of kith needs, for example after older data was restored. */
export const requireSchema = (database: DatabaseSync): void => requireVersion(versionOf(database));

/**
 * Checks a version like `requireSchema`. A newer version passes: SQLite data can still be read, and PostgreSQL nodes
 * keep running until they are updated too.
 */
export function requireVersion(version: number): void {
  if (version >= currentVersion()) return;
  refuseVersion(version);
  throw new KithError('ServiceUnavailable', `This data has schema version ${version}, which is too old.`, {
    hint: 'Restart kith to update the schema.',
  });
}

/** Throws if this version of kith cannot migrate the schema, because it is newer or from a development build. */
export function refuseVersion(version: number): void {
  if (version > currentVersion()) {
    throw new KithError(
      'ServiceUnavailable',
      `This data has schema version ${version}, but this version of kith supports only up to ${currentVersion()}.`,
      { hint: 'Update kith, or restart it if you already have. The data was not changed.' },
    );
  }
  if (version > 0 && version < BASELINE) {
    throw new KithError(
      'ServiceUnavailable',
      `This data has schema version ${version}, from a development build before 0.1.0. This version of kith cannot open it.`,
      {
        hint: 'Export it with the version that wrote it, then import the file into new data. The data was not changed.',
      },
    );
  }
}
