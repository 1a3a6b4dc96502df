import { type ArchiveRow, archiveTable, type TableName } from '../../../contract/archive.ts';
import { type StoredRow, untyped } from '../../../store/store.ts';
import { saveHasNotes } from '../../contact-rows/has-notes.ts';
import { indexContacts } from '../../indexing/contact-index.ts';
import { indexNotes } from '../../indexing/note-index.ts';
import { markChanged } from '../../runtime/changes.ts';
import type { Context } from '../../runtime/context.ts';
import { addToCounts, countLinks, countsOfContact } from '../../runtime/counts.ts';
import type { IdMaps } from './same-named.ts';

// Adds missing rows, for imports and the trash.

/** A row's primary key values as one string. */
export const rowName = (table: TableName, row: StoredRow): string =>
  archiveTable(table)
    .key.map((column) => row[column])
    .join(' ');

/** Inserts rows, except those that conflict with an existing row by key or by a unique column. Returns those inserted. */
export async function insertMissing(context: Context, table: TableName, rows: StoredRow[]): Promise<StoredRow[]> {
  if (rows.length === 0) return [];
  const { key } = archiveTable(table);
  const inserted = await untyped(context.db)
    .insertInto(table)
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(key)
    .execute();
  const names = new Set(inserted.map((row) => rowName(table, row)));
  const missing = rows.filter((row) => names.delete(rowName(table, row)));
  await count(context, table, missing);
  return missing;
}

async function count(context: Context, table: TableName, rows: StoredRow[]): Promise<void> {
  const links = (column: string) =>
    rows.map((row) => ({ contact_id: String(row.contact_id), name: String(row[column]) }));
  if (table === 'tags_contacts') await countLinks(context, 'tag', links('tag_id'), 1);
  if (table === 'groups_contacts') await countLinks(context, 'group', links('group_id'), 1);
  if (table !== 'contacts') return;
  const counted = rows.filter((row) => !row.is_archived);
  await addToCounts(
    context,
    counted.flatMap((row) => countsOfContact(row)),
  );
}

/** Replaces a row's ids with local ones, including those in filters and merge records. */
export function mapped(table: TableName, row: ArchiveRow, maps: IdMaps): ArchiveRow {
  const { references, optionalReferences } = archiveTable(table);
  const result = { ...row };
  // A card has the id of its contact or group.
  const own: TableName = table !== 'cards' ? table : row.kind === 'group' ? 'groups' : 'contacts';
  for (const [column, target] of Object.entries({ id: own, ...references, ...optionalReferences })) {
    const id = maps[target]?.get(String(row[column]));
    if (id) result[column] = id;
  }
  for (const [column, inside] of Object.entries(IDS_INSIDE[table] ?? {})) {
    if (row[column] !== undefined) result[column] = idsReplaced(row[column], inside(maps));
  }
  return result;
}

const everyMap = (maps: IdMaps) => Object.values(maps);

/** Columns with ids inside, and the maps that apply to them. */
const IDS_INSIDE: Partial<Record<TableName, Record<string, (maps: IdMaps) => Map<string, string>[]>>> = {
  views: { filters: everyMap },
  bin: { rows: everyMap, changes: everyMap },
  group_merges: { change: everyMap },
  // Contacts are not mapped: the import of a merge record checks whether its contacts are the same here.
  merges: { images: ({ contacts: _, ...maps }) => everyMap(maps) },
};

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

function idsReplaced(value: unknown, maps: Map<string, string>[]): unknown {
  const text = JSON.stringify(value).replace(UUIDS, (id) => {
    for (const map of maps) if (map.has(id)) return map.get(id)!;
    return id;
  });
  return JSON.parse(text);
}

/** Records whose search index must be updated after rows were added. */
export interface Touched {
  contacts: Set<string>;
  notes: Set<string>;
  /** Contacts whose cards changed, but not their search words. */
  tagged: Set<string>;
  groups: Set<string>;
  /** Contacts that may have notes now. */
  noted: Set<string>;
}

export const newTouched = (): Touched => ({
  contacts: new Set(),
  notes: new Set(),
  tagged: new Set(),
  groups: new Set(),
  noted: new Set(),
});

const DETAILS: TableName[] = [
  'contact_emails',
  'contact_phone_numbers',
  'legacy_contact_addresses',
  'contacts_custom_fields',
];

export function touch({ contacts, notes, tagged, groups, noted }: Touched, table: TableName, row: StoredRow): void {
  if (table === 'contacts') contacts.add(String(row.id));
  if (DETAILS.includes(table)) contacts.add(String(row.contact_id));
  if (table === 'tags_contacts') tagged.add(String(row.contact_id));
  if (table === 'groups') groups.add(String(row.id));
  if (table === 'groups_contacts') groups.add(String(row.group_id));
  if (table === 'timeline_items') notes.add(String(row.id));
  if (table === 'timeline_items_contacts') notes.add(String(row.timeline_item_id));
  if (table === 'timeline_items_contacts') noted.add(String(row.contact_id));
}

export async function reindex(context: Context, { contacts, notes, tagged, groups, noted }: Touched): Promise<void> {
  const { db, user } = context;
  markChanged(context, 'contact', contacts);
  markChanged(context, 'contact', tagged);
  markChanged(context, 'group', groups);
  await saveHasNotes(context, [...contacts, ...noted]);
  await indexContacts(db, user.user_id, contacts);
  await indexNotes(db, user.user_id, notes);
}
