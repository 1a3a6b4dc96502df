import { largest } from '../../../shared/lists.ts';
import { OWN_CSV_COLUMNS } from '../../../shared/own-csv.ts';
import { readDay } from '../../../vcard/dates.ts';
import {
  addAddress,
  addEmail,
  addExtra,
  addNames,
  addNote,
  addPhone,
  addProfile,
  addTag,
  addWebsite,
  type RecordBuilder,
  setField,
  UNRANKED,
} from '../../building/record-builder.ts';
import type { ImportNote } from '../../records/record.ts';
import type { Table, TableRow } from './table.ts';

/** Google's separator between several values in a cell. */
const SEPARATOR = ' ::: ';
const valuesOf = (cell: string): string[] => cell.split(SEPARATOR.trim()).map((value) => value.trim());

const PLAIN_LABELS = ['home', 'work', 'other', 'mobile', 'main', 'home fax', 'work fax', 'pager'];

/** Whether the header is from Google Contacts, either before 2024 ("Given Name") or since ("First Name", "Labels"). */
export function isGoogle(columns: string[]): boolean {
  const has = (name: string) => columns.includes(name);
  const numbered = columns.some((name) => /^(e-mail|phone|address|website) 1 - /.test(name));
  return numbered || (has('given name') && has('family name')) || (has('first name') && has('labels'));
}

/** Reads a row of a Google Contacts export with either header. */
export function readGoogleRow(builder: RecordBuilder, row: TableRow, table: Table): void {
  const either = (...columns: string[]) => columns.map(row.get).find((value) => value !== '') ?? '';
  addNames(builder, {
    full: row.get('Name'),
    prefix: row.get('Name Prefix'),
    first: either('First Name', 'Given Name'),
    middle: either('Middle Name', 'Additional Name'),
    last: either('Last Name', 'Family Name'),
    suffix: row.get('Name Suffix'),
    nickname: row.get('Nickname'),
  });
  setField(builder, 'company', either('Organization Name', 'Organization 1 - Name'), 'Organization');
  setField(builder, 'job_title', either('Organization Title', 'Organization 1 - Title', 'Occupation'), 'Title');
  addExtra(builder, 'Department', either('Organization Department', 'Organization 1 - Department'));
  addExtra(builder, 'Maiden name', row.get('Maiden Name'));
  addExtra(builder, 'Hobby', row.get('Hobby'));
  setField(builder, 'legacy_location', row.get('Location'), 'Location');
  if (isKith(table)) readKithNotes(builder, row.get('Notes'));
  else addNote(builder, { text: row.get('Notes') });
  readBirthday(builder, row.get('Birthday'));
  if (/^https?:/i.test(row.get('Photo'))) setField(builder, 'image_url', row.get('Photo'), 'Photo');
  for (const label of [...valuesOf(row.get('Labels')), ...valuesOf(row.get('Group Membership'))])
    addLabel(builder, label);
  readNumbered(builder, row, table);
}

/** Whether the table was exported by kith, which uses Google's columns in a different order. */
const isKith = ({ columns }: Table): boolean => OWN_CSV_COLUMNS.every((name, index) => columns[index] === name);

const DATED = /^\d{4}-\d\d-\d\d: /;
const BEFORE_DATED = /(?:^|\n\n)(?=\d{4}-\d\d-\d\d: )/;

/** Reads the description and the dated notes after it, as `kith export` writes them. */
function readKithNotes(builder: RecordBuilder, cell: string): void {
  const described: string[] = [];
  const notes: Required<Pick<ImportNote, 'day' | 'text'>>[] = [];
  for (const part of cell.split(BEFORE_DATED)) {
    const day = part.slice(0, 10);
    const last = notes.at(-1);
    if (DATED.test(part) && readDay(day) === day) notes.push({ day, text: part.slice(12) });
    else if (last) last.text += `\n\n${part}`;
    else described.push(part);
  }
  setField(builder, 'description', described.join('\n\n'), 'Description');
  for (const note of notes) addNote(builder, note);
}

