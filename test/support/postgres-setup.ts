import { openPostgresStore } from '../../src/store/postgres-store.ts';
import { makeDistributedTemplate, useCitus } from './citus.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { makeTemplate, startPostgres } from './postgres.ts';
import { statementCollector } from './statements.ts';

/**
 * Starts one PostgreSQL for the whole test run. Test files create their own databases on it. Each vitest project that
 * needs a server calls this, so only the first call starts one.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.KITH_TEST_POSTGRES) return undefined;
  const citus = process.env.KITH_TEST_CITUS_URL;
  if (citus) {
    await useCitus(citus);
    await makeDistributedTemplate();
    return undefined;
  }
  const statements = statementCollector();
  const server = await startPostgres(statements);
  process.env.KITH_TEST_POSTGRES = server.url('postgres');
  await makeTemplate(async (url) => (await openPostgresStore(url)).close());
  // KITH_TEST_POOLER=1: every kith in the run connects through a pooler.
  const pooler = process.env.KITH_TEST_POOLER ? await startPgBouncer(server.url('postgres')) : undefined;
  if (pooler) process.env.KITH_TEST_POOLER = pooler.through(server.url('postgres'));
  return async () => {
    await pooler?.stop();
    const tables = await statements.tenantTables();
    await server.remove();
    await statements.check(tables);
  };
}
