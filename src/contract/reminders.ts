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

export const reminder = once(() =>
  z
    .object({
      id: ownId(),
      ...owner(),
      assignee_id: z.string().nullable().describe('Assignee. Always null, because reminders belong to their owner.'),
      text: z.string().nullable().describe('Text of the reminder.'),
      due_at_date: answeredTime('day').nullable().describe('Due date as midnight UTC; null if it is due at a time.'),
      due_at_time: answeredTime().nullable().describe('Due time in UTC; null if it is due on a day.'),
      recurrence: z.string().nullable().describe('How often it recurs, such as `1 mon`; null if it does not.'),
      is_complete: z.boolean().describe('Whether it is completed.'),
      is_overdue: z
        .boolean()
        .describe("Whether it is not completed and its due time, or its due date in the user's time zone, has passed."),
      email_sent: z.boolean().describe('Whether an email about it was sent, as recorded by the sender.'),
      push_notification_sent: z
        .boolean()
        .describe('Whether a notification about it was sent, as recorded by the sender.'),
      last_completed_at: answeredTime().nullable().describe('When it was last completed.'),
      next_occurrence_at: answeredTime(({ due_at_time }) => (due_at_time ? 'moment' : 'local day'))
        .nullable()
        .describe("Next occurrence of a recurring reminder. For a day, the start of that day in the user's time zone."),
      created_at: answeredTime().describe('When it was created, in UTC.'),
      next_cursor: z.string().optional().describe('Never returned; use `pagination.nextCursor`.'),
      reminders_contacts: z
        .array(
          z.object({
            reminder_id: uuid().describe('This reminder.'),
            contact_id: uuid().describe('A contact it is about.'),
            contacts: contact().optional(),
          }),
        )
        .describe('The people it is about, with full records in `contacts` if `include` names them.'),
      users: z
        .object({
          id: uuid().describe('Id of the account.'),
          name: z.string().nullable().describe('Name of the assignee.'),
          email: z.string().describe('Email address of the assignee.'),
        })
        .nullable()
        .describe("The assignee's account. Always null, because reminders belong to their owner."),
    })
    .meta({ id: 'Reminder', description: 'Something to do on a day or at a time, once or repeatedly.' }),
);

export const reminderFields = () => ({
  text: nullableText().optional().describe('Text of the reminder.'),
  due_at_date: day()
    .nullable()
    .optional()
    .meta({
      description: 'Due date, if the time of day does not matter.',
      toolDescription: 'YYYY-MM-DD, all day',
      toolExamples: ['2026-12-24'],
    }),
  due_at_time: nullableDateTime().optional().meta({
    description: 'Due time: ISO 8601 with an offset. Takes precedence over `due_at_date`.',
    toolDescription: 'with offset; overrides due_at_date',
  }),
  is_complete: z.boolean().optional().meta({
    description: 'Whether it is completed. A recurring reminder returns at its next occurrence.',
    toolDescription: 'true: done; a recurring one comes back',
  }),
  recurrence: z.enum(RECURRENCES).register(readings, oneInterval(RECURRENCES)).nullable().optional().meta({
    description: 'How often it recurs; null if it does not.',
    toolDescription: 'mon: month; null ends it',
  }),
  reminders_contacts: z
    .array(z.strictObject({ contact_id: idOf('contact').describe('A contact it is about.'), contacts: ignored() }))
    .max(500, 'must have at most 500 entries')
    .optional()
    .meta({
      description: 'The people it is about. They replace the existing ones.',
      toolDescription: 'people; an update replaces all',
    }),
  next_occurrence_at: dayOrTime().nullable().optional().meta({
    tool: 'omit',
    description: "Next occurrence of a recurring reminder, in the user's time zone for a day. Default: computed.",
  }),
  last_completed_at: nullableDateTime()
    .optional()
    .meta({ tool: 'omit', description: 'When it was last completed. Set automatically.' }),
  email_sent: z
    .boolean()
    .optional()
    .meta({ tool: 'omit', description: 'Whether an email about it was sent; stored for the program that sends them.' }),
  push_notification_sent: z.boolean().optional().meta({
    tool: 'omit',
    description: 'Whether a notification about it was sent; stored for the program that sends them.',
  }),
});

const reminderUpdate = once(() => z.strictObject(reminderFields()).describe('The fields to change.'));

/** The tool shows two more fields, because the undo of an update sets them. */
const reminderUpdateInTools = once(() => {
  const fields = reminderFields();
  return z
    .strictObject({
      ...fields,
      next_occurrence_at: fields.next_occurrence_at.meta({ tool: undefined, toolDescription: 'next day' }),
      last_completed_at: fields.last_completed_at.meta({ tool: undefined, toolDescription: 'with offset' }),
    })
    .describe('The fields to change.');
});

const reminderCreate = once(() =>
  z
    .strictObject({ ...reminderFields(), text: text().min(1, 'must not be empty').describe('Text of the reminder.') })
    .refine((body) => body.due_at_date || body.due_at_time, {
      path: ['due_at_date'],
      message: 'this or due_at_time is required',
    })
    .describe('The reminder to create.'),
);

const one = () => z.object({ reminder: reminder() });
const remove = { effect: 'delete', idempotency: 'optional', envelope: 'v2' } as const;
const change = { effect: 'update', wrapper: 'reminder', body: reminderUpdate, data: one } as const;
const read = { method: 'GET', effect: 'read', idempotency: 'none', envelope: 'v2' } as const;

/** Accepts any string as an id, so a malformed id returns 404 (docs/api/requests.md#validation). */
const byId = { textIds: true } as const;

export const reminders = defineOperations({
  list_reminders: {
    summary: 'List reminders',
    description: 'Lists reminders about one contact or all, completed or not, soonest due first.',
    ...read,
    path: '/v2/reminders',
    query: () =>
      z.strictObject({
        contactId: idOf('contact').optional().describe('Only reminders about this contact.'),
        isComplete: z.boolean().optional().describe('True: only completed reminders; false: only open ones.'),
        isOverdue: z.boolean().optional().describe('True: only overdue reminders; false: only the others.'),
        dueAfter: dayOrTime().optional().meta({
          description: 'Only reminders due on or after this day or time.',
          toolDescription: 'from YYYY-MM-DD or time with offset',
        }),
        dueBefore: dayOrTime().optional().meta({
          description: 'Only reminders due on or before this day or time. A day is included completely.',
          toolDescription: 'up to this day (inclusive) or time',
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
      'Sets a reminder for a day or time, once or recurring. It requires `text` and one of `due_at_date` and `due_at_time`.',
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
    description: 'Returns one reminder with the people it is about.',
    ...read,
    ...byId,
    path: '/v2/reminders/{reminderId}',
    data: one,
  },
  update_reminder: {
    summary: 'Change a reminder',
    description:
      'Changes or completes a reminder; omitted fields are kept. A completed recurring reminder returns at its next occurrence.',
    ...change,
    body: reminderUpdateInTools,
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
    description: 'Deletes a reminder and all its later occurrences.',
    ...remove,
    ...byId,
    method: 'DELETE',
    path: '/v2/reminders/{reminderId}',
    data: affectedIds,
  },
  list_recurring_reminders: {
    summary: 'List recurring reminders',
    description: 'Lists recurring reminders, soonest due first.',
    ...read,
    path: '/v2/reminders/recurring',
    query: () =>
      z.strictObject({
        include: flags(() => ['contacts', ...RELATION_FIELDS])
          .optional()
          .meta({
            description: '`contacts`: full records of the people.',
            tool: namesInTools('contacts: full records of the people', ['contacts']),
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
