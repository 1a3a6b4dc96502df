import * as z from 'zod';
import { calendarEvent, emailMessage } from './agenda.ts';
import { note } from './notes.ts';
import { defineOperations } from './operation.ts';
import { dayOrTime, pagination, paging, text, uuid } from './schema/primitives.ts';

export const TIMELINE_SOURCES = ['notes', 'emails', 'events'] as const;

/** One thing that happened, under the name of its type. */
const item = () =>
  z
    .object({
      type: z.enum(['note', 'email', 'event']),
      date: z.string(),
      note: note().optional(),
      email: emailMessage().optional(),
      event: calendarEvent().optional(),
    })
    .meta({ id: 'TimelineItem' });

export const timeline = defineOperations({
  list_timeline: {
    method: 'GET',
    path: '/v2/timeline',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        contactId: uuid().optional(),
        sources: z.array(z.enum(TIMELINE_SOURCES)).min(1, 'must not be empty').max(3).optional(),
        startDate: dayOrTime().optional(),
        endDate: dayOrTime().optional(),
        searchQuery: text(1_000).optional(),
        includeContactDetails: z.boolean().default(false),
        ...paging(),
      }),
    data: () => z.object({ items: z.array(item()), pagination: pagination(), warnings: z.array(z.string()) }),
  },
});
