import type { TableName } from '../../contract/archive.ts';

/** What became of the rows of a table. */
export interface TableCounts {
  added: number;
  /** Contacts that got fields they had no value for. */
  completed: number;
  /** Rows that were there already. */
  kept: number;
  leftOut: number;
}

export interface ArchiveReport {
  dryRun: boolean;
  tables: Partial<Record<TableName, TableCounts>>;
  /** Rows that were left out, and why. */
  problems: { table: TableName; row: string; reason: string }[];
  /** Why the import ended early, and how many rows it did not reach, where that is known. */
  stopped?: { reason: string; left?: number };
}

export const newReport = (dryRun = false): ArchiveReport => ({ dryRun, tables: {}, problems: [] });

/** Adds the counts of one part. */
export function addReport(report: ArchiveReport, part: ArchiveReport): void {
  for (const [table, counts] of Object.entries(part.tables) as [TableName, TableCounts][]) {
    const sums = countsOf(report, table);
    for (const outcome of Object.keys(counts) as (keyof TableCounts)[]) sums[outcome] += counts[outcome];
  }
  report.problems.push(...part.problems);
}

export function countsOf(report: ArchiveReport, table: TableName): TableCounts {
  report.tables[table] ??= { added: 0, completed: 0, kept: 0, leftOut: 0 };
  return report.tables[table];
}

export function leaveOut(report: ArchiveReport, table: TableName, row: string, reason: string): void {
  countsOf(report, table).leftOut++;
  report.problems.push({ table, row, reason });
}
