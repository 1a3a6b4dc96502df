import * as z from 'zod';
import { defineOperations, once } from './operation.ts';
import { affectedIds, bulkResult, each, nullableText, ranking, text, uuid } from './schema/primitives.ts';

export const FIELD_TYPES = ['input', 'autocomplete', 'datepicker'] as const;

const customField = once(() =>
  z
    .object({
      id: uuid(),
      user_id: z.string(),
      name: z.string(),
      field_type: z.enum(FIELD_TYPES),
      categories: z.array(z.string()),
      ranking: z.int().nullable(),
    })
    .meta({ id: 'CustomField' }),
);

const label = (maximum: number) =>
  text(maximum)
    .overwrite((value) => value.trim())
    .refine((value) => value !== '', 'must not be blank');

const input = () => ({
  name: label(200),
  categories: z
    .array(z.strictObject({ category: label(200) }))
    .max(500, 'must have at most 500 entries')
    .optional(),
});

/** The longest text and the longest list that a value may become, also by appending. */
export const TEXT_VALUE_LENGTH = 10_000;
export const ARRAY_VALUE_LENGTH = 500;

/** The service alone knows the type of each field, so a wrong kind of value fails its row, not the request. */
const value = () =>
  z.strictObject({
    contact_id: uuid(),
    custom_field_id: uuid(),
    ...each(['text_value', 'date_value'], () => nullableText(TEXT_VALUE_LENGTH).optional()),
    array_value: z.array(text(1_000).min(1, 'must not be empty')).max(ARRAY_VALUE_LENGTH).nullable().optional(),
    mode: z.enum(['replace', 'prepend', 'append']).default('replace'),
    separator: text(100).default('\n'),
  });

const rows = (description: string) => ({ type: 'array', items: { type: 'object', properties: {} }, description });
const ROWS = rows(
  '{contact_id, custom_field_id, text_value or date_value or array_value, mode (replace, prepend, append), separator}',
);
const SAME_ROWS = rows('as in set_custom_field_values');

const values = once(() =>
  z.strictObject({
    custom_fields: z
      .array(value())
      .min(1, 'must not be empty')
      .max(500, 'must have at most 500 entries')
      .meta({ tool: ROWS }),
  }),
);

const one = () => z.object({ custom_field: customField() });
const all = () => z.object({ custom_fields: z.array(customField()) });

export const customFields = defineOperations({
  list_custom_fields: {
    method: 'GET',
    path: '/v2/custom-fields',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: all,
  },
  create_custom_field: {
    method: 'POST',
    path: '/v1/custom-fields',
    effect: 'create',
    idempotency: 'optional',
    envelope: 'v1',
    wrapper: 'custom_field',
    body: () => z.strictObject({ ...input(), field_type: z.enum(FIELD_TYPES) }),
    data: one,
  },
  update_custom_field: {
    method: 'PATCH',
    path: '/v2/custom-fields/{customFieldId}',
    effect: 'update',
    idempotency: 'required',
    envelope: 'v2',
    wrapper: 'custom_field',
    body: () => z.strictObject(input()).partial(),
    data: one,
  },
  delete_custom_field: {
    method: 'DELETE',
    path: '/v2/custom-fields/{customFieldId}',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    data: affectedIds,
  },
  reorder_custom_fields: {
    method: 'PUT',
    path: '/v2/custom-fields/reorder',
    effect: 'update',
    idempotency: 'required',
    envelope: 'v2',
    body: () =>
      z.strictObject({
        updates: z
          .array(z.strictObject({ customFieldId: uuid(), ranking: ranking() }))
          .min(1, 'must not be empty')
          .max(100, 'must have at most 100 entries'),
      }),
    data: all,
  },
  set_custom_field_values: {
    method: 'POST',
    path: '/v2/custom-fields/contacts/values',
    effect: 'update',
    idempotency: 'required',
    envelope: 'v2',
    body: values,
    data: bulkResult,
  },
  set_custom_field_values_v1: {
    method: 'POST',
    path: '/v1/custom-fields/batch-update-contacts',
    effect: 'update',
    idempotency: 'optional',
    envelope: 'v1',
    body: () => z.strictObject({ custom_fields: values().shape.custom_fields.meta({ tool: SAME_ROWS }) }),
    data: () => z.object({ count: z.int() }),
  },
});
