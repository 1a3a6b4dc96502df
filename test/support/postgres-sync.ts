import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { type Database, type Engine, keysFrom, type Row } from './database.ts';

/** Runs statements for a blocked thread: a test can read data synchronously, as on SQLite. */
const WORKER = `
const { workerData: { url, port, signal } } = require('node:worker_threads');
const pg = require('pg');
pg.types.setTypeParser(20, Number);
const client = new pg.Client({ connectionString: url });
client.on('error', () => {});
const connected = client.connect();
port.on('message', async ({ text, values }) => {
  let answer;
  try {
    await connected;
    answer = { rows: (await client.query(text, values)).rows };
  } catch (error) {
    answer = { error: error.message };
  }
  port.postMessage(answer);
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
});
`;

type Value = string | number | null;

/** A running service's database. */
export function openPostgres(url: string): Engine {
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(WORKER, {
    eval: true,
    workerData: { url, port: port2, signal },
    transferList: [port2],
  });
  worker.unref();
  port1.unref();
  let isClosed = false;
  const query = (text: string, values: Value[] = []): Row[] => {
    // A test that continues after its timeout would wait forever.
    if (isClosed) throw new Error(`closed: ${text}`);
    Atomics.store(signal, 0, 0);
    port1.postMessage({ text, values });
    // The previous response's notification may arrive only now.
    while (Atomics.load(signal, 0) === 0) Atomics.wait(signal, 0, 0);
    const { rows, error } = receiveMessageOnPort(port1)!.message;
    if (error) throw new Error(`${error}: ${text}`);
    return rows;
  };
  let keys: Map<string, string[]> | undefined;
  const keysOnce = () => {
    keys ??= keysFrom(query(TENANT_KEYS));
    return keys;
  };
  const everyTable = () =>
    [...keysOnce().keys()]
      .map((t) => `select '${t}' as name, coalesce(json_agg(${t}), '[]') as rows from ${t} where user_id = $1`)
      .join(' union all ');
  const all: Database['all'] = (sql, ...values) => {
    // The engine checks every foreign key here itself.
    if (sql === 'pragma foreign_key_check') return [];
    let place = 0;
    const text = sql.replace(/\?/g, () => `$${++place}`);
    return query(text, values);
  };
  return {
    all,
    insert(table, ...rows) {
      for (const row of rows) {
        const columns = Object.keys(row);
        const places = columns.map((_, index) => `$${index + 1}`).join(', ');
        query(`insert into ${table} (${columns.join(', ')}) values (${places})`, Object.values(row));
      }
    },
    // One query for all tables, because each query blocks.
    tablesOf: (userId) =>
      query(everyTable(), [userId]).map(({ name, rows }) => [String(name), rows as unknown as Row[]]),
    keysOfTables: keysOnce,
    indexed: (kind, userId) => all(`select id, sort_time, words from ${kind}_search where user_id = ?`, userId),
    close() {
      isClosed = true;
      void worker.terminate();
    },
  };
}

const TENANT_KEYS = `select k.table_name as "table", k.column_name as "column"
  from information_schema.key_column_usage k join information_schema.table_constraints c using (constraint_name, table_schema)
  where c.constraint_type = 'PRIMARY KEY' and k.table_schema = 'public' and k.table_name in
    (select table_name from information_schema.columns where column_name = 'user_id' and table_schema = 'public')
  order by k.table_name collate "C", k.ordinal_position`;
