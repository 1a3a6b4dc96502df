import * as z from 'zod';
import { contact } from './contact.ts';
import { provider } from './contact-fields.ts';
import { defineOperations, once } from './operation.ts';
import {
  affectedIds,
  dateTime,
  dayOrTime,
  each,
  ignored,
  listOf,
  nullableText,
  nullableUuid,
  pagination,
  paging,
  text,
  uri,
  uuid,
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
    .object({ id: uuid(), name: z.string(), emoji: z.string().nullable(), created_at: z.string() })
    .meta({ id: 'MeetingType' }),
);

const attachment = () => ({
  id: uuid().optional(),
  url: uri(),
  file_name: nullableText(500).optional(),
  file_size: z.number().min(0).nullable().optional(),
});

const ATTACHMENTS = {
  type: 'array',
  items: { type: 'object', properties: { url: { type: 'string' }, file_name: { type: 'string' } } },
};

export const note = once(() =>
  z
    .object({
      id: uuid(),
      user_id: z.string(),
      workspace_id: z.string().nullable(),
      audience: z.enum(['private', 'shared']),
      note: z.string().nullable(),
      custom_emoji: z.string().nullable(),
      meeting_type: z.string().nullable(),
      meeting_type_id: z.string().nullable(),
      event_time: z.string(),
      created_at: z.string(),
      ...each(['google_calendar_event_id_v3', 'oauth_credential_id', 'calendar_account_email', 'reminder_id'], () =>
        z.string().nullable(),
      ),
      calendar_account_provider: provider().nullable(),
      channels: z.array(z.string()),
      next_cursor: z.string().optional(),
      meeting_types: meetingType().nullable(),
      timeline_items_contacts: z.array(
        z.object({
          timeline_item_id: uuid(),
          contact_id: uuid(),
          is_origin: z.boolean(),
          contacts: contact().optional(),
        }),
      ),
      attachments: z.array(
        z.object({
          id: uuid(),
          url: z.string(),
          file_name: z.string().nullable(),
          file_size: z.number().nullable(),
        }),
      ),
    })
    .meta({ id: 'Note' }),
);

/** Create and update take the same fields; on update an absent one is kept. */
const noteInput = once(() =>
  z.strictObject({
    note: nullableText(500_000).optional(),
    custom_emoji: nullableText(100).optional(),
    event_time: dateTime().optional(),
    meeting_type: z.enum(MEETING_TYPES).nullable().optional(),
    meeting_type_id: nullableUuid().optional(),
    attachments: z.array(z.strictObject(attachment())).max(100).optional().meta({ tool: ATTACHMENTS }),
    timeline_items_contacts: listOf(
      z.strictObject({ contact_id: uuid(), is_origin: z.boolean().optional(), contacts: ignored() }),
    )
      .optional()
      .meta({ tool: { type: 'array', items: { type: 'object', properties: { contact_id: { type: 'string' } } } } }),
    oauth_credential_id: nullableUuid().optional(),
    reminder_id: nullableUuid().optional(),
  }),
);

const newNote = once(() =>
  noteInput().refine(
    (body) => Object.values(body).some((value) => value !== undefined),
    'give at least one field: a note that says nothing is a mistake',
  ),
);

const one = () => z.object({ note: note() });
const page = () => z.object({ notes: z.array(note()), pagination: pagination() });
const range = () => ({ startDate: dayOrTime().optional(), endDate: dayOrTime().optional() });

export const notes = defineOperations({
  list_notes: {
    method: 'GET',
    path: '/v2/timeline/notes',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () => z.strictObject({ contactId: uuid().optional(), ...range(), ...paging() }),
    data: page,
  },
  create_note: {
    method: 'POST',
    path: '/v2/timeline/notes',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    wrapper: 'note',
    body: newNote,
    data: one,
  },
  get_note: {
    method: 'GET',
    path: '/v2/timeline/notes/{noteId}',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: one,
  },
  update_note: {
    method: 'PUT',
    path: '/v1/timeline/{noteId}',
    effect: 'update',
    idempotency: 'optional',
    envelope: 'v1',
    wrapper: 'note',
    body: noteInput,
    data: one,
  },
  delete_note: {
    method: 'DELETE',
    path: '/v2/timeline/notes/{noteId}',
    effect: 'delete',
    idempotency: 'optional',
    envelope: 'v2',
    data: affectedIds,
  },
  search_notes: {
    method: 'GET',
    path: '/v2/timeline/notes/search',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        searchQuery: text(1_000).optional(),
        contactId: uuid().optional(),
        groupId: uuid().optional(),
        ...range(),
        includeMeetingTypeId: uuid().optional(),
        excludeMeetingTypeId: uuid().optional(),
        includeContactDetails: z.boolean().default(false),
        ...paging(),
      }),
    data: page,
  },
  list_meeting_types: {
    method: 'GET',
    path: '/v2/timeline/meeting-types',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: () => z.object({ meeting_types: z.array(meetingType()) }),
  },
});
