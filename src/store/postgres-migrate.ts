import type pg from 'pg';
import { KithError } from '../shared/error.ts';
import { distributeTables, distributionOf, isDistributed, letIn, runDistributed } from './citus.ts';
import { currentVersion, refuseVersion, statementsBetween } from './migrate.ts';
import { ConnectionLost, readableAtStart } from './postgres-errors.ts';
import { prepareRole, protectTables, unprotectTables } from './postgres-security.ts';
import { POSTGRES } from './schema/column-types.ts';

/** What a unit of work needs to know of its database. */
export interface Prepared {
  schema: string;
  /** The role that units of work take on; null where there is none and the tables bind their owner too. */
  role: string | null;
  /** Whether Citus has the rows on its workers. */
  distributed: boolean;
}

interface SchemaRow {
  version: number;
  role: string | null;
  distributed: boolean;
}

/**
 * Connects, and brings the schema up to date in one transaction, under a lock that lasts as long: if several
 * nodes start at once, one migrates and the others find the work done. Throws if a newer kith or an older development build
 * wrote the database.
 */
export async function preparePostgres(client: pg.Client): Promise<Prepared> {
  await client.connect().catch((error) => {
    throw readableAtStart(ConnectionLost.or(error));
  });
  try {
    const schema = await currentSchema(client);
    let row = await schemaRow(client);
    if (row?.version !== currentVersion()) row = await migrate(client);
    return { schema, role: row.role, distributed: row.distributed };
  } catch (error) {
    throw readableAtStart(error);
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
  return (await client.query('select * from kith_schema')).rows[0];
}

/**
 * Brings the schema up to date and distributes it, in one transaction under the same lock: kept whole, or as if it had not
 * been tried. Whoever wants the tables waits until then.
 */
export async function distributeDatabase(client: pg.ClientBase): Promise<void> {
  await distributionOf(client);
  const before = await schemaRow(client);
  if (before) refuseVersion(before.version);
  const role = before?.role ?? (await prepareRole(client));
  if (role) await letIn(client, role);
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
    // Else Citus would change several tables at once on several connections, which see nothing of each other.
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

/** Nodes learn that a database is distributed when they connect. One that connects now waits until it is known. */
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

const SCHEMA_TABLE = 'create table kith_schema (version bigint not null, role text, distributed boolean not null)';

/**
 * Text compares byte by byte, as SQLite compares it, and an integer has 64 bits. In all our statements a type
 * follows the name of its column.
 */
const translated = (statement: string): string =>
  statement.replace(/(\w) text\b/g, '$1 text collate "C"').replace(/(\w) integer\b/g, '$1 bigint');
