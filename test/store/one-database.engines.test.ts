import { sql } from 'kysely';
import type pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { MIGRATIONS } from '../../src/store/migrate.ts';
import { openPostgresStore } from '../../src/store/postgres-store.ts';
import { TEST_SECRET } from '../support/engine.ts';
import { ensureDatabase, querying, urlOf } from '../support/postgres.ts';
import { kithWith, startService, temporaryFolder } from '../support/service.ts';

// An earlier kith spread users over several databases. None of them may find an empty account now.

const BEFORE = MIGRATIONS.findIndex(({ name }) => name === 'oneDatabase');

afterEach(() => vi.unstubAllEnvs());

/** A database as the earlier kith left it: which one it is, the first of those it was one of, and where users live. */
async function ofEarlierKith(name: string, first: string, homes: string[]): Promise<string> {
  const url = urlOf(name);
  await ensureDatabase(url);
  const later = MIGRATIONS.splice(BEFORE);
  try {
    await (await openPostgresStore(url)).close();
  } finally {
    MIGRATIONS.push(...later);
  }
  await querying(url, async (client) => {
    await client.query('alter table kith_schema drop column distributed, add column database_id text');
    await client.query('alter table kith_schema add column directory_id text');
    await client.query('update kith_schema set database_id = $1, directory_id = $2', [name, first]);
    await client.query('create table user_homes (user_id text not null primary key, database_id text not null)');
    for (const [number, home] of homes.entries())
      await client.query('insert into user_homes values ($1, $2)', [`user ${number}`, home]);
  });
  return url;
}

const state = (client: pg.Client) =>
  client
    .query("select *, to_regclass('user_homes') as homes from kith_schema")
    .then(({ rows: [{ version, homes, database_id, directory_id, distributed }] }) => ({
      version: Number(version),
      homes,
      columns: [database_id, directory_id, distributed],
    }));

test('several addresses are refused at start and by commands, with the way to one', async () => {
  const folder = temporaryFolder();
  const KITH_DATABASE_URL = `${urlOf('kith_first')} ${urlOf('kith_second')}`;
  const told = /KITH_DATABASE_URL names several databases; kith takes one\.(.|\n)*"From several databases to one"/;
  for (const command of [['user', 'list'], ['distribute']]) {
    const env = { KITH_DATABASE_URL, KITH_SECRET: TEST_SECRET };
    await expect(kithWith(env, folder.path, ...command)).rejects.toThrow(told);
  }
  vi.stubEnv('KITH_DATABASE_URL', KITH_DATABASE_URL).stubEnv('KITH_SECRET', TEST_SECRET);
  await expect(startService()).rejects.toThrow(told);
  folder.remove();
});

test.each(['pass/word', 'pass#word', 'pass?word'])(
  'an address that the password %s breaks is told of in words',
  async (password) => {
    const folder = temporaryFolder();
    const env = { KITH_DATABASE_URL: `postgres://kith:${password}@127.0.0.1/kith`, KITH_SECRET: TEST_SECRET };
    const { code, stderr } = await kithWith(env, folder.path, 'user', 'list').catch((error) => error);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/is not the address of a PostgreSQL(.|\n)*%2F/)]);
    expect(stderr).not.toContain(password);
    folder.remove();
  },
);

test('a database whose users live elsewhere too is refused and left as it is', async () => {
  const url = await ofEarlierKith('kith_homes_first', 'kith_homes_first', ['kith_homes_first', 'kith_homes_second']);
  const before = await querying(url, state);
  expect(before).toEqual({
    version: BEFORE,
    homes: 'user_homes',
    columns: ['kith_homes_first', 'kith_homes_first', undefined],
  });
  await expect(openPostgresStore(url)).rejects.toThrow('1 of its users have their rows on another');
  expect(await querying(url, state)).toEqual(before);
  // Moved here, as docs/scale.md has it.
  await querying(url, (client) => client.query('delete from user_homes'));
  await (await openPostgresStore(url)).close();
  expect(await querying(url, state)).toEqual({
    version: MIGRATIONS.length,
    homes: null,
    columns: [undefined, undefined, false],
  });
});

test('one that only held rows of others is refused, and one that held all of its users is taken', async () => {
  const second = await ofEarlierKith('kith_homes_rows', 'kith_homes_other', []);
  const before = await querying(second, state);
  await expect(openPostgresStore(second)).rejects.toThrow('users whose accounts are in another');
  expect(await querying(second, state)).toEqual(before);
  const only = await ofEarlierKith('kith_homes_only', 'kith_homes_only', ['kith_homes_only']);
  await (await openPostgresStore(only)).close();
  expect((await querying(only, state)).version).toBe(MIGRATIONS.length);
});

test('a node that had no connection learns that the database was distributed meanwhile', async () => {
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
