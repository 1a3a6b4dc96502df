import type { ToolDefinitions } from './definition.ts';

export const timelineTools = {
  list_timeline: {
    title: 'Timeline',
    description:
      'The history with one person (contactId) or all, newest first: notes, e-mails and events in one list. From a startDate of today on: soonest first. To prepare for a meeting. Notes by words: search_notes.',
    toolsets: ['notes', 'core'],
    everyday: ['contactId', 'take', 'cursor'],
  },
} satisfies ToolDefinitions;
