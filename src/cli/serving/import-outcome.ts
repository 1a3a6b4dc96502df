import type { ImportOutcome, ImportRefusal } from '../../web/import-services.ts';
import { type FileResult, totals } from '../import/report.ts';

type Read = Exclude<FileResult, { error: string }>;

/** A result of the command line as pages show it. */
export function outcomeOf(result: Read): ImportOutcome {
  if ('report' in result) {
    const { created, updated, skipped, failed, rows, duplicates, warnings, stopped } = result.report;
    const counts = { created, updated, skipped, failed };
    const told = warnings.filter(isForPages);
    return { format: result.format, counts, rows, tables: [], duplicates: duplicates.length, warnings: told, stopped };
  }
  const { tables, problems, stopped } = result.archive;
  return {
    format: result.format,
    counts: totals(result.archive),
    rows: problems.map(({ table, row, reason }) => {
      const left = { outcome: 'failed' as const, name: row, warnings: [] };
      return { ...left, reason: `${spaced(table)}: ${reason}` };
    }),
    tables: Object.entries(tables)
      .map(([table, { added, completed, kept }]) => ({ name: spaced(table), created: added, there: completed + kept }))
      .filter(({ created, there }) => created + there > 0),
    duplicates: 0,
    warnings: (result.warnings ?? []).filter(isForPages),
    stopped,
  };
}

export const refusalOf = ({ error, hint }: Extract<FileResult, { error: string }>): ImportRefusal => ({
  reason: error,
  hint: hint?.split(SENTENCES).filter(isForPages).join(' ') || undefined,
});

/** Whether its encoding was guessed, and may be wrong: reading says so with the option of the command line. */
export const isGuessed = (result: FileResult): boolean =>
  ('error' in result ? [result.hint ?? ''] : 'report' in result ? result.report.warnings : []).some((text) =>
    text.includes('--encoding'),
  );

const SENTENCES = /(?<=\.)\s+/;

/** What names an option of the command line is said by the pages in their own words. */
const isForPages = (text: string): boolean => !/(?:^|\s)--[a-z]/.test(text);

const spaced = (table: string): string => table.replaceAll('_', ' ');
