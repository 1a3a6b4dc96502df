import type { BadRecord } from '../../vcard/types.ts';
import type { ParsedFile, UnmappedProperty } from './record.ts';

export type RowOutcome = 'created' | 'updated' | 'skipped' | 'failed';

/** The outcome of one card or row. */
export interface ReportRow {
  /** File name within a zip of several files. */
  file?: string;
  line: number;
  outcome: RowOutcome;
  name: string;
  reason?: string;
  warnings: string[];
}

/** A new contact that is almost certainly the same as an existing one, older first. Nothing was merged. */
export interface ReportDuplicate {
  contactIds: string[];
  names: string[];
  score: number;
  reasons: string[];
}

export interface ImportReport extends Record<RowOutcome, number> {
  dryRun: boolean;
  /** In file order. */
  rows: ReportRow[];
  duplicates: ReportDuplicate[];
  /** Warnings about the file as a whole. */
  warnings: string[];
  /** Properties without a field. */
  unmapped?: UnmappedProperty[];
  /** Why the import ended early, and how many records were not processed. */
  stopped?: { reason: string; left: number };
}

/** Builds a report with its counts. */
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

/** Adds the problems found while reading the file. */
export function withReading(
  report: ImportReport,
  { bad, skipped, warnings, unmapped }: Omit<ParsedFile, 'records' | 'format'>,
): ImportReport {
  const row = (outcome: RowOutcome) => (part: BadRecord) => ({ ...part, name: part.name ?? '', outcome, warnings: [] });
  const rows = [...report.rows, ...bad.map(row('failed')), ...skipped.map(row('skipped'))];
  const { dryRun, duplicates, stopped } = report;
  const made = makeReport(rows, { dryRun, duplicates, ...(stopped && { stopped }) });
  return { ...made, warnings, ...(unmapped && { unmapped }) };
}

export const unmappedText = ({ name, contacts }: UnmappedProperty): string =>
  `Skipped "${name}" (${contacts.toLocaleString('en-US')} ${contacts === 1 ? 'contact' : 'contacts'}): kith has no field for it`;
