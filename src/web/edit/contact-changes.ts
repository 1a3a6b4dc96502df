import type { Operations } from '../../contract/operations.ts';
import type { ArgumentsOf } from '../../contract/schema/operation.ts';
import {
  type Contact,
  type CustomField,
  isEmptyRow,
  isNew,
  LINE_FIELDS,
  ROW_KINDS,
  ROWS,
  type RowKind,
  rowIds,
} from './contact-values.ts';
import { asTyped, type Values } from './merge.ts';

type Change = Omit<ArgumentsOf<Operations['update_contact']>, 'contactId'>;
type CustomValue = ArgumentsOf<Operations['set_custom_field_values']>['custom_fields'][number];

export interface Changes {
  contact: Change;
  customFields: CustomValue[];
  /** Maps a field of an error to a field of the form. */
  fieldNamed: Map<string, string>;
}

/** Changes that make the contact match the form. Unchanged fields are not sent. */
export function changesTo(contact: Contact, customFields: CustomField[], now: Values, wanted: Values): Changes {
  const contactChange: Record<string, unknown> = {};
  const fieldNamed = new Map<string, string>();
  const isChanged = (name: string) => (wanted[name] ?? '') !== (now[name] ?? '');
  for (const name of [...LINE_FIELDS, 'description', 'birthday', 'frequency']) {
    fieldNamed.set(name, name);
    if (isChanged(name)) contactChange[name] = wanted[name] || null;
  }
  for (const kind of ROW_KINDS) Object.assign(contactChange, rowChanges(kind, contact, now, wanted, fieldNamed));
  return {
    contact: contactChange as Change,
    customFields: customFields
      .filter(({ id }) => isChanged(`custom.${id}`))
      .map((field) => valueFor(contact, field, wanted)),
    fieldNamed,
  };
}

/** Lists with add and remove operations, which keep concurrent changes from another window. */
const DELTAS = {
  email: { add: 'add_emails', remove: 'remove_emails' },
  phone: { add: 'add_phones', remove: 'remove_phones' },
  address: undefined,
} as const;

/** Changes to one kind of row: added and removed rows, or the whole list. */
function rowChanges(
  kind: RowKind,
  contact: Contact,
  now: Values,
  wanted: Values,
  fieldNamed: Map<string, string>,
): Record<string, unknown> {
  const { list, columns } = ROWS[kind];
  const isChanged = (name: string) => (wanted[name] ?? '') !== (now[name] ?? '');
  const changed = rowIds(kind, { ...now, ...wanted }).filter((id) =>
    columns.some((column) => isChanged(`${kind}.${id}.${column}`)),
  );
  if (changed.length === 0) return {};
  const there = new Map<string, Record<string, unknown>>((contact[list] ?? []).map((row) => [row.id, row]));
  const rowsOf = (ids: string[], field: string) =>
    ids.map((id, index) => {
      const known = there.get(id);
      const row = keptOf(kind, known, wanted[`${kind}.${id}.${columns[0]}`]);
      for (const column of columns) {
        const name = `${kind}.${id}.${column}`;
        fieldNamed.set(`${field}[${index}].${column}`, name);
        const isMain = column === 'email' || column === 'phone_number';
        row[column] = known && !isChanged(name) ? known[column] : wanted[name] || (isMain ? '' : null);
      }
      return row;
    });
  const delta = DELTAS[kind];
  if (delta && changed.every(isNew)) return { [delta.add]: rowsOf(changed, delta.add) };
  if (delta && changed.every((id) => !isNew(id) && isEmptyRow(kind, id, wanted)))
    return { [delta.remove]: changed.map((id) => there.get(id)?.[columns[0]]) };
  const staying = rowIds(kind, wanted).filter((id) => !isEmptyRow(kind, id, wanted));
  return { [list]: rowsOf(staying, list) };
}

/** Properties of a phone number that the form does not show. The international format follows the number. */
function keptOf(kind: string, known: object | undefined, number: string | undefined): Record<string, unknown> {
  if (kind !== 'phone' || !known) return {};
  const { phone_number, country_code, phone_number_sanitized } = known as NonNullable<
    Contact['contact_phone_numbers']
  >[number];
  return { country_code, ...(asTyped(phone_number) === number && { phone_number_sanitized }) };
}

function valueFor(contact: Contact, { id, field_type }: CustomField, wanted: Values): CustomValue {
  const row = { contact_id: contact.id, custom_field_id: id };
  const text = wanted[`custom.${id}`] || null;
  if (field_type === 'autocomplete') return { ...row, array_value: text?.split('\n') ?? null };
  return field_type === 'datepicker' ? { ...row, date_value: text } : { ...row, text_value: text };
}
