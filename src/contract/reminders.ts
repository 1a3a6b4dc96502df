import * as z from 'zod';
import { contact } from './contact.ts';
import { defineOperations, once } from './operation.ts';
import {
  affectedIds,
  cursor,
  day,
  dayOrTime,
  each,
  flags,
  ignored,
  nullableDateTime,
  nullableText,
  pagination,
  take,
  text,
  uuid,
} from './schema/primitives.ts';

export const RECURRENCES = ['7 days', '14 days', '1 mon', '3 mons', '6 mons', '1 year'] as const;

const reminder = once(() =>
  z
    .object({
      id: uuid(),
      user_id: z.string(),
      ...each(['workspace_id', 'assignee_id', 'text', 'due_at_date', 'due_at_time', 'recurrence'], () =>
        z.string().nullable(),
      ),
      ...each(['is_complete', 'is_overdue', 'email_sent', 'push_notification_sent'], () => z.boolean()),
      ...each(['last_completed_at', 'next_occurrence_at'], () => z.string().nullable()),
      created_at: z.string(),
      next_cursor: z.string().optional(),
      reminders_contacts: z.array(
        z.object({ reminder_id: uuid(), contact_id: uuid(), contacts: contact().optional() }),
      ),
      users: z.object({ id: uuid(), name: z.string().nullable(), email: z.string() }).nullable(),
    })
    .meta({ id: 'Reminder' }),
);

const fields = () => ({
  text: nullableText().optional(),
  due_at_date: day().nullable().optional(),
  due_at_time: nullableDateTime().optional(),
  is_complete: z.boolean().optional(),
  recurrence: z.enum(RECURRENCES).nullable().optional(),
  reminders_contacts: z
    .array(z.strictObject({ contact_id: uuid(), contacts: ignored() }))
    .max(500, 'must have at most 500 entries')
    .optional(),
  next_occurrence_at: nullableDateTime().optional(),
  last_completed_at: nullableDateTime().optional(),
  ...each(['email_sent', 'push_notification_sent'], () => z.boolean().optional()),
});

const reminderUpdate = once(() => z.strictObject(fields()));

const reminderCreate = once(() =>
  z
    .strictObject({ ...fields(), text: text().min(1, 'must not be empty') })
    .refine((body) => body.due_at_date || body.due_at_time, {
      path: ['due_at_date'],
      message: 'this or due_at_time is required',
    }),
);

const one = () => z.object({ reminder: reminder() });
const remove = { effect: 'delete', idempotency: 'optional', envelope: 'v2' } as const;
const change = { effect: 'update', wrapper: 'reminder', body: reminderUpdate, data: one } as const;
const read = { method: 'GET', effect: 'read', idempotency: 'none', envelope: 'v2' } as const;

/** A reminder's id is plain text: what is no id is not found (docs/api/requests.md#validation). */
const byId = { textIds: true } as const;

export const reminders = defineOperations({
  list_reminders: {
    ...read,
    path: '/v2/reminders',
    query: () =>
      z.strictObject({
        contactId: uuid().optional(),
        isComplete: z.boolean().optional(),
        isOverdue: z.boolean().optional(),
        dueAfter: dayOrTime().optional(),
        dueBefore: dayOrTime().optional(),
        take: take(50, 200),
        cursor: cursor().optional(),
      }),
    data: () => z.object({ reminders: z.array(reminder()), pagination: pagination() }),
  },
  create_reminder: {
    method: 'POST',
    path: '/v2/reminders',
    effect: 'create',
    idempotency: 'required',
    envelope: 'v2',
    status: 201,
    wrapper: 'reminder',
    body: reminderCreate,
    data: one,
  },
  get_reminder: { ...read, ...byId, path: '/v2/reminders/{reminderId}', data: one },
  update_reminder: {
    ...change,
    ...byId,
    method: 'PATCH',
    path: '/v2/reminders/{reminderId}',
    idempotency: 'required',
    envelope: 'v2',
  },
  update_reminder_v1: {
    ...change,
    ...byId,
    method: 'PUT',
    path: '/v1/reminders/{reminderId}',
    idempotency: 'optional',
    envelope: 'v1',
  },
  delete_reminder: {
    ...remove,
    ...byId,
    method: 'DELETE',
    path: '/v2/reminders/{reminderId}',
    data: affectedIds,
  },
  list_recurring_reminders: {
    ...read,
    path: '/v2/reminders/recurring',
    query: () => z.strictObject({ include: flags().optional() }),
    data: () => z.object({ reminders: z.array(reminder()) }),
  },
});
