import {
  type ArchiveRow,
  type ArchiveRows,
  archiveTable,
  TABLE_NAMES,
  type TableName,
} from '../../../contract/archive.ts';
import { checkRow } from '../../../contract/archive-rows.ts';
import { KithError, truncateText } from '../../../shared/error.ts';
import { isRecord } from '../../../shared/records.ts';
import { shouldYield, yieldToOthers } from '../../../shared/yield.ts';
import { type ArchiveReport, leaveOut, reasonOf } from './report.ts';

/** Returns the valid rows, completed. Reports the others with their invalid columns. */
export async function checkedRows(rows: ArchiveRows, report: ArchiveReport): Promise<ArchiveRows> {
  const checked: ArchiveRows = {};
  for (const table of TABLE_NAMES) {
    const given: unknown[] = rows[table] ?? [];
    if (given.length === 0) continue;
    const good: ArchiveRow[] = [];
    checked[table] = good;
    for (const [index, row] of given.entries()) {
      if (shouldYield()) await yieldToOthers();
      try {
        good.push(checkRow(table, row));
      } catch (error) {
        if (!(error instanceof KithError) || error.status !== 400) throw error;
        leaveOut(report, table, nameOf(table, row, index), reasonOf(error));
      }
    }
  }
  return checked;
}

const MAX_NAME = 120;

/** Identifies a row by its key, or by its position in the list if it has none. */
function nameOf(table: TableName, row: unknown, index: number): string {
  const key = archiveTable(table).key.map((column) => isRecord(row) && row[column]);
  return key.every((value) => typeof value === 'string')
    ? truncateText(key.join(' '), MAX_NAME)
    : `number ${index + 1}`;
}
