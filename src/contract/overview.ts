import * as z from 'zod';
import { user } from './account.ts';
import { connectedAccount } from './agenda.ts';
import { FIELD_TYPES } from './custom-fields.ts';
import { answeredDate, answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { ownId } from './schema/primitives.ts';

/** Maximum groups, tags, and custom fields. */
export const MAX_LABELS = 30;
/** Maximum choices of a custom field. */
export const MAX_CHOICES = 10;
/** Maximum reminders and people. */
export const MAX_ROWS = 5;

const count = (of: string) => z.int().describe(`Number of ${of}.`);

const label = (kind: string) =>
  z.object({
    id: ownId(),
    name: z.string().describe(`Name of the ${kind}.`),
    count: z.int().describe('Number of its contacts, without archived ones.'),
  });

const customField = () =>
  z.object({
    id: ownId(),
    name: z.string().describe('Name of the field.'),
    field_type: z.enum(FIELD_TYPES).describe('Type of its values.'),
    categories: z
      .array(z.string())
      .optional()
      .describe(`Choices of an \`autocomplete\` field, the first ${MAX_CHOICES}. Absent if there are none.`),
  });

const person = () => ({
  id: ownId(),
  full_name: z.string().nullable().describe('Name of the person. Null for someone without a name.'),
});

const reminder = () =>
  z.object({
    id: ownId(),
    text: z.string().nullable().describe('Text of the reminder, shortened.'),
    due_at_date: answeredTime('day').nullable().describe('Due date; null if it is due at a time.'),
    due_at_time: answeredTime().nullable().describe('Due time; null if it is due on a day.'),
    contacts: z.array(z.object(person())).describe('Its contacts, at most 3.'),
  });

export const overview = defineOperations({
  overview: {
    summary: 'Get an overview',
    description:
      'Returns who the user is, the date in their time zone, the number of records of each kind, the largest groups and tags, the custom fields, due reminders, recently seen people, and connected accounts. A connected app without access to mail and calendars gets no accounts.',
    method: 'GET',
    path: '/v2/overview',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: () =>
      z.object({
        user: user(),
        today: answeredDate().describe("Today's date in the user's time zone."),
        time_zone: z.string().describe('IANA time zone of the user.'),
        counts: z
          .object({
            contacts: count('contacts, without archived ones'),
            archived: count('archived contacts'),
            notes: count('notes'),
            reminders_open: count('open reminders, including overdue ones'),
            reminders_overdue: count('overdue reminders'),
            groups: count('groups'),
            tags: count('tags'),
          })
          .describe('Number of records. The trash is not counted.'),
        groups: z.array(label('group')).describe(`The largest groups, at most ${MAX_LABELS}.`),
        tags: z.array(label('tag')).describe(`The most used tags, at most ${MAX_LABELS}.`),
        custom_fields: z.array(customField()).describe(`The first custom fields, at most ${MAX_LABELS}.`),
        due: z
          .array(reminder())
          .describe(`Open reminders that are overdue or due today, soonest first, at most ${MAX_ROWS}.`),
        recent_people: z
          .array(z.object({ ...person(), last_seen_at: answeredTime().describe('When they were last seen.') }))
          .describe(`The people seen last, at most ${MAX_ROWS}.`),
        notes: z
          .object({
            first: answeredTime().nullable().describe('Time of the earliest note; null without notes.'),
            last: answeredTime().nullable().describe('Time of the latest note; null without notes.'),
          })
          .describe('The period that the notes cover.'),
        accounts: z
          .array(connectedAccount().omit({ capabilities: true }))
          .describe('The connected mail and calendar accounts.'),
      }),
  },
});
