import type { ToolDefinitions } from './definition.ts';
import { undoFavoriteMove, undoFavoriteMoves, undoNewFavorites } from './undo/records.ts';
import { pinnedPeople } from './undo/touched.ts';
import { fromTrash } from './undo/undo.ts';

export const favoriteTools = {
  list_favorites: {
    title: 'List favorites',
    description: 'Shows all favorites: pinned contacts, groups, and views, in order. Starred: filter_contacts.',
    toolsets: ['favorites'],
  },
  bulk_create_favorites: {
    title: 'Add favorites',
    description: 'Adds to the favorites: pins people, groups, or views, one target each. Undo: bulk_delete_favorites.',
    toolsets: ['favorites'],
    undo: undoNewFavorites,
    notifies: { shownOn: ['favorites'], contacts: 'any', list: 'stays' },
  },
  get_favorite: {
    title: 'Get favorite',
    description: 'Opens one favorite by its own id, with the record. All: list_favorites.',
    toolsets: ['favorites'],
  },
  update_favorite: {
    title: 'Move favorite',
    description: 'Moves one favorite up, down, or to the top (lowest ranking). More: bulk_update_favorites.',
    toolsets: ['favorites'],
    undo: undoFavoriteMove,
    touches: pinnedPeople,
    notifies: { shownOn: ['favorites'], contacts: 'any', list: 'stays' },
  },
  bulk_update_favorites: {
    title: 'Reorder favorites',
    description: 'Changes the order (ranking) of many favorites. One: update_favorite.',
    toolsets: ['favorites'],
    undo: undoFavoriteMoves,
    shows: 'favorites',
    touches: pinnedPeople,
    notifies: { shownOn: ['favorites'], contacts: 'any', list: 'stays' },
  },
  delete_favorite: {
    title: 'Remove favorite',
    description: 'Unpins one favorite by its own id. The contact stays. Undo: restore_from_trash.',
    toolsets: ['favorites'],
    undo: fromTrash('The pinned record stays'),
    touches: pinnedPeople,
    notifies: { shownOn: ['favorites'], contacts: 'any', list: 'stays' },
  },
  bulk_delete_favorites: {
    title: 'Remove many favorites',
    description: 'Unpins many favorites at once by their own ids. Undo: restore_from_trash.',
    toolsets: ['favorites'],
    undo: fromTrash('The pinned records stay'),
    touches: pinnedPeople,
    notifies: { shownOn: ['favorites'], contacts: 'any', list: 'stays' },
  },
} satisfies ToolDefinitions;
