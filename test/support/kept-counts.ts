import { expect } from 'vitest';
import type { Database, Row } from './database.ts';

/** Checks every stored count of a user against a real count, and each contact's has_notes flag. */
export function expectKeptAsCounted(database: Database, userId: string, what: string): void {
  const rows = (table: string) => database.all(`select * from ${table} where user_id = ?`, userId);
  const [counter] = rows('card_counters');
  expect(counter?.counted, `${what}: the counts hold`).toBe(counter?.change);
  expect(lines(rows('kept_counts')), what).toEqual(lines(countedFrom(rows)));
  const noted = new Set(rows('timeline_items_contacts').map(({ contact_id }) => contact_id));
  for (const { id, has_notes } of rows('contacts')) expect(Number(has_notes), what).toBe(noted.has(id!) ? 1 : 0);
}

function countedFrom(rows: (table: string) => Row[]): Row[] {
  const people = new Map(rows('contacts').flatMap((row) => (Number(row.is_archived) ? [] : [[row.id!, row]])));
  const counts = new Map<string, Row>();
  const add = (kind: string, name: Row[string]) => {
    const count = counts.get(`${kind} ${name}`) ?? { kind, name: name ?? '', contacts: 0 };
    counts.set(`${kind} ${name}`, { ...count, contacts: Number(count.contacts) + 1 });
  };
  for (const { folded_company } of people.values()) {
    add('all', '');
    if ([...String(folded_company)].length > 200) add('long company', '');
    else if (folded_company !== '') add('company', folded_company!);
  }
  for (const link of rows('tags_contacts')) if (people.has(link.contact_id!)) add('tag', link.tag_id!);
  for (const link of rows('groups_contacts')) if (people.has(link.contact_id!)) add('group', link.group_id!);
  return [...counts.values()];
}

const lines = (counts: Row[]) => counts.map(({ kind, name, contacts }) => `${kind} ${name}: ${contacts}`).sort();
