import { columns as columnsOfTerminal, say as print } from '../../process/print.ts';
import { largest } from '../../shared/lists.ts';

// Prints the demo for a terminal.
const WIDTH = Math.min(columnsOfTerminal() ?? 110, 110);

export function say(text: string): void {
  void print(`${text}\n`);
}

/** Prints a step of the demo and its technical name. */
export function heading(text: string, technical = ''): void {
  void print('\n', { style: 'bold', text }, { style: 'dim', text: technical && `  ${technical}` }, '\n');
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Prints a call on one line, with ids shortened. */
export function calls(tool: string, args: Record<string, unknown>): void {
  const text = clip(`  → ${tool} ${JSON.stringify(args).replace(ID, 'id')}`, WIDTH);
  void print({ style: 'dim', text }, '\n');
}

/** Prints rows with aligned columns. The last column takes the remaining width. */
export function table(rows: string[][]): void {
  const columns = largest(
    rows.map((row) => row.length),
    0,
  );
  const widths = Array.from({ length: columns }, (_, index) => largest(rows.map((row) => width(row[index] ?? ''))));
  for (const row of rows) {
    const cells = row.map((cell, index) =>
      index === row.length - 1 ? cell.replace(/\s+/g, ' ') : cell + ' '.repeat(widths[index]! - width(cell)),
    );
    say(clip(`  ${cells.join('  ')}`, WIDTH));
  }
}

// East Asian characters take two columns in a terminal, combining marks none.
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/u;
const places = (character: string) => (/\p{Mn}/u.test(character) ? 0 : WIDE.test(character) ? 2 : 1);
const width = (text: string): number => [...text].reduce((sum, character) => sum + places(character), 0);

function clip(text: string, limit: number): string {
  let used = 0;
  let kept = '';
  for (const character of text) {
    used += places(character);
    if (used > limit - 1) return `${kept}…`;
    kept += character;
  }
  return kept;
}