function readBirthday(builder: RecordBuilder, value: string): void {
  const day = readDay(value);
  if (day) builder.fields.birthday = day;
  else if (value) builder.warnings.push(`birthday left out because it is not a full date: ${value}`);
}

/** An asterisk marks Google's own labels: everyone is in "* myContacts", and "* starred" is a flag. */
function addLabel(builder: RecordBuilder, label: string): void {
  const [, own] = /^\*\s*(.*)$/.exec(label) ?? [];
  if (own === undefined) addTag(builder, label);
  else if (/^starred/i.test(own)) builder.fields.starred = true;
  else if (!/^my ?contacts$/i.test(own)) addTag(builder, own);
}

interface NumberedColumns {
  label: string;
  preferred: boolean;
  part(name: string): string;
}

/** The columns of one kind, such as `E-mail 1 - …`, `E-mail 2 - …`. Cells with several values are split. */
function numbered(row: TableRow, table: Table, kind: string): NumberedColumns[] {
  return numbersOf(table, kind).flatMap((number) => {
    const cell = (name: string) => row.get(`${kind} ${number} - ${name}`);
    const cells = new Map<string, string[]>();
    const values = (name: string): string[] => {
      const known = cells.get(name) ?? valuesOf(cell(name));
      cells.set(name, known);
      return known;
    };
    const label = cell('Label') || cell('Type');
    const count = largest(['Value', 'Formatted', 'Street'].map((name) => values(name).length));
    return Array.from({ length: count }, (_, index) => ({
      label: readLabel(label),
      preferred: label.startsWith('*') && index === 0,
      part: (name: string) => values(name)[index] ?? '',
    }));
  });
}

const numbersByTable = new WeakMap<Table, Map<string, string[]>>();

/** Numbers of a kind's columns, cached for all rows. */
function numbersOf(table: Table, kind: string): string[] {
  const byKind = numbersByTable.get(table) ?? new Map<string, string[]>();
  numbersByTable.set(table, byKind);
  const pattern = new RegExp(`^${kind} (\\d+) - `, 'i');
  const numbers = byKind.get(kind) ?? [...new Set(table.columns.flatMap((name) => pattern.exec(name)?.[1] ?? []))];
  byKind.set(kind, numbers);
  return numbers;
}

function readLabel(cell: string): string {
  const label = cell.replace(/^\*\s*/, '');
  return PLAIN_LABELS.includes(label.toLowerCase()) ? label.toLowerCase() : label;
}

function readNumbered(builder: RecordBuilder, row: TableRow, table: Table): void {
  const rank = ({ preferred }: NumberedColumns) => (preferred ? 1 : UNRANKED);
  for (const entry of numbered(row, table, 'E-mail')) addEmail(builder, entry.part('Value'), entry.label, rank(entry));
  for (const entry of numbered(row, table, 'Phone')) addPhone(builder, entry.part('Value'), entry.label, rank(entry));
  for (const entry of numbered(row, table, 'Address')) addAddress(builder, postalAddress(entry));
  for (const entry of numbered(row, table, 'Website')) addWebsite(builder, entry.part('Value'));
  for (const entry of numbered(row, table, 'IM'))
    addProfile(builder, entry.part('Service') || 'IM', entry.part('Value'));
  for (const kind of ['Relation', 'Event', 'Custom Field']) {
    for (const entry of numbered(row, table, kind)) addExtra(builder, entry.label || kind, entry.part('Value'));
  }
}

function postalAddress({ label, part }: NumberedColumns) {
  const street = [part('Street'), part('Extended Address'), part('PO Box')].filter(Boolean).join(', ');
  const town = { city: part('City'), region: part('Region'), postal_code: part('Postal Code') };
  const formatted = part('Formatted');
  return { street, ...town, country: part('Country'), address_type: label, ...(formatted && { formatted }) };
}
