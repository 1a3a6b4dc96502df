import * as z from 'zod';
import { frequency } from './contact-fields.ts';
import { note, noteInput } from './note.ts';
import { reminder } from './reminders.ts';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { dateTime, day, idsOf, text } from './schema/primitives.ts';

/** Maximum people of an interaction. */
export const MAX_PEOPLE = 50;

const remind = () =>
  z
    .strictObject({
      due_at_date: day()
        .optional()
        .meta({ description: 'Due date. Takes precedence over `in`.', toolDescription: 'YYYY-MM-DD; overrides in' }),
      due_at_time: dateTime().optional().meta({
        description: 'Due time: ISO 8601 with an offset. Takes precedence over the others.',
        toolDescription: 'with offset; overrides the others',
      }),
      in: frequency().optional().meta({
        description: 'Delay from today, such as `3 days`, `2 weeks`, or `1 mon`.',
        toolDescription: 'such as 2 weeks',
      }),
      text: text().min(1, 'must not be empty').optional().describe('Text. Default: the beginning of the note.'),
    })
    .refine((due) => due.due_at_date || due.due_at_time || due.in, {
      path: ['due_at_date'],
      message: 'this, due_at_time, or in is required',
    });

const person = () =>
  z.object({
    id: z.string().describe('Id of the contact.'),
    full_name: z.string().nullable().describe('Name of the person. Null for someone without a name.'),
    last_seen_at: answeredTime().nullable().describe('When they were last seen.'),
    next_reminder_at: answeredTime().nullable().describe('When to be in touch next. Null without a frequency.'),
  });

export const interactions = defineOperations({
  log_interaction: {
    summary: 'Log an interaction',
    description:
      'Writes a note about one or more people and, if asked, sets a follow-up reminder about them, in one transaction. Like `create_note`, it moves last-seen times forward and updates the next keep-in-touch dates.',
    method: 'POST',
    path: '/v2/interactions',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    body: () =>
      z
        .strictObject({
          note: text(500_000).optional().describe('What happened or was said.'),
          meeting_type: noteInput().shape.meeting_type,
          event_time: noteInput().shape.event_time,
          contacts: idsOf('contact', MAX_PEOPLE).describe(`The people it was with, 1 to ${MAX_PEOPLE}.`),
          remind: remind()
            .optional()
            .meta({
              description: 'A follow-up reminder about the same people.',
              toolDescription: 'a follow-up about the same people',
              toolExamples: [{ in: '2 weeks' }],
            }),
        })
        .refine((body) => body.note?.trim() || body.meeting_type, {
          path: ['note'],
          message: 'this or meeting_type is required',
        })
        .describe('The interaction to log.'),
    data: () =>
      z.object({
        note: note(),
        reminder: reminder().nullable().describe('The follow-up reminder; null for none.'),
        contacts: z.array(person()).describe('The people, as they are now.'),
      }),
  },
});
