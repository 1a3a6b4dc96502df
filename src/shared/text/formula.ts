import { clean } from './charset.ts';

// A spreadsheet runs a cell as a formula that begins with = + - or @, also in full width or behind blanks, and some do
// behind a tab or a line end (OWASP, CSV injection). An apostrophe before it makes it text. A cell that has such an
// apostrophe of its own gets one more, so that taking one away always gives back what was there.

const FORMULA = '(?:[\\t\\r\\n]|\\s*[=+\\-@＝＋－＠])';
const FORMULA_OR_GUARDED = new RegExp(`^'*${FORMULA}`);
const GUARDED = new RegExp(`^'+${FORMULA}`);

/** A cell as it is written. `raw` leaves formulas as they are; what looks guarded is still told apart. */
export const guarded = (cell: string, raw: boolean): string =>
  (raw ? GUARDED : FORMULA_OR_GUARDED).test(clean(cell)) ? `'${cell}` : cell;

/** A cell as it was, from a file of ours or of a spreadsheet that writes an apostrophe before text. */
export const unguarded = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);
