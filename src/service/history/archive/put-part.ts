import { type ArchiveRow, TABLE_NAMES, type TableName } from '../../../contract/archive.ts';
import { KithError } from '../../../shared/error.ts';
import { chunked } from '../../../shared/lists.ts';
import type { StoredRow } from '../../../store/store.ts';
import { saveChanges } from '../../runtime/changes.ts';
import type { Context } from '../../runtime/context.ts';
import { objectsOf, openContent } from '../../undo-records/trash-content.ts';
import { addObjects } from '../../undo-records/trash-entries.ts';
import { putCards } from './cards.ts';
import { toStored } from './codec.ts';
import { completeContacts } from './complete-contacts.ts';
import type { Part } from './parts.ts';
import { insertMissing, mapped, newTouched, reindex, rowName, touch } from './put-rows.ts';
import { standing } from './references.ts';
import { type ArchiveReport, countsOf, leaveOut, newReport, reasonOf } from './report.ts';
import type { IdMaps } from './same-named.ts';

/** Imports the missing rows of a part, and updates the search index. */
export async function putPart(context: Context, part: Part, maps: IdMaps): Promise<ArchiveReport> {
  const report = newReport();
  const touched = newTouched();
  for (const table of TABLE_NAMES) {
    // Groups are added one by one, because each needs its parent.
    for (const rows of chunked(part[table] ?? [], table === 'groups' ? 1 : 50)) {
      const added = await putRows(context, table, rows, maps, report);
      for (const row of added) {
        touch(touched, table, row);
        if (table === 'bin')
          await addObjects(context, String(row.id), objectsOf(openContent(context, String(row.sealed))));
      }
    }
  }
  await reindex(context, touched);
  return report;
}

/** Returns the rows that were added or, for contacts, completed. */
async function putRows(
  context: Context,
  table: TableName,
  given: ArchiveRow[],
  maps: IdMaps,
  report: ArchiveReport,
): Promise<StoredRow[]> {
  const counts = countsOf(report, table);
  const refuse = (_: TableName, row: StoredRow, reason: string) => leaveOut(report, table, rowName(table, row), reason);
  const readable: StoredRow[] = [];
  for (const row of given) {
    try {
      readable.push(toStored(context, table, mapped(table, row, maps)));
    } catch (error) {
      if (!(error instanceof KithError) || error.status !== 400) throw error;
      refuse(table, row, reasonOf(error));
    }
  }
  const rows = await standing(context, table, readable, maps, { refuse });
  // Conflicts refer to cards, which are usually saved at the end of a transaction. A dry run has only one.
  if (table === 'card_conflicts') await saveChanges(context);
  const added = table === 'cards' ? await putCards(context, rows) : await insertMissing(context, table, rows);
  const names = new Set(added.map((row) => rowName(table, row)));
  const there = rows.filter((row) => !names.has(rowName(table, row)));
  const completed = table === 'contacts' ? await completeContacts(context, there) : [];
  counts.added += added.length;
  counts.completed += completed.length;
  counts.kept += there.length - completed.length;
  return [...added, ...completed];
}
