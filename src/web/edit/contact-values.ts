import { type POSTAL_FIELDS, PROFILE_FIELDS, readBirthday } from '../../contract/contact-fields.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { asTyped, rowsIn, type Values } from './merge.ts';

export type Contact = DataOf<Operations['get_contact']>['contact'];
export type CustomField = DataOf<Operations['list_custom_fields']>['custom_fields'][number];

export const NAME_FIELDS = ['first_name', 'last_name', 'full_name'] as const;
export const LINE_FIELDS = [
  ...NAME_FIELDS,
  ...(['job_title', 'company', 'website', 'legacy_location', 'education'] as const),
  ...PROFILE_FIELDS,
] as const;

/** In the order of a written address. */
const ADDRESS = [
  'formatted',
  'street',
  'postal_code',
  'city',
  'region',
  'country',
  'address_type',
] as const satisfies readonly (typeof POSTAL_FIELDS)[number][];

/**
 * Lists of a contact that the form shows as rows: the prefix of their fields, and the fields of a row, with the main
 * value first.
 */
export const ROWS = {
  email: { list: 'contact_emails', columns: ['email', 'label'] },
  phone: { list: 'contact_phone_numbers', columns: ['phone_number', 'label'] },
  address: { list: 'legacy_contact_addresses', columns: ADDRESS },
} as const;
export type RowKind = keyof typeof ROWS;
export const ROW_KINDS = Object.keys(ROWS) as RowKind[];

export const isNew = (rowId: string): boolean => rowId.startsWith('new');

/** All fields of a contact that the form can change, as form values. */
export function valuesOf(contact: Contact, customFields: CustomField[]): Values {
  const values: Values = {};
  for (const name of LINE_FIELDS) values[name] = asTyped(contact[name]);
  values.description = asTyped(contact.description, true);
  values.birthday = birthdayOf(contact.birthday);
  values.frequency = contact.keep_in_touch_reminders?.frequency ?? '';
  for (const kind of ROW_KINDS) {
    for (const row of contact[ROWS[kind].list] ?? [])
      for (const column of ROWS[kind].columns)
        values[`${kind}.${row.id}.${column}`] = asTyped((row as Record<string, unknown>)[column] as string | null);
  }
  for (const { id, field_type } of customFields) {
    const row = contact.contacts_custom_fields?.find(({ custom_field_id }) => custom_field_id === id);
    const list = row?.array_value?.map((one) => asTyped(one)).join('\n');
    values[`custom.${id}`] = list ?? asTyped(row?.date_value ?? row?.text_value, field_type === 'input');
  }
  return values;
}

function birthdayOf(text: string | null | undefined): string {
  const read = text ? readBirthday(text) : null;
  return read
    ? joinBirthday(read.year ? String(read.year).padStart(4, '0') : '', String(read.month), String(read.day))
    : '';
}

/** `1990-05-17`, or `--05-17` without a year. Missing parts are empty between the dashes. */
function joinBirthday(year: string, month: string, day: string): string {
  if (!year && !month && !day) return '';
  const two = (part: string) => (part === '' ? '' : part.padStart(2, '0'));
  return `${year || '-'}-${two(month)}-${two(day)}`;
}

export function splitBirthday(text: string): { year: string; month: string; day: string } {
  const [, year = '', month = '', day = ''] = /^(.*)-([^-]*)-([^-]*)$/.exec(text) ?? [];
  return { year: year === '-' ? '' : year, month, day };
}

/** The submitted value, or the previous value if the form did not send the field. */
export function typedIn(form: URLSearchParams, opened: Values): Values {
  const typed = { ...opened };
  const sent = new Map<string, string[]>();
  for (const [name, text] of form) {
    if (!/^(email|phone|address|custom)\.|^(description|frequency)$/.test(name) && !isLine(name)) continue;
    const line = asTyped(text, name === 'description' || name.startsWith('custom.'));
    const lines = sent.get(name);
    if (lines) lines.push(line);
    else sent.set(name, [line]);
  }
  for (const [name, lines] of sent) typed[name] = lines.filter(Boolean).join('\n');
  if (form.has('birthday.day')) {
    const part = (name: string) => asTyped(form.get(`birthday.${name}`));
    typed.birthday = joinBirthday(part('year'), part('month'), part('day'));
  }
  for (const [row, names] of rowsIn(typed)) {
    if (!names.includes(`${row}remove`)) continue;
    for (const name of names) typed[name] = '';
    delete typed[`${row}remove`];
  }
  return typed;
}

const isLine = (name: string): boolean => (LINE_FIELDS as readonly string[]).includes(name);

/** Ids of the rows of one kind, in order. */
export const rowIds = (kind: RowKind, values: Values): string[] => [
  ...new Set(
    Object.keys(values)
      .filter((name) => name.startsWith(`${kind}.`))
      .map((name) => name.split('.')[1]!),
  ),
];

/** Whether a row is empty and therefore removed. */
export const isEmptyRow = (kind: RowKind, id: string, values: Values): boolean => {
  const [main, ...others] = ROWS[kind].columns;
  if (kind === 'address')
    return ROWS.address.columns.every((column) => column === 'address_type' || !values[`address.${id}.${column}`]);
  return (
    !values[`${kind}.${id}.${main}`] && (!isNew(id) || others.every((column) => !values[`${kind}.${id}.${column}`]))
  );
};
