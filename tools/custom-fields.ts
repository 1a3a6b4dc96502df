import type { ToolText } from './text.ts';

export const customFieldTools = {
  list_custom_fields: {
    title: 'List custom fields',
    description:
      'The extra fields of contacts with type: input (text), datepicker, autocomplete (list). Values: get_contact.',
    toolsets: ['custom_fields'],
  },
  create_custom_field: {
    title: 'Add a custom field',
    description:
      'Adds an extra field to keep something of every contact, such as shoe size. Values: set_custom_field_values.',
    toolsets: ['custom_fields'],
  },
  update_custom_field: {
    title: 'Rename a custom field',
    description: 'Renames a custom field or changes its categories, the choices.',
    toolsets: ['custom_fields'],
  },
  delete_custom_field: {
    title: 'Delete a custom field',
    description: 'Deletes a custom field and its values on everyone. Shows the effect until confirm is true.',
    toolsets: ['custom_fields'],
    confirm: true,
  },
  reorder_custom_fields: {
    title: 'Reorder custom fields',
    description: 'Sets the order in which custom fields appear, first by ranking.',
    toolsets: ['custom_fields'],
  },
  set_custom_field_values: {
    title: 'Set custom field values',
    description:
      'Fills in custom fields of up to 500 contacts: the value its type takes, null clears, mode append adds.',
    toolsets: ['custom_fields'],
  },
  set_custom_field_values_v1: {
    title: 'Set custom field values (v1)',
    description: 'v1 form of set_custom_field_values, all or none.',
    toolsets: ['v1'],
  },
} satisfies Record<string, ToolText>;
