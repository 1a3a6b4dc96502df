import stringWidth from 'string-width';
import { columns, oneLine, type Styled, say } from './print.ts';

const GAP = 2;
/** A column is never cut below this. */
const NARROWEST = 8;

/**
 * Prints rows under their headings. At a terminal the widest columns give way until a row fits in a line; elsewhere
 * nothing is cut. Columns without a value are left out.
 */
export async function sayTable(headings: string[], rows: (string | null | undefined)[][]): Promise<void> {
  const cells = rows.map((row) => row.map((cell) => oneLine(cell ?? '')));
  const used = headings.map((_, column) => cells.some((row) => row[column] !== ''));
  const kept = [headings, ...cells].map((row) => row.filter((_, column) => used[column]));
  const widths = fitting(kept, columns() ?? Number.POSITIVE_INFINITY);
  const [head, ...lines] = kept.map((row) => line(row, widths));
  const parts: (string | Styled)[] = [{ style: 'dim', text: head! }, '\n'];
  for (const text of lines) parts.push(text, '\n');
  await say(...parts);
}

function fitting(rows: string[][], room: number): number[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => stringWidth(row[column]!))));
  const total = () => widths.reduce((sum, width) => sum + width + GAP, -GAP);
  while (total() > room) {
    const widest = Math.max(...widths);
    if (widest <= NARROWEST) break;
    widths[widths.indexOf(widest)] = widest - 1;
  }
  return widths;
}

const line = (row: string[], widths: number[]): string =>
  row
    .map((cell, column) => padded(cell, widths[column]!))
    .join(' '.repeat(GAP))
    .trimEnd();

const letters = new Intl.Segmenter();

/** The text in so many columns of a terminal: a Chinese letter takes two of them. */
function padded(text: string, width: number): string {
  if (stringWidth(text) <= width) return text + ' '.repeat(width - stringWidth(text));
  let shown = '';
  for (const { segment } of letters.segment(text)) {
    if (stringWidth(shown + segment) > width - 1) break;
    shown += segment;
  }
  return `${shown}…${' '.repeat(width - stringWidth(shown) - 1)}`;
}
