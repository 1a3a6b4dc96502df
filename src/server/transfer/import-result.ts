import { basename } from 'node:path';
import { FIELDS } from '../../import/formats/csv/mapping.ts';
import { type ImportReport, unmappedText } from '../../import/records/import-report.ts';
import type { ArchiveReport, TableCounts } from '../../service/history/archive/report.ts';
import { KithError } from '../../shared/error.ts';
import { append } from '../../shared/lists.ts';
import { isRecord } from '../../shared/records.ts';

/** The result of one file: a report, or the reason why it could not be read. */
export type FileResult = { file: string } & (
  | { format: string; report: ImportReport; mapping?: object }
  | { format: string; archive: ArchiveReport; warnings?: string[] }
  | { error: string; hint?: string; mapping?: object }
);

/** The result of an unreadable source. Rethrows internal errors. */
export function failure(file: string, error: unknown, signal?: AbortSignal): FileResult {
  if (signal?.aborted) return { file, error: 'canceled' };
  if (!(error instanceof KithError)) throw error;
  const { message, hint, details } = error;
  const mapping = isRecord(details?.mapping) && { mapping: details.mapping };
  return { file, error: message, ...(hint && { hint }), ...mapping };
}

export const isFine = (result: FileResult): boolean => {
  if ('error' in result) return false;
  if ('archive' in result) return result.archive.problems.length === 0 && result.archive.stopped === undefined;
  return result.report.failed === 0 && result.report.stopped === undefined;
};

/** Formats a result for `--json`. */
export const flat = (result: FileResult) => {
  if ('error' in result) return result;
  if ('report' in result) {
    const { report, ...rest } = result;
    const { unmapped = [], ...counts } = report;
    return { ...rest, ...counts, warnings: [...report.warnings, ...unmapped.map(unmappedText)] };
  }
  const { archive, ...rest } = result;
  return { ...rest, ...totals(archive), ...archive };
};

export function totals({ tables }: ArchiveReport) {
  const sum = (outcome: keyof TableCounts) =>
    Object.values(tables).reduce((total, counts) => total + counts[outcome], 0);
  return { created: sum('added'), updated: sum('completed'), skipped: sum('kept'), failed: sum('leftOut') };
}

export const reportText = (result: FileResult): string => {
  if ('error' in result) {
    const { file, error, hint } = result;
    const name = /^https?:/i.test(file) && URL.canParse(file) ? new URL(file).host : basename(file);
    const line = error.startsWith(name) ? error : `${name}: ${error}`;
    return `${line}${hint ? ` ${hint}` : ''}\n`;
  }
  return 'report' in result ? recordsText(result) : archiveText(result);
};

/**
 * A mapping for the user to complete, if some columns were not recognized. It is offered only after a dry run, because
 * a second import would not find every row again.
 */
export const mappingToFill = (result: FileResult): object | undefined =>
  'error' in result || ('report' in result && result.report.dryRun) ? result.mapping : undefined;

export const MAPPING_FOLLOWS = `Save the following as map.json (for example with > map.json), replace null with a field name, and pass it with --map map.json.
Fields: ${FIELDS.join(', ')}.
`;

interface RecordsResult {
  file: string;
  format: string;
  report: ImportReport;
}

/** Formats the counts, followed by each failed row and each warning with its location. */
function recordsText({ file, format, report }: RecordsResult): string {
  const name = basename(file);
  const { created, updated, skipped, failed, dryRun, stopped } = report;
  const counts = `${created} created, ${updated} updated, ${skipped} skipped, ${failed} failed`;
  const lines = [`${name} (${format}): ${dryRun ? 'dry run, nothing was written: ' : ''}${counts}`];
  if (stopped) lines.push(`${name}: stopped with ${stopped.left} left: ${stopped.reason}`);
  for (const { file: part, line, outcome, name: who, reason, warnings } of report.rows) {
    const place = `${name}:${part ? `${part}:` : ''}${line}:${who && ` ${who}:`}`;
    if (outcome === 'failed') lines.push(`${place} failed: ${reason}`);
    else if (dryRun && outcome !== 'skipped') lines.push(`${place} ${reason ?? 'would be created'}`);
    for (const warning of warnings) lines.push(`${place} ${warning}`);
  }
  for (const { contactIds, names, reasons } of report.duplicates) {
    const [older, newer] = names.map((who, index) => `${who} (${contactIds[index]})`);
    lines.push(`${name}: ${newer} is almost certainly ${older}: ${reasons.join(', ')}. Nothing was merged`);
  }
  for (const warning of report.warnings) lines.push(`${name}: ${warning}`);
  for (const one of report.unmapped ?? []) {
    const [first] = one.lines;
    lines.push(`${name}:${first === undefined ? '' : `${first}:`} ${unmappedText(one)}`);
  }
  return joined(lines);
}

const joined = (lines: string[]): string => `${lines.map((line) => line.replace(/\s*[\r\n]\s*/g, ' ')).join('\n')}\n`;

const stoppedText = ({ reason, left }: { reason: string; left?: number }): string =>
  `stopped${left === undefined ? '' : ` with ${left} left`}: ${reason.replace(/[.]$/, '')}. Run the command again to continue. Existing data is not written twice.`;

interface ArchiveResult {
  file: string;
  format: string;
  archive: ArchiveReport;
  warnings?: string[];
}

/** Formats the counts of each table with rows, followed by each omitted row. */
function archiveText({ file, format, archive, warnings = [] }: ArchiveResult): string {
  const name = basename(file);
  const { created, updated, skipped, failed } = totals(archive);
  const counts = `${created} created, ${updated} completed, ${skipped} there already, ${failed} left out`;
  const lines = [`${name} (${format}): ${archive.dryRun ? 'dry run, nothing was written: ' : ''}${counts}`];
  if (archive.stopped) lines.push(`${name}: ${stoppedText(archive.stopped)}`);
  for (const [table, { added, completed, kept, leftOut }] of Object.entries(archive.tables)) {
    if (added + completed + kept + leftOut > 0) lines.push(`  ${table}: ${added} created, ${kept + completed} there`);
  }
  for (const { table, row, reason } of archive.problems) lines.push(`${name}: ${table} ${row} left out: ${reason}`);
  append(
    lines,
    warnings.map((warning) => `${name}: ${warning}`),
  );
  return joined(lines);
}
