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
      name: z.string().describe('Name of the type, the value of `meeting_type`.'),
      emoji: z.string().nullable().describe('Emoji of the type.'),
      created_at: answeredTime().describe('When the type was created.'),
    })
    .meta({ id: 'MeetingType', description: 'A meeting type. There are ten built-in types.' }),
);

export const attachment = () => ({
  id: uuid().optional().describe('Id of an existing attachment. New attachments get one.'),
  url: uri().describe('URL of the file; stored, never fetched.'),
  file_name: nullableText(500).optional().describe('Name of the attached file.'),
  file_size: z.number().min(0).nullable().optional().describe('Size in bytes.'),
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
      audience: z.enum(['private', 'shared']).describe('Readers of the note; `private`: only the owner.'),
      note: z.string().nullable().describe('The text of the note.'),
      custom_emoji: z.string().nullable().describe('Emoji that replaces the one of the meeting type.'),
      meeting_type: z.string().nullable().describe('Meeting type, such as `coffee`.'),
      meeting_type_id: z.string().nullable().describe('Id of the note’s meeting type.'),
      event_time: answeredTime().describe('When it happened, in UTC.'),
      created_at: answeredTime().describe('When the note was created, in UTC.'),
      google_calendar_event_id_v3: z.string().nullable().describe('Google id of the calendar event.'),
      oauth_credential_id: z.string().nullable().describe('The connected account it came from, as sent.'),
      calendar_account_email: z.string().nullable().describe('Calendar account of that event.'),
      reminder_id: z.string().nullable().describe('The reminder that led to it.'),
      calendar_account_provider: provider().nullable().describe('Provider of that account.'),
      channels: z
        .array(z.string())
        .describe('Channels it was imported from, such as `email`; empty for a note that a person wrote.'),
      next_cursor: z.string().optional().describe('Never returned; use `pagination.nextCursor`.'),
      meeting_types: meetingType().nullable().describe('The meeting type as a record; null for none.'),
      timeline_items_contacts: z
        .array(
          z.object({
            timeline_item_id: uuid().describe('This note.'),
            contact_id: uuid().describe('A contact it is about.'),
            is_origin: z.boolean().describe("Whether the note was written on this contact's page."),
            contacts: contact().optional(),
          }),
        )
        .describe('The people it is about, with full records in `contacts` on request.'),
      attachments: z
        .array(
          z.object({
            id: ownId(),
            url: z.string().describe('URL of the file.'),
            file_name: z.string().nullable().describe('Name of the attached file.'),
            file_size: z.number().nullable().describe('Size in bytes; null if unknown.'),
          }),
        )
        .describe('Attached files.'),
    })
    .meta({ id: 'Note', description: 'Something that happened or was said, and the people involved.' }),
);

/** Fields of create and update. An update keeps omitted fields. */
export const noteInput = once(() =>
  z.strictObject({
    note: nullableText(500_000).optional().describe('The text, at most 500,000 characters; null clears it.'),
    custom_emoji: nullableText(100).optional().meta({
      description: 'Emoji that replaces the one of the meeting type.',
      toolDescription: "instead of the meeting type's",
    }),
    event_time: dateTimeOrDayInTools('noon', {
      description: 'When it happened: ISO 8601 with an offset. Default for a new note: now.',
      toolDescription: 'YYYY-MM-DD or time with offset; default for new: now',
    }).optional(),
    meeting_type: z.enum(MEETING_TYPES).nullable().optional().meta({
      description: 'Meeting type. Also sets `meeting_type_id`.',
      toolDescription: 'sets meeting_type_id',
    }),
    meeting_type_id: idOf('meeting type').nullable().optional().meta({
      description: 'Id of the meeting type. Also sets `meeting_type`.',
      toolDescription: 'in place of meeting_type',
    }),
    attachments: z.array(z.strictObject(attachment())).max(100).optional().meta({
      description: 'Attached files, at most 100. They replace the existing ones.',
      toolDescription: 'links to files; an update replaces all',
      tool: ATTACHMENTS,
    }),
    timeline_items_contacts: listOf(
      z.strictObject({
        contact_id: idOf('contact').describe('A contact it is about.'),
        is_origin: z
          .boolean()
          .optional()
          .describe(
            "Whether the note was written on this contact's page. At most one contact can have it, and updates ignore it.",
          ),
        contacts: ignored(),
      }),
    )
      .optional()
      .meta({
        description: 'The people it is about, at most 500. They replace the existing ones.',
        toolDescription: 'people; an update replaces all',
        tool: { type: 'array', items: { type: 'object', properties: { contact_id: { type: 'string' } } } },
      }),
    oauth_credential_id: nullableUuid()
      .optional()
      .meta({ tool: 'omit', description: 'The connected account it came from; stored as sent.' }),
    reminder_id: idOf('reminder').nullable().optional().meta({
      description: 'The reminder that led to it. It is only linked: `update_reminder` completes it.',
      toolDescription: 'only linked, not completed',
    }),
  }),
);

export const newNote = once(() =>
  noteInput().refine(
    (body) => Object.values(body).some((value) => value !== undefined),
    'must have at least one field',
  ),
);
