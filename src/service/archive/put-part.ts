import { type ArchiveRow, archiveTable, TABLE_NAMES, type TableName } from '../../catalogue/archive.ts';
import { KithError } from '../../catalogue/error.ts';
import type { Context } from '../context.ts';
import { indexContact } from '../people/contact-index.ts';
import { indexNote } from '../people/note-index.ts';
import { inParts } from '../store/in-list.ts';
import { type StoredRow, toStored } from './codec.ts';
import { completeContacts } from './complete-contacts.ts';
import { standing } from './links.ts';
import type { Part } from './parts.ts';
import { type ArchiveReport, countsOf, leaveOut, newReport } from './report.ts';
import type { IdMaps } from './same-named.ts';

/** Writes the rows of one part that are not there, and brings the search words of what they touch up to date. */
export async function putPart(context: Context, part: Part, maps: IdMaps): Promise<ArchiveReport> {
  const report = newReport();
  const touched = { contacts: new Set<string>(), notes: new Set<string>() };
  for (const table of TABLE_NAMES) {
    // Groups one by one: each needs its parent there.
    for (const rows of inParts(part[table] ?? [], table === 'groups' ? 1 : 50)) {
      const added = await putRows(context, table, rows, maps, report);
      for (const row of added) touch(touched, table, row);
    }
  }
  const { db, user } = context;
  for (const id of touched.contacts) await indexContact(db, user.user_id, id);
  for (const id of touched.notes) await indexNote(db, user.user_id, id);
  return report;
}

interface Touched {
  contacts: Set<string>;
  notes: Set<string>;
}

function touch({ contacts, notes }: Touched, table: TableName, row: StoredRow): void {
  if (table === 'contacts') contacts.add(String(row.id));
  if (table === 'contact_emails' || table === 'legacy_contact_addresses') contacts.add(String(row.contact_id));
  if (table === 'timeline_items') notes.add(String(row.id));
  if (table === 'timeline_items_contacts') notes.add(String(row.timeline_item_id));
}

/** Answers the rows that were added or, of contacts, completed. */
async function putRows(
  context: Context,
  table: TableName,
  given: ArchiveRow[],
  maps: IdMaps,
  report: ArchiveReport,
): Promise<StoredRow[]> {
  const counts = countsOf(report, table);
  const refuse = (row: StoredRow, reason: string) => leaveOut(report, table, labelOf(table, row), reason);
  const readable: StoredRow[] = [];
  for (const row of given) {
    try {
      readable.push(toStored(context, table, mapped(table, row, maps)));
    } catch (error) {
      if (!(error instanceof KithError) || error.status !== 400) throw error;
      refuse(row, reasonOf(error));
    }
  }
  const rows = await standing(context, table, readable, maps, refuse);
  const added = await insertMissing(context, table, rows);
  const { key } = archiveTable(table);
  const keyOf = (row: StoredRow) => key.map((column) => row[column]).join(' ');
  const addedKeys = new Set(added.map(keyOf));
  const there = rows.filter((row) => !addedKeys.has(keyOf(row)));
  const completed = table === 'contacts' ? await completeContacts(context, there) : [];
  counts.added += added.length;
  counts.completed += completed.length;
  counts.kept += there.length - completed.length;
  return [...added, ...completed];
}

/** A row that clashes with one that stands, by its key or by what must be unique, is not added. */
async function insertMissing({ db }: Context, table: TableName, rows: StoredRow[]): Promise<StoredRow[]> {
  if (rows.length === 0) return [];
  const { key } = archiveTable(table);
  const inserted = await db
    .insertInto(table as 'tags_contacts')
    .values(rows as never)
    .onConflict((conflict) => conflict.doNothing())
    .returning(key as ['contact_id'])
    .execute();
  const keyOf = (row: StoredRow) => key.map((column) => row[column]).join(' ');
  const keys = new Set(inserted.map((row) => keyOf(row as StoredRow)));
  return rows.filter((row) => keys.delete(keyOf(row)));
}

/** The row with ids that stand for others here, also those inside a view's filters. */
function mapped(table: TableName, row: ArchiveRow, maps: IdMaps): ArchiveRow {
  const { links, looseLinks } = archiveTable(table);
  const result = { ...row };
  for (const [column, target] of Object.entries({ id: table, ...links, ...looseLinks })) {
    const id = maps[target]?.get(String(row[column]));
    if (id) result[column] = id;
  }
  if (table !== 'views' || row.filters === undefined) return result;
  const filters = JSON.stringify(row.filters).replace(UUIDS, (id) => {
    for (const map of Object.values(maps)) if (map.has(id)) return map.get(id)!;
    return id;
  });
  return { ...result, filters: JSON.parse(filters) };
}

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const labelOf = (table: TableName, row: StoredRow): string =>
  archiveTable(table)
    .key.map((column) => row[column])
    .join(' ');

function reasonOf({ message, details }: KithError): string {
  const fields = Object.entries((details as { fields?: Record<string, string> } | undefined)?.fields ?? {});
  return fields.length > 0 ? fields.map(([field, reason]) => `${field} ${reason}`).join('; ') : message;
}
