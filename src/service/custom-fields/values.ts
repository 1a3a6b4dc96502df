import { ARRAY_VALUE_LENGTH, type FIELD_TYPES, TEXT_VALUE_LENGTH } from '../../contract/custom-fields.ts';
import { readDay } from '../../contract/schema/primitives.ts';
import { badRequest } from '../../shared/error.ts';
import { chunked } from '../../shared/lists.ts';
import { fold } from '../../shared/text/fold.ts';
import { newId } from '../../store/ids.ts';
import { storedJson } from '../../store/json.ts';
import { requireOwned } from '../common/owned.ts';
import type { Context } from '../runtime/context.ts';

export interface Field {
  id: string;
  name: string;
  field_type: (typeof FIELD_TYPES)[number];
}

/** A submitted value and how it is combined with the stored one. */
export interface ValueInput {
  text_value?: string | null | undefined;
  date_value?: string | null | undefined;
  array_value?: string[] | null | undefined;
  mode: 'replace' | 'prepend' | 'append';
  separator: string;
}

const KINDS = ['text_value', 'date_value', 'array_value'] as const;
const KIND_OF = { input: 'text_value', datepicker: 'date_value', autocomplete: 'array_value' } as const;

/** The caller's custom fields among these ids, keyed by id. */
export async function fieldsById({ db, user }: Context, ids: string[]): Promise<Map<string, Field>> {
  const found = new Map<string, Field>();
  for (const part of chunked([...new Set(ids)])) {
    const rows = await db
      .selectFrom('custom_fields')
      .select(['id', 'name', 'field_type'])
      .where('user_id', '=', user.user_id)
      .where('id', 'in', part)
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}

/**
 * Sets text values by field. Null clears a value, and other fields are unchanged
 * (docs/api/requests.md#absent-null-empty).
 */
export async function setCustomFields(
  context: Context,
  contactId: string,
  values: { id: string; text_value?: string | null | undefined }[],
): Promise<void> {
  const ids = values.map(({ id }) => id);
  await requireOwned(context, 'custom_fields', ids, (index) => `custom_fields[${index}].id`);
  const fields = await fieldsById(context, ids);
  for (const [index, { id, text_value }] of values.entries()) {
    const field = fields.get(id)!;
    if (field.field_type !== 'input')
      throw badRequest({ [`custom_fields[${index}].text_value`]: `the field has type ${field.field_type}` });
    if (text_value === undefined) continue;
    await setValue(context, contactId, field, { text_value, mode: 'replace', separator: '' });
  }
}

/**
 * Sets, joins, or clears a contact's value for a field. Throws 400 if the value does not match the type or is too long.
 */
export async function setValue(context: Context, contactId: string, field: Field, input: ValueInput): Promise<void> {
  const kind = KIND_OF[field.field_type];
  const other = KINDS.find((one) => one !== kind && input[one] != null);
  if (other) throw badRequest({ [other]: `${field.name} has type ${field.field_type} and takes ${kind}` });
  if (input[kind] === undefined) throw badRequest({ [kind]: 'required' });
  if (input.mode !== 'replace' && (input[kind] === null || kind === 'date_value')) {
    throw badRequest({ mode: 'must be "replace" when clearing a value or setting a date' });
  }
  const current = input.mode === 'replace' ? undefined : await storedValue(context, contactId, field.id);
  const columns = { text_value: null, date_value: null, array_value: null, ...valueColumns(kind, input, current) };
  if (columns.folded_value === null) return clearValue(context, contactId, field.id);
  await saveValue(context, contactId, field.id, { ...columns, folded_value: columns.folded_value });
}

type StoredValue = { text_value: string | null; array_value: string | null } | undefined;

/** Columns to store, with a folded form for filters. The folded form is null if nothing is left to store. */
function valueColumns(kind: (typeof KINDS)[number], input: ValueInput, current: StoredValue) {
  if (input[kind] === null) return { folded_value: null };
  if (kind === 'text_value') {
    const text_value = joined(input.text_value!, current?.text_value, input);
    if (text_value.length > TEXT_VALUE_LENGTH)
      throw badRequest({ text_value: `would be longer than ${TEXT_VALUE_LENGTH} characters` });
    return { text_value, folded_value: foldedValue({ text_value }) };
  }
  if (kind === 'date_value') {
    const date_value = readDay(input.date_value!);
    if (!date_value) throw badRequest({ date_value: 'must be a date such as 2026-11-01' });
    return { date_value, folded_value: foldedValue({ date_value }) };
  }
  const known = storedJson<string[]>('contacts_custom_fields', 'array_value', current?.array_value ?? null, []);
  const given = input.array_value!;
  const entries = [...new Set(input.mode === 'prepend' ? [...given, ...known] : [...known, ...given])];
  if (entries.length > ARRAY_VALUE_LENGTH)
    throw badRequest({ array_value: `would have more than ${ARRAY_VALUE_LENGTH} entries` });
  if (entries.length === 0) return { folded_value: null };
  return { array_value: JSON.stringify(entries), folded_value: foldedValue({ entries }) };
}

/** Folds a value for use by filters. */
export function foldedValue(value: {
  text_value?: string | null;
  date_value?: string | null;
  entries?: string[] | null;
}): string {
  const { text_value, date_value, entries } = value;
  if (entries) return `\n${entries.map(fold).join('\n')}\n`;
  return text_value ? fold(text_value) : (date_value ?? '');
}

function joined(given: string, current: string | null | undefined, { mode, separator }: ValueInput): string {
  if (!current) return given;
  return mode === 'prepend' ? given + separator + current : current + separator + given;
}

const storedValue = ({ db, user }: Context, contactId: string, fieldId: string): Promise<StoredValue> =>
  db
    .selectFrom('contacts_custom_fields')
    .select(['text_value', 'array_value'])
    .where('user_id', '=', user.user_id)
    .where('contact_id', '=', contactId)
    .where('custom_field_id', '=', fieldId)
    .executeTakeFirst();

async function clearValue({ db, user }: Context, contactId: string, fieldId: string): Promise<void> {
  await db
    .deleteFrom('contacts_custom_fields')
    .where('user_id', '=', user.user_id)
    .where('contact_id', '=', contactId)
    .where('custom_field_id', '=', fieldId)
    .execute();
}

interface ValueColumns {
  text_value: string | null;
  date_value: string | null;
  array_value: string | null;
  folded_value: string;
}

async function saveValue({ db, user }: Context, contact_id: string, custom_field_id: string, columns: ValueColumns) {
  await db
    .insertInto('contacts_custom_fields')
    .values({ user_id: user.user_id, id: newId(), contact_id, custom_field_id, ...columns })
    .onConflict((conflict) => conflict.columns(['user_id', 'contact_id', 'custom_field_id']).doUpdateSet(columns))
    .execute();
}
