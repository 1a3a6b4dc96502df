import type { Client } from '../../client/client.ts';
import { type ArchiveRow, type ArchiveRows, TABLE_NAMES, type TableName } from '../../contract/archive.ts';
import { fieldsIn, matchesIn } from '../matching/archive-contacts.ts';
import { loadMatchIndex, type MatchIndex } from '../matching/match-index.ts';
import type { ApiPage } from './read-service.ts';

/** Takes rows as they come: see `importRows`. */
export interface RowsTarget {
  check(rows: ArchiveRows): Promise<ArchiveRows>;
  stand(table: 'contacts' | 'timeline_items', ids: ReadonlyMap<string, string>): void;
  learnNames(rows: ArchiveRows): Promise<void>;
  sameNotes(rows: ArchiveRows, others?: ReadonlySet<string>): Promise<Map<string, string>>;
  put(rows: ArchiveRows): Promise<void>;
}

/**
 * Writes pages as they are read. A contact or note that may be here under another id waits until all are read: only then
 * is it certain that the one here is not still to come under its own id.
 */
export async function streamRows(
  target: RowsTarget,
  client: Client,
  pages: AsyncIterable<ApiPage>,
  onPage: (page: ApiPage) => void,
): Promise<void> {
  const index = await loadMatchIndex(client);
  const claimed = new Set<string>();
  const readNotes = new Set<string>();
  const people: ArchiveRows = {};
  const notes: ArchiveRows = {};
  for await (const page of pages) {
    const rows = await target.check(page.rows);
    if (rows.tags || rows.groups || rows.custom_fields) await target.learnNames(rows);
    if (page.what === 'relations') {
      target.stand('contacts', matchesIn(index, people, claimed));
      await target.put(people);
    }
    if (rows.contacts) {
      for (const { id } of rows.contacts) if (index.get(String(id))) claimed.add(String(id));
      await target.put(setAside(rows, people, 'contacts', 'contact_id', mayBeHere(index, rows)));
    } else if (rows.timeline_items) {
      for (const { id } of rows.timeline_items) readNotes.add(String(id));
      const same = await target.sameNotes(rows);
      await target.put(setAside(rows, notes, 'timeline_items', 'timeline_item_id', ({ id }) => same.has(String(id))));
    } else await target.put(rows);
    onPage(page);
  }
  target.stand('timeline_items', await target.sameNotes(notes, readNotes));
  await target.put(notes);
}

/** Whether a contact is not here under its id, and somebody here may be the same person. */
function mayBeHere(index: MatchIndex, rows: ArchiveRows): (contact: ArchiveRow) => boolean {
  const fields = fieldsIn(rows);
  return (contact) => !index.get(String(contact.id)) && index.matches(fields(contact)).length > 0;
}

/** Moves some records, with the rows that refer to them by `column`, to `aside`; answers the rest. */
function setAside(
  rows: ArchiveRows,
  aside: ArchiveRows,
  table: TableName,
  column: string,
  isAside: (row: ArchiveRow) => boolean,
): ArchiveRows {
  const ids = new Set((rows[table] ?? []).filter(isAside).map(({ id }) => id));
  if (ids.size === 0) return rows;
  const rest: ArchiveRows = {};
  for (const name of TABLE_NAMES) {
    const own = rows[name];
    if (!own) continue;
    const goes = (row: ArchiveRow) => ids.has(name === table ? row.id : row[column]);
    aside[name] = [...(aside[name] ?? []), ...own.filter(goes)];
    rest[name] = own.filter((row) => !goes(row));
  }
  return rest;
}
