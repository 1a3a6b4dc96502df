import type { ToolText } from './text.ts';

export const viewTools = {
  list_views: {
    title: 'List views',
    description:
      'The saved searches of contacts by name. To see whom one finds, pass its filters to filter_contacts as where, with its sort.',
    toolsets: ['views'],
  },
  create_view: {
    title: 'Save a view',
    description:
      'Saves filters over contacts under a name, to be used again; a group_id files it under a group. Try the filters with filter_contacts first.',
    toolsets: ['views'],
  },
  get_view: { title: 'Get a view', description: 'One saved view by id, with its filters.', toolsets: ['views'] },
  update_view: {
    title: 'Change a view',
    description: 'Changes a saved view; fields left out stay, filters are replaced whole.',
    toolsets: ['views'],
  },
  delete_view: {
    title: 'Delete a view',
    description: 'Deletes a saved view and its favorite. The contacts it finds stay.',
    toolsets: ['views'],
  },
} satisfies Record<string, ToolText>;
