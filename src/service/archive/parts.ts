import { type ArchiveRow, type ArchiveRows, TABLE_NAMES, type TableName } from '../../contract/archive.ts';
import { chunked, groupBy } from '../../shared/lists.ts';

/** Rows that are written together. */
export type Part = ArchiveRows;

/** Tables with rows that belong to a record by this column: they come and go with it. */
const WHOLES: Partial<Record<TableName, { column: string; tables: TableName[] }>> = {
  contacts: {
    column: 'contact_id',
    tables: [
      'contact_emails',
      'contact_phone_numbers',
      'legacy_contact_addresses',
      'tags_contacts',
      'groups_contacts',
      'contacts_custom_fields',
    ],
  },
  reminders: { column: 'reminder_id', tables: ['reminders_contacts'] },
  timeline_items: { column: 'timeline_item_id', tables: ['timeline_items_contacts'] },
};

/** Small enough that other work waits no longer than for a bulk create. */
const SIZE = 100;
const PHOTOS = 8;

export const rowCount = (rows: ArchiveRows): number => Object.values(rows).reduce((sum, { length }) => sum + length, 0);

/** The rows of an archive in parts, in the order of the format; a contact, note or reminder is whole in one. */
export function* partsOf(rows: ArchiveRows): Generator<Part> {
  const taken = new Set<ArchiveRow>();
  for (const table of TABLE_NAMES) {
    const left = (table === 'groups' ? parentsFirst(rows.groups ?? []) : (rows[table] ?? [])).filter(
      (row) => !taken.has(row),
    );
    const whole = WHOLES[table];
    const hanging = (whole?.tables ?? []).map(
      (name) => [name, groupBy(rows[name] ?? [], (row) => String(row[whole!.column]))] as const,
    );
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

/** Parents before their children; groups that are each other's parents keep their order. */
export function parentsFirst(groups: ArchiveRow[]): ArchiveRow[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const placed = new Set<ArchiveRow>();
  const place = (group: ArchiveRow, above: Set<ArchiveRow>): void => {
    const parent = byId.get(group.parent_id);
    if (parent && !placed.has(parent) && !above.has(parent)) place(parent, new Set([...above, group]));
    placed.add(group);
  };
  for (const group of groups) place(group, new Set());
  return [...placed];
}
