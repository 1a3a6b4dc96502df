import type { ToolDefinitions } from './definition.ts';
import { undoViewUpdate } from './undo/records.ts';
import { fromTrash, toolCall, undoneBy } from './undo/undo.ts';

export const viewTools = {
  list_views: {
    title: 'List views',
    description: 'Shows my saved searches (views). To run one, use its filters as where in filter_contacts.',
    toolsets: ['views'],
  },
  create_view: {
    title: 'Save view',
    description: 'Saves a search under a name as a view (filters), to use again. Just once: filter_contacts.',
    toolsets: ['views'],
    undo: undoneBy(({ view }) => [toolCall('delete_view', { viewId: view.id })]),
    touches: 'none',
    notifies: { shownOn: ['favorites'], contacts: 'any', list: 'stays' },
  },
  get_view: {
    title: 'Get view',
    description: 'Opens one saved search by id or name, with its filters. To run it: filter_contacts.',
    toolsets: ['views'],
  },
  update_view: {
    title: 'Change view',
    description: 'Changes the filters of a saved search, or renames it. New: create_view.',
    toolsets: ['views'],
    undo: undoViewUpdate,
    touches: 'none',
    notifies: { shownOn: ['favorites'], contacts: 'any', list: 'stays' },
  },
  delete_view: {
    title: 'Delete view',
    description: 'Deletes a saved search. The people it finds stay. Undo: restore_from_trash.',
    toolsets: ['views'],
    undo: fromTrash('Its favorites are deleted too'),
    notifies: { shownOn: ['favorites'], contacts: 'any', list: 'stays' },
  },
} satisfies ToolDefinitions;
