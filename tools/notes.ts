import type { ToolText } from './text.ts';

export const noteTools = {
  list_notes: {
    title: 'List notes',
    description:
      'Notes newest first, of one contact (contactId) or of all, between dates if given. To look for words use search_notes.',
    toolsets: ['notes'],
  },
  create_note: {
    title: 'Write a note',
    description:
      'Writes down what was said or done, linked to the people it was with (timeline_items_contacts). A note that lies not in the future also updates when they were last seen. Give event_time when it was not just now.',
    toolsets: ['notes', 'core'],
  },
  get_note: { title: 'Get a note', description: 'One note whole, by id.', toolsets: ['notes'] },
  update_note: {
    title: 'Change a note',
    description:
      'Changes a note; fields left out stay, a list of contacts replaces the links. Something new that happened is a new note.',
    toolsets: ['notes', 'core'],
  },
  delete_note: {
    title: 'Delete a note',
    description: 'Deletes one note for all contacts it is linked to.',
    toolsets: ['notes'],
  },
  search_notes: {
    title: 'Search notes',
    description:
      'Full-text search over notes and the names of the people in them, newest first. All words must match, the last as a beginning; "quotes" make a phrase. Narrow by contact, group, dates or meeting type.',
    toolsets: ['notes', 'core'],
  },
  list_meeting_types: {
    title: 'List meeting types',
    description:
      'The ten kinds a note can have (call, coffee, meal, …) with their ids, for the filters of search_notes.',
    toolsets: ['notes'],
  },
} satisfies Record<string, ToolText>;
