import type { OperationName } from '../../contract/operations.ts';
import { CHUNK_SIZE, createInChunks } from '../common/chunked-creation.ts';
import { requireOwned } from '../common/owned.ts';
import { requireContact } from '../contact-rows/save.ts';
import { requireGroup } from '../groups/save.ts';
import type { Context } from '../runtime/context.ts';
import type { Handlers } from '../runtime/handler.ts';
import { createChunk } from './create-many.ts';
import { meetingTypes } from './read/meeting-types.ts';
import { countNotes, notesById, pageOfNotes } from './read/pages.ts';
import { viewNotes } from './read/view.ts';
import { createNote, deleteNote, requireNote, updateNote } from './save.ts';
import { searchNotes, stemmedTerms } from './search.ts';

type Names = Extract<
  OperationName,
  | 'list_notes'
  | 'search_notes'
  | 'count_notes'
  | `${'create' | 'get' | 'update' | 'delete'}_note`
  | 'bulk_create_notes'
  | 'list_meeting_types'
>;

export const noteHandlers: Handlers<Names> = {
  async list_notes(context, { query }) {
    await requireFilterIds(context, query);
    return pageOfNotes(context, 'list_notes', query);
  },

  async search_notes(context, { query }) {
    await requireFilterIds(context, query);
    const { searchQuery = '', ...others } = query;
    return searchNotes(context, searchQuery, others);
  },

  async count_notes(context, { query }) {
    await requireFilterIds(context, query);
    const { searchQuery = '', ...filters } = query;
    return { count: await countNotes(context, { ...filters, terms: await stemmedTerms(searchQuery) }) };
  },

  bulk_create_notes: {
    isOneStep: ({ body }) => body.notes.length <= CHUNK_SIZE,
    async inSteps(steps, { body }) {
      const { ids, batch } = await createInChunks(steps, body.notes, (context, rows, offset) =>
        createChunk(context, rows, offset, body.continueOnError),
      );
      const notes = await steps.read((context) => notesById(context, ids));
      return { notes, pagination: { nextCursor: null, count: notes.length }, batch };
    },
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

interface FilterIds {
  contactId?: string | undefined;
  contactIds?: string[] | undefined;
  groupId?: string | undefined;
}

/** Throws 404 if a contact or the group is not the caller's. */
async function requireFilterIds(context: Context, { contactId, contactIds = [], groupId }: FilterIds): Promise<void> {
  if (contactId) await requireContact(context, contactId);
  await requireOwned(context, 'contacts', contactIds, (index) => `contactIds[${index}]`);
  if (groupId) await requireGroup(context, groupId);
}
