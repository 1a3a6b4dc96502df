import * as z from 'zod';
import { once } from '../shared/once.ts';
import { calendarEvent } from './agenda.ts';
import { answeredDate, answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { day, integer, ownId, shape } from './schema/primitives.ts';

const person = once(() =>
  z
    .object({
      id: ownId(),
      full_name: z.string().nullable().describe('Full name of the person.'),
      job_title: z.string().nullable().describe('Job title of the person.'),
      company: z.string().nullable().describe('Company that the person works for.'),
    })
    .meta({ id: 'ContactBrief', description: 'Enough of a contact to identify the person.' }),
);

const lastSaid = () =>
  z
    .object({
      type: z.string().describe('Source of the text, such as `note`.'),
      date: answeredTime().describe('When it was said or written.'),
      text: z.string().describe('The beginning of the text.'),
    })
    .nullable()
    .describe('The last thing said or written between you, shortened; null if there is none.');

const birthday = () =>
  z.object({
    contact: person(),
    date: answeredDate().describe('Date of the birthday in the window.'),
    turns: z.int().nullable().describe('Age on that day; null if the year of birth is unknown.'),
    in_days: z.int().describe('Days until then; 0 for the first day of the window.'),
  });

const reminder = () =>
  z.object({
    id: ownId(),
    text: z.string().nullable().describe('Text of the reminder, shortened.'),
    due_at_date: answeredTime('day').nullable().describe('Due date; null if it is due at a time.'),
    due_at_time: answeredTime().nullable().describe('Due time; null if it is due on a day.'),
    recurrence: z.string().nullable().describe('How often it recurs; null if it does not.'),
    contacts: z.array(person()).describe('Its contacts, at most 5.'),
  });

const keepInTouch = () =>
  z.object({
    contact: person(),
    frequency: z.string().describe('Keep-in-touch frequency, such as `1 mon`.'),
    last_contact_at: answeredTime().nullable().describe('Last contact; null if never.'),
    due_at: answeredTime().describe('When you planned to be in touch again.'),
    days_overdue: z.int().describe('Whole days since `due_at`.'),
    last_said: lastSaid(),
  });

const event = () =>
  z.object({
    ...calendarEvent().shape,
    people: z.array(z.object({ contact: person(), last_said: lastSaid() })).describe('Participants who are contacts.'),
  });

const LISTS = ['birthdays', 'reminders_due', 'reminders_overdue', 'keep_in_touch', 'events'] as const;

export const briefing = defineOperations({
  get_briefing: {
    summary: 'Get a briefing',
    description:
      'Returns everything for a range of days: birthdays, due and overdue reminders, people to get back in touch with, and calendar events with their contacts. Archived contacts are left out of birthdays and keep-in-touch dates. Each list has at most 25 rows.',
    method: 'GET',
    path: '/v2/briefing',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        day: day().optional().meta({
          description: 'First day of the window, in your time zone. Default: today.',
          toolDescription: 'first day (YYYY-MM-DD); default: today',
        }),
        days: integer(1, 31).default(7).meta({
          description: 'Number of days in the window, 1 to 31. Default: 7.',
          toolDescription: '1 to 31; default 7',
        }),
      }),
    data: () =>
      z.object({
        from: answeredDate().describe('The first day of the window.'),
        to: answeredDate().describe('The last day of the window.'),
        birthdays: z.array(birthday()).describe('Birthdays in the window, soonest first.'),
        reminders: z
          .object({
            due: z.array(reminder()).describe('Open reminders due in the window.'),
            overdue: z.array(reminder()).describe('Open reminders that are overdue.'),
          })
          .describe('Open reminders.'),
        keep_in_touch: z
          .array(keepInTouch())
          .describe('People you planned to be in touch with by now, most overdue first.'),
        events: z.array(event()).describe('Calendar events in the window, soonest first.'),
        truncated: z
          .object(
            shape(LISTS, (list) =>
              z.boolean().describe(`Whether there are more ${list.replaceAll('_', ' ')} than listed.`),
            ),
          )
          .describe('Which lists were truncated at 25 rows.'),
        warnings: z.array(z.string()).describe('Missing data, such as from a calendar that could not be read.'),
      }),
  },
});
