import { KithError } from '../../../contract/error.ts';
import { clean, decodeFile } from '../../../shared/text/charset.ts';
import type { FileFormat, ParsedFile } from '../../record.ts';
import { buildRecord, isImportRecord } from '../build-record.ts';
import { newBuilder, type RecordBuilder } from '../record-builder.ts';
import { type CsvRow, readRows } from './csv-rows.ts';
import { isGoogle, readGoogleRow } from './google.ts';
import { isLinkedin, readLinkedinRow } from './linkedin.ts';
import { type Mapping, missingColumns, readMappedRow } from './mapped.ts';
import { isIgnoredInOutlook, isOutlook, outlookDayOrder, readOutlookRow } from './outlook.ts';
import { outlookInEnglish, thunderbirdAsOutlook } from './outlook-columns.ts';
import { type Row, readTable, type Table } from './table.ts';

type ReadRow = (builder: RecordBuilder, row: Row) => void;

interface Layout {
  format: FileFormat;
  matches(columns: string[]): boolean;
  reader(table: Table): ReadRow;
  isIgnored?(column: string): boolean;
  /** The header under the names that the reader knows; undefined where its names are unknown. */
  renamed?(header: string[]): string[] | undefined;
}

const outlook = (inEnglish: boolean) => ({
  reader(table: Table): ReadRow {
    const order = outlookDayOrder(table, inEnglish);
    return (builder, row) => readOutlookRow(builder, row, order);
  },
  isIgnored: isIgnoredInOutlook,
});

/** The most specific header first: LinkedIn's, Google's and Thunderbird's share "First Name" with Outlook's. */
const LAYOUTS: Layout[] = [
  { format: 'LinkedIn CSV', matches: isLinkedin, reader: () => readLinkedinRow },
  { format: 'Google CSV', matches: isGoogle, reader: (table) => (builder, row) => readGoogleRow(builder, row, table) },
  { format: 'Thunderbird CSV', matches: isOutlook, renamed: thunderbirdAsOutlook, ...outlook(true) },
  { format: 'Outlook CSV', matches: isOutlook, ...outlook(true) },
  { format: 'Outlook CSV', matches: isOutlook, renamed: outlookInEnglish, ...outlook(false) },
];

const DELIMITERS = [',', ';', '\t'];
/** How far down a header may stand: LinkedIn writes some lines of notes before its own. */
const HEADER_LINES = 20;

/**
 * Reads a CSV export of Google Contacts, LinkedIn, Outlook or Thunderbird, told apart by its header. Rows that cannot be
 * read are in `bad` with their line. Throws when the header is unknown; with a mapping, any header with the columns
 * that it names will do.
 */
export function parseCsv(bytes: Uint8Array, mapping?: Mapping): ParsedFile {
  const text = clean(decodeFile(bytes));
  const { layout, header, delimiter } = mapping ? findMapped(text, mapping) : findHeader(text);
  const table = readTable(text, header, delimiter);
  const readRow = layout.reader(table);
  const file: ParsedFile = { format: layout.format, records: [], bad: table.bad, skipped: [], warnings: [] };
  for (const row of table.rows) {
    const builder = newBuilder(row.line);
    builder.fields.source = 'csv_import';
    readRow(builder, row);
    const result = buildRecord(builder);
    if (isImportRecord(result)) file.records.push(result);
    else file.bad.push(result);
  }
  const unread = table.unread().filter((column) => !layout.isIgnored?.(column));
  file.warnings = unread.map((column) => `column "${column}" has no field here and was left out`);
  return file;
}

/** The first row that has the columns of the mapping. Throws, naming what the closest row lacks. */
function findMapped(text: string, mapping: Mapping): { layout: Layout; header: CsvRow; delimiter: string } {
  const top = text.split('\n', HEADER_LINES).join('\n');
  let missing = Object.keys(mapping.columns);
  for (const delimiter of mapping.delimiter ? [mapping.delimiter] : DELIMITERS) {
    for (const header of readRows(top, delimiter).rows) {
      const lacks = missingColumns(mapping, header.cells);
      const reader = () => (builder: RecordBuilder, row: Row) => readMappedRow(builder, row, mapping);
      if (lacks.length === 0)
        return { layout: { format: 'mapped CSV', matches: () => true, reader }, header, delimiter };
      if (lacks.length < missing.length) missing = lacks;
    }
  }
  throw new KithError(
    'BadRequest',
    `The file has no ${missing.length > 1 ? 'columns' : 'column'} ${shownColumns(missing)}, which the mapping names.`,
  );
}

function findHeader(text: string): { layout: Layout; header: CsvRow; delimiter: string } {
  const top = text.split('\n', HEADER_LINES).join('\n');
  let widest: string[] = [];
  for (const delimiter of DELIMITERS) {
    const { rows } = readRows(top, delimiter);
    for (const header of rows) {
      for (const layout of LAYOUTS) {
        const cells = layout.renamed ? layout.renamed(header.cells) : header.cells;
        if (cells && layout.matches(cells.map((cell) => cell.trim().toLowerCase())))
          return { layout, header: { ...header, cells }, delimiter };
      }
    }
    if (rows[0] && rows[0].cells.length > widest.length) widest = rows[0].cells;
  }
  throw new KithError('BadRequest', `The columns are not known: ${shownColumns(widest)}.`, {
    hint: `Known are the CSV of Google, LinkedIn and Thunderbird (English headers) and Outlook (English, German, French, Spanish), and vCard. For any other give --map.`,
  });
}

const shownColumns = (columns: string[]): string => {
  const shown = columns.slice(0, 12).map((name) => `"${name.trim().slice(0, 40)}"`);
  return (
    (shown.join(', ') || 'none') + (columns.length > shown.length ? `, and ${columns.length - shown.length} more` : '')
  );
};
