import type { ToolText } from './text.ts';

export const noteTools = {
  list_notes: {
    title: 'List notes',
    description: 'Latest notes newest first, of one person or all, between dates. By words: search_notes.',
    toolsets: ['notes'],
  },
  create_note: {
    title: 'Write a note',
    description:
      'Writes down (logs) a call, meeting, coffee, lunch or anything said, with the people it was with; updates when they were last seen. event_time unless now.',
    toolsets: ['notes', 'core'],
    everyday: ['note', 'event_time', 'meeting_type', 'timeline_items_contacts'],
  },
  get_note: {
    title: 'Get a note',
    description: 'One note whole, by id.',
    toolsets: ['notes'],
  },
  update_note: {
    title: 'Change a note',
    description: 'Corrects or adds to a note already written; fields left out stay, contacts are replaced.',
    toolsets: ['notes', 'core'],
    everyday: ['noteId', 'note', 'event_time', 'meeting_type', 'timeline_items_contacts'],
  },
  delete_note: {
    title: 'Delete a note',
    description: 'Deletes one note for good.',
    toolsets: ['notes'],
  },
  search_notes: {
    title: 'Search notes',
    description:
      'Searches what was said, told or talked about: words in notes and names in them; "quotes" make a phrase. Within one person, group or dates.',
    toolsets: ['notes', 'core'],
    everyday: [
      'searchQuery',
      'contactId',
      'groupId',
      'startDate',
      'endDate',
      'includeContactDetails',
      'take',
      'cursor',
    ],
  },
  list_meeting_types: {
    title: 'List meeting types',
    description: 'The kinds of notes and meetings (call, coffee, meal, …) with ids, for search_notes.',
    toolsets: ['notes'],
  },
} satisfies Record<string, ToolText>;
