import type { ToolDefinitions } from './definition.ts';

export const timelineTools = {
  list_timeline: {
    title: 'Timeline',
    description:
      'Shows the history with one person (contactId) or all, newest first: notes, emails, and events in one list, to prepare for a meeting. Notes by words: search_notes.',
    toolsets: ['notes', 'core'],
    everyday: ['contactId', 'take', 'cursor'],
  },
} satisfies ToolDefinitions;
