import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { BASELINE, currentVersion, MIGRATIONS } from '../../src/store/migrate.ts';
import { openPostgresStore } from '../../src/store/postgres-store.ts';
import { openSqliteStore } from '../../src/store/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { rows, withDatabase } from '../support/data-folder.ts';
import { ensureDatabase, querying, urlOf } from '../support/postgres.ts';
import { temporaryFolder } from '../support/service.ts';

interface TestDatabase {
  open(): Promise<Store>;
  setVersion(version: number): Promise<void>;
  version(): Promise<number>;
  /** Equal before and after if nothing was written. */
  state(): Promise<unknown>;
  columns(table: string): Promise<string[]>;
}

const folder = temporaryFolder();
afterAll(() => folder.remove());
const later = MIGRATIONS.length;
afterEach(() => MIGRATIONS.splice(later));

let made = 0;

function onSqlite(): TestDatabase {
  const own = join(folder.path, String(made++));
  return {
    open: async () => openSqliteStore(join(own, 'kith.db')),
    setVersion: async (version) => withDatabase(own, (data) => data.exec(`pragma user_version = ${version}`)),
    version: async () => withDatabase(own, (data) => Number(rows(data, 'pragma user_version')[0]!.user_version)),
    state: async () =>
      readdirSync(own).map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(own, name)))
          .digest('hex'),
      ]),
    columns: async (table) =>
      withDatabase(own, (data) => rows(data, `pragma table_info(${table})`).map(({ name }) => String(name))),
  };
}

function onPostgres(): TestDatabase {
  const url = urlOf(`kith_migrations_${made++}`);
  const ask = (sql: string) => querying(url, async (client) => (await client.query(sql)).rows);
  return {
    open: async () => {
      await ensureDatabase(url);
      return openPostgresStore(url);
    },
    setVersion: async (version) => void (await ask(`update kith_schema set version = ${version}`)),
    version: async () => Number((await ask('select version from kith_schema'))[0].version),
    // Every write changes a row's xmin, even with the same values.
    state: () =>
      ask(`select xmin::text, relname as name from pg_class where relnamespace = 'public'::regnamespace
        union all select xmin::text, polname from pg_policy
        union all select xmin::text, version::text from kith_schema order by 1, 2`),
    columns: async (table) =>
      (
        await ask(`select column_name as name from information_schema.columns
          where table_name = '${table}' order by ordinal_position`)
      ).map(({ name }) => name),
  };
}

describe.each([
  ['SQLite', onSqlite],
  ['PostgreSQL', onPostgres],
])('on %s', (_, make) => {
  async function created(): Promise<TestDatabase> {
    const database = make();
    await (await database.open()).close();
    return database;
  }
  const opened = async (database: TestDatabase) => (await database.open()).close();

  test.each([
    ['newer by one', currentVersion() + 1, 'this version of kith supports only up to'],
    ['much newer', 9_999, 'this version of kith supports only up to'],
    [
      'one version before the baseline',
      BASELINE - 1,
      'from a development build before 0.1.0. This version of kith cannot open it.',
    ],
    ['the first development build', 1, 'from a development build before 0.1.0. This version of kith cannot open it.'],
  ])('rejects and keeps data with a schema that is %s', async (_, version, message) => {
    const database = await created();
    await database.setVersion(version);
    const before = await database.state();
    await expect(database.open()).rejects.toThrow(message);
    expect(await database.state()).toEqual(before);
    await database.setVersion(currentVersion());
    await opened(database);
  });

  test('creates new data with the baseline and all later migrations', async () => {
    MIGRATIONS.push(() => ['alter table users add column nickname text']);
    const database = await created();
    expect([await database.version(), (await database.columns('users')).at(-1)]).toEqual([
      currentVersion(),
      'nickname',
    ]);
  });

  test('runs each later migration once across concurrent processes', async () => {
    const database = await created();
    MIGRATIONS.push(
      () => ['alter table users add column nickname text'],
      ({ strict }) => [
        `create table pets (user_id text not null references users (user_id) on delete cascade, name text) ${strict}`,
      ],
    );
    await Promise.all([opened(database), opened(database), opened(database)]);
    expect(await database.version()).toBe(BASELINE + later + 2);
    expect((await database.columns('users')).filter((name) => name === 'nickname')).toHaveLength(1);
    expect(await database.columns('pets')).toEqual(['user_id', 'name']);
  });

  test('changes nothing if a migration fails', async () => {
    const database = await created();
    const before = await database.columns('users');
    MIGRATIONS.push(() => ['alter table users add column nickname text', 'select * from no_such_table']);
    await expect(database.open()).rejects.toThrow('no_such_table');
    expect(await database.version()).toBe(BASELINE + later);
    expect(await database.columns('users')).toEqual(before);
  });
});

test('adds row-level security to a table that a migration creates', async () => {
  const url = urlOf('kith_migrations_policy');
  await ensureDatabase(url);
  await (await openPostgresStore(url)).close();
  MIGRATIONS.push(() => ['create table pets (user_id text not null, name text)']);
  await (await openPostgresStore(url)).close();
  const { rows } = await querying(url, (client) =>
    client.query(
      "select relrowsecurity, polname from pg_class join pg_policy on polrelid = pg_class.oid where relname = 'pets'",
    ),
  );
  expect(rows).toEqual([{ relrowsecurity: true, polname: 'own_rows' }]);
});
