import { truncateText } from '../shared/error.ts';
import type { ImportOutcome, ImportRefusal, ImportRow } from '../web/services/import.ts';
import { type FileResult, totals } from './transfer/import-result.ts';

type Read = Exclude<FileResult, { error: string }>;

/** Converts an import result for the web app. */
export function outcomeOf(result: Read): ImportOutcome {
  if ('report' in result) {
    const { created, updated, skipped, failed, rows, duplicates, warnings, unmapped = [], stopped } = result.report;
    const counts = { created, updated, skipped, failed };
    const told = shownWarnings(warnings.filter(isForPages), MAX_WARNINGS);
    return {
      format: result.format,
      counts,
      rows: rows.map(shown),
      tables: [],
      duplicates: duplicates.length,
      warnings: told,
      unmapped,
      stopped,
    };
  }
  const { tables, problems, stopped } = result.archive;
  return {
    format: result.format,
    counts: totals(result.archive),
    rows: problems.map(({ table, row, reason }) => {
      const left = { outcome: 'failed' as const, name: row, warnings: [] };
      return shown({ ...left, reason: `${spaced(table)}: ${reason}` });
    }),
    tables: Object.entries(tables)
      .map(([table, { added, completed, kept }]) => ({ name: spaced(table), created: added, there: completed + kept }))
      .filter(({ created, there }) => created + there > 0),
    duplicates: 0,
    warnings: shownWarnings((result.warnings ?? []).filter(isForPages), MAX_WARNINGS),
    unmapped: [],
    stopped,
  };
}

/** Maximum characters of a name, a reason, or a warning. A page shows 50 rows of them. */
const MAX_SHOWN = 300;
/** Maximum warnings for one row and for the file, slightly above the limits for reading a file. */
const MAX_OWN_WARNINGS = 25;
const MAX_WARNINGS = 150;
const MAX_HINT = 2_000;

const shown = <R extends ImportRow>({ name, reason, warnings, ...row }: R) => ({
  ...row,
  name: truncateText(name, MAX_SHOWN),
  ...(reason !== undefined && { reason: truncateText(reason, MAX_SHOWN) }),
  warnings: shownWarnings(warnings, MAX_OWN_WARNINGS),
});

const shownWarnings = (warnings: string[], max: number): string[] =>
  warnings.slice(0, max).map((warning) => truncateText(warning, MAX_SHOWN));

export const refusalOf = ({ error, hint }: Extract<FileResult, { error: string }>): ImportRefusal => ({
  reason: error,
  hint:
    truncateText(hint ?? '', MAX_HINT)
      .split(SENTENCES)
      .filter(isForPages)
      .join(' ') || undefined,
});

/** Returns whether the encoding is a guess. The reader's warning then names the option of the command line. */
export const isGuessed = (result: FileResult): boolean =>
  ('error' in result ? [result.hint ?? ''] : 'report' in result ? result.report.warnings : []).some((text) =>
    text.includes('--encoding'),
  );

const SENTENCES = /(?<=\.)\s+/;

/** Returns whether a text fits the web app: it names no command line option. */
const isForPages = (text: string): boolean => !/(?:^|\s)--[a-z]/.test(text);

const spaced = (table: string): string => table.replaceAll('_', ' ');
