import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { type Database, type Engine, keysFrom, type Row } from './database.ts';

/** Runs statements for a thread that waits: a test may look at the data between two lines, as it does on SQLite. */
const WORKER = `
const { workerData: { urls, port, signal } } = require('node:worker_threads');
const pg = require('pg');
pg.types.setTypeParser(20, Number);
const clients = urls.map((connectionString) => {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  return client.connect().then(() => client);
});
port.on('message', async ({ index, text, values }) => {
  let answer;
  try {
    answer = { rows: (await (await clients[index]).query(text, values)).rows };
  } catch (error) {
    answer = { error: error.message };
  }
  port.postMessage(answer);
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
});
`;

type Value = string | number | null;

/** Tables of users whose rows are in the directory, wherever the users' own are. */
const ofDirectory = (text: string): boolean =>
  /\b(?:from|into|update) (?:api_keys|passkeys|sessions|connected_hosts|sign_in_records|security_log|jobs|messages)\b/.test(
    text,
  );

/** The databases behind a running service, the directory's first; a statement that names a user goes to that user's. */
export function openPostgres(urls: string[]): Engine {
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(WORKER, {
    eval: true,
    workerData: { urls, port: port2, signal },
    transferList: [port2],
  });
  worker.unref();
  port1.unref();
  const query = (index: number, text: string, values: Value[] = []): Row[] => {
    Atomics.store(signal, 0, 0);
    port1.postMessage({ index, text, values });
    // The notice of the answer before may come only now.
    while (Atomics.load(signal, 0) === 0) Atomics.wait(signal, 0, 0);
    const { rows, error } = receiveMessageOnPort(port1)!.message;
    if (error) throw new Error(`${error}: ${text}`);
    return rows;
  };
  const homes = new Map<Value, number>();
  const homeOf = (values: Value[]): number | undefined => {
    for (const value of values) {
      if (!homes.has(value)) {
        const [home] = query(0, 'select database_id from user_homes where user_id = $1', [String(value)]);
        const index = home && urls.findIndex((_, place) => idOf(place) === home.database_id);
        if (index !== undefined) homes.set(value, index);
      }
      if (homes.has(value)) return homes.get(value);
    }
    return undefined;
  };
  const idOf = (index: number) => query(index, 'select database_id from kith_schema')[0]!.database_id;
  let keys: Map<string, string[]> | undefined;
  const keysOnce = () => {
    keys ??= keysFrom(query(0, TENANT_KEYS));
    return keys;
  };
  const everyTable = () =>
    [...keysOnce().keys()]
      .map((t) => `select '${t}' as name, coalesce(json_agg(${t}), '[]') as rows from ${t} where user_id = $1`)
      .join(' union all ');
  const all: Database['all'] = (sql, ...values) => {
    // Every foreign key is checked here by the engine itself.
    if (sql === 'pragma foreign_key_check') return [];
    let place = 0;
    const text = sql.replace(/\?/g, () => `$${++place}`);
    const home = ofDirectory(text) ? 0 : homeOf(values);
    if (home !== undefined) return query(home, text, values);
    const rows = urls.flatMap((_, index) => query(index, text, values));
    // A count of everybody's rows is that of all databases together.
    return sql.startsWith('select count(*) as n') ? [{ n: rows.reduce((sum, { n }) => sum + Number(n), 0) }] : rows;
  };
  return {
    all,
    insert(table, ...rows) {
      for (const row of rows) {
        const columns = Object.keys(row);
        const places = columns.map((_, index) => `$${index + 1}`).join(', ');
        const home = ofDirectory(`into ${table}`) ? 0 : (homeOf([row.user_id ?? null]) ?? 0);
        query(home, `insert into ${table} (${columns.join(', ')}) values (${places})`, Object.values(row));
      }
    },
    tablesOf(userId) {
      // One look for all tables: each would be a wait of its own.
      const found = query(homeOf([userId]) ?? 0, everyTable(), [userId]);
      return found.map(({ name, rows }) => [String(name), rows as unknown as Row[]]);
    },
    keysOfTables: keysOnce,
    indexed: (kind, userId) => all(`select id, sort_time, words from ${kind}_search where user_id = ?`, userId),
    close() {
      void worker.terminate();
    },
  };
}

const TENANT_KEYS = `select k.table_name as "table", k.column_name as "column"
  from information_schema.key_column_usage k join information_schema.table_constraints c using (constraint_name, table_schema)
  where c.constraint_type = 'PRIMARY KEY' and k.table_schema = 'public' and k.table_name != 'user_homes' and k.table_name in
    (select table_name from information_schema.columns where column_name = 'user_id' and table_schema = 'public')
  order by k.table_name collate "C", k.ordinal_position`;
