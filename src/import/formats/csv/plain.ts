import { largest } from '../../../shared/lists.ts';
import { dayOrder } from '../../../vcard/dates.ts';
import { ADDRESS_PARTS } from '../../../vcard/types.ts';
import { normalizeText } from '../../matching/match-keys.ts';
import type { CsvRow } from './csv-rows.ts';
import type { ColumnTarget, FieldName, Mapping } from './mapping.ts';
import { bareLabel, type PlainColumn, plainColumn } from './plain-names.ts';

// Converts a list with a handwritten header to a mapping like those of `--map`.

type Columns = Mapping['columns'];

/** Fields that identify a person. A name alone could belong to anything. */
const TELLING: FieldName[] = [
  'email',
  'phone',
  'first_name',
  'last_name',
  'linkedin',
  'twitter',
  'instagram',
  'telegram',
];
const DATE_FIELDS: (FieldName | undefined)[] = ['birthday', 'first_met_at'];
const ENGLISH_DATES = [
  ...['birthday', 'birth date', 'birthdate', 'date of birth', 'dob', 'bday', 'born'],
  ...['first met', 'met on', 'met at'],
];

/** Columns according to their names. Null if a name is unknown. */
export function guessColumns(header: string[], rows: CsvRow[]): Columns {
  const names = header.map((name) => name.trim());
  const found = names.map(plainColumn);
  settleTitle(found, names);
  settleNumbers(found, names, rows);
  settleNames(found, rows);
  settleAddress(found);
  settleOffice(found, rows);
  const columns = new Map<string, ColumnTarget | FieldName | null>();
  for (const [index, name] of names.entries())
    columns.set(name, found[index] ? target(found[index], rows, index) : null);
  return Object.fromEntries(columns);
}

/** Maps the columns with known names. The rest is reported. */
export const guessMapping = (header: string[], rows: CsvRow[], delimiter: string): Mapping => ({
  columns: Object.fromEntries(Object.entries(guessColumns(header, rows)).filter(([, one]) => one !== null)),
  dates: datesIn(header, rows, delimiter),
});

/** The fields of the mapped columns. */
export const fieldsIn = (columns: Columns): FieldName[] =>
  Object.values(columns).flatMap((one) => (one === null ? [] : [typeof one === 'string' ? one : one.field]));

/** Whether the columns suggest that rows are people. */
export function isOfPeople(columns: Columns): boolean {
  const fields = fieldsIn(columns);
  if (fields.some((field) => TELLING.includes(field))) return true;
  return fields.includes('full_name') && fields.length * 2 >= Object.keys(columns).length;
}

/**
 * "Nombre", "Name" and similar mean the first name if there is a last name column, the last name if there is a first
 * name column, and otherwise the full name.
 */
function settleNames(found: (PlainColumn | undefined)[], rows: CsvRow[]): void {
  const at = (field: FieldName) => found.findIndex((one) => one?.field === field);
  const [whole, first, last] = [at('full_name'), at('first_name'), at('last_name')];
  if (whole < 0 || first < 0 === last < 0) return;
  const part = Math.max(first, last);
  const holdsIt = rows.some(({ cells }) => {
    const [name, inIt] = [normalizeText(cells[whole] ?? ''), normalizeText(cells[part] ?? '')];
    return inIt !== '' && name !== inIt && ` ${name} `.includes(` ${inIt} `);
  });
  if (!holdsIt) found[whole] = { field: first < 0 ? 'first_name' : 'last_name' };
}

/** If the list has a job title column, "title" is the name's prefix. */
function settleTitle(found: (PlainColumn | undefined)[], names: string[]): void {
  const titles = names.filter((_, index) => found[index]?.field === 'job_title');
  const index = names.findIndex((name) => normalizeText(name) === 'title');
  if (index >= 0 && titles.length > 1) found[index] = { field: 'name_prefix' };
}

/** Yahoo names phone columns only by their label: "Home", "Work", "Other". */
function settleNumbers(found: (PlainColumn | undefined)[], names: string[], rows: CsvRow[]): void {
  for (const [index, name] of names.entries()) {
    const label = found[index] ? undefined : bareLabel(name);
    if (label !== undefined && holdsNumbers(rows, index)) found[index] = { field: 'phone', label };
  }
}

function holdsNumbers(rows: CsvRow[], index: number): boolean {
  const filled = rows.flatMap(({ cells }) => cells[index]?.trim() || []);
  return filled.filter(isNumber).length * 2 > filled.length;
}

const OF_ADDRESS: FieldName[] = ['address', ...ADDRESS_PARTS];

