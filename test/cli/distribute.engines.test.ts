import { afterAll, expect, test } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres-store.ts';
import { TEST_SECRET } from '../support/engine.ts';
import { ensureDatabase, querying, urlOf } from '../support/postgres.ts';
import { kithWith, temporaryFolder } from '../support/service.ts';

// With Citus, KITH_TEST_CITUS_URL distributes the database of every test in a run (docs/scale.md).

const folder = temporaryFolder();
afterAll(() => folder.remove());

const refused = (env: Record<string, string>, ...args: string[]): Promise<{ code: number; stderr: string }> =>
  kithWith(env, folder.path, 'distribute', ...args).then(
    () => expect.unreachable('should have failed'),
    String,
  ) as never;

test('refuses to distribute a SQLite file', async () => {
  expect(await refused({ KITH_DATABASE_URL: '' })).toContain('The data is in a SQLite file');
});

test.each([[], ['--dry-run']])('leaves a PostgreSQL without Citus unchanged %s', async (...args) => {
  const url = urlOf('kith_no_citus');
  await ensureDatabase(url);
  await (await openPostgresStore(url)).close();
  const keys = () => querying(url, async (client) => (await client.query('select * from pg_constraint')).rows);
  const before = await keys();
  const env = { KITH_DATABASE_URL: url, KITH_SECRET: TEST_SECRET };
  expect(await refused(env, ...args)).toContain('cannot be distributed because Citus is not installed');
  expect(await keys()).toEqual(before);
});
