import { type ArchiveRow, type ArchiveRows, archiveTable, type TableName } from '../../contract/archive.ts';
import { isRecord, recordsIn } from '../../shared/records.ts';
import { hashedUuid } from '../matching/record-ids.ts';

// Converts a service's responses to archive rows.

export type ResponseItem = Record<string, unknown>;

/** Associations to request with contacts. */
export const CONTACT_INCLUDES = Object.fromEntries(
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

/** Adds response items to a table. */
export function addRows(rows: ArchiveRows, table: TableName, items: ResponseItem[]): void {
  const list = rows[table] ?? [];
  rows[table] = list;
  for (const item of items) list.push(rowOf(table, item));
}

/** Adds contacts with their details. */
export function addContacts(rows: ArchiveRows, contacts: ResponseItem[]): void {
  const add = (table: TableName, items: ResponseItem[]) => addRows(rows, table, items);
  add('contacts', contacts.map(completed));
  const lists = ['contact_emails', 'contact_phone_numbers', 'legacy_contact_addresses', 'tags_contacts'] as const;
  for (const contact of contacts) {
    const within = (list: string): ResponseItem[] =>
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

/** A full name that differs from the joined first and last name was set by a user. */
function completed(contact: ResponseItem): ResponseItem {
  const joined = [contact.first_name, contact.last_name].filter(Boolean).join(' ');
  const birthdays = isRecord(contact.contact_birthdays) ? contact.contact_birthdays : {};
  return {
    ...contact,
    full_name_given: !!contact.full_name && contact.full_name !== joined,
    birthday_dismissed_year: birthdays.last_dismissal_year ?? null,
  };
}

/** Extracts a table's columns from a response item. */
function rowOf(table: TableName, item: ResponseItem): ArchiveRow {
  const { columns } = archiveTable(table);
  const row: ArchiveRow = {};
  for (const [column, kind] of Object.entries(columns)) {
    const value = item[column];
    if (value !== undefined && value !== null) row[column] = value;
    else if (kind === 'moment') row[column] = timeOf(item.id) ?? item.created_at ?? new Date().toISOString();
    // A row within a contact may lack an id, so one is derived from its content.
    else if (column === 'id') row.id = hashedUuid(`${table} ${JSON.stringify(item)}`);
  }
  return row;
}

/** Creation time of a record with a version 7 id (RFC 9562, 5.7). */
function timeOf(id: unknown): string | undefined {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/i.exec(String(id)) ?? [];
  return high && low ? new Date(Number.parseInt(high + low, 16)).toISOString() : undefined;
}
