import { expect, test } from 'vitest';
import { loadEngine } from '../../src/store/engine.ts';
import { rowReader } from '../../src/store/rows.ts';

const SQL = `with recursive n(i) as (select ?1 union all select i + 1 from n where i < 20)
  select i as id, 'text ' || i as words, null as empty, i / 3.0 as "a part", x'00ff' as bytes, i as twice, -i as twice,
    ${Array.from({ length: 30 }, (_, column) => `i * ${column} as column_${column}`).join()} from n`;

test('returns the same rows as the engine, for any number of columns', () => {
  const database = new (loadEngine())(':memory:');
  for (const sql of [SQL, 'select 1 as id where 0', 'select 7', 'pragma data_version']) {
    const values = sql === SQL ? [1] : [];
    const given = database.prepare(sql).all(...values);
    const made = rowReader(database.prepare(sql))!(values);
    expect(made.map((row) => Object.entries(row))).toEqual(given.map((row) => Object.entries(row)));
  }
  expect(rowReader(database.prepare('create table t (id)'))).toBeUndefined();
  database.close();
});
