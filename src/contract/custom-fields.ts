import * as z from 'zod';
import { once } from '../shared/once.ts';
import { defineOperations } from './schema/operation.ts';
import {
  affectedIds,
  bulkResult,
  idOf,
  nullableText,
  optionalPages,
  optionalPaging,
  owner,
  ownId,
  ranking,
  text,
  warned,
} from './schema/primitives.ts';

export const FIELD_TYPES = ['input', 'autocomplete', 'datepicker'] as const;

const MODES = ['replace', 'prepend', 'append'] as const;
const TYPES = 'Type of value. `input`: text. `datepicker`: a date. `autocomplete`: a list of strings.';

const customField = once(() =>
  z
    .object({
      id: ownId(),
      user_id: owner().user_id,
      name: z.string().describe('Name of the field.'),
      field_type: z.enum(FIELD_TYPES).describe(TYPES),
      categories: z.array(z.string()).describe('Choices of an `autocomplete` field.'),
      ranking: z.int().nullable().describe('Sort position, lowest first.'),
    })
    .meta({ id: 'CustomField', description: 'A user-defined field of contacts.' }),
);

/** Name of a field or choice: trimmed, at most 200 characters. */
export const fieldLabel = () =>
  text(200)
    .overwrite((value) => value.trim())
    .refine((value) => value !== '', 'must not be blank');

const input = () => ({
  name: fieldLabel().describe('Name of the field, at most 200 characters.'),
  categories: z
    .array(z.strictObject({ category: fieldLabel().describe('One choice.') }))
    .max(500, 'must have at most 500 entries')
    .optional()
    .meta({
      description: 'Choices of an `autocomplete` field, at most 500.',
      toolDescription: 'all choices of an autocomplete field',
    }),
});

/** Maximum lengths of a value's text and list, including appended parts. */
export const TEXT_VALUE_LENGTH = 10_000;
export const ARRAY_VALUE_LENGTH = 500;

/** Only the service knows each field's type, so a value of the wrong type fails its row, not the request. */
export const fieldValue = () =>
  z.strictObject({
    contact_id: idOf('contact').describe('The contact.'),
    custom_field_id: idOf('custom field').describe('The custom field.'),
    text_value: nullableText(TEXT_VALUE_LENGTH).optional().describe('The value of an `input` field; null clears it.'),
    date_value: nullableText(TEXT_VALUE_LENGTH)
      .optional()
      .describe('The date of a `datepicker` field; null clears it.'),
    array_value: z
      .array(text(1_000).min(1, 'must not be empty'))
      .max(ARRAY_VALUE_LENGTH)
      .nullable()
      .optional()
      .describe('The values of an `autocomplete` field; null clears them.'),
    mode: z
      .enum(MODES)
      .default('replace')
      .describe('How to combine it with the old value. Dates can only be replaced. Default: `replace`.'),
    separator: text(100).default('\n').describe('Separator between old and new text. Default: a newline.'),
  });

const string = { type: 'string' };
const rows = (description: string) => ({
  type: 'array',
  items: {
    type: 'object',
    properties: {
      contact_id: string,
      custom_field_id: string,
      text_value: string,
      date_value: string,
      array_value: { type: 'array', items: string },
      mode: { type: 'string', enum: MODES },
      separator: string,
    },
  },
  description,
});
const ROWS = {
  ...rows('one value of the field type, date_value as YYYY-MM-DD; default mode: replace'),
  examples: [[{ contact_id: 'Ada King', custom_field_id: 'Diet', text_value: 'vegan' }]],
};
const SAME_ROWS = rows('as in set_custom_field_values');

const values = once(() =>
  z.strictObject({
    custom_fields: z
      .array(fieldValue())
      .min(1, 'must not be empty')
      .max(500, 'must have at most 500 entries')
      .meta({ description: 'The values to set, 1 to 500.', tool: ROWS }),
  }),
);

const one = () => z.object({ custom_field: customField() });
const all = () => z.object({ custom_fields: z.array(customField()).describe('All custom fields, in order.') });

export const customFields = defineOperations({
  list_custom_fields: {
    summary: 'List custom fields',
    description: 'Lists all custom fields in order, with their types.',
    method: 'GET',
    path: '/v2/custom-fields',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () => z.strictObject(optionalPaging()),
    data: () => all().extend(optionalPages()),
  },
  create_custom_field: {
    summary: 'Create a custom field',
    description: 'Creates a custom field for all contacts. Its type cannot be changed later.',
    method: 'POST',
    path: '/v1/custom-fields',
    effect: 'create',
    idempotency: 'optional',
    envelope: 'v1',
    wrapper: 'custom_field',
    body: () =>
      z
        .strictObject({
          ...input(),
          field_type: z.enum(FIELD_TYPES).meta({
            description: TYPES,
            toolDescription: 'input: text; datepicker: a date; autocomplete: a list of strings',
          }),
        })
        .describe('The field to create.'),
    data: one,
  },
  update_custom_field: {
    summary: 'Change a custom field',
    description: 'Renames a custom field or changes its choices. Existing values are kept.',
    method: 'PATCH',
    path: '/v2/custom-fields/{customFieldId}',
    effect: 'update',
    idempotency: 'required',
    envelope: 'v2',
    wrapper: 'custom_field',
    body: () => z.strictObject(input()).partial().describe('The changes.'),
    data: one,
  },
  delete_custom_field: {
    summary: 'Delete a custom field',
    description: 'Deletes a custom field and its values in all contacts.',
    method: 'DELETE',
    path: '/v2/custom-fields/{customFieldId}',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    data: affectedIds,
  },
  reorder_custom_fields: {
    summary: 'Reorder custom fields',
    description:
      'Reorders up to 100 custom fields by ranking. The others follow in their old order, and all are renumbered from 1.',
    method: 'PUT',
    path: '/v2/custom-fields/reorder',
    effect: 'update',
    idempotency: 'required',
    envelope: 'v2',
    body: () =>
      z.strictObject({
        updates: z
          .array(
            z.strictObject({
              customFieldId: idOf('custom field').describe('The field to move.'),
              ranking: ranking().describe('Sort position among the given fields, lowest first.'),
            }),
          )
          .min(1, 'must not be empty')
          .max(100, 'must have at most 100 entries')
          .describe('The fields to move, 1 to 100. Unknown ids are skipped.'),
      }),
    data: () => all().extend(warned()),
  },
  set_custom_field_values: {
    summary: 'Set custom field values',
    description:
      'Sets up to 500 custom field values on contacts. Rows are independent: invalid values are listed in `failed`, and the others are set.',
    method: 'POST',
    path: '/v2/custom-fields/contacts/values',
    effect: 'update',
    idempotency: 'required',
    envelope: 'v2',
    body: values,
    data: bulkResult,
  },
  set_custom_field_values_v1: {
    summary: 'Set custom field values (v1)',
    description: 'Sets up to 500 custom field values, all or none, in the v1 envelope.',
    method: 'POST',
    path: '/v1/custom-fields/batch-update-contacts',
    effect: 'update',
    idempotency: 'optional',
    envelope: 'v1',
    body: () => z.strictObject({ custom_fields: values().shape.custom_fields.meta({ tool: SAME_ROWS }) }),
    data: () => z.object({ count: z.int().describe('Number of values set.') }),
  },
});
