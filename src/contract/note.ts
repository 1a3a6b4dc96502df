import * as z from 'zod';
import { once } from '../shared/once.ts';
import { contact } from './contact.ts';
import { provider } from './contact-fields.ts';
import { answeredTime } from './schema/answered-times.ts';
import {
  dateTimeOrDayInTools,
  idOf,
  ignored,
  listOf,
  nullableText,
  nullableUuid,
  owner,
  ownId,
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

export const meetingType = once(() =>
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
