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
      full_name: z.string().nullable().describe('The whole name.'),
      job_title: z.string().nullable().describe('What the person does.'),
      company: z.string().nullable().describe('Where the person works.'),
    })
    .meta({ id: 'ContactBrief', description: 'Enough of a contact to know who is meant.' }),
);

const lastSaid = () =>
  z
    .object({
      type: z.string().describe('Where the words come from, such as `note`.'),
      date: answeredTime().describe('When that was.'),
      text: z.string().describe('Its beginning.'),
    })
    .nullable()
    .describe('What was last said or written between you, shortened; null if nothing is known.');

const birthday = () =>
  z.object({
    contact: person(),
    date: answeredDate().describe('The day of the birthday within the window.'),
    turns: z.int().nullable().describe('The age reached that day; null where the year of birth is unknown.'),
    in_days: z.int().describe('Days until then, 0 for the first day of the window.'),
  });

const reminder = () =>
  z.object({
    id: ownId(),
    text: z.string().nullable().describe('What to remember, shortened.'),
    due_at_date: answeredTime('day').nullable().describe('The day it is due; null when it is due at a moment.'),
    due_at_time: answeredTime().nullable().describe('The moment it is due; null when it is due on a day.'),
    recurrence: z.string().nullable().describe('How often it comes back; null for once.'),
    contacts: z.array(person()).describe('The people it is about, at most 5.'),
  });

const keepInTouch = () =>
  z.object({
    contact: person(),
    frequency: z.string().describe('How often to be in touch, such as `1 mon`.'),
    last_contact_at: answeredTime().nullable().describe('When you last met or wrote; null if never.'),
    due_at: answeredTime().describe('When you meant to be in touch again.'),
    days_overdue: z.int().describe('Whole days since then.'),
    last_said: lastSaid(),
  });

const event = () =>
  z.object({
    ...calendarEvent().shape,
    people: z
      .array(z.object({ contact: person(), last_said: lastSaid() }))
      .describe('The contacts among those who take part.'),
  });

const LISTS = ['birthdays', 'reminders_due', 'reminders_overdue', 'keep_in_touch', 'events'] as const;

export const briefing = defineOperations({
  get_briefing: {
    summary: 'Get a briefing',
    description:
      'Answers what a stretch of days holds: birthdays, reminders due and overdue, people to get back in touch with, and calendar events with the contacts in them. Archived contacts have no birthday and no date to get in touch here. Each list has at most 25 rows.',
    method: 'GET',
    path: '/v2/briefing',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        day: day().optional().meta({
          description: 'The first day of the window, in your time zone; today if left out.',
          toolDescription: 'YYYY-MM-DD, the first; today if left out',
        }),
        days: integer(1, 31).default(7).meta({
          description: 'How many days the window has, 1 to 31; 7 if left out.',
          toolDescription: '1 to 31; 7 if left out',
        }),
      }),
    data: () =>
      z.object({
        from: answeredDate().describe('The first day of the window.'),
        to: answeredDate().describe('The last day of the window.'),
        birthdays: z.array(birthday()).describe('Birthdays in the window, soonest first.'),
        reminders: z
          .object({
            due: z.array(reminder()).describe('Open reminders that fall due in the window.'),
            overdue: z.array(reminder()).describe('Open reminders whose time has passed.'),
          })
          .describe('Reminders that want doing.'),
        keep_in_touch: z
          .array(keepInTouch())
          .describe('People you meant to be in touch with by now, the most overdue first.'),
        events: z.array(event()).describe('Calendar events in the window, soonest first.'),
        truncated: z
          .object(
            shape(LISTS, (list) =>
              z.boolean().describe(`Whether there are more ${list.replaceAll('_', ' ')} than told here.`),
            ),
          )
          .describe('Which lists were cut at 25 rows.'),
        warnings: z.array(z.string()).describe('What is missing, such as a calendar that could not be read.'),
      }),
  },
});
