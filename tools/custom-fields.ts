import type { ToolText } from './text.ts';

const toolsets = ['custom_fields'] as const;

export const customFieldTools = {
  list_custom_fields: {
    title: 'List custom fields',
    description:
      'The fields this person keeps beside the built-in ones, in order, with their type: input (text), datepicker (date), autocomplete (list). Their values stand in get_contact.',
    toolsets,
  },
  create_custom_field: {
    title: 'Add a custom field',
    description:
      'Adds a field for every contact; its type cannot change later. Look with list_custom_fields first. Values are set with set_custom_field_values.',
    toolsets,
  },
  update_custom_field: {
    title: 'Rename a custom field',
    description: 'Changes the name of a custom field or its categories, the choices offered for it.',
    toolsets,
  },
  delete_custom_field: {
    title: 'Delete a custom field',
    description:
      'Deletes a custom field with its values on all contacts. Answers what it would do until confirm is true.',
    toolsets,
    confirm: true,
  },
  reorder_custom_fields: {
    title: 'Reorder custom fields',
    description:
      'Puts the named fields first, by ranking; the others follow as they were. Answers the whole new order.',
    toolsets,
  },
  set_custom_field_values: {
    title: 'Set custom field values',
    description:
      'Sets values on up to 500 contacts: each row takes the value its field is made for, null clears. append and prepend join text or lists. Bad rows come back in failed. For one text value update_contact will do.',
    toolsets,
  },
  set_custom_field_values_v1: {
    title: 'Set custom field values (v1)',
    description: 'The v1 form of set_custom_field_values, all rows or none. Prefer set_custom_field_values.',
    toolsets: ['v1'],
  },
} satisfies Record<string, ToolText>;
