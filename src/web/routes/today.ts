import type { Client } from '../../client/client.ts';
import { fetchContactNames } from '../../client/contact-names.ts';
import { messageOf } from '../layout/done.tsx';
import { type Briefing, isQuiet, todayPage } from '../pages/overview/today.tsx';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';

const TODAY = '/today';
const DAYS = 7;

/** What waits today. What is done about it has its place with the people and reminders. */
export function addToday(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);

  app.get(TODAY, (context) =>
    page(context, async ({ person, client }) => {
      const { data } = await client.call('get_briefing', { days: DAYS });
      const briefing = await withNames(client, data);
      const hasPeople = !isQuiet(briefing) || (await client.call('count_contacts', {})).data.count > 0;
      return frame.show(todayPage({ person, briefing, hasPeople, message: messageOf(context.req.query(), TODAY) }));
    }),
  );
}

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
  const names = await fetchContactNames(
    client,
    people.map(({ id }) => id),
  );
  for (const one of people) one.full_name = names.get(one.id) ?? null;
  return briefing;
}
