import { clean } from './charset.ts';

// A spreadsheet executes a cell that starts with = + - or @ as a formula, even in full width or after spaces, and some
// after a tab or newline (OWASP, CSV injection). A leading apostrophe makes it text. A cell that already has such an
// apostrophe gets another one, so that removing one always restores the original.

const FORMULA = '(?:[\\t\\r\\n]|\\s*[=+\\-@＝＋－＠])';
const FORMULA_OR_GUARDED = new RegExp(`^'*${FORMULA}`);
const GUARDED = new RegExp(`^'+${FORMULA}`);

/** Escapes a cell. `raw` keeps formulas, but text that looks escaped is still marked. */
export const guardFormula = (cell: string, raw: boolean): string =>
  (raw ? GUARDED : FORMULA_OR_GUARDED).test(clean(cell)) ? `'${cell}` : cell;

/** The original cell, from kith's file or from a spreadsheet that writes an apostrophe before text. */
export const unguardFormula = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);
