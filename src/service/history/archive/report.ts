import { TABLE_NAMES, type TableName } from '../../../contract/archive.ts';
import type { KithError } from '../../../shared/error.ts';
import { append } from '../../../shared/lists.ts';

/** Outcomes for a table's rows. */
export interface TableCounts {
  added: number;
  /** Contacts with newly filled-in fields. */
  completed: number;
  /** Rows that already existed. */
  kept: number;
  leftOut: number;
}

export interface ArchiveReport {
  dryRun: boolean;
  tables: Partial<Record<TableName, TableCounts>>;
  /** Skipped rows, and why. */
  problems: { table: TableName; row: string; reason: string }[];
  /** Why the import ended early, and how many rows are left if that is known. */
  stopped?: { reason: string; left?: number };
}

export const newReport = (dryRun = false): ArchiveReport => ({ dryRun, tables: {}, problems: [] });

/** Adds the counts of one part. */
export function addReport(report: ArchiveReport, part: ArchiveReport): void {
  for (const [table, counts] of Object.entries(part.tables) as [TableName, TableCounts][]) {
    const sums = countsOf(report, table);
    for (const outcome of Object.keys(counts) as (keyof TableCounts)[]) sums[outcome] += counts[outcome];
  }
  append(report.problems, part.problems);
}

export function countsOf(report: ArchiveReport, table: TableName): TableCounts {
  report.tables[table] ??= { added: 0, completed: 0, kept: 0, leftOut: 0 };
  return report.tables[table];
}

export function leaveOut(report: ArchiveReport, table: TableName, row: string, reason: string): void {
  countsOf(report, table).leftOut++;
  report.problems.push({ table, row, reason });
}

/** Sorts the problems by table, because some are found before any row is written. */
export function sortProblems({ problems }: ArchiveReport): void {
  problems.sort((one, other) => TABLE_NAMES.indexOf(one.table) - TABLE_NAMES.indexOf(other.table));
}

/** The reason of a 400 error: each invalid column with its problem. */
export function reasonOf({ message, details }: KithError): string {
  const fields = Object.entries((details as { fields?: Record<string, string> } | undefined)?.fields ?? {});
  return fields.length > 0 ? fields.map(([field, reason]) => `${field} ${reason}`).join('; ') : message;
}
