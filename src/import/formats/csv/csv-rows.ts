import { CsvError, parse } from 'csv-parse/sync';
import type { BadRecord } from '../../../vcard/types.ts';

export interface CsvRow {
  /** First physical line, starting at 1. */
  line: number;
  cells: string[];
}

/**
 * Maximum number of columns with content. No known export comes close. Each column is a line of a report and a choice
 * on a page.
 */
const MAX_COLUMNS = 1_000;
/** The reason for rejecting a wide row. */
export const TOO_WIDE = `it has more than ${MAX_COLUMNS.toLocaleString('en-US')} columns`;

/** A file with more broken rows is not CSV, or has another delimiter. */
const MAX_BROKEN_ROWS = 10_000;
/** A longer row has an unclosed quote. */
const MAX_ROW_LENGTH = 1_048_576;

/**
 * Parses CSV (RFC 4180) with `
 * ` line ends. A row with broken quotes is reported with its line, and parsing continues at the next line, so that a
 * stray quote does not swallow the rest of the file. Empty rows are dropped.
 */
export function readCsvRows(text: string, delimiter: string): { rows: CsvRow[]; bad: BadRecord[] } {
  const bytes = Buffer.from(text);
  const rows: CsvRow[] = [];
  const bad: BadRecord[] = [];
  let start = 0;
  let line = 1;
  while (start < bytes.length) {
    let done = { bytes: 0, lines: 0 };
    const keep = (cells: string[], info: { bytes: number; lines: number }) => {
      const width = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
      const at = line + done.lines;
      if (width > MAX_COLUMNS) bad.push({ line: at, reason: TOO_WIDE });
      // Spreadsheets may write thousands of empty cells at the end of a row.
      else if (width > 0)
        rows.push({ line: at, cells: cells.length > MAX_COLUMNS ? cells.slice(0, MAX_COLUMNS) : cells });
      done = { bytes: info.bytes, lines: info.lines };
      return null;
    };
    const fault = parseFrom(bytes.subarray(start), delimiter, keep);
    if (!fault) break;
    bad.push({ line: line + done.lines, reason: fault });
    if (bad.length >= MAX_BROKEN_ROWS) {
      bad.push({ line: line + done.lines + 1, reason: `reading stopped here after ${MAX_BROKEN_ROWS} broken rows` });
      break;
    }
    const lineEnd = bytes.indexOf('\n', start + done.bytes);
    start = lineEnd === -1 ? bytes.length : lineEnd + 1;
    line += done.lines + 1;
  }
  return { rows, bad };
}

type OnRow = (cells: string[], info: { bytes: number; lines: number }) => null;

/** Passes each row to `keep`. Returns the error that stopped parsing, or undefined at the end. */
function parseFrom(bytes: Buffer, delimiter: string, keep: OnRow): string | undefined {
  const limits = { relax_column_count: true, max_record_size: MAX_ROW_LENGTH };
  try {
    parse(bytes, { delimiter, record_delimiter: '\n', ...limits, on_record: keep });
    return undefined;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return FAULTS[error.code] ?? error.message;
  }
}

const FAULTS: Record<string, string> = {
  INVALID_OPENING_QUOTE: 'there is a quote in the middle of an unquoted cell',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote, or a quote was not closed',
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
  CSV_MAX_RECORD_SIZE: 'a quote is not closed',
};
