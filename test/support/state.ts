import type { Database, Row } from './database.ts';

// What is not a user's: deliveries under way, and the service's own records of what was done.
const NOT_STATE = ['outbox', 'idempotency_records', 'merges', 'contact_search', 'note_search'];

/** All that a user owns: rows by table and key, and the words that search finds each contact and note by. */
export type State = Map<string, Row>;

export function stateOf(database: Database, userId: string): State {
  const state: State = new Map();
  const columns = database.all(
    `select m.name as "table", c.name as "column", c.pk from sqlite_master m, pragma_table_info(m.name) c
     where m.type = 'table' and m.name in (select m2.name from sqlite_master m2, pragma_table_info(m2.name) c2
       where c2.name = 'user_id') order by m.name, c.pk`,
  );
  for (const table of new Set(columns.map((column) => String(column.table)))) {
    if (NOT_STATE.includes(table)) continue;
    const key = columns
      .filter((column) => column.table === table && Number(column.pk) > 0)
      .map(({ column }) => String(column));
    for (const row of database.all(`select * from ${table} where user_id = ?`, userId))
      state.set([table, ...key.slice(1).map((column) => row[column])].join(' '), row);
  }
  for (const kind of ['contact', 'note'])
    for (const [name, row] of wordsOf(database, userId, kind)) state.set(name, row);
  return state;
}

/** Each indexed record with its words and their order, read back from the index itself. */
function wordsOf(database: Database, userId: string, kind: string): [string, Row][] {
  database.all(`create virtual table if not exists temp.${kind}_vocab using fts5vocab(main, ${kind}_words, instance)`);
  const rows = database.all(
    `select s.id, s.sort_time, group_concat(v.offset || ':' || v.term, ' ') as words
     from ${kind}_search s left join (select doc, offset, term from temp.${kind}_vocab order by doc, offset) v on v.doc = s.words_row
     where s.user_id = ? group by s.id`,
    userId,
  );
  return rows.map((row) => [`${kind}_words ${row.id}`, row]);
}

/** In a form that a failing test shows line by line. */
export const readable = (state: State): string[] =>
  [...state].map(([name, row]) => `${name} ${JSON.stringify(row)}`).sort();
