import { unguardFormula } from '../../../shared/text/formula.ts';
import type { BadRecord } from '../../../vcard/types.ts';
import { type CsvRow, readCsvRows } from './csv-rows.ts';

/** A row that is read by column name. */
export interface TableRow extends CsvRow {
  /** Returns a column's trimmed cell; column names ignore case. Empty if there is no such column or value. */
  get(column: string): string;
}

export interface Table {
  columns: string[];
  delimiter: string;
  rows: TableRow[];
  bad: BadRecord[];
  /** Nonempty columns that were never read. */
  unread(): string[];
  /** Whether a column has any content. */
  isFilled(index: number): boolean;
}

const columnKey = (name: string): string => name.trim().toLowerCase();

/**
 * Makes rows readable by name. A row may be shorter than the header, because some programs omit empty cells at the end.
 * A longer one is reported, because its cells may be shifted.
 */
export function readTable(text: string, header: CsvRow, delimiter: string): Table {
  const { rows, bad } = readCsvRows(text, delimiter);
  const columns = uniqueNames(header.cells);
  const indexOf = new Map(columns.map((name, index) => [columnKey(name), index] as const));
  const asked = new Set<number>();
  const filled = new Set<number>();
  const table: Table = {
    columns,
    delimiter,
    rows: [],
    bad: bad.filter(({ line }) => line > header.line),
    isFilled: (index) => filled.has(index),
    unread: () => columns.filter((_, index) => filled.has(index) && !asked.has(index)),
  };
  for (const { line, cells } of rows.filter((row) => row.line > header.line)) {
    if (!fits(cells, columns)) {
      table.bad.push({ line, reason: `the row has ${cells.length} cells but the header has ${columns.length}` });
      continue;
    }
    cells.forEach((cell, index) => {
      if (cell.trim()) filled.add(index);
    });
    const get = (column: string) => {
      const index = indexOf.get(columnKey(column));
      if (index !== undefined) asked.add(index);
      return index === undefined ? '' : unguardFormula(cells[index] ?? '').trim();
    };
    table.rows.push({ line, cells, get });
  }
  return table;
}

/** Makes column names unique. Unnamed columns get their position as a name, and repeated names get a number. */
export function uniqueNames(header: string[]): string[] {
  const known = new Set(header.map(columnKey));
  const used = new Set<string>();
  return header.map((cell, index) => {
    const name = cell.trim() || `Column ${index + 1}`;
    if (!used.has(columnKey(name))) {
      used.add(columnKey(name));
      return name;
    }
    let number = 2;
    while (known.has(columnKey(`${name} ${number}`)) || used.has(columnKey(`${name} ${number}`))) number++;
    used.add(columnKey(`${name} ${number}`));
    return `${name} ${number}`;
  });
}

/** Spreadsheets may add empty cells at the end of a row. They shift nothing. */
const fits = (cells: string[], columns: string[]): boolean =>
  cells.slice(columns.length).every((cell) => cell.trim() === '');
