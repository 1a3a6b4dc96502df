import { columns, oneLine, type Styled, say } from '../../process/print.ts';
import { largest } from '../../shared/lists.ts';
import { widthFor } from './width.ts';

const GAP = 2;
/** Minimum column widths when truncating: first recognizable, then, on a narrow terminal, less. */
const MIN_WIDTHS = [8, 4];

/** A column's heading, and whether it is truncated first, `last` (such as names), or never (`whole`, such as dates). */
type Column = string | [heading: string, cut: 'last' | 'whole'];

/**
 * Prints a table. On a terminal, the widest columns are truncated until rows fit on a line. Empty columns are left out.
 */
export async function sayTable(all: Column[], rows: (string | null | undefined)[][]): Promise<void> {
  const headings = all.map((column) => (typeof column === 'string' ? column : column[0]));
  const cells = rows.map((row) => row.map((cell) => oneLine(cell ?? '')));
  const used = headings.map((_, column) => cells.some((row) => row[column] !== ''));
  const kept = [headings, ...cells].map((row) => row.filter((_, column) => used[column]));
  const cuts = all
    .filter((_, column) => used[column])
    .map((column) => (typeof column === 'string' ? 'first' : column[1]));
  const widthOf = await widthFor(kept.flat());
  const widths = fitting(
    kept.map((row) => row.map(widthOf)),
    cuts,
    columns() ?? Number.POSITIVE_INFINITY,
  );
  const [head, ...lines] = kept.map((row) => line(row, widths, widthOf));
  const parts: (string | Styled)[] = [{ style: 'dim', text: head! }, '\n'];
  for (const text of lines) parts.push(text, '\n');
  await say(parts);
}

/** Formats rows with aligned columns, without truncation. */
export async function aligned(rows: string[][]): Promise<string> {
  const widthOf = await widthFor(rows.flat());
  const widths = fitting(
    rows.map((row) => row.map(widthOf)),
    [],
    Number.POSITIVE_INFINITY,
  );
  return rows.map((row) => line(row, widths, widthOf)).join('\n');
}

/** Returns the column widths for the given cell widths. */
function fitting(rows: number[][], cuts: ('first' | 'last' | 'whole')[], room: number): number[] {
  const widths = rows[0]!.map((_, column) => largest(rows.map((row) => row[column]!)));
  const total = () => widths.reduce((sum, width) => sum + width + GAP, -GAP);
  for (const narrowest of MIN_WIDTHS) {
    for (const cut of ['first', 'last']) {
      const theirs = widths.map((_, column) => column).filter((column) => cuts[column] === cut);
      while (total() > room) {
        const [widest] = theirs.filter((column) => widths[column]! > narrowest).sort((a, b) => widths[b]! - widths[a]!);
        if (widest === undefined) break;
        widths[widest]!--;
      }
    }
  }
  return widths;
}

type WidthOf = (text: string) => number;

const line = (row: string[], widths: number[], widthOf: WidthOf): string =>
  row
    .map((cell, column) => padded(cell, widths[column]!, widthOf))
    .join(' '.repeat(GAP))
    .trimEnd();

/** Pads or truncates text to a width in terminal columns. A Chinese character takes two columns. */
function padded(text: string, width: number, widthOf: WidthOf): string {
  const own = widthOf(text);
  if (own <= width) return text + ' '.repeat(width - own);
  let shown = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (widthOf(shown + segment) > width - 1) break;
    shown += segment;
  }
  return `${shown}…${' '.repeat(width - widthOf(shown) - 1)}`;
}
