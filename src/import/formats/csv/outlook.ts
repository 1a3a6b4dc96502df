import { type DayOrder, dayOrder, isUnsetDay, readSheetDay } from '../../../vcard/dates.ts';
import {
  addAddress,
  addEmail,
  addExtra,
  addNames,
  addNote,
  addPhone,
  addTag,
  addWebsite,
  type RecordBuilder,
  setField,
} from '../../building/record-builder.ts';
import type { Table, TableRow } from './table.ts';

const EMAILS = ['E-mail Address', 'E-mail 2 Address', 'E-mail 3 Address'];

const PHONES: Record<string, string> = {
  'Primary Phone': 'main',
  'Mobile Phone': 'mobile',
  'Home Phone': 'home',
  'Home Phone 2': 'home',
  'Business Phone': 'work',
  'Business Phone 2': 'work',
  'Company Main Phone': 'company',
  'Other Phone': 'other',
  'Car Phone': 'car',
  'Radio Phone': 'radio',
  Callback: 'callback',
  "Assistant's Phone": 'assistant',
  Pager: 'pager',
  'Business Fax': 'work fax',
  'Home Fax': 'home fax',
  'Other Fax': 'other fax',
  ISDN: 'isdn',
  'TTY/TDD Phone': 'tty',
  Telex: 'telex',
};

const ADDRESSES: Record<string, string> = { Business: 'work', Home: 'home', Other: 'other' };

/** Columns without a matching field that are worth keeping. */
const EXTRAS: Record<string, string> = {
  Department: 'Department',
  Profession: 'Profession',
  'Office Location': 'Office',
  Spouse: 'Spouse',
  Children: 'Children',
  "Manager's Name": 'Manager',
  "Assistant's Name": 'Assistant',
  'Referred By': 'Referred by',
  Hobby: 'Hobby',
  Keywords: 'Keywords',
  'User 1': 'User 1',
  'User 2': 'User 2',
  'User 3': 'User 3',
  'User 4': 'User 4',
};

/** Columns that Outlook fills in automatically and that are not about the person. */
const IGNORED = /^(e-mail( \d)? (type|display name)|gender|initials|internet free busy|priority|private|sensitivity)$/i;
export const isIgnoredInOutlook = (column: string): boolean => IGNORED.test(column);

/** Whether the header is from Outlook's export, in English. */
export function isOutlook(columns: string[]): boolean {
  const telling = ['e-mail address', 'business phone', 'mobile phone', 'home phone', 'business street', 'home street'];
  return columns.includes('first name') && columns.includes('last name') && telling.some((n) => columns.includes(n));
}

const DATES = ['Birthday', 'Anniversary'];

/**
 * The order of day and month in this file, which depends on the Windows region. Regions with semicolons between cells,
 * or a language other than English, put the day first.
 */
export function outlookDayOrder({ rows, delimiter }: Table, inEnglish: boolean): DayOrder {
  const values = rows.flatMap((row) => DATES.map((column) => row.get(column)));
  return dayOrder(values, delimiter === ';' || !inEnglish ? 'day first' : 'month first');
}

/** Reads a row of an Outlook export. */
export function readOutlookRow(builder: RecordBuilder, row: TableRow, order: DayOrder): void {
  addNames(builder, {
    full: row.get('Display Name'),
    prefix: row.get('Title'),
    first: row.get('First Name'),
    middle: row.get('Middle Name'),
    last: row.get('Last Name'),
    suffix: row.get('Suffix'),
    nickname: row.get('Nickname'),
  });
  setField(builder, 'company', row.get('Company'), 'Company');
  setField(builder, 'job_title', row.get('Job Title'), 'Job title');
  setField(builder, 'legacy_location', row.get('Location'), 'Location');
  for (const column of EMAILS) addEmail(builder, row.get(column));
  for (const [column, label] of Object.entries(PHONES)) addPhone(builder, row.get(column), label);
  for (const [place, label] of Object.entries(ADDRESSES)) addAddress(builder, postalAddress(row, place, label));
  for (const column of ['Web Page', 'Personal Web Page']) addWebsite(builder, row.get(column));
  for (const name of row.get('Categories').split(';')) addTag(builder, name);
  for (const [column, label] of Object.entries(EXTRAS)) addExtra(builder, label, row.get(column));
  addNote(builder, { text: row.get('Notes') });
  readDates(builder, row, order);
}

function postalAddress(row: TableRow, place: string, label: string) {
  const part = (name: string) => row.get(`${place} ${name}`);
  const lines = ['Street', 'Street 2', 'Street 3', 'Address PO Box', 'PO Box'].map(part);
  const street = lines.filter(Boolean).join('\n');
  const town = { city: part('City'), region: part('State'), postal_code: part('Postal Code') };
  return { street, ...town, country: part('Country/Region') || part('Country'), address_type: label };
}

function readDates(builder: RecordBuilder, row: TableRow, order: DayOrder): void {
  for (const column of DATES) {
    const value = row.get(column) || dateInParts(row, column);
    if (value === '' || isUnsetDay(value)) continue;
    const day = readSheetDay(value, order);
    if (!day) builder.warnings.push(`${column.toLowerCase()} left out because it is not a full date: ${value}`);
    else if (column === 'Birthday') builder.fields.birthday = day;
    else addExtra(builder, column, day);
  }
}

/** Thunderbird has separate columns for the parts of a date. */
function dateInParts(row: TableRow, column: string): string {
  const [year, month, day] = ['Year', 'Month', 'Day'].map((part) => row.get(`${column.replace('day', '')} ${part}`));
  return month && day ? `${year || '0000'}-${month}-${day}` : '';
}
