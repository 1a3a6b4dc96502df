import { beforeAll, expect, test } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres-store.ts';
import { ensureDatabase, querying, urlOf } from '../support/postgres.ts';
import { tablesWithoutUser } from '../support/query-blocks.ts';
import { DIRECTORY_TABLES } from '../support/statements.ts';

// Rows can be on any shard only if every key and reference starts with the user's id.

interface Constraint {
  table: string;
  name: string;
  kind: 'p' | 'u' | 'f';
  first: string;
}

const url = urlOf('kith_sharding');
const rows = <T>(sql: string): Promise<T[]> => querying(url, async (client) => (await client.query(sql)).rows);
const isTenants = ({ table }: { table: string }) => !(table in DIRECTORY_TABLES);

beforeAll(async () => {
  await ensureDatabase(url);
  await (await openPostgresStore(url)).close();
});

test('starts every primary key, unique index, and foreign key with user_id', async () => {
  const keys = await rows<Constraint>(`
    select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name,
      case when i.indisprimary then 'p' else 'u' end as kind, a.attname as first
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indisunique and i.indrelid::regclass::text !~ '^pg_'
    union all
    select c.conrelid::regclass::text, c.conname, c.contype::text, a.attname
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f'`);
  const tenants = keys.filter(isTenants);
  expect(tenants.length).toBeGreaterThan(50);
  expect(tenants.filter(({ first }) => first !== 'user_id')).toEqual([]);
  const tables = await rows<{ table: string }>("select tablename as table from pg_tables where schemaname = 'public'");
  const keyed = new Set(tenants.filter(({ kind }) => kind === 'p').map(({ table }) => table));
  expect(tables.filter((one) => isTenants(one) && !keyed.has(one.table))).toEqual([]);
});

test('gives user_id one type everywhere, and generates no ids in the database', async () => {
  const columns = await rows(`select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id' and (data_type <> 'text' or collation_name <> 'C')`);
  expect(columns).toEqual([]);
  expect(await rows("select sequencename from pg_sequences where schemaname = 'public'")).toEqual([]);
});

test('compares text byte by byte, as on SQLite', async () => {
  const columns = await rows(`select table_name, column_name, collation_name from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and table_name <> 'kith_schema'
      and collation_name is distinct from 'C'`);
  expect(columns).toEqual([]);
});

test('reports every query block in a test run that lacks its user', async () => {
  const without = (statement: string) => tablesWithoutUser(statement, ['contacts', 'tags']);
  for (const good of [
    'select * from "contacts" where "user_id" = $1',
    'select * from "users" where "email" = $1',
    'select * from contacts as c join tags on tags.user_id = c.user_id where c.user_id = $1::text and (c.id = $2 or true)',
    'select (select count(*) from tags where user_id = $1) from contacts where user_id = $2',
    'update contacts set name = $1 where user_id = $2 and id in (select id from tags where user_id = $3)',
    'insert into tags (user_id, id) select user_id, id from contacts where user_id = $1 on conflict do nothing',
  ]) {
    expect([good, await without(good)]).toEqual([good, []]);
  }
  for (const [bad, ...tables] of [
    ['select * from "contacts" where "id" = $1', 'contacts'],
    ['delete from "tags" where "user_id" = $1 and "id" in (select "id" from "contacts")', 'contacts'],
    // A check of the whole statement would have accepted these.
    [
      'select (select 1 from tags as tag where tag.user_id = c.user_id) from contacts as c where c.user_id = $1',
      'tags as tag',
    ],
    ['select * from contacts, tags where contacts.user_id = $1 and contacts.user_id = contacts.user_id', 'tags'],
    ['select * from contacts where user_id = $1 or starred = 1', 'contacts'],
    ['select id from tags where user_id = $1 union select id from contacts where user_id = user_id', 'contacts'],
    ['with few as (select * from tags limit 1) select * from few', 'tags'],
    ['insert into tags (id) values ($1)', 'tags'],
  ]) {
    expect([bad, await without(bad!)]).toEqual([bad, tables]);
  }
});
