import type { Database, Row } from './database.ts';

// Tables that are not user data: pending deliveries, and the service's own records of completed work.
const NOT_STATE = [
  'outbox',
  'security_log',
  'idempotency_records',
  'merges',
  'group_merges',
  'bin',
  'bin_objects',
  // Change numbers only grow.
  'cards',
  'card_counters',
  // Derived from the other tables: see expectKeptAsCounted.
  'kept_counts',
  'contact_search',
  'note_search',
];

/** All data of a user: rows by table and key, and the search words of each contact and note. */
export type State = Map<string, Row>;

export function stateOf(database: Database, userId: string): State {
  const state: State = new Map();
  const keys = database.keysOfTables();
  for (const [table, rows] of database.tablesOf(userId)) {
    if (NOT_STATE.includes(table)) continue;
    const key = keys.get(table)!.slice(1);
    for (const row of rows) state.set([table, ...key.map((column) => row[column])].join(' '), row);
  }
  for (const kind of ['contact', 'note'] as const)
    for (const row of database.indexed(kind, userId)) state.set(`${kind}_words ${row.id}`, row);
  return state;
}

/** In a form that a failing test shows line by line. */
export const readable = (state: State): string[] =>
  [...state].map(([name, row]) => `${name} ${JSON.stringify(row)}`).sort();
