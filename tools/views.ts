import type { ToolText } from './text.ts';

export const viewTools = {
  list_views: {
    title: 'List views',
    description: 'The saved searches (views). To run one: its filters as where of filter_contacts.',
    toolsets: ['views'],
  },
  create_view: {
    title: 'Save a view',
    description: 'Saves a search (filters) under a name, to use it again.',
    toolsets: ['views'],
  },
  get_view: {
    title: 'Get a view',
    description: 'One saved search by id, with its filters.',
    toolsets: ['views'],
  },
  update_view: {
    title: 'Change a view',
    description: 'Changes or renames a saved search; filters are replaced whole.',
    toolsets: ['views'],
  },
  delete_view: {
    title: 'Delete a view',
    description: 'Deletes a saved search; the people it finds stay.',
    toolsets: ['views'],
  },
} satisfies Record<string, ToolText>;
