import type { ToolDefinitions } from './definition.ts';
import { undoInteraction } from './undo/notes.ts';

export const interactionTools = {
  log_interaction: {
    title: 'Log interaction',
    description:
      'Logs a call, meeting, coffee, meal, or message with one or several people, marks them as seen, and sets the follow-up reminder, all in one call. About nobody: create_note.',
    toolsets: ['notes', 'core'],
    undo: undoInteraction,
    notifies: { shownOn: ['contacts', 'contact', 'timeline', 'group', 'reminders'], contacts: 'named', list: 'stays' },
  },
} satisfies ToolDefinitions;
