import type { ToolText } from './text.ts';

export const favoriteTools = {
  list_favorites: {
    title: 'List favorites',
    description: 'The contacts, groups and views the person pinned, in their order, each with what it points at.',
    toolsets: ['favorites'],
  },
  bulk_create_favorites: {
    title: 'Add favorites',
    description:
      'Pins up to 100 contacts, groups or views; each entry has exactly one of contact_id, group_id and view_id. What is pinned already is answered as it is. To mark a contact as important set starred with update_contact.',
    toolsets: ['favorites'],
  },
  get_favorite: {
    title: 'Get a favorite',
    description: 'One favorite by its own id, with what it points at.',
    toolsets: ['favorites'],
  },
  update_favorite: {
    title: 'Move a favorite',
    description: 'Sets the ranking of one favorite, the lowest comes first. Several at once: bulk_update_favorites.',
    toolsets: ['favorites'],
  },
  bulk_update_favorites: {
    title: 'Reorder favorites',
    description: 'Sets the rankings of up to 100 favorites. Unknown ids come back in failed, the others are done.',
    toolsets: ['favorites'],
  },
  delete_favorite: {
    title: 'Remove a favorite',
    description: 'Unpins one favorite, by its own id. What it points at stays.',
    toolsets: ['favorites'],
  },
  bulk_delete_favorites: {
    title: 'Remove many favorites',
    description: 'Unpins up to 100 favorites, by their own ids. What they point at stays.',
    toolsets: ['favorites'],
  },
} satisfies Record<string, ToolText>;
