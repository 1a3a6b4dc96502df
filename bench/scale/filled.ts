import { localUser } from '../../src/identity/users/users.ts';
import { recount } from '../../src/service/runtime/counts.ts';
import type { BareDatabase, Database, Engine } from './engines.ts';
import { clientOnData } from './operations.ts';
import { loadRows, ROWS_VERSION, type Tags } from './rows.ts';

export interface FilledDatabase {
  database: Database;
  bare: BareDatabase;
  /** In creation order. */
  contactIds: string[];
  tags: Tags;
  close(): Promise<void>;
}

const WORK = 'work';

/** Fills a database unless one of this size exists already. */
export async function fill(engine: Engine, size: number, tell: (progress: string) => void): Promise<void> {
  if (await engine.has(nameOf(size))) return;
  const half = `filling-${size}`;
  await engine.drop(half);
  const database = await engine.open(half);
  const { client, user, idle } = await clientOnData(database.data);
  const tag = async (name: string) => (await client.call('create_tag', { name })).data.tag.id;
  const tags = { common: await tag('common'), rare: await tag('rare') };
  await idle();
  const loader = await database.loader();
  await loadRows(user, size, Date.now() - 60_000, loader.load, tags, (done) =>
    tell(`filling, ${Math.floor((done / size) * 100)}%`),
  );
  tell('filling, indexes');
  await loader.finish();
  await database.close();
  await engine.rename(half, nameOf(size));
}

/** A copy of a filled database, for reads and writes. It is dropped at the end. */
export async function openFilled(engine: Engine, size: number): Promise<FilledDatabase> {
  await engine.drop(WORK);
  await engine.copy(nameOf(size), WORK);
  const database = await engine.open(WORK);
  const user = await localUser(database.data.store);
  const { user_id } = user;
  // Rows loaded without the API are on no card and not counted. The counts are correct from a card's first change on.
  await database.data.store.write(user_id, async (db) => {
    await db
      .insertInto('card_counters')
      .values({ user_id, change: 0, purged: 0, counted: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await recount({ db, user });
  });
  const bare = await database.bare(user_id);
  const [contacts, tags] = await bare.run([
    { sql: `select id from contacts where user_id = '${user_id}' order by id`, values: [] },
    { sql: `select id from tags where user_id = '${user_id}' order by name`, values: [] },
  ]);
  const [common, rare] = tags!.map(({ id }) => String(id));
  return {
    database,
    bare,
    contactIds: contacts!.map(({ id }) => String(id)),
    tags: { common: common!, rare: rare! },
    async close() {
      await bare.close();
      await database.close();
      await engine.drop(WORK);
    },
  };
}

/** Different rows mean a different database. Opening the copy migrates it to a newer schema. */
const nameOf = (size: number) => `filled-${size}-${ROWS_VERSION}`;
