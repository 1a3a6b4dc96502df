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
      type: z.enum(['note', 'email', 'event']).describe('What it is, and under which name it stands here.'),
      date: answeredTime(({ event }) => timeOfEvent((event ?? {}) as Record<string, unknown>)).describe(
        'When it happened.',
      ),
      note: note().optional(),
      email: emailMessage().optional(),
      event: calendarEvent().optional(),
    })
    .meta({ id: 'TimelineItem', description: 'One thing that happened: a note, an e-mail or an event.' });

export const timeline = defineOperations({
  list_timeline: {
    summary: 'List the timeline',
    description:
      'Lists notes, e-mails and calendar events in one list, with one contact or with everybody: newest first, and soonest first where the list begins today or later. E-mails and events are read live; one account that fails gives a warning.',
    method: 'GET',
    path: '/v2/timeline',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        contactId: idOf('contact').optional().describe('Only what this contact took part in.'),
        sources: z
          .array(z.enum(TIMELINE_SOURCES))
          .min(1, 'must not be empty')
          .max(3)
          .optional()
          .meta({ description: 'What to list; all three if left out.', toolDescription: 'all three if left out' }),
        startDate: dayOrTime().optional().meta({
          description: 'The first day or moment.',
          toolDescription: 'first day (YYYY-MM-DD) or time with offset',
        }),
        endDate: dayOrTime().optional().meta({
          description: 'The last day or moment; a day is covered whole.',
          toolDescription: 'last day, covered whole, or time',
        }),
        searchQuery: text(1_000)
          .optional()
          .meta({ description: 'Words that must all occur.', toolDescription: 'words that all occur' }),
        order: z.enum(['asc', 'desc']).optional().meta({
          description:
            '`asc` for the soonest first, `desc` for the newest; if left out, the soonest when `startDate` is today or later.',
          toolDescription: 'newest first; from today on, soonest first',
        }),
        includeContactDetails: z.boolean().default(false).meta({
          description: 'Whether notes come with their contacts whole.',
          toolDescription: 'true: people with more than names',
        }),
        ...paging(),
      }),
    data: () =>
      z.object({
        items: z.array(item()).describe('What happened or is planned, in the order asked for.'),
        pagination: pagination(),
        warnings: z.array(z.string()).describe('What is missing, such as a mailbox that could not be read.'),
      }),
  },
});