/** If a city or postal code has the same label, "address" is only the street. */
function settleAddress(found: (PlainColumn | undefined)[]): void {
  const columns = found.flatMap((column, index) =>
    column && OF_ADDRESS.includes(column.field) ? [{ ...column, index }] : [],
  );
  const labeled = columns.filter(({ label }) => label !== undefined);
  const bare = columns.filter(({ label }) => label === undefined);
  const [label, ...others] = new Set(labeled.map((column) => column.label));
  const isOne = others.length === 0 && bare.every(({ field }) => labeled.every((other) => other.field !== field));
  // "Home address" and "City" are one address, although only one column has the label.
  if (isOne && label !== undefined) for (const column of bare) column.label = label;
  for (const { index, field, label } of columns) {
    const fields = columns.filter((other) => other.label === label).map((other) => other.field);
    const isStreet =
      field === 'address' && ADDRESS_PARTS.some((part) => fields.includes(part)) && !fields.includes('street');
    found[index] = { field: isStreet ? 'street' : field, ...(label && { label }) };
  }
}

/** In Italian Outlook, "Ufficio" is a work phone number; elsewhere it is an office. The content decides. */
function settleOffice(found: (PlainColumn | undefined)[], rows: CsvRow[]): void {
  for (const [index, column] of found.entries()) {
    if (column?.label === 'Department' && holdsNumbers(rows, index)) found[index] = { field: 'phone', label: 'work' };
  }
}

const SEPARATORS: Partial<Record<FieldName, string[]>> = {
  email: [';', ',', '|', '\n'],
  phone: [';', '|', '\n'],
  tags: [';', ',', '|', '\n'],
};

/** A column's field, and the separator if cells have several values. */
function target({ field, label }: PlainColumn, rows: CsvRow[], index: number): ColumnTarget | FieldName {
  const separator = SEPARATORS[field]?.find((one) => rows.some(({ cells }) => cells[index]?.trim().includes(one)));
  if (label === undefined && separator === undefined) return field;
  return { field, ...(label !== undefined && { label }), ...(separator !== undefined && { separator }) };
}

/** The month may come first only if commas separate the cells and the header is English. */
function datesIn(header: string[], rows: CsvRow[], delimiter: string): Mapping['dates'] {
  const isOfDays = (name: string) => DATE_FIELDS.includes(plainColumn(name)?.field);
  const indexes = header.flatMap((name, index) => (isOfDays(name) ? [index] : []));
  if (indexes.length === 0) return 'day first';
  const inEnglish = ENGLISH_DATES.includes(normalizeText(header[indexes[0]!]!));
  const values = rows.flatMap(({ cells }) => indexes.map((index) => cells[index] ?? ''));
  return dayOrder(values, inEnglish && delimiter !== ';' ? 'month first' : 'day first');
}

const MAX_ADDRESS_LENGTH = 400;
const ADDRESS = /^(?:[^<>]*<)?[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+>?$/;
const NUMBER = /^\+?[\d\s()./-]{6,}$/;

const isAddress = (cell: string): boolean => cell.length <= MAX_ADDRESS_LENGTH && ADDRESS.test(cell);
const isNumber = (cell: string): boolean => cell.length <= MAX_ADDRESS_LENGTH && NUMBER.test(cell);

/**
 * Derives the header of a list without one: a column of email addresses, optionally with columns of names and numbers.
 * Undefined for any other list.
 */
export function impliedHeader(rows: CsvRow[]): string[] | undefined {
  const width = largest(
    rows.map(({ cells }) => cells.length),
    0,
  );
  const kinds = Array.from({ length: Math.min(width, 4) }, (_, column) => {
    const filled = rows.flatMap(({ cells }) => cells[column]?.trim() || []);
    const mostly = (is: (cell: string) => boolean) => filled.filter(is).length * 2 > filled.length;
    return mostly(isAddress) ? 'email' : mostly(isNumber) ? 'phone' : 'name';
  });
  const startsAtOnce = rows[0]?.cells.some((cell) => isAddress(cell.trim()));
  const isClear = new Set(kinds).size === kinds.length && width === kinds.length;
  return startsAtOnce && isClear && kinds.includes('email') ? kinds : undefined;
}

/** Whether every row after the first is an email address. The first row is then the header, whatever it contains. */
export function isListOfAddresses([header, ...rows]: CsvRow[]): boolean {
  const isOne = ({ cells }: CsvRow) => cells.length === 1 && isAddress(cells[0]!.trim());
  return header?.cells.length === 1 && rows.length > 0 && rows.every(isOne);
}
