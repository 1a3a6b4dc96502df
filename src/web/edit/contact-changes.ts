import type { ArgumentsOf } from '../../contract/operation.ts';
import type { Operations } from '../../contract/operations.ts';
import { type Contact, type CustomField, isEmptyRow, LINE_FIELDS, ROW_KINDS, ROWS, rowIds } from './contact-values.ts';
import { asTyped, type Values } from './merge.ts';

type Change = Omit<ArgumentsOf<Operations['update_contact']>, 'contactId'>;
type CustomValue = ArgumentsOf<Operations['set_custom_field_values']>['custom_fields'][number];

export interface Changes {
  contact: Change;
  customFields: CustomValue[];
  /** The field of the form by the name that a refusal has for it. */
  fieldNamed: Map<string, string>;
}

/** What makes the contact say what the form says: nothing is sent that is so already. */
export function changesTo(contact: Contact, customFields: CustomField[], now: Values, wanted: Values): Changes {
  const contactChange: Record<string, unknown> = {};
  const fieldNamed = new Map<string, string>();
  const isChanged = (name: string) => (wanted[name] ?? '') !== (now[name] ?? '');
  for (const name of [...LINE_FIELDS, 'description', 'birthday', 'frequency']) {
    fieldNamed.set(name, name);
    if (isChanged(name)) contactChange[name] = wanted[name] || null;
  }
  for (const kind of ROW_KINDS) {
    const names = new Set([...Object.keys(now), ...Object.keys(wanted)]);
    if (![...names].some((name) => name.startsWith(`${kind}.`) && isChanged(name))) continue;
    const { list, columns } = ROWS[kind];
    const rows = rowIds(kind, wanted).filter((id) => !isEmptyRow(kind, id, wanted));
    contactChange[list] = rows.map((id, index) => {
      const known = contact[list]?.find((row) => row.id === id);
      const row = keptOf(kind, known, wanted[`${kind}.${id}.${columns[0]}`]);
      for (const column of columns) {
        const name = `${kind}.${id}.${column}`;
        fieldNamed.set(`${list}[${index}].${column}`, name);
        const kept = (known as Record<string, unknown> | undefined)?.[column];
        const isMain = column === 'email' || column === 'phone_number';
        row[column] = known && !isChanged(name) ? kept : wanted[name] || (isMain ? '' : null);
      }
      return row;
    });
  }
  return {
    contact: contactChange as Change,
    customFields: customFields
      .filter(({ id }) => isChanged(`custom.${id}`))
      .map((field) => valueFor(contact, field, wanted)),
    fieldNamed,
  };
}

/** What a phone number has that the form does not show; its international form follows the number. */
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
