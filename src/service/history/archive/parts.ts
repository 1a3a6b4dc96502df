import { type ArchiveRow, type ArchiveRows, TABLE_NAMES, type TableName } from '../../../contract/archive.ts';
import { chunked, groupBy } from '../../../shared/lists.ts';

/** Rows that are imported together. */
export type Part = ArchiveRows;

/** Tables by the record their rows belong to, with the column of its id. */
const WHOLES: Partial<Record<TableName, Partial<Record<TableName, string>>>> = {
  contacts: {
    contact_emails: 'contact_id',
    contact_phone_numbers: 'contact_id',
    legacy_contact_addresses: 'contact_id',
    tags_contacts: 'contact_id',
    groups_contacts: 'contact_id',
    contacts_custom_fields: 'contact_id',
    // Comes with the contact, because a device must not see the card under its default name.
    cards: 'id',
  },
  groups: { cards: 'id' },
  reminders: { reminders_contacts: 'reminder_id' },
  timeline_items: { timeline_items_contacts: 'timeline_item_id' },
};

/** Records per part. Other requests wait as long as for a bulk create. */
const SIZE = 100;
const PHOTOS = 8;

export const rowCount = (rows: ArchiveRows): number => Object.values(rows).reduce((sum, { length }) => sum + length, 0);

/** Splits an archive into parts in the format's order. All rows of a contact, note, or reminder are in one part. */
export function* partsOf(rows: ArchiveRows): Generator<Part> {
  const taken = new Set<ArchiveRow>();
  for (const table of TABLE_NAMES) {
    const left = (table === 'groups' ? parentsFirst(rows.groups ?? []) : (rows[table] ?? [])).filter(
      (row) => !taken.has(row),
    );
    const hanging = TABLE_NAMES.flatMap((name) => {
      const column = WHOLES[table]?.[name];
      return column === undefined ? [] : [[name, groupBy(rows[name] ?? [], (row) => String(row[column]))] as const];
    });
    for (const records of chunked(left, table === 'photos' ? PHOTOS : SIZE)) {
      const part: Part = { [table]: records };
      for (const [name, byOwner] of hanging) {
        const own = records.flatMap(({ id }) => byOwner.get(String(id)) ?? []);
        for (const row of own) taken.add(row);
        if (own.length > 0) part[name] = own;
      }
      yield part;
    }
  }
}

/** Sorts groups so that parents precede their children. Groups in a cycle keep their order. */
export function parentsFirst(groups: ArchiveRow[]): ArchiveRow[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const placed = new Set<ArchiveRow>();
  for (const group of groups) {
    const way = new Set<ArchiveRow>();
    for (let one = byId.get(group.id); one && !placed.has(one) && !way.has(one); one = byId.get(one.parent_id))
      way.add(one);
    for (const one of [...way].reverse()) placed.add(one);
    placed.add(group);
  }
  return [...placed];
}
