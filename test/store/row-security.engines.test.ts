import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres-store.ts';
import type { Db, Store } from '../../src/store/store.ts';
import { ensureDatabase, querying, urlOf } from '../support/postgres.ts';
import { DIRECTORY_TABLES } from '../support/statements.ts';

// The second line of defense, tested on its own: statements that forget the user's id.

const OWNER = 'plain_owner';

/** A database whose user cannot create roles. There, the policies bind the table owner. */
async function ownDatabase(name: string): Promise<string> {
  await ensureDatabase(urlOf(name));
  await querying(urlOf(name), async (client) => {
    await client.query(`do $$ begin create role ${OWNER} login; exception when duplicate_object then null; end $$`);
    await client.query(`revoke kith_service from ${OWNER}`).catch(() => {});
    await client.query(`grant create, usage on schema public to ${OWNER}`);
  });
  const url = new URL(urlOf(name));
  url.username = OWNER;
  return url.href;
}

const databases: [string, () => Promise<string>, string | null][] = [
  [
    'through a role of its own',
    async () => ensureDatabase(urlOf('kith_rls')).then(() => urlOf('kith_rls')),
    'kith_service',
  ],
  ['through the owner itself', () => ownDatabase('kith_rls_owner'), null],
];

for (const [how, makeUrl, role] of databases) {
  let url: string;
  let store: Store;
  let tables: string[];
  const user = (id: string) => ({
    user_id: id,
    email: `${id}@example.com`,
    name: null,
    plan: 'professional' as const,
    time_zone: 'UTC',
    country: null,
    created_at: '2026-01-01T00:00:00.000Z',
  });
  const ada = randomUUID();
  const bob = randomUUID();
  const tag = (user_id: string) => ({ user_id, id: randomUUID(), workspace_id: null, name: 'friend', created_at: '' });
  const allTags = (db: Db) => db.selectFrom('tags').select('user_id').execute();

  /** A service transaction without the setting that names its user. */
  const unnamed = (work: (client: pg.Client) => Promise<void>) =>
    querying(url, async (client) => {
      await client.query(`begin; ${role ? `set local role ${role}` : ''}`);
      await work(client);
    });

  beforeAll(async () => {
    url = await makeUrl();
    store = await openPostgresStore(url);
    await store.directory(async (db) => {
      for (const id of [ada, bob]) await db.insertInto('users').values(user(id)).execute();
    });
    for (const id of [ada, bob]) await store.write(id, (db) => db.insertInto('tags').values(tag(id)).execute());
    const { rows } = await querying(url, (client) =>
      client.query("select tablename as name, rowsecurity as on from pg_tables where schemaname = 'public'"),
    );
    const tenants = rows.filter(({ name }) => !(name in DIRECTORY_TABLES));
    expect(tenants.filter((row) => !row.on)).toEqual([]);
    tables = tenants.map(({ name }) => name);
  });
  afterAll(() => store.close());

  test(`${how}: a statement without a user's id reaches only that user's rows`, async () => {
    expect(await store.read(ada, allTags)).toEqual([{ user_id: ada }]);
    await store.write(ada, (db) => db.deleteFrom('tags').execute());
    expect(await store.read(bob, allTags)).toEqual([{ user_id: bob }]);
    await expect(store.write(ada, (db) => db.insertInto('tags').values(tag(bob)).execute())).rejects.toThrow(
      /row-level/,
    );
    expect(await store.directory(allTags)).toEqual([]);
  });

  test(`${how}: without the setting, every table shows and accepts no rows`, async () => {
    expect(tables.length).toBeGreaterThan(20);
    await unnamed(async (client) => {
      for (const table of [...tables, 'contact_found', 'note_found', 'contacts_found']) {
        expect([table, (await client.query(`select from ${table}`)).rowCount]).toEqual([table, 0]);
      }
    });
    await unnamed(async (client) => {
      for (const table of tables) {
        await client.query('savepoint one');
        const refusal = await client
          .query(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`, [
            JSON.stringify({ user_id: bob }),
          ])
          .catch(({ message }: Error) => message);
        // Some tables reject the row for missing columns before the policy is checked.
        expect([table, refusal]).toEqual([table, expect.stringMatching(/row-level security|null value/)]);
        await client.query('rollback to one');
      }
    });
  });
}
