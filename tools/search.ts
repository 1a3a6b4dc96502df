import type { ToolDefinitions } from './definition.ts';

export const searchTools = {
  search: {
    title: 'Search everything',
    description:
      'Takes the question as asked, or a few words, and finds people (also misspelled or described), notes, reminders, groups, tags and events, archived and deleted ones included: best first. Use it first for anything about people. A warning of a weak match means that it is probably not recorded.',
    toolsets: ['contacts', 'notes', 'reminders', 'core'],
  },
  fetch: {
    title: 'Fetch a search result',
    description: 'Any record that search found, whole.',
    toolsets: ['contacts', 'notes', 'reminders', 'core'],
  },
} satisfies ToolDefinitions;
