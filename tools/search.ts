import type { ToolDefinitions } from './definition.ts';

export const searchTools = {
  search: {
    title: 'Search everything',
    description:
      'Takes the question as asked, or a few words, and finds people (also misspelled or described), notes, reminders, groups, tags, and events, including archived and deleted ones, best first. Use it first for anything about people. weak_match: the answer may not be recorded. Whole records: fetch.',
    toolsets: ['contacts', 'notes', 'reminders', 'core'],
  },
  fetch: {
    title: 'Fetch a search result',
    description: 'Returns a complete record that search found, as text and fields. By name: get_contact.',
    toolsets: ['contacts', 'notes', 'reminders', 'core'],
  },
} satisfies ToolDefinitions;
