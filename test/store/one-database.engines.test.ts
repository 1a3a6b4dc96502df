import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres-store.ts';
import { TEST_SECRET } from '../support/engine.ts';
import { ensureDatabase, querying, urlOf } from '../support/postgres.ts';
import { kithWith, startService, temporaryFolder } from '../support/service.ts';

afterEach(() => vi.unstubAllEnvs());

test('rejects several addresses at start and in commands', async () => {
  const folder = temporaryFolder();
  const KITH_DATABASE_URL = `${urlOf('kith_first')} ${urlOf('kith_second')}`;
  const told = /KITH_DATABASE_URL contains several databases\./;
  for (const command of [['user', 'list'], ['distribute']]) {
    const env = { KITH_DATABASE_URL, KITH_SECRET: TEST_SECRET };
    await expect(kithWith(env, folder.path, ...command)).rejects.toThrow(told);
  }
  vi.stubEnv('KITH_DATABASE_URL', KITH_DATABASE_URL).stubEnv('KITH_SECRET', TEST_SECRET);
  await expect(startService()).rejects.toThrow(told);
  folder.remove();
});

test.each(['pass/word', 'pass#word', 'pass?word'])(
  'explains that the password %s breaks the address',
  async (password) => {
    const folder = temporaryFolder();
    const env = { KITH_DATABASE_URL: `postgres://kith:${password}@127.0.0.1/kith`, KITH_SECRET: TEST_SECRET };
    const { code, stderr } = await kithWith(env, folder.path, 'user', 'list').catch((error) => error);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/is not the URL of a PostgreSQL(.|\n)*%2F/)]);
    expect(stderr).not.toContain(password);
    folder.remove();
  },
);

test('detects after a reconnect that the database has been distributed', async () => {
  const url = urlOf('kith_distributed_meanwhile');
  await ensureDatabase(url);
  const store = await openPostgresStore(url);
  const toldWorkers = () =>
    store.read('ada', async (db) => {
      const { rows } = await sql<{ told: string | null }>`
        select current_setting('citus.propagate_set_commands', true) as told`.execute(db);
      return rows[0]!.told;
    });
  expect(await toldWorkers()).toBeNull();
  await querying(url, async (client) => {
    await client.query(`select pg_terminate_backend(pid, 60000) from pg_stat_activity
      where datname = current_database() and application_name = 'kith'`);
    await client.query('update kith_schema set distributed = true');
  });
  expect(await toldWorkers()).toBe('local');
  await store.close();
});
