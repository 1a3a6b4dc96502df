import { archiveTable } from '../../../contract/archive.ts';
import type { StoredRow } from '../../../store/store.ts';
import type { Context } from '../../runtime/context.ts';

/** Columns that belong together. Either all of them are filled in, or none. */
const TOGETHER = [
  ['first_name', 'last_name', 'full_name', 'full_name_given'],
  ['birthday', 'birthday_year'],
  ['latitude', 'longitude'],
  ['frequency', 'next_reminder_at'],
];
const FILLED = new Set(['text', 'time', 'integer', 'number', 'json']);

/** Fills in empty fields of existing contacts. Returns the rows of those that changed. */
export async function completeContacts(context: Context, rows: StoredRow[]): Promise<StoredRow[]> {
  const { db, user, now } = context;
  const ids = rows.map(({ id }) => String(id));
  const standing = await db
    .selectFrom('contacts')
    .selectAll()
    .where('user_id', '=', user.user_id)
    .where('id', 'in', ids)
    .execute();
  const byId = new Map<string, StoredRow>(standing.map((row) => [row.id, { ...row }]));
  const completed: StoredRow[] = [];
  for (const row of rows) {
    const changes = missingIn(byId.get(String(row.id)) ?? row, row);
    if (Object.keys(changes).length === 0) continue;
    await db
      .updateTable('contacts')
      .set({ ...changes, updated_at: now })
      .where('user_id', '=', user.user_id)
      .where('id', '=', String(row.id))
      .execute();
    completed.push(row);
  }
  return completed;
}

function missingIn(standing: StoredRow, row: StoredRow): StoredRow {
  const changes: StoredRow = {};
  for (const columns of TOGETHER) {
    if (columns.every((column) => !standing[column]) && columns.some((column) => row[column]))
      for (const column of columns) changes[column] = row[column];
  }
  const grouped = new Set(TOGETHER.flat());
  for (const [column, kind] of Object.entries(archiveTable('contacts').columns)) {
    if (grouped.has(column) || !FILLED.has(kind)) continue;
    if (standing[column] === null && row[column] !== null) changes[column] = row[column];
  }
  return changes;
}
