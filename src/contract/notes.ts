import * as z from 'zod';
import { once } from '../shared/once.ts';
import { batch, continueOnError } from './batch.ts';
import { contact } from './contact.ts';
import { provider } from './contact-fields.ts';
import { answeredTime } from './schema/answered-times.ts';
import { creationInParts } from './schema/batching.ts';
import { defineOperations } from './schema/operation.ts';
import {
  affectedIds,
  dateTimeOrDayInTools,
  dayOrTime,
  idOf,
  ignored,
  listOf,
  nullableText,
  nullableUuid,
  owner,
  ownId,
  pagination,
  paging,
  text,
  uri,
  uuid,
  warned,
} from './schema/primitives.ts';

export const MEETING_TYPES = [
  'call',
  'coffee',
  'email',
  'meal',
  'meeting',
  'networking',
  'note',
  'other',
  'party',
  'text',
] as const;

const meetingType = once(() =>
  z
    .object({
      id: ownId(),
      name: z.string().describe('What the type is called, as `meeting_type` takes it.'),
      emoji: z.string().nullable().describe('A symbol for it.'),
      created_at: answeredTime().describe('When the type came to be.'),
    })
    .meta({ id: 'MeetingType', description: 'A kind of meeting; the ten there are come with the service.' }),
);

export const attachment = () => ({
  id: uuid().optional().describe('The id of an attachment the note has already; a new one gets its own.'),
  url: uri().describe('Where the file is; stored, never fetched.'),
  file_name: nullableText(500).optional().describe('What the file is called.'),
  file_size: z.number().min(0).nullable().optional().describe('The size in bytes.'),
});

const ATTACHMENTS = {
  type: 'array',
  items: { type: 'object', properties: { url: { type: 'string' }, file_name: { type: 'string' } } },
};

export const note = once(() =>
  z
    .object({
      id: ownId(),
      ...owner(),
      audience: z.enum(['private', 'shared']).describe('Who may read it; `private` is the owner alone.'),
      note: z.string().nullable().describe('The text of the note.'),
      custom_emoji: z.string().nullable().describe('A symbol of its own, instead of that of its type.'),
      meeting_type: z.string().nullable().describe('The kind of meeting, such as `coffee`.'),
      meeting_type_id: z.string().nullable().describe('The same kind by its id.'),
      event_time: answeredTime().describe('When it happened, in UTC.'),
      created_at: answeredTime().describe('When it was written down, in UTC.'),
      google_calendar_event_id_v3: z
        .string()
        .nullable()
        .describe('The calendar event it is about, by its id at Google.'),
      oauth_credential_id: z
        .string()
        .nullable()
        .describe('The connected account it came from, as the writer named it.'),
      calendar_account_email: z.string().nullable().describe('The calendar account of that event.'),
      reminder_id: z.string().nullable().describe('The reminder it settles.'),
      calendar_account_provider: provider().nullable().describe('The provider of that account.'),
      channels: z.array(z.string()).describe('How it came in, such as `email`; empty for a note somebody wrote.'),
      next_cursor: z.string().optional().describe('Never answered; `pagination.nextCursor` leads to the next page.'),
      meeting_types: meetingType().nullable().describe('The kind of meeting as a record; null for none.'),
      timeline_items_contacts: z
        .array(
          z.object({
            timeline_item_id: uuid().describe('This note.'),
            contact_id: uuid().describe('Somebody it is about.'),
            is_origin: z.boolean().describe("Whether the note was written on this contact's page."),
            contacts: contact().optional(),
          }),
        )
        .describe('The people it is about; whole under `contacts` when details were asked for.'),
      attachments: z
        .array(
          z.object({
            id: ownId(),
            url: z.string().describe('Where the file is.'),
            file_name: z.string().nullable().describe('What the file is called.'),
            file_size: z.number().nullable().describe('The size in bytes; null if unknown.'),
          }),
        )
        .describe('Files that go with it.'),
    })
    .meta({ id: 'Note', description: 'Something that happened or was said, and with whom.' }),
);

/** Create and update take the same fields. An update keeps those that are absent. */
export const noteInput = once(() =>
  z.strictObject({
    note: nullableText(500_000).optional().describe('The text, at most 500,000 characters; null clears it.'),
    custom_emoji: nullableText(100).optional().meta({
      description: 'A symbol of its own, instead of that of its type.',
      toolDescription: 'instead of that of meeting_type',
    }),
    event_time: dateTimeOrDayInTools('noon', {
      description: 'When it happened: ISO 8601 with an offset; a new note without it happened now.',
      toolDescription: 'the day it happened (YYYY-MM-DD), or a time with offset; new: now if left out',
    }).optional(),
    meeting_type: z.enum(MEETING_TYPES).nullable().optional().meta({
      description: 'The kind of meeting; sets `meeting_type_id` too.',
      toolDescription: 'sets meeting_type_id',
    }),
    meeting_type_id: idOf('meeting type').nullable().optional().meta({
      description: 'The kind of meeting by its id; sets `meeting_type` too.',
      toolDescription: 'in place of meeting_type',
    }),
    attachments: z.array(z.strictObject(attachment())).max(100).optional().meta({
      description: 'Files that go with it, at most 100; they replace those that were there.',
      toolDescription: 'links to files; a change replaces all',
      tool: ATTACHMENTS,
    }),
    timeline_items_contacts: listOf(
      z.strictObject({
        contact_id: idOf('contact').describe('Somebody it is about.'),
        is_origin: z
          .boolean()
          .optional()
          .describe("Whether the note is written on this contact's page: at most one is, and a change ignores it."),
        contacts: ignored(),
      }),
    )
      .optional()
      .meta({
        description: 'The people it is about, at most 500; they replace those that were there.',
        toolDescription: 'whom it is about; a change replaces all',
        tool: { type: 'array', items: { type: 'object', properties: { contact_id: { type: 'string' } } } },
      }),
    oauth_credential_id: nullableUuid()
      .optional()
      .meta({ tool: 'omit', description: 'The connected account it came from; kept as sent.' }),
    reminder_id: idOf('reminder').nullable().optional().meta({
      description: 'A reminder of yours that it settles.',
      toolDescription: 'the reminder it settles',
    }),
  }),
);

export const newNote = once(() =>
  noteInput().refine(
    (body) => Object.values(body).some((value) => value !== undefined),
    'give at least one field: a note that says nothing is a mistake',
  ),
);

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
