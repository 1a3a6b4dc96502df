import * as z from 'zod';
import { batch, continueOnError } from './batch.ts';
import { meetingType, newNote, note, noteInput } from './note.ts';
import { splitCreation } from './schema/batching.ts';
import { defineOperations } from './schema/operation.ts';
import { affectedIds, dayOrTime, idOf, idsOf, pagination, paging, text, warned } from './schema/primitives.ts';

const one = () => z.object({ note: note() });
const page = () =>
  z.object({
    notes: z.array(note()).describe('The notes, newest `event_time` first.'),
    pagination: pagination(),
    ...warned(),
  });
const since = () => ({
  createdAfter: dayOrTime().optional().meta({
    description: 'Only notes created on or after this day (in UTC) or time.',
    toolDescription: 'written since',
  }),
  createdBefore: dayOrTime().optional().meta({
    description: 'Only notes created on or before this day (in UTC) or time. A day is included completely.',
    toolDescription: 'written until',
  }),
});
const range = () => ({
  startDate: dayOrTime().optional().meta({
    description: 'First day (in UTC) or time of `event_time`.',
    toolDescription: 'YYYY-MM-DD or time with offset',
  }),
  endDate: dayOrTime().optional().meta({
    description: 'Last day (in UTC) or time. A day is included completely.',
    toolDescription: 'last day (inclusive) or time',
  }),
});
const about = () => ({
  contactId: idOf('contact').optional().describe('Only notes about this contact.'),
  contactIds: idsOf('contact', 50).optional().meta({
    description: 'Only notes about at least one of these contacts, 1 to 50.',
    toolDescription: 'about any of these, up to 50',
  }),
});

/** Filters of `search_notes` and `count_notes`. */
const searched = () => ({
  searchQuery: text(1_000).optional().meta({
    description:
      'Words in any form, ignoring case and accents. The last word also matches as a prefix. Quotes make an exact phrase.',
    toolDescription: 'words in the text or in names; quotes make a phrase',
  }),
  ...about(),
  groupId: idOf('group').optional().describe('Only notes about members of this group.'),
  ...range(),
  ...since(),
  includeMeetingTypeId: idOf('meeting type')
    .optional()
    .meta({ description: 'Only notes with this meeting type.', toolDescription: 'id or name, such as coffee' }),
  excludeMeetingTypeId: idOf('meeting type').optional().meta({
    description: 'Excludes notes with this meeting type. Notes without a type are included.',
    toolDescription: 'id or name, such as email',
  }),
});

export const notes = defineOperations({
  list_notes: {
    summary: 'List notes',
    description:
      'Lists notes about one contact, several, or all, optionally between two dates, newest `event_time` first.',
    method: 'GET',
    path: '/v2/timeline/notes',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        ...about(),
        ...range(),
        ...since(),
        ...paging(),
      }),
    data: page,
  },
  create_note: {
    summary: 'Create a note',
    description:
      "Writes a note about one or more contacts. Unless it is in the future, it moves the contacts' last-seen time forward, never back, and updates their next keep-in-touch date.",
    method: 'POST',
    path: '/v2/timeline/notes',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    wrapper: 'note',
    body: () => newNote().describe('The note to write. It must have at least one field.'),
    data: one,
  },
  bulk_create_notes: {
    summary: 'Create many notes',
    description:
      'Writes up to 500 notes like `create_note`, in chunks of 100, one transaction per chunk. With `continueOnError`, invalid rows are reported and the others stored. Without it, an invalid row rejects the request, and a failed chunk ends it. A retry with the same Idempotency-Key resumes where the first attempt stopped.',
    method: 'POST',
    path: '/v2/timeline/notes/batch',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    partialSuccess: { list: 'notes', flag: 'continueOnError' },
    splits: splitCreation('notes'),
    body: () =>
      z.strictObject({
        notes: z
          .array(newNote())
          .min(1, 'must not be empty')
          .max(500, 'must have at most 500 entries')
          .meta({
            description: 'The notes, 1 to 500.',
            tool: {
              type: 'array',
              items: { type: 'object', properties: { note: { type: 'string' } } },
              description: 'as in create_note, with event_time, timeline_items_contacts [{contact_id}]',
            },
          }),
        continueOnError: continueOnError(),
      }),
    data: () =>
      z.object({
        notes: z.array(note()).describe('The created notes.'),
        pagination: pagination(),
        batch: batch().describe('Outcome of each row.'),
      }),
  },
  get_note: {
    summary: 'Get a note',
    description: 'Returns one complete note with its people and attachments.',
    method: 'GET',
    path: '/v2/timeline/notes/{noteId}',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: one,
  },
  update_note: {
    summary: 'Change a note',
    description:
      'Changes the given fields of a note. Null clears a field, and a list of people or attachments replaces the old one.',
    method: 'PUT',
    path: '/v1/timeline/{noteId}',
    effect: 'update',
    idempotency: 'optional',
    envelope: 'v1',
    wrapper: 'note',
    body: () => noteInput().describe('The fields to change.'),
    data: one,
  },
  delete_note: {
    summary: 'Delete a note',
    description: 'Deletes a note. For 30 days, `restore_from_trash` restores it.',
    method: 'DELETE',
    path: '/v2/timeline/notes/{noteId}',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    data: affectedIds,
  },
  search_notes: {
    summary: 'Search notes',
    description:
      'Finds notes by words in their text, in any form, or by the names of their people: exact matches first, then the newest. If no note has all words, the notes with most of them are returned with a warning. Without words, lists all notes that match the other filters, newest first.',
    method: 'GET',
    path: '/v2/timeline/notes/search',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        ...searched(),
        includeContactDetails: z.boolean().default(false).meta({
          description: 'Whether to return notes with full contact records.',
          toolDescription: 'true: people with all details, not just names',
        }),
        ...paging(),
      }),
    data: () =>
      page().extend({
        warnings: z
          .array(z.string())
          .optional()
          .describe(
            'A warning if no note has all words, and omissions that keep the response small. Absent otherwise.',
          ),
      }),
  },
  count_notes: {
    summary: 'Count notes',
    description: 'Returns the number of notes that `search_notes` would find, or of all notes without filters.',
    method: 'GET',
    path: '/v2/timeline/notes/count',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () => z.strictObject(searched()),
    data: () => z.object({ count: z.int().describe('Number of notes.') }),
  },
  list_meeting_types: {
    summary: 'List meeting types',
    description: 'Lists the meeting types that a note can have, with their ids.',
    method: 'GET',
    path: '/v2/timeline/meeting-types',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: () => z.object({ meeting_types: z.array(meetingType()).describe('All meeting types.') }),
  },
});
