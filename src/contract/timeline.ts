import * as z from 'zod';
import { calendarEvent, emailMessage, timeOfEvent } from './agenda.ts';
import { note } from './note.ts';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { dayOrTime, idOf, pagination, paging, text } from './schema/primitives.ts';

export const TIMELINE_SOURCES = ['notes', 'emails', 'events'] as const;

const item = () =>
  z
    .object({
      type: z.enum(['note', 'email', 'event']).describe('Kind of item, and the name of the field with its record.'),
      date: answeredTime(({ event }) => timeOfEvent((event ?? {}) as Record<string, unknown>)).describe(
        'When it happened.',
      ),
      note: note().optional(),
      email: emailMessage().optional(),
      event: calendarEvent().optional(),
    })
    .meta({ id: 'TimelineItem', description: 'An item in the timeline: a note, an email, or an event.' });

export const timeline = defineOperations({
  list_timeline: {
    summary: 'List the timeline',
    description:
      'Lists notes, emails, and calendar events together, with one contact or with everyone: newest first, or soonest first if the list begins today or later. Emails and events are read live; an account that fails gives a warning.',
    method: 'GET',
    path: '/v2/timeline',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        contactId: idOf('contact').optional().describe('Only items with this contact.'),
        sources: z
          .array(z.enum(TIMELINE_SOURCES))
          .min(1, 'must not be empty')
          .max(3)
          .optional()
          .meta({ description: 'Kinds of items to list. Default: all three.', toolDescription: 'default: all three' }),
        startDate: dayOrTime().optional().meta({
          description: 'First day or time.',
          toolDescription: 'YYYY-MM-DD or time with offset',
        }),
        endDate: dayOrTime().optional().meta({
          description: 'Last day or time. A day is included completely.',
          toolDescription: 'last day (inclusive) or time',
        }),
        searchQuery: text(1_000)
          .optional()
          .meta({ description: 'Words that must all occur.', toolDescription: 'words that must all occur' }),
        order: z.enum(['asc', 'desc']).optional().meta({
          description:
            '`asc`: soonest first. `desc`: newest first. Default: `desc`, or `asc` if `startDate` is today or later.',
          toolDescription: 'default: newest first; from today on, soonest first',
        }),
        includeContactDetails: z.boolean().default(false).meta({
          description: 'Whether to return notes with full contact records.',
          toolDescription: 'true: people with all details, not just names',
        }),
        ...paging(),
      }),
    data: () =>
      z.object({
        items: z.array(item()).describe('Past and planned items, in the requested order.'),
        pagination: pagination(),
        warnings: z.array(z.string()).describe('Missing data, such as from a mailbox that could not be read.'),
      }),
  },
});
