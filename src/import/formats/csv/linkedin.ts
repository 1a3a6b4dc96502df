import { readMoment } from '../../../vcard/dates.ts';
import { addEmail, addNames, addProfile, type RecordBuilder, setField } from '../../building/record-builder.ts';
import type { TableRow } from './table.ts';

/** Whether the header is from LinkedIn's Connections.csv. */
export const isLinkedin = (columns: string[]): boolean =>
  columns.includes('first name') && columns.includes('connected on');

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Reads a row of LinkedIn's Connections.csv. The connection date becomes the day they first met. */
export function readLinkedinRow(builder: RecordBuilder, row: TableRow): void {
  addNames(builder, { first: row.get('First Name'), last: row.get('Last Name') });
  if (row.get('URL')) addProfile(builder, 'LinkedIn', row.get('URL'));
  addEmail(builder, row.get('Email Address'));
  setField(builder, 'company', row.get('Company'), 'Company');
  setField(builder, 'job_title', row.get('Position'), 'Position');
  const connected = row.get('Connected On');
  const moment = readConnectedOn(connected);
  if (moment) builder.fields.first_met_at = moment;
  else if (connected) builder.warnings.push(`connected on left out because it is not a date: ${connected}`);
}

/** Parses `12 Sep 2026` as midnight UTC. */
function readConnectedOn(value: string): string | undefined {
  const [, day, name, year] = /^(\d{1,2}) ([A-Za-z]{3})[a-z]* (\d{4})$/.exec(value) ?? [];
  if (!day || !name) return readMoment(value);
  const month = MONTHS.indexOf(name.toLowerCase()) + 1;
  return readMoment(`${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`);
}
