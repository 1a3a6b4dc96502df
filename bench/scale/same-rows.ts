import type { Client } from '../../src/client/client.ts';
import { localUser } from '../../src/identity/users/users.ts';
import type { UserRow } from '../../src/store/tables.ts';
import { contactNumber, noteNumber } from '../seed.ts';
import type { Database, Engine } from './engines.ts';
import type { Loader } from './load.ts';
import { clientOnData } from './operations.ts';
import { loadRows } from './rows.ts';

const COUNT = 50;
const TABLES = {
  contacts: 'id',
  contact_emails: 'id',
  contact_phone_numbers: 'id',
  timeline_items: 'id',
  timeline_items_contacts: 'timeline_item_id',
  match_keys: 'contact_id, match_key',
  contact_search: 'id',
  note_search: 'id',
};

/** Throws unless rows loaded in bulk equal those created by API calls, apart from ids and times. */
export const requireSameRows = (engine: Engine): Promise<void> =>
  requireSame(engine, createAll, (user, load) => loadRows(user, COUNT, Date.now(), load));

/** The same for other rows: those that `create` produces through the API, and those that `loadAll` loads. */
export async function requireSame(
  engine: Engine,
  create: (client: Client) => Promise<void>,
  loadAll: (user: UserRow, load: Loader['load']) => Promise<void>,
): Promise<void> {
  await engine.drop('same-by-api');
  await engine.drop('same-in-bulk');
  const byApi = await engine.open('same-by-api');
  const { client, idle } = await clientOnData(byApi.data);
  await create(client);
  await idle();
  const bulk = await engine.open('same-in-bulk');
  const user = await localUser(bulk.data.store);
  const loader = await bulk.loader();
  await loadAll(user, loader.load);
  await loader.finish();
  const [left, right] = [await dump(byApi), await dump(bulk)];
  for (const [table, rows] of Object.entries(left)) {
    if (rows !== right[table]) throw new Error(`${engine.name}: ${table} differs\n${rows}\n${right[table]}`);
  }
  await byApi.close();
  await bulk.close();
  await engine.drop('same-by-api');
  await engine.drop('same-in-bulk');
}

async function createAll(client: Client): Promise<void> {
  for (let number = 0; number < COUNT; number++) {
    const { data } = await client.call('create_contact', contactNumber(number));
    await client.call('create_note', noteNumber(number, data.contact.id!));
  }
}

/** Every table as text, with ids in order of appearance and without the values of times. */
async function dump(database: Database): Promise<Record<string, string>> {
  const user = await localUser(database.data.store);
  const bare = await database.bare(user.user_id);
  const statements = Object.entries(TABLES).map(([table, order]) => ({
    sql: `select * from ${table} order by ${order}`,
    values: [],
  }));
  const results = await bare.run(statements);
  await bare.close();
  const ids = new Map<string, string>();
  const plain = (text: string) =>
    text
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
        if (!ids.has(id)) ids.set(id, `id ${ids.size}`);
        return ids.get(id)!;
      })
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      // SQLite numbers its word rows by time.
      .replace(/"words_row":\d+/g, '"words_row":"number"');
  return Object.fromEntries(Object.keys(TABLES).map((table, index) => [table, plain(JSON.stringify(results[index]))]));
}
