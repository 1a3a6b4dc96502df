import { KithError, truncateText } from '../../../shared/error.ts';
import { clean, decodeFile } from '../../../shared/text/charset.ts';
import { buildRecord, isImportRecord } from '../../building/build-record.ts';
import { newBuilder, type RecordBuilder } from '../../building/record-builder.ts';
import type { FileFormat, ParsedFile } from '../../records/record.ts';
import { type CsvRow, readCsvRows, TOO_WIDE } from './csv-rows.ts';
import { isGoogle, readGoogleRow } from './google.ts';
import { isLinkedin, readLinkedinRow } from './linkedin.ts';
import { type Mapping, type MappingFile, missingColumns, readMappedRow } from './mapping.ts';
import { isIgnoredInOutlook, isOutlook, outlookDayOrder, readOutlookRow } from './outlook.ts';
import { outlookInEnglish, thunderbirdAsOutlook } from './outlook-columns.ts';
import { fieldsIn, guessColumns, guessMapping, impliedHeader, isListOfAddresses, isOfPeople } from './plain.ts';
import { readTable, type Table, type TableRow, uniqueNames } from './table.ts';

type ReadRow = (builder: RecordBuilder, row: TableRow) => void;

interface Layout {
  format: FileFormat;
  matches(columns: string[]): boolean;
  reader(table: Table): ReadRow;
  isIgnored?(column: string): boolean;
  /** Translates the header to the names that the reader knows. Undefined if the names are unknown. */
  renamed?(header: string[]): string[] | undefined;
}

const outlook = (inEnglish: boolean) => ({
  reader(table: Table): ReadRow {
    const order = outlookDayOrder(table, inEnglish);
    return (builder, row) => readOutlookRow(builder, row, order);
  },
  isIgnored: isIgnoredInOutlook,
});

/** The most specific header comes first: LinkedIn's, Google's and Thunderbird's share "First Name" with Outlook's. */
const LAYOUTS: Layout[] = [
  { format: 'LinkedIn CSV', matches: isLinkedin, reader: () => readLinkedinRow },
  { format: 'Google CSV', matches: isGoogle, reader: (table) => (builder, row) => readGoogleRow(builder, row, table) },
  { format: 'Thunderbird CSV', matches: isOutlook, renamed: thunderbirdAsOutlook, ...outlook(true) },
  { format: 'Outlook CSV', matches: isOutlook, ...outlook(true) },
  { format: 'Outlook CSV', matches: isOutlook, renamed: outlookInEnglish, ...outlook(false) },
];

const DELIMITERS = [',', ';', '\t'];
/** How many lines to search for the header. LinkedIn writes a few lines of notes before it. */
const HEADER_LINES = 20;

/**
 * Parses a CSV export of Google Contacts, LinkedIn, Outlook or Thunderbird, detected by its header, or a list with
 * recognizable column names. Unreadable rows are in `bad`. With a mapping, any header with its columns is accepted.
 * Throws if the header is unknown, and then suggests a mapping.
 */
export function parseCsv(bytes: Uint8Array, mapping?: Mapping): ParsedFile {
  const text = clean(decodeFile(bytes));
  const found = mapping ? findMapped(text, mapping) : findHeader(text);
  const { file, table, unread } = readAs(text, found);
  if (mapping || unread.length === 0 || found.layout === PLAIN) return file;
  const { columns } = guessMapping(table.columns, table.rows, found.delimiter);
  const more = unread.filter((column) => Object.hasOwn(columns, column));
  if (more.length === 0) return file;
  // A short list may have the typical columns of an export, and others with recognizable names.
  const original = found.header.original ?? found.header.cells;
  const plain = Object.values(guessColumns(uniqueNames(original), table.rows));
  const isRead = (column: string, index: number) => table.isFilled(index) && !unread.includes(column);
  if (table.columns.every((column, index) => !isRead(column, index) || plain[index]))
    return readAs(text, { ...found, layout: PLAIN, header: { ...found.header, cells: original } }).file;
  return readAs(text, found, more).file;
}

/** `more`: columns outside the layout with recognizable names. */
function readAs(text: string, { layout, header, delimiter }: DetectedFormat, more: string[] = []) {
  const table = readTable(text, header, delimiter);
  const readRow = layout.reader(table);
  const guessed = more.length > 0 ? guessMapping(table.columns, table.rows, delimiter) : undefined;
  const added = guessed && { ...guessed, columns: pick(guessed.columns, more) };
  const file: ParsedFile = { format: layout.format, records: [], bad: table.bad, skipped: [], warnings: [] };
  for (const row of table.rows) {
    const builder = newBuilder(row.line);
    builder.fields.source = 'csv_import';
    readRow(builder, row);
    if (added) readMappedRow(builder, row, added);
    const result = buildRecord(builder);
    if (isImportRecord(result)) file.records.push(result);
    else file.bad.push(result);
  }
  const [ignored, unread] = partition(table.unread(), (column) => layout.isIgnored?.(column) ?? false);
  file.warnings = unread.map(
    (column) => `Skipped column "${truncateText(column, MAX_NAME)}": kith has no field for it`,
  );
  if (ignored.length > 0) file.warnings.push(`left out because the program fills them in: ${shownColumns(ignored)}`);
  if (layout === PLAIN && unread.length > 0) file.mapping = mappingToFill(table.columns, table.rows, delimiter);
  return { file, table, unread };
}

const pick = (columns: Mapping['columns'], names: string[]): Mapping['columns'] =>
  Object.fromEntries(Object.entries(columns).filter(([name]) => names.includes(name)));

