import { truncateText } from '../../shared/error.ts';
import type { BadRecord } from '../../vcard/types.ts';
import type { ParsedFile } from '../records/record.ts';

// A malicious file may have millions of broken lines and endless names. Reports list only the first ones.

/** Maximum listed lines, both for unread lines and for lines that are not contacts. */
const MAX_LINES = 10_000;
const MAX_WARNINGS = 100;
/** Maximum warnings about one person. */
const MAX_OWN_WARNINGS = 20;
const MAX_NAME = 200;
const MAX_TEXT = 300;

export const listedName = (name: string): string => truncateText(name, MAX_NAME);

/** Collects lines and returns those that a report lists, followed by a line that counts the rest. */
export function lineLister() {
  let count = 0;
  let last = 0;
  return {
    take(lines: readonly BadRecord[]): BadRecord[] {
      const listed = lines.slice(0, Math.max(0, MAX_LINES - count)).map(shortened);
      count += lines.length;
      last = listed.at(-1)?.line ?? last;
      return listed;
    },
    /** Empty if all were listed. */
    rest: (): BadRecord[] =>
      count > MAX_LINES
        ? [{ line: last + 1, reason: `${(count - MAX_LINES).toLocaleString('en-US')} more lines are not listed` }]
        : [],
  };
}

function listedLines(lines: readonly BadRecord[]): BadRecord[] {
  const lister = lineLister();
  return [...lister.take(lines), ...lister.rest()];
}

function shortened({ reason, name, ...line }: BadRecord): BadRecord {
  return { ...line, reason: truncateText(reason, MAX_TEXT), ...(name !== undefined && { name: listedName(name) }) };
}

const listedWarnings = (warnings: readonly string[], max = MAX_WARNINGS): string[] => [
  ...warnings.slice(0, max).map((warning) => truncateText(warning, MAX_TEXT)),
  ...(warnings.length > max ? [`${warnings.length - max} more warnings are not listed`] : []),
];

export const ownWarnings = (warnings: readonly string[]): string[] => listedWarnings(warnings, MAX_OWN_WARNINGS);

/** The parts of a report besides the people. */
export function listedRest<T extends Omit<ParsedFile, 'records'>>(file: T): T {
  const { bad, skipped, warnings, unmapped } = file;
  return {
    ...file,
    bad: listedLines(bad),
    skipped: listedLines(skipped),
    warnings: listedWarnings(warnings),
    ...(unmapped && {
      unmapped: unmapped.slice(0, MAX_WARNINGS).map((one) => ({ ...one, name: listedName(one.name) })),
    }),
  };
}
