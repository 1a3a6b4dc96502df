import type { ToolText } from './text.ts';

export const favoriteTools = {
  list_favorites: {
    title: 'List favorites',
    description: 'The pinned contacts, groups and views, in order.',
    toolsets: ['favorites'],
  },
  bulk_create_favorites: {
    title: 'Add favorites',
    description:
      'Pins contacts, groups or views to the favorites, one target each. To mark a person: starred in update_contact.',
    toolsets: ['favorites'],
  },
  get_favorite: {
    title: 'Get a favorite',
    description: 'One favorite by its id.',
    toolsets: ['favorites'],
  },
  update_favorite: {
    title: 'Move a favorite',
    description: 'Moves one favorite up or down; the lowest ranking is on top.',
    toolsets: ['favorites'],
  },
  bulk_update_favorites: {
    title: 'Reorder favorites',
    description: 'Sets the order (ranking) of many favorites.',
    toolsets: ['favorites'],
  },
  delete_favorite: {
    title: 'Remove a favorite',
    description: 'Unpins one favorite by its own id; the contact stays.',
    toolsets: ['favorites'],
  },
  bulk_delete_favorites: {
    title: 'Remove many favorites',
    description: 'Unpins many favorites at once by their own ids.',
    toolsets: ['favorites'],
  },
} satisfies Record<string, ToolText>;
