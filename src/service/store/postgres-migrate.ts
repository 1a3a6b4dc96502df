import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { KithError } from '../../contract/error.ts';
import { distributeTables, distributionOf, isDistributed, letIn, runDistributed } from './citus.ts';
import { MIGRATIONS, refuseVersion } from './migrate.ts';
import { POSTGRES } from './migrations/types.ts';
import { ConnectionLost, readableAtStart } from './postgres-errors.ts';
import { prepareRole, protectTables, unprotectTables } from './postgres-security.ts';

/** What a unit of work needs to know of its database. */
export interface Prepared {
  /** Made with the database; the directory names by it where a user's data lives. */
  databaseId: string;
  schema: string;
  /** The role that units of work take on; null where there is none and the tables bind their owner too. */
  role: string | null;
  /** Whether Citus has the rows on its workers. */
  distributed: boolean;
}

interface SchemaRow {
  version: number;
  database_id: string;
  directory_id: string;
  role: string | null;
}

/**
 * Brings the schema up to date in one transaction, under a lock that lasts as long: of several nodes that start
 * at once one migrates and the others find the work done. Throws when the database was written by a newer kith,
 * or belongs to another directory.
 */
export async function preparePostgres(pool: pg.Pool, directoryId: string | undefined): Promise<Prepared> {
  const client = await pool.connect().catch((error) => {
    throw readableAtStart(ConnectionLost.or(error));
  });
  try {
    const schema = await currentSchema(client);
    let row = await schemaRow(client);
    if (row?.version !== MIGRATIONS.length) row = await migrate(client, directoryId);
    refuseOtherDirectory(row, directoryId);
    return { databaseId: row.database_id, schema, role: row.role, distributed: await isDistributed(client) };
  } catch (error) {
    throw readableAtStart(error);
  } finally {
    client.release();
  }
}

async function currentSchema(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query('select current_schema() as name');
  if (rows[0].name) return rows[0].name;
  throw new KithError('ServiceUnavailable', 'The user of KITH_DATABASE_URL has no schema to make tables in.', {
    hint: 'Grant it one, or name it in the search_path of that user.',
  });
}

async function schemaRow(client: pg.ClientBase): Promise<SchemaRow | undefined> {
  const { rows } = await client.query("select to_regclass('kith_schema') is not null as known");
  if (!rows[0].known) return undefined;
  return (await client.query('select version, database_id, directory_id, role from kith_schema')).rows[0];
}

/**
 * Brings the schema up to date and distributes it, in one transaction under the same lock: kept whole, or as if it had not
 * been tried. Whoever wants the tables waits until then.
 */
export async function distributeDatabase(client: pg.ClientBase): Promise<void> {
  await distributionOf(client);
  const role = (await schemaRow(client))?.role ?? (await prepareRole(client));
  if (role) await letIn(client, role);
  await migrate(client, undefined, true);
}

async function migrate(client: pg.ClientBase, directoryId: string | undefined, distribute = false): Promise<SchemaRow> {
  await client.query('begin');
  try {
    await client.query("select pg_advisory_xact_lock(hashtextextended('kith migration', 0))");
    const before = await schemaRow(client);
    if (before) refuseVersion(before.version);
    if (before && distribute) await refuseNodes(client);
    const id = before?.database_id ?? randomUUID();
    const after = {
      version: MIGRATIONS.length,
      database_id: id,
      directory_id: before?.directory_id ?? directoryId ?? id,
      role: before?.role ?? (await prepareRole(client)),
    };
    if (!before) for (const statement of BOOKKEEPING) await client.query(statement);
    const distributed = await isDistributed(client);
    // Else Citus would change several tables at once on several connections, which see nothing of each other.
    if (distributed || distribute) await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
    await unprotectTables(client);
    for (const statements of MIGRATIONS.slice(before?.version ?? 0)) {
      for (const statement of statements(POSTGRES)) {
        await (distributed ? runDistributed(client, translated(statement)) : client.query(translated(statement)));
      }
    }
    if (distributed || distribute) await distributeTables(client);
    await protectTables(client, after.role);
    await client.query('delete from kith_schema');
    await client.query('insert into kith_schema (version, database_id, directory_id, role) values ($1, $2, $3, $4)', [
      after.version,
      after.database_id,
      after.directory_id,
      after.role,
    ]);
    await client.query('commit');
    return after;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** A node that runs would go on without telling the workers whose rows it wants, and find none. One that starts waits. */
async function refuseNodes(client: pg.ClientBase): Promise<void> {
  await client.query('lock table kith_schema in access exclusive mode');
  const { rows } = await client.query(
    "select from pg_stat_activity where application_name = 'kith' and datname = current_database() and pid <> pg_backend_pid()",
  );
  if (rows.length === 0) return;
  throw new KithError('Conflict', 'A kith is connected to this database.', {
    hint: 'Stop every node, run kith distribute again, and start them after it.',
  });
}

const BOOKKEEPING = [
  'create table kith_schema (version bigint not null, database_id text not null, directory_id text not null, role text)',
  'create table user_homes (user_id text collate "C" not null primary key, database_id text not null)',
];

/**
 * Text compares byte by byte, as SQLite compares it, and an integer has 64 bits. In all our statements a type
 * follows the name of its column.
 */
const translated = (statement: string): string =>
  statement.replace(/(\w) text\b/g, '$1 text collate "C"').replace(/(\w) integer\b/g, '$1 bigint');

function refuseOtherDirectory(row: SchemaRow, directoryId: string | undefined): void {
  if (row.directory_id === (directoryId ?? row.database_id)) return;
  throw new KithError('ServiceUnavailable', 'A database of KITH_DATABASE_URL belongs to another directory of users.', {
    hint: 'The first URL names the directory and stays the first; new databases are added behind it.',
  });
}