function partition<T>(all: T[], is: (one: T) => boolean): [T[], T[]] {
  return [all.filter(is), all.filter((one) => !is(one))];
}

/** Finds the first row with the mapping's columns. Throws with the columns missing from the closest row. */
function findMapped(text: string, mapping: Mapping): DetectedFormat {
  const top = text.split('\n', HEADER_LINES).join('\n');
  let missing = Object.keys(mapping.columns);
  for (const delimiter of mapping.delimiter ? [mapping.delimiter] : DELIMITERS) {
    for (const header of readCsvRows(top, delimiter).rows) {
      const lacks = missingColumns(mapping, uniqueNames(header.cells));
      const reader = () => (builder: RecordBuilder, row: TableRow) => readMappedRow(builder, row, mapping);
      if (lacks.length === 0)
        return { layout: { format: 'mapped CSV', matches: () => true, reader }, header, delimiter };
      if (lacks.length < missing.length) missing = lacks;
    }
  }
  throw new KithError(
    'BadRequest',
    `The file has no ${missing.length > 1 ? 'columns' : 'column'} ${shownColumns(missing)}, which the mapping requires.`,
  );
}

interface DetectedFormat {
  layout: Layout;
  /** Cells under the names of the layout. `original`: the cells as in the file, if they differ. */
  header: CsvRow & { original?: string[] };
  delimiter: string;
}

function findHeader(text: string): DetectedFormat {
  const top = text.split('\n', HEADER_LINES).join('\n');
  for (const delimiter of DELIMITERS) {
    const { rows } = readCsvRows(top, delimiter);
    for (const header of rows) {
      for (const layout of LAYOUTS) {
        const cells = layout.renamed ? layout.renamed(header.cells) : header.cells;
        if (cells && layout.matches(cells.map((cell) => cell.trim().toLowerCase())))
          return { layout, header: { ...header, cells, original: header.cells }, delimiter };
      }
    }
  }
  const plain = findPlain(top) ?? findWithoutHeader(top);
  if (plain) return plain;
  refuseWideTable(top);
  const { header, rows, delimiter } = widestRow(top);
  throw new KithError('BadRequest', `Unknown columns: ${shownColumns(header)}.`, {
    hint: 'kith reads vCard, CSV exports of Google, LinkedIn, Thunderbird and Outlook, and columns named name, email, phone and so on. For other files, use --map.',
    details: { mapping: mappingToFill(header, rows, delimiter) },
  });
}

/** Throws if a row at the beginning of a list without a known header has too many columns. */
function refuseWideTable(top: string): void {
  const wide = DELIMITERS.flatMap((delimiter) => readCsvRows(top, delimiter).bad).find(
    ({ reason }) => reason === TOO_WIDE,
  );
  if (!wide) return;
  throw new KithError('BadRequest', `Line ${wide.line} cannot be read: ${TOO_WIDE}.`, {
    hint: 'Remove the columns that are not about people, then import the file again.',
  });
}

const PLAIN: Layout = {
  format: 'CSV',
  matches: () => true,
  reader({ columns, rows, delimiter }) {
    const mapping = guessMapping(columns, rows, delimiter);
    return (builder, row) => readMappedRow(builder, row, mapping);
  },
};

/** Finds the row with the most recognizable column names. */
function findPlain(top: string): DetectedFormat | undefined {
  let best: { found: DetectedFormat; known: number } | undefined;
  for (const delimiter of DELIMITERS) {
    const { rows } = readCsvRows(top, delimiter);
    for (const [index, header] of rows.entries()) {
      const columns = guessColumns(header.cells, rows.slice(index + 1));
      const known = isOfPeople(columns) ? fieldsIn(columns).length : 0;
      if (known > (best?.known ?? 0)) best = { known, found: { layout: PLAIN, header, delimiter } };
    }
  }
  return best?.found;
}

function findWithoutHeader(top: string): DetectedFormat | undefined {
  for (const delimiter of DELIMITERS) {
    const cells = impliedHeader(readCsvRows(top, delimiter).rows);
    if (cells) return { layout: PLAIN, header: { line: 0, cells }, delimiter };
  }
  const { rows } = readCsvRows(top, ',');
  return isListOfAddresses(rows)
    ? { layout: PLAIN, header: { line: rows[0]!.line, cells: ['email'] }, delimiter: ',' }
    : undefined;
}

/** Longer text is not a column name. */
const MAX_NAME = 200;

/** A mapping file for the user to complete. Null skips a column. */
const mappingToFill = (header: string[], rows: CsvRow[], delimiter: string): MappingFile => ({
  columns: Object.fromEntries(
    Object.entries(guessColumns(uniqueNames(header), rows)).filter(([column]) => column.length <= MAX_NAME),
  ),
  ...(delimiter !== ',' && { delimiter }),
});

/** The likely header: the first row, with the delimiter that produces the most cells. */
function widestRow(top: string): { header: string[]; rows: CsvRow[]; delimiter: string } {
  const tables = DELIMITERS.map((delimiter) => ({ delimiter, rows: readCsvRows(top, delimiter).rows }));
  const width = ({ rows }: { rows: CsvRow[] }) => rows[0]?.cells.length ?? 0;
  const { delimiter, rows } = tables.reduce((widest, table) => (width(table) > width(widest) ? table : widest));
  return { header: rows[0]?.cells ?? [], rows: rows.slice(1), delimiter };
}

const shownColumns = (columns: string[]): string => {
  const shown = columns.slice(0, 12).map((name) => `"${name.trim().slice(0, 40)}"`);
  return (
    (shown.join(', ') || 'none') + (columns.length > shown.length ? `, and ${columns.length - shown.length} more` : '')
  );
};
