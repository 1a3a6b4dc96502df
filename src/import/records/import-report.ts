import type { BadRecord } from '../../vcard/types.ts';

export type RowOutcome = 'created' | 'updated' | 'skipped' | 'failed';

/** The outcome of one card or row of a file. */
export interface ReportRow {
  /** In a zip of several files: which of them. */
  file?: string;
  line: number;
  outcome: RowOutcome;
  name: string;
  reason?: string;
  warnings: string[];
}

/** A new contact that is almost certainly one that is there already, the older first. Nothing was merged. */
export interface ReportDuplicate {
  contactIds: string[];
  names: string[];
  score: number;
  reasons: string[];
}

export interface ImportReport extends Record<RowOutcome, number> {
  dryRun: boolean;
  /** In the order of the file. */
  rows: ReportRow[];
  duplicates: ReportDuplicate[];
  /** Warnings about the file as a whole. */
  warnings: string[];
  /** Why the import ended early, and how many records it did not reach. */
  stopped?: { reason: string; left: number };
}

/** A report with its counts. */
export function makeReport(
  rows: ReportRow[],
  rest: Pick<ImportReport, 'dryRun' | 'duplicates' | 'stopped'>,
): ImportReport {
  const count = (outcome: RowOutcome) => rows.filter((row) => row.outcome === outcome).length;
  const counts = { created: count('created'), updated: count('updated'), skipped: count('skipped') };
  const files = new Map([...new Set(rows.map(({ file }) => file))].map((file, index) => [file, index]));
  const place = ({ file }: ReportRow) => files.get(file)!;
  const inOrder = [...rows].sort((a, b) => place(a) - place(b) || a.line - b.line);
  return { ...counts, failed: count('failed'), ...rest, warnings: [], rows: inOrder };
}

/** The same report with the findings of reading the file. */
export function withReading(
  report: ImportReport,
  { bad, skipped, warnings }: { bad: BadRecord[]; skipped: BadRecord[]; warnings: string[] },
): ImportReport {
  const row = (outcome: RowOutcome) => (part: BadRecord) => ({ ...part, name: part.name ?? '', outcome, warnings: [] });
  const rows = [...report.rows, ...bad.map(row('failed')), ...skipped.map(row('skipped'))];
  const { dryRun, duplicates, stopped } = report;
  return { ...makeReport(rows, { dryRun, duplicates, ...(stopped && { stopped }) }), warnings };
}
