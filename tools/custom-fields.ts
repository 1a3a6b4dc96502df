import { IN_TRASH, type ToolDefinitions } from './definition.ts';
import { undoFieldOrder, undoFieldUpdate, undoFieldValues } from './undo/records.ts';
import { fromTrash, toolCall, undoneBy } from './undo/undo.ts';

export const customFieldTools = {
  list_custom_fields: {
    title: 'List custom fields',
    description: 'Shows which custom fields there are, with their types and choices. Values: get_contact.',
    toolsets: ['custom_fields'],
  },
  create_custom_field: {
    title: 'Add custom field',
    description:
      'Adds a custom field, to store something more about every contact, such as allergies. Values: set_custom_field_values.',
    toolsets: ['custom_fields'],
    undo: undoneBy(({ custom_field }) => [toolCall('delete_custom_field', { customFieldId: custom_field.id })]),
    notifies: { shownOn: ['contact'], contacts: 'any', list: 'stays' },
  },
  update_custom_field: {
    title: 'Rename custom field',
    description: 'Renames a custom field or changes its choices (categories). Values: set_custom_field_values.',
    toolsets: ['custom_fields'],
    undo: undoFieldUpdate,
    notifies: { shownOn: ['contact'], contacts: 'any', list: 'stays' },
  },
  delete_custom_field: {
    title: 'Delete custom field',
    description:
      'Deletes a custom field and its values on everyone. A dry run until confirm is true. Undo: restore_from_trash.',
    toolsets: ['custom_fields'],
    undo: fromTrash('Its values are deleted too'),
    notifies: { shownOn: ['contact'], contacts: 'any', list: 'stays' },
    confirm: {
      async question({ args, read, quoted }) {
        const { custom_fields } = await read('list_custom_fields', {});
        const field = custom_fields.find(({ id }) => id === args.customFieldId);
        return `delete ${quoted(field?.name ?? '')} with its values on all contacts? ${IN_TRASH}`;
      },
    },
  },
  reorder_custom_fields: {
    title: 'Reorder custom fields',
    description: 'Sets the order of custom fields, lowest ranking first. Now: list_custom_fields.',
    toolsets: ['custom_fields'],
    undo: undoFieldOrder,
    notifies: { shownOn: ['contact'], contacts: 'any', list: 'stays' },
  },
  set_custom_field_values: {
    title: 'Set custom field values',
    description:
      'Fills in custom fields of contacts, each with a value of its type. null clears. New field: create_custom_field.',
    toolsets: ['custom_fields'],
    undo: undoFieldValues,
    shows: ['contacts_custom_fields'],
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
  set_custom_field_values_v1: {
    title: 'Set custom field values (v1)',
    description: 'Like set_custom_field_values, which to prefer, but sets all rows or none and returns a count.',
    toolsets: ['v1'],
    undo: undoFieldValues,
    shows: ['contacts_custom_fields'],
    notifies: { shownOn: ['contact'], contacts: 'named', list: 'stays' },
  },
} satisfies ToolDefinitions;
