import { type ArchiveRow, type ArchiveRows, archiveTable, type TableName } from '../../contract/archive.ts';
import { isRecord, recordsIn } from '../../shared/records.ts';
import { hashedUuid } from '../matching/record-ids.ts';

// The answers of a service as rows of an archive.

export type Item = Record<string, unknown>;

/** The associations that contacts are asked for with. */
export const INCLUDE = Object.fromEntries(
  [
    'contact_emails',
    'contact_phone_numbers',
    'legacy_contact_addresses',
    'contacts_custom_fields',
    'groups_contacts',
    'tags_contacts',
    'reminders_contacts',
    'contact_relations_contact_relations_sourceTocontacts',
    'contact_birthdays',
  ].map((name) => [name, true]),
);

/** Fields of answers that follow from others or concern the account: leaving them out loses nothing. */
const FOLLOWS = new Set([
  ...['user_id', '_count', 'next_cursor', 'frequency_text', 'frequency_interval', 'is_overdue', 'users'],
  ...['contact_locations', 'feed_items', 'keep_in_touch_reminders', 'last_note', 'meeting_type_id', 'meeting_types'],
  ...['contacts', 'groups', 'tags', 'views', 'custom_fields', 'contact_birthdays', 'reminders_contacts'],
  ...['timeline_items_contacts', 'contact_relations_contact_relations_destinationTocontacts', ...Object.keys(INCLUDE)],
]);

/** Collects answers as rows of their tables. */
export interface Rows {
  rows: ArchiveRows;
  add(table: TableName, items: unknown): void;
}

/** Fields that no column here takes, such as `contacts.shoe_size`, go into `leftOut`. */
export function newRows(leftOut: Set<string>): Rows {
  const rows: ArchiveRows = {};
  return {
    rows,
    add(table, items) {
      if (!Array.isArray(items)) return;
      rows[table] = [...(rows[table] ?? []), ...recordsIn(items).map((item) => rowOf(table, item, leftOut))];
    },
  };
}

/** Contacts with all that stands within them. */
export function addContacts({ add }: Rows, contacts: Item[]): void {
  add('contacts', contacts.map(completed));
  const lists = ['contact_emails', 'contact_phone_numbers', 'legacy_contact_addresses', 'tags_contacts'] as const;
  for (const contact of contacts) {
    const within = (list: string): Item[] =>
      recordsIn(contact[list]).map((row) => ({ contact_id: contact.id, ...row }));
    for (const table of lists) add(table, within(table));
    add(
      'groups_contacts',
      within('groups_contacts').map((row) => ({ ...row, created_at: row.created_at ?? contact.created_at })),
    );
    const values = within('contacts_custom_fields');
    add(
      'contacts_custom_fields',
      values.map((value) => ({
        ...value,
        date_value: typeof value.date_value === 'string' ? value.date_value.slice(0, 10) : null,
      })),
    );
    const relations = within('contact_relations_contact_relations_sourceTocontacts');
    add(
      'contact_relations',
      relations.map(({ contact_id, ...row }) => ({ source: contact_id, ...row })),
    );
  }
}

/** The tables of what contacts refer to: it must be written before the contacts. */
export const DEFINITIONS = ['tags', 'groups', 'custom_fields'] as const;

/** The tags, groups and fields that contacts name in passing, for a service that does not list them by themselves. */
export function namedIn(contacts: Item[]): Record<(typeof DEFINITIONS)[number], Item[]> {
  const named = (list: string, name: string) =>
    contacts.flatMap((contact) => recordsIn(contact[list]).flatMap((row) => (isNamed(row[name]) ? [row[name]] : [])));
  return {
    tags: named('tags_contacts', 'tags'),
    groups: named('groups_contacts', 'groups'),
    custom_fields: named('contacts_custom_fields', 'custom_fields'),
  };
}

const isNamed = (value: unknown): value is Item => isRecord(value) && 'id' in value && 'name' in value;

/** A full name that is not first and last name joined was written by somebody. */
function completed(contact: Item): Item {
  const joined = [contact.first_name, contact.last_name].filter(Boolean).join(' ');
  const birthdays = isRecord(contact.contact_birthdays) ? contact.contact_birthdays : {};
  return {
    ...contact,
    full_name_given: !!contact.full_name && contact.full_name !== joined,
    birthday_dismissed_year: birthdays.last_dismissal_year ?? null,
  };
}

/** The columns of a table out of an answer; fields that no column takes are named in `leftOut`. */
export function rowOf(table: TableName, item: Item, leftOut: Set<string>): ArchiveRow {
  const { columns } = archiveTable(table);
  const row: ArchiveRow = {};
  for (const [column, kind] of Object.entries(columns)) {
    const value = item[column];
    if (value !== undefined && value !== null) row[column] = value;
    else if (kind === 'moment') row[column] = timeOf(item.id) ?? item.created_at ?? new Date().toISOString();
    // A row within a contact may come without its id: one follows from its content.
    else if (column === 'id') row.id = hashedUuid(`${table} ${JSON.stringify(item)}`);
  }
  for (const [field, value] of Object.entries(item))
    if (!(field in columns) && !FOLLOWS.has(field) && saysSomething(value)) leftOut.add(`${table}.${field}`);
  return row;
}

const saysSomething = (value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  value !== '' &&
  value !== false &&
  !(Array.isArray(value) && value.length === 0);

/** When a record was made, out of an id of version 7 (RFC 9562, 5.7). */
function timeOf(id: unknown): string | undefined {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/i.exec(String(id)) ?? [];
  return high && low ? new Date(Number.parseInt(high + low, 16)).toISOString() : undefined;
}
