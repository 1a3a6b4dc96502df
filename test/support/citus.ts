import { distributeDatabase } from '../../src/store/postgres-migrate.ts';
import { openPostgresStore } from '../../src/store/postgres-store.ts';
import { citusWorkers, ensureDatabase, querying, TEMPLATE, urlOf } from './postgres.ts';

// KITH_TEST_CITUS_URL names the database `postgres` of a Citus coordinator with its workers, made for tests. The
// PostgreSQL tests then run there, each on its own distributed database. docs/scale.md has the steps.

/** Makes the coordinator the test server, and removes an earlier run's leftovers. */
export async function useCitus(coordinator: string): Promise<void> {
  process.env.KITH_TEST_POSTGRES = coordinator;
  const workers = await querying(coordinator, async (client) => {
    const { rows } = await client.query('select nodename, nodeport from pg_dist_node where groupid <> 0');
    return rows.map(({ nodename, nodeport }) => {
      const url = new URL(coordinator);
      url.hostname = nodename;
      url.port = nodeport;
      return url.href;
    });
  });
  process.env.KITH_TEST_CITUS_WORKERS = workers.join(' ');
  for (const server of [coordinator, ...workers]) {
    await querying(server, async (client) => {
      const { rows } = await client.query(
        "select datname from pg_database where datname ~ '^kith_[0-9a-z]+(_[0-9]+)?$'",
      );
      for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
    });
  }
}

/** Creates the tests' template database on each server. Nobody may be connected to it at that time. */
export async function makeDistributedTemplate(): Promise<void> {
  const servers = [urlOf('postgres'), ...citusWorkers()];
  await ensureDatabase(urlOf(TEMPLATE));
  const on = (server: string) => Object.assign(new URL(server), { pathname: `/${TEMPLATE}` }).href;
  for (const server of servers) await querying(on(server), (client) => client.query('create extension citus'));
  await querying(urlOf(TEMPLATE), async (client) => {
    const [own, ...workers] = servers.map((server) => new URL(server));
    await client.query('select citus_set_coordinator_host($1, $2)', [own!.hostname, own!.port]);
    for (const { hostname, port } of workers) await client.query('select citus_add_node($1, $2)', [hostname, port]);
  });
  await (await openPostgresStore(urlOf(TEMPLATE))).close();
  await querying(urlOf(TEMPLATE), distributeDatabase);
  for (const server of servers) {
    await querying(server, async (client) => {
      await client.query(`alter database ${TEMPLATE} allow_connections false`);
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [TEMPLATE]);
    });
  }
}
