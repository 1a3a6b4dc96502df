import type { Client } from '../../client/client.ts';
import { namesOf } from '../../client/contact-names.ts';
import { dayAfter, dayIn, instantOf, wallClock } from '../../shared/zones.ts';
import { forPerson } from '../for-person.ts';
import type { Frame, Pages } from '../frame.ts';
import type { Message } from '../page.tsx';
import { type Briefing, todayPage } from '../pages/today.tsx';
import { safePath } from '../safe-path.ts';
import { seeOther } from './answers.ts';

const TODAY = '/today';
const DAYS = 7;
const MOST_DAYS = 366;

const DONE: Record<string, string> = {
  done: 'Done. A reminder that comes back is there again when its day comes.',
  moved: 'Moved.',
};

/** What waits today, and what is done about it there. */
export function addToday(app: Pages, frame: Frame): void {
  const { page, form } = forPerson(frame);

  app.get(TODAY, (context) =>
    page(context, async ({ person, client }) => {
      const { data } = await client.call('get_briefing', { days: DAYS });
      return frame.show(todayPage(person, await withNames(client, data), messageOf(context.req.query('done'))));
    }),
  );

  app.post('/reminders/:id/done', (context) =>
    form(context, async ({ client, fields, once }) => {
      await client.call('update_reminder', { reminderId: context.req.param('id'), is_complete: true }, once);
      return seeOther(backWith(fields, 'done'));
    }),
  );

  app.post('/reminders/:id/snooze', (context) =>
    form(context, async ({ client, person, fields, once }) => {
      const reminderId = context.req.param('id');
      const days = Math.min(Math.max(Number.parseInt(fields.get('days') ?? '', 10) || 1, 1), MOST_DAYS);
      const { data } = await client.call('get_reminder', { reminderId });
      const { due_at_time } = data.reminder;
      const today = dayIn(person.time_zone, new Date().toISOString());
      const day = dayAfter(today, days);
      // A moment keeps its time of the clocks.
      const due = due_at_time ? { due_at_time: onDay(due_at_time, day, person.time_zone) } : { due_at_date: day };
      await client.call('update_reminder', { reminderId, ...due }, once);
      return seeOther(backWith(fields, 'moved'));
    }),
  );
}

function messageOf(done: string | undefined): Message | undefined {
  const text = done !== undefined && Object.hasOwn(DONE, done) ? DONE[done] : undefined;
  return text === undefined ? undefined : { kind: 'success', text };
}

function backWith(fields: URLSearchParams, done: string): string {
  const back = safePath(fields.get('back'), TODAY);
  return back === TODAY ? `${TODAY}?done=${done}` : back;
}

const onDay = (instant: string, day: string, zone: string): string =>
  instantOf(zone, day, wallClock(zone, instant).time);

/** Everybody has something to be told by, or says that there is nothing. */
async function withNames(client: Client, briefing: Briefing): Promise<Briefing> {
  const people = [
    ...briefing.keep_in_touch.map(({ contact }) => contact),
    ...briefing.birthdays.map(({ contact }) => contact),
    ...Object.values(briefing.reminders)
      .flat()
      .flatMap(({ contacts }) => contacts),
    ...briefing.events.flatMap((event) => event.people.map(({ contact }) => contact)),
  ].filter(({ full_name }) => !full_name);
  if (people.length === 0) return briefing;
  const names = await namesOf(
    client,
    people.map(({ id }) => id),
  );
  for (const one of people) one.full_name = names.get(one.id) ?? null;
  return briefing;
}
