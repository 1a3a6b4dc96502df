import type pg from 'pg';
import { KithError } from '../shared/error.ts';
import { allowRole, distributeTables, distributionOf, isDistributed, runDistributed } from './citus.ts';
import { currentVersion, refuseVersion, statementsBetween } from './migrate.ts';
import { ConnectionLost, setupError } from './postgres-errors.ts';
import { prepareRole, protectTables, unprotectTables } from './postgres-security.ts';
import { POSTGRES } from './schema/column-types.ts';

/** Properties of a database that a unit of work needs. */
export interface PreparedDatabase {
  schema: string;
  /**
   * The role that units of work assume. Null if there is no such role, in which case row-level security also applies to
   * the tables' owner.
   */
  role: string | null;
  /** Whether Citus has distributed the rows to its workers. */
  distributed: boolean;
}

interface SchemaRow {
  version: number;
  role: string | null;
  distributed: boolean;
}

/**
 * Connects, and migrates the schema in one transaction that holds a lock. If several nodes start at once, one migrates
 * and the others have nothing left to do. Throws if a newer version of kith or an older development build wrote the
 * database.
 */
export async function preparePostgres(client: pg.Client): Promise<PreparedDatabase> {
  await client.connect().catch((error) => {
    throw setupError(ConnectionLost.or(error));
  });
  try {
    const schema = await currentSchema(client);
    let row = await schemaRow(client);
    if (row?.version !== currentVersion()) row = await migrate(client);
    return { schema, role: row.role, distributed: row.distributed };
  } catch (error) {
    throw setupError(error);
  }
}

async function currentSchema(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query('select current_schema() as name');
  if (rows[0].name) return rows[0].name;
  throw new KithError('ServiceUnavailable', 'The user in KITH_DATABASE_URL has no schema to create tables in.', {
    hint: 'Grant the user a schema, or add one to its search_path.',
  });
}

async function schemaRow(client: pg.ClientBase): Promise<SchemaRow | undefined> {
  const { rows } = await client.query("select to_regclass('kith_schema') is not null as known");
  if (!rows[0].known) return undefined;
  return (await client.query('select * from kith_schema')).rows[0];
}

/**
 * Migrates and distributes the schema in one transaction that holds the same lock. Access to the tables waits until it
 * ends.
 */
export async function distributeDatabase(client: pg.ClientBase): Promise<void> {
  await distributionOf(client);
  const before = await schemaRow(client);
  if (before) refuseVersion(before.version);
  const role = before?.role ?? (await prepareRole(client));
  if (role) await allowRole(client, role);
  await migrate(client, true);
}

async function migrate(client: pg.ClientBase, distribute = false): Promise<SchemaRow> {
  await client.query('begin');
  try {
    await client.query("select pg_advisory_xact_lock(hashtextextended('kith migration', 0))");
    const before = await schemaRow(client);
    if (before) refuseVersion(before.version);
    if (before && distribute) await refuseNodes(client);
    const distributed = await isDistributed(client);
    const after = {
      version: currentVersion(),
      role: before?.role ?? (await prepareRole(client)),
      distributed: distributed || distribute,
    };
    if (!before) await client.query(SCHEMA_TABLE);
    // Otherwise Citus would change several tables on separate connections, which cannot see each other's changes.
    if (after.distributed) await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
    await unprotectTables(client);
    for (const statement of statementsBetween(before?.version ?? 0, after.version, POSTGRES)) {
      await (distributed ? runDistributed(client, translated(statement)) : client.query(translated(statement)));
    }
    if (after.distributed) await distributeTables(client);
    await protectTables(client, after.role);
    await client.query('delete from kith_schema');
    await client.query('insert into kith_schema (version, role, distributed) values ($1, $2, $3)', [
      after.version,
      after.role,
      after.distributed,
    ]);
    await client.query('commit');
    return after;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Nodes check whether a database is distributed when they connect. A node that connects now waits for the result. */
async function refuseNodes(client: pg.ClientBase): Promise<void> {
  await client.query('lock table kith_schema in access exclusive mode');
  const { rows } = await client.query(
    "select from pg_stat_activity where application_name = 'kith' and datname = current_database() and pid <> pg_backend_pid()",
  );
  if (rows.length === 0) return;
  throw new KithError('Conflict', 'A kith server is connected to this database.', {
    hint: 'Stop every node, run `kith distribute` again, then start the nodes.',
  });
}

const SCHEMA_TABLE = 'create table kith_schema (version bigint not null, role text, distributed boolean not null)';

/**
 * Makes text compare byte by byte, as on SQLite, and gives integers 64 bits. In all our statements the type follows the
 * column name.
 */
const translated = (statement: string): string =>
  statement.replace(/(\w) text\b/g, '$1 text collate "C"').replace(/(\w) integer\b/g, '$1 bigint');
