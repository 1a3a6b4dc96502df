import * as z from 'zod';
import { once } from '../shared/once.ts';
import { contact } from './contact.ts';
import { RELATION_FIELDS } from './contact-fields.ts';
import { answeredTime } from './schema/answered-times.ts';
import { flags, namesInTools } from './schema/flags.ts';
import { oneInterval, readings } from './schema/intervals.ts';
import { defineOperations } from './schema/operation.ts';
import {
  affectedIds,
  day,
  dayOrTime,
  idOf,
  ignored,
  nullableDateTime,
  nullableText,
  optionalPages,
  optionalPaging,
  owner,
  ownId,
  pagination,
  paging,
  text,
  uuid,
  warned,
} from './schema/primitives.ts';

export const RECURRENCES = ['7 days', '14 days', '1 mon', '3 mons', '6 mons', '1 year'] as const;

const reminder = once(() =>
  z
    .object({
      id: ownId(),
      ...owner(),
      assignee_id: z
        .string()
        .nullable()
        .describe("Whom it is assigned to; always null, since a reminder is its owner's."),
      text: z.string().nullable().describe('What to remember.'),
      due_at_date: answeredTime('day')
        .nullable()
        .describe('The day it is due, as midnight in UTC; null when it is due at a moment.'),
      due_at_time: answeredTime().nullable().describe('The moment it is due, in UTC; null when it is due on a day.'),
      recurrence: z.string().nullable().describe('How often it comes back, such as `1 mon`; null for once.'),
      is_complete: z.boolean().describe('Whether it is done.'),
      is_overdue: z
        .boolean()
        .describe("Whether its moment, or its day in the user's time zone, has passed and it is not done."),
      email_sent: z.boolean().describe('Whether an e-mail about it was sent, as the sender keeps it.'),
      push_notification_sent: z.boolean().describe('Whether a notification about it was sent, as the sender keeps it.'),
      last_completed_at: answeredTime().nullable().describe('When it was last done.'),
      next_occurrence_at: answeredTime(({ due_at_time }) => (due_at_time ? 'moment' : 'local day'))
        .nullable()
        .describe("When a recurring one comes back; for a whole day, when that day begins in the user's time zone."),
      created_at: answeredTime().describe('When it was created, in UTC.'),
      next_cursor: z.string().optional().describe('Never answered; `pagination.nextCursor` leads to the next page.'),
      reminders_contacts: z
        .array(
          z.object({
            reminder_id: uuid().describe('This reminder.'),
            contact_id: uuid().describe('Somebody it is about.'),
            contacts: contact().optional(),
          }),
        )
        .describe('The people it is about; whole under `contacts` when `include` asked for them.'),
      users: z
        .object({
          id: uuid().describe('The id of that account.'),
          name: z.string().nullable().describe('What the assignee is called.'),
          email: z.string().describe('The e-mail address of the assignee.'),
        })
        .nullable()
        .describe("The account it is assigned to; always null, since a reminder is its owner's."),
    })
    .meta({ id: 'Reminder', description: 'Something to do on a day or at a moment, once or again and again.' }),
);

export const reminderFields = () => ({
  text: nullableText().optional().describe('What to remember.'),
  due_at_date: day().nullable().optional().meta({
    description: 'The day it is due, when no time of day matters.',
    toolDescription: 'YYYY-MM-DD, for a whole day',
  }),
  due_at_time: nullableDateTime().optional().meta({
    description: 'The moment it is due: ISO 8601 with an offset. It wins over a day.',
    toolDescription: 'for a time of day, with offset; wins over due_at_date',
  }),
  is_complete: z.boolean().optional().meta({
    description: 'Whether it is done. A recurring one comes back at its next occurrence.',
    toolDescription: 'done; a recurring one comes back',
  }),
  recurrence: z.enum(RECURRENCES).register(readings, oneInterval(RECURRENCES)).nullable().optional().meta({
    description: 'How often it comes back; null for once.',
    toolDescription: 'mon: month; null ends it',
  }),
  reminders_contacts: z
    .array(z.strictObject({ contact_id: idOf('contact').describe('Somebody it is about.'), contacts: ignored() }))
    .max(500, 'must have at most 500 entries')
    .optional()
    .meta({
      description: 'The people it is about; they replace those that were there.',
      toolDescription: 'whom it is about; a change replaces all',
    }),
  next_occurrence_at: dayOrTime().nullable().optional().meta({
    tool: 'omit',
    description: "When a recurring one comes back; worked out if left out. A day begins in the user's time zone.",
  }),
  last_completed_at: nullableDateTime()
    .optional()
    .meta({ tool: 'omit', description: 'When it was last done; set when it is completed.' }),
  email_sent: z
    .boolean()
    .optional()
    .meta({ tool: 'omit', description: 'Whether an e-mail about it was sent; kept for whoever sends them.' }),
  push_notification_sent: z
    .boolean()
    .optional()
    .meta({ tool: 'omit', description: 'Whether a notification about it was sent; kept for whoever sends them.' }),
});

