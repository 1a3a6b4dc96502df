import type { ToolDefinitions } from './definition.ts';
import { undoNote, undoNotes, undoNoteUpdate } from './undo/notes.ts';
import { peopleOfNote } from './undo/touched.ts';
import { fromTrash } from './undo/undo.ts';

/** Pages that show notes, or the last-seen times that a note changes. */
const NOTE_PAGES = ['contacts', 'contact', 'timeline', 'group'] as const;

export const noteTools = {
  list_notes: {
    title: 'List notes',
    description:
      'Shows the latest notes, newest first, about one person or all, between dates, or written since a day (createdAfter). By words: search_notes.',
    toolsets: ['notes'],
  },
  create_note: {
    title: 'Write note',
    description:
      'Logs what happened or was said: writes down a call, meeting, coffee, lunch, or dinner with its people, and marks them as seen. With a reminder: log_interaction.',
    toolsets: ['notes'],
    everyday: ['note', 'event_time', 'meeting_type', 'timeline_items_contacts'],
    undo: undoNote,
    notifies: { shownOn: NOTE_PAGES, contacts: 'named', list: 'stays' },
  },
  bulk_create_notes: {
    title: 'Write many notes',
    description:
      'Takes up to 500 notes at a time, such as a whole diary or the minutes of many meetings. One: create_note.',
    toolsets: ['notes'],
    undo: undoNotes,
    notifies: { shownOn: NOTE_PAGES, contacts: 'named', list: 'stays' },
  },
  get_note: {
    title: 'Get note',
    description: 'Opens one whole note by id, with people and attachments. Latest: list_notes.',
    toolsets: ['notes'],
  },
  update_note: {
    title: 'Change note',
    description:
      'Corrects or adds to a note already written. Absent fields stay; contacts are replaced. New: create_note.',
    toolsets: ['notes', 'core'],
    everyday: ['noteId', 'note', 'event_time', 'timeline_items_contacts'],
    undo: undoNoteUpdate,
    touches: peopleOfNote,
    notifies: { shownOn: NOTE_PAGES, contacts: 'any', list: 'stays' },
  },
  delete_note: {
    title: 'Delete note',
    description: 'Deletes one note; its people stay. Undo: restore_from_trash.',
    toolsets: ['notes'],
    undo: fromTrash('Its links to people are deleted too'),
    touches: peopleOfNote,
    notifies: { shownOn: NOTE_PAGES, contacts: 'any', list: 'stays' },
  },
  search_notes: {
    title: 'Search notes',
    description:
      'Finds notes by their words: facts they tell me or mention, when we talked about something, who I had coffee with. Anything else: search.',
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
  count_notes: {
    title: 'Count notes',
    description:
      'Counts notes: how many there are in all, or how many match filters, such as how often I met someone or how many mention a word. Text: search_notes.',
    toolsets: ['notes'],
  },
  list_meeting_types: {
    title: 'List meeting types',
    description: 'Lists which types of meeting a note can have, with ids. create_note takes their names too.',
    toolsets: ['notes'],
  },
} satisfies ToolDefinitions;
