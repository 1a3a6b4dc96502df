import type { OperationName } from '../../contract/operations.ts';
import { searchTerms } from '../../shared/text/fold.ts';
import { requireContact } from '../contacts/save.ts';
import { requireGroup } from '../groups/save.ts';
import type { Handlers } from '../runtime/handler.ts';
import { meetingTypes } from './meeting-types.ts';
import { pageOfNotes } from './pages.ts';
import { createNote, deleteNote, requireNote, updateNote } from './save.ts';
import { searchNotes } from './search.ts';
import { viewNotes } from './view.ts';

type Names = Extract<
  OperationName,
  'list_notes' | 'create_note' | 'get_note' | 'update_note' | 'delete_note' | 'search_notes' | 'list_meeting_types'
>;

export const noteHandlers: Handlers<Names> = {
  async list_notes(context, { query }) {
    if (query.contactId) await requireContact(context, query.contactId);
    return pageOfNotes(context, 'list_notes', query);
  },

  async search_notes(context, { query }) {
    if (query.contactId) await requireContact(context, query.contactId);
    if (query.groupId) await requireGroup(context, query.groupId);
    return searchNotes(context, { ...query, terms: searchTerms(query.searchQuery ?? '') });
  },

  async create_note(context, { body }) {
    const id = await createNote(context, body);
    return { note: (await viewNotes(context, [await requireNote(context, id)]))[0]! };
  },

  async get_note(context, { path }) {
    return { note: (await viewNotes(context, [await requireNote(context, path.noteId!)]))[0]! };
  },

  async update_note(context, { path, body }) {
    await updateNote(context, path.noteId!, body);
    return { note: (await viewNotes(context, [await requireNote(context, path.noteId!)]))[0]! };
  },

  async delete_note(context, { path }) {
    await requireNote(context, path.noteId!);
    await deleteNote(context, path.noteId!);
    return { affected: 1, ids: [path.noteId!] };
  },

  list_meeting_types: async () => ({ meeting_types: meetingTypes }),
};