const reminderUpdate = once(() => z.strictObject(reminderFields()).describe('The fields to change.'));

const reminderCreate = once(() =>
  z
    .strictObject({ ...reminderFields(), text: text().min(1, 'must not be empty').describe('What to remember.') })
    .refine((body) => body.due_at_date || body.due_at_time, {
      path: ['due_at_date'],
      message: 'this or due_at_time is required',
    })
    .describe('The reminder to set.'),
);

const one = () => z.object({ reminder: reminder() });
const remove = { effect: 'delete', idempotency: 'optional', envelope: 'v2' } as const;
const change = { effect: 'update', wrapper: 'reminder', body: reminderUpdate, data: one } as const;
const read = { method: 'GET', effect: 'read', idempotency: 'none', envelope: 'v2' } as const;

/** The id is plain text, so what is no id is not found (docs/api/requests.md#validation). */
const byId = { textIds: true } as const;

export const reminders = defineOperations({
  list_reminders: {
    summary: 'List reminders',
    description: 'Lists reminders, soonest due first, of one contact or all, done or not.',
    ...read,
    path: '/v2/reminders',
    query: () =>
      z.strictObject({
        contactId: idOf('contact').optional().describe('Only reminders about this contact.'),
        isComplete: z.boolean().optional().describe('Only those that are done, or only those that are not.'),
        isOverdue: z.boolean().optional().describe('Only those that are overdue, or only those that are not.'),
        dueAfter: dayOrTime().optional().meta({
          description: 'Only those due on or after this day or moment.',
          toolDescription: 'from this day (YYYY-MM-DD) or time with offset on',
        }),
        dueBefore: dayOrTime().optional().meta({
          description: 'Only those due on or before this day or moment; a day is covered whole.',
          toolDescription: 'up to this day, covered whole, or time',
        }),
        ...paging(),
      }),
    data: () =>
      z.object({
        reminders: z.array(reminder()).describe('The reminders, soonest due first.'),
        pagination: pagination(),
        ...warned(),
      }),
  },
  create_reminder: {
    summary: 'Create a reminder',
    description:
      'Sets a reminder for a day or a moment, once or recurring. It needs a text and one of `due_at_date` and `due_at_time`.',
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
  get_reminder: {
    summary: 'Get a reminder',
    description: 'Answers one reminder with the people it is about.',
    ...read,
    ...byId,
    path: '/v2/reminders/{reminderId}',
    data: one,
  },
  update_reminder: {
    summary: 'Change a reminder',
    description:
      'Changes or completes a reminder; fields that are left out stay. A recurring one that is completed comes back at its first occurrence after now.',
    ...change,
    ...byId,
    method: 'PATCH',
    path: '/v2/reminders/{reminderId}',
    idempotency: 'required',
    envelope: 'v2',
  },
  update_reminder_v1: {
    summary: 'Change a reminder (v1)',
    description: 'Changes or completes a reminder, in the v1 envelope.',
    ...change,
    ...byId,
    method: 'PUT',
    path: '/v1/reminders/{reminderId}',
    idempotency: 'optional',
    envelope: 'v1',
  },
  delete_reminder: {
    summary: 'Delete a reminder',
    description: 'Deletes a reminder with all its later occurrences.',
    ...remove,
    ...byId,
    method: 'DELETE',
    path: '/v2/reminders/{reminderId}',
    data: affectedIds,
  },
  list_recurring_reminders: {
    summary: 'List recurring reminders',
    description: 'Lists the reminders that recur, soonest due first.',
    ...read,
    path: '/v2/reminders/recurring',
    query: () =>
      z.strictObject({
        include: flags(() => ['contacts', ...RELATION_FIELDS])
          .optional()
          .meta({
            description: '`contacts`: the people of each reminder whole.',
            tool: namesInTools('contacts: the people whole', ['contacts']),
          }),
        ...optionalPaging(),
      }),
    data: () =>
      z.object({
        reminders: z.array(reminder()).describe('The recurring reminders, soonest due first.'),
        ...optionalPages(),
      }),
  },
});
