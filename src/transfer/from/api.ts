import {
  type Archive,
  type ArchiveRow,
  type ArchiveRows,
  archiveTable,
  type TableName,
} from '../../catalogue/archive.ts';
import type { Client } from '../../client/client.ts';

// All that a service of this API tells of a user, as an archive: what an export of it would hold, save merges,
// the bin and the times that its answers leave out.

export interface ApiReading {
  archive: Archive;
  /** Fields that no column here takes, as `contacts.shoe_size`. */
  leftOut: string[];
}

type Item = Record<string, unknown>;

const INCLUDE = Object.fromEntries(
  [
    'contact_emails',
    'contact_phone_numbers',
    'legacy_contact_addresses',
    'contacts_custom_fields',
    'groups_contacts',
    'tags_contacts',
    'contact_relations_contact_relations_sourceTocontacts',
    'contact_birthdays',
  ].map((name) => [name, true]),
);

/** Answers what follows from the rest or is of the account: told nowhere, and no loss. */
const FOLLOWS = new Set([
  ...['user_id', '_count', 'next_cursor', 'frequency_text', 'frequency_interval', 'is_overdue', 'users'],
  ...['contact_locations', 'feed_items', 'keep_in_touch_reminders', 'last_note', 'meeting_type_id', 'meeting_types'],
  ...['contacts', 'groups', 'tags', 'views', 'custom_fields', 'contact_birthdays', 'reminders_contacts'],
  ...['timeline_items_contacts', 'contact_relations_contact_relations_destinationTocontacts', ...Object.keys(INCLUDE)],
]);

/** Reads everything, a page at a time; `onRead` is told how many records are there so far. */
export async function readApi(client: Client, onRead: (count: number) => void = () => {}): Promise<ApiReading> {
  const rows: ArchiveRows = {};
  const leftOut = new Set<string>();
  let count = 0;
  const add = (table: TableName, items: readonly object[] = []) => {
    rows[table] ??= [];
    for (const item of items as Item[]) rows[table].push(rowOf(table, item, leftOut));
    count += items.length;
    onRead(count);
  };
  const { user } = (await client.call('get_current_user', {})).data;
  for await (const { tags } of pages((page) => client.call('list_tags', page))) add('tags', tags);
  for await (const { groups } of pages((page) => client.call('list_groups', page))) add('groups', groups);
  add('custom_fields', (await client.call('list_custom_fields', {})).data.custom_fields);
  for (const archived of [false, true]) {
    const take = { take: 200, include: INCLUDE, archived };
    for await (const { contacts } of pages((page) => client.call('list_contacts', { ...take, ...page })))
      addContacts(add, contacts as Item[]);
  }
  for await (const { reminders } of pages((page) => client.call('list_reminders', page))) {
    add(
      'reminders',
      reminders.map((reminder) => ({ ...reminder, due_at_date: reminder.due_at_date?.slice(0, 10) })),
    );
    for (const { reminders_contacts } of reminders) add('reminders_contacts', reminders_contacts);
  }
  for await (const { notes } of pages((page) => client.call('list_notes', page))) {
    add('timeline_items', notes);
    for (const { timeline_items_contacts } of notes) add('timeline_items_contacts', timeline_items_contacts);
  }
  for await (const { views } of pages((page) => client.call('list_views', page))) add('views', views);
  add('favorites', (await client.call('list_favorites', {})).data.favorites);
  return {
    archive: { rows, settings: { name: user.name, time_zone: user.time_zone, country: null } },
    leftOut: [...leftOut].sort(),
  };
}

function addContacts(add: (table: TableName, items?: readonly object[]) => void, contacts: Item[]): void {
  add('contacts', contacts.map(completed));
  const lists = ['contact_emails', 'contact_phone_numbers', 'legacy_contact_addresses', 'tags_contacts'] as const;
  for (const contact of contacts) {
    for (const table of lists) add(table, contact[table] as object[] | undefined);
    add(
      'groups_contacts',
      (contact.groups_contacts as object[] | undefined)?.map((row) => ({ ...row, created_at: contact.created_at })),
    );
    add(
      'contacts_custom_fields',
      (contact.contacts_custom_fields as Item[] | undefined)?.map((value) => ({
        ...value,
        date_value: typeof value.date_value === 'string' ? value.date_value.slice(0, 10) : null,
      })),
    );
    add('contact_relations', contact.contact_relations_contact_relations_sourceTocontacts as object[] | undefined);
  }
}

/** A full name that is more than first and last joined was given. */
function completed(contact: Item): Item {
  const joined = [contact.first_name, contact.last_name].filter(Boolean).join(' ');
  const birthdays = contact.contact_birthdays as { last_dismissal_year?: number } | null | undefined;
  return {
    ...contact,
    full_name_given: !!contact.full_name && contact.full_name !== joined,
    birthday_dismissed_year: birthdays?.last_dismissal_year ?? null,
  };
}

/** The columns of a table out of an answer; what is in none of them is named. */
function rowOf(table: TableName, item: Item, leftOut: Set<string>): ArchiveRow {
  const { columns } = archiveTable(table);
  const row: ArchiveRow = {};
  for (const [column, kind] of Object.entries(columns)) {
    const value = item[column];
    if (value !== undefined && value !== null) row[column] = value;
    else if (kind === 'moment') row[column] = timeOf(item.id) ?? item.created_at ?? new Date().toISOString();
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

/** When a record was made, which an id of version 7 tells (RFC 9562, 5.7). */
function timeOf(id: unknown): string | undefined {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/i.exec(String(id)) ?? [];
  return high && low ? new Date(Number.parseInt(high + low, 16)).toISOString() : undefined;
}

interface Paged {
  pagination: { nextCursor: string | null };
}

async function* pages<D extends Paged>(
  list: (page: { take: number; cursor?: string }) => Promise<{ data: D }>,
): AsyncGenerator<D> {
  let cursor: string | null = null;
  do {
    const { data }: { data: D } = await list({ take: 200, ...(cursor && { cursor }) });
    yield data;
    cursor = data.pagination.nextCursor;
  } while (cursor);
}
