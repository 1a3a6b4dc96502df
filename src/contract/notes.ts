import * as z from 'zod';
import { batch, continueOnError } from './batch.ts';
import { meetingType, newNote, note, noteInput } from './note.ts';
import { creationInParts } from './schema/batching.ts';
import { defineOperations } from './schema/operation.ts';
import { affectedIds, dayOrTime, idOf, pagination, paging, text, warned } from './schema/primitives.ts';

const one = () => z.object({ note: note() });
const page = () =>
  z.object({
    notes: z.array(note()).describe('The notes, newest `event_time` first.'),
    pagination: pagination(),
    ...warned(),
  });
const since = () => ({
  createdAfter: dayOrTime().optional().meta({
    description: 'Only notes written down since this day (in UTC) or moment.',
    toolDescription: 'written down since this day or time',
  }),
  createdBefore: dayOrTime().optional().meta({
    description: 'Only notes written down until this day (in UTC) or moment; a day is covered whole.',
    toolDescription: 'written down until then',
  }),
});
const range = () => ({
  startDate: dayOrTime().optional().meta({
    description: 'The first day (in UTC) or moment of `event_time`.',
    toolDescription: 'first day (YYYY-MM-DD) or time with offset',
  }),
  endDate: dayOrTime().optional().meta({
    description: 'The last day (in UTC) or moment; a day is covered whole.',
    toolDescription: 'last day, covered whole, or time',
  }),
});

/** What narrows a search, and a count alike. */
const searched = () => ({
  searchQuery: text(1_000).optional().meta({
    description:
      'Words in any of their forms, the last as a beginning too; quotes make a phrase as written. Case and accents do not matter.',
    toolDescription: 'words of the text or of names; quotes make a phrase',
  }),
  contactId: idOf('contact').optional().describe('Only notes about this contact.'),
  groupId: idOf('group').optional().describe('Only notes about members of this group.'),
  ...range(),
  ...since(),
  includeMeetingTypeId: idOf('meeting type')
    .optional()
    .meta({ description: 'Only notes of this kind of meeting.', toolDescription: 'id, or such as coffee' }),
  excludeMeetingTypeId: idOf('meeting type').optional().meta({
    description: 'No notes of this kind of meeting; those without a kind stay.',
    toolDescription: 'id, or such as email',
  }),
});

export const notes = defineOperations({
  list_notes: {
    summary: 'List notes',
    description: 'Lists notes, newest `event_time` first, about one contact or all, between two dates.',
    method: 'GET',
    path: '/v2/timeline/notes',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        contactId: idOf('contact').optional().describe('Only notes about this contact.'),
        ...range(),
        ...since(),
        ...paging(),
      }),
    data: page,
  },
  create_note: {
    summary: 'Create a note',
    description:
      'Writes a note about one or more contacts. A note that happened by now moves the last-seen time of its contacts forward, never back, and with it their next keep-in-touch date.',
    method: 'POST',
    path: '/v2/timeline/notes',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    wrapper: 'note',
    body: () => newNote().describe('The note to write; it must say something.'),
    data: one,
  },
  bulk_create_notes: {
    summary: 'Create many notes',
    description:
      'Writes up to 500 notes in chunks of 100, one transaction each, each note as create_note does. With `continueOnError` bad rows are listed and the others stored; without it an invalid row refuses the request, and a chunk that fails ends it. A retry with the same Idempotency-Key goes on where the first try stopped.',
    method: 'POST',
    path: '/v2/timeline/notes/batch',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    partialSuccess: { list: 'notes', flag: 'continueOnError' },
    divides: creationInParts('notes'),
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
        notes: z.array(note()).describe('The notes that were written.'),
        pagination: pagination(),
        batch: batch().describe('What became of the rows.'),
      }),
  },
  get_note: {
    summary: 'Get a note',
    description: 'Answers one note whole, with its people and attachments.',
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
      'Changes the given fields of a note: null clears a field, and a list of people or attachments replaces the old one.',
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
    description: 'Deletes a note. For 30 days restore_from_trash brings it back.',
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
      'Finds notes by the words of their text, in any of their forms, or by the names of their people: those with the words as written first, then the newest. Where no note has all words, those with most of them are answered, and `warnings` says so. Without words it lists every note that passes the other filters, newest first.',
    method: 'GET',
    path: '/v2/timeline/notes/search',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        ...searched(),
        includeContactDetails: z.boolean().default(false).meta({
          description: 'Whether notes come with their contacts whole.',
          toolDescription: 'true: people with more than names',
        }),
        ...paging(),
      }),
    data: () =>
      page().extend({
        warnings: z
          .array(z.string())
          .optional()
          .describe(
            'Says that no note has all words and these have most of them, or what is left out to keep the answer small. Absent otherwise.',
          ),
      }),
  },
  count_notes: {
    summary: 'Count notes',
    description: 'Answers how many notes search_notes would find; without filters, how many there are.',
    method: 'GET',
    path: '/v2/timeline/notes/count',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () => z.strictObject(searched()),
    data: () => z.object({ count: z.int().describe('How many notes there are.') }),
  },
  list_meeting_types: {
    summary: 'List meeting types',
    description: 'Lists the kinds of meeting that a note can have, with their ids.',
    method: 'GET',
    path: '/v2/timeline/meeting-types',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: () => z.object({ meeting_types: z.array(meetingType()).describe('All types there are.') }),
  },
});
