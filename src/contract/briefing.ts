import * as z from 'zod';
import { calendarEvent } from './agenda.ts';
import { defineOperations, once } from './operation.ts';
import { day, each, integer, uuid } from './schema/primitives.ts';

/** Enough of a contact to know who is meant. */
const person = once(() =>
  z
    .object({ id: uuid(), ...each(['full_name', 'job_title', 'company'], () => z.string().nullable()) })
    .meta({ id: 'ContactBrief' }),
);

/** What was said last to someone, shortened. */
const lastSaid = () => z.object({ type: z.string(), date: z.string(), text: z.string() }).nullable();

const birthday = () => z.object({ contact: person(), date: z.string(), turns: z.int().nullable(), in_days: z.int() });

const reminder = () =>
  z.object({
    id: uuid(),
    ...each(['text', 'due_at_date', 'due_at_time', 'recurrence'], () => z.string().nullable()),
    contacts: z.array(person()),
  });

const keepInTouch = () =>
  z.object({
    contact: person(),
    frequency: z.string(),
    last_contact_at: z.string().nullable(),
    due_at: z.string(),
    days_overdue: z.int(),
    last_said: lastSaid(),
  });

/** A calendar event, and the contacts among those in it. */
const event = () =>
  z.object({
    ...calendarEvent().shape,
    people: z.array(z.object({ contact: person(), last_said: lastSaid() })),
  });

export const briefing = defineOperations({
  get_briefing: {
    method: 'GET',
    path: '/v2/briefing',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () => z.strictObject({ day: day().optional(), days: integer(1, 31).default(7) }),
    data: () =>
      z.object({
        from: z.string(),
        to: z.string(),
        birthdays: z.array(birthday()),
        reminders: z.object({ due: z.array(reminder()), overdue: z.array(reminder()) }),
        keep_in_touch: z.array(keepInTouch()),
        events: z.array(event()),
        truncated: z.object(
          each(['birthdays', 'reminders_due', 'reminders_overdue', 'keep_in_touch', 'events'], () => z.boolean()),
        ),
        warnings: z.array(z.string()),
      }),
  },
});
