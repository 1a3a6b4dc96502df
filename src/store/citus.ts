import pg from 'pg';
import { KithError } from '../shared/error.ts';
import { DIRECTORY_TABLES } from './postgres-security.ts';

// Citus spreads tables over several PostgreSQL servers, its workers. All rows of a user are on one worker, in the shard
// that the user's id maps to. `users`, which these rows reference, is replicated to every worker. The rest of the
// directory stays on the coordinator, the server that kith connects to.

export interface Distribution {
  workers: number;
  /** Tables that are not distributed yet, with PostgreSQL's row estimates. */
  tables: { name: string; rows: number; bytes: number }[];
  foreignKeys: number;
  /** Number of tables already distributed. */
  done: number;
}

/** Lists the tables to distribute. Throws if Citus cannot distribute them. */
export async function distributionOf(client: pg.ClientBase): Promise<Distribution> {
  const workers = await requireCitus(client);
  const { rows } = await client.query<{ name: string; rows: number; bytes: number; done: boolean }>(
    `select c.relname as name, greatest(c.reltuples, coalesce(s.n_live_tup, 0))::float8 as rows,
      pg_total_relation_size(c.oid)::float8 as bytes, ${IS_DISTRIBUTED} as done
      from pg_class c left join pg_stat_user_tables s on s.relid = c.oid where ${HOLDS_USERS_ROWS} order by c.relname`,
    [DIRECTORY_TABLES],
  );
  return {
    workers,
    tables: rows.filter(({ done }) => !done).map(({ name, rows, bytes }) => ({ name, rows, bytes })),
    foreignKeys: (await foreignKeys(client)).length,
    done: rows.filter(({ done }) => done).length,
  };
}

export async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  if (!(await hasCitus(client))) return false;
  const { rows } = await client.query(
    "select from pg_dist_partition where logicalrelid = to_regclass('contacts') and partmethod = 'h'",
  );
  return rows.length > 0;
}

/**
 * Distributes the remaining tables with their rows, in the caller's transaction. Foreign keys form cycles, so the keys
 * of these tables are dropped first and added again afterwards.
 */
export async function distributeTables(client: pg.ClientBase): Promise<void> {
  const keys = await foreignKeys(client);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  await client.query(
    `select create_reference_table(c.oid) from pg_class c
      where c.oid = 'users'::regclass and not (${IS_DISTRIBUTED})`,
  );
  const { rows } = await client.query(
    `select c.oid::regclass::text as name from pg_class c where ${HOLDS_USERS_ROWS} and not (${IS_DISTRIBUTED})
      order by c.relname <> 'contacts', c.relname`,
    [DIRECTORY_TABLES],
  );
  for (const { name } of rows) {
    const group = name === 'contacts' ? 'none' : 'contacts';
    await client.query("select create_distributed_table($1::regclass, 'user_id', colocate_with => $2)", [name, group]);
  }
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
}

/**
 * Applies a setting on the workers too, for this transaction. Citus forwards the whole query string that contains a
 * setting, so this one gets its own string.
 */
export const setOnWorkers = (name: string, literal: string): string =>
  `select set_config('citus.propagate_set_commands', 'local', true);
    do ${pg.escapeLiteral(`begin set local ${name} = ${literal}; end`)}`;

/**
 * Runs a statement of a migration. New tables are created locally, foreign keys included, and distributed after all
 * statements.
 */
export async function runDistributed(client: pg.ClientBase, statement: string): Promise<void> {
  const here = /^\s*create table/i.test(statement);
  if (here) await client.query('set local citus.enable_ddl_propagation = off');
  await client.query(statement);
  if (here) await client.query('set local citus.enable_ddl_propagation = on');
}

/**
 * Workers are connected to with the role that a transaction assumes. Gives the role a login on each worker, and throws
 * if a worker still rejects it.
 */
export async function allowRole(client: pg.ClientBase, role: string): Promise<void> {
  await client.query(`alter role ${role} login`);
  await onWorkers(
    client,
    `do $do$ begin
      perform set_config('citus.enable_ddl_propagation', 'off', true);
      if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nobypassrls; end if;
      alter role ${role} login;
    end $do$`,
    `Could not create the role ${role} on the workers.`,
    `Ask an administrator to run this on each worker: create role ${role} login nobypassrls`,
  );
  await client.query(`set role ${role}`);
  try {
    await onWorkers(
      client,
      'select 1',
      `The workers reject connections of the coordinator as ${role}.`,
      `Allow ${role} in pg_hba.conf of each worker, with a certificate or a password stored in pg_dist_authinfo on the coordinator.`,
    );
  } finally {
    await client.query('reset role');
  }
}

async function onWorkers(client: pg.ClientBase, command: string, message: string, hint: string): Promise<void> {
  const { rows } = await client.query('select nodename, nodeport, success, result from run_command_on_workers($1)', [
    command,
  ]);
  const failed = rows.find(({ success }) => !success);
  if (!failed) return;
  throw new KithError('ServiceUnavailable', message, {
    hint: `${hint}. ${failed.nodename}:${failed.nodeport} says: ${String(failed.result).trim()}`,
  });
}

async function hasCitus(client: pg.ClientBase): Promise<boolean> {
  return (await client.query("select from pg_extension where extname = 'citus'")).rows.length > 0;
}

/** Returns the number of workers. Throws if Citus is not installed or no worker can hold rows. */
async function requireCitus(client: pg.ClientBase): Promise<number> {
  if (!(await hasCitus(client))) {
    throw new KithError(
      'BadRequest',
      'The database in KITH_DATABASE_URL cannot be distributed because Citus is not installed.',
      {
        hint: 'Install Citus on this server and on the workers, as described in docs/scale.md. A single PostgreSQL server does not need it.',
      },
    );
  }
  const { rows } = await client.query(
    `select count(*) filter (where groupid <> 0 and shouldhaveshards)::int as workers,
      count(*) filter (where groupid = 0)::int as coordinators from pg_dist_node where isactive and noderole = 'primary'`,
  );
  const { workers, coordinators } = rows[0];
  if (workers > 0 && coordinators > 0) return workers;
  throw new KithError('BadRequest', 'Citus on this server has no coordinator or no worker configured.', {
    hint: "Run in this database: select citus_set_coordinator_host('HOST', PORT); and for each worker: select citus_add_node('HOST', PORT).",
  });
}

const IS_DISTRIBUTED = `exists (select from pg_dist_partition p where p.logicalrelid = c.oid and p.partmethod <> 'n'
  or p.logicalrelid = c.oid and p.repmodel = 't')`;

/** Tables with a row per user record. The first parameter names the directory tables. */
const HOLDS_USERS_ROWS = `c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> all($1)
  and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id')`;

/** Foreign keys of tables that are not distributed yet. */
async function foreignKeys(client: pg.ClientBase): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
      and not exists (select from pg_dist_partition where logicalrelid = conrelid) order by oid`,
  );
  return rows;
}
