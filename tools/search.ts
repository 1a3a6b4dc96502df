import type { ToolDefinitions } from './definition.ts';

export const searchTools = {
  search: {
    title: 'Search everything',
    description:
      'Takes the question as asked, or a few words, and finds people (also misspelled or described), notes, reminders, groups, tags, and events, including archived and deleted ones, best first. Use it first for anything about people. A warning of a weak match means that the answer is probably not recorded.',
    toolsets: ['contacts', 'notes', 'reminders', 'core'],
  },
  fetch: {
    title: 'Fetch a search result',
    description: 'Returns a complete record that search found.',
    toolsets: ['contacts', 'notes', 'reminders', 'core'],
  },
} satisfies ToolDefinitions;
