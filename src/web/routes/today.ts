import type { Client } from '../../client/client.ts';
import { fetchContactNames } from '../../client/contact-names.ts';
import { messageOf } from '../layout/done.tsx';
import { isQuiet, todayPage } from '../pages/overview/today.tsx';
import type { Briefing, Details } from '../people/briefing.ts';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { readAbout } from '../requests/read-about.tsx';

const TODAY = '/today';
const DAYS = 7;
const MAX_DETAILS = 200;
const DETAILS = {
  full_name: true,
  company: true,
  image_url: true,
  contact_emails: true,
  contact_phone_numbers: true,
} as const;

/** The Today page. Its forms belong to people and reminders. */
export function addToday(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);

  app.get(TODAY, (context) =>
    page(context, async ({ person, client }) => {
      const query = context.req.query();
      const [{ data }, about] = await Promise.all([
        client.call('get_briefing', { days: DAYS }),
        readAbout(client, person.time_zone, query),
      ]);
      const [briefing, details, toReach] = await Promise.all([
        withNames(client, data),
        detailsOf(client, data),
        countToReach(client, data),
      ]);
      const hasPeople = !isQuiet(briefing) || (await client.call('count_contacts', {})).data.count > 0;
      const message = messageOf(query, TODAY, about);
      return frame.show(todayPage({ person, briefing, details, toReach, hasPeople, message }));
    }),
  );
}

/** Photos, phone numbers, and email addresses of the people to reach. */
async function detailsOf(client: Client, { keep_in_touch, birthdays }: Briefing): Promise<Details> {
  const ids = [...new Set([...keep_in_touch, ...birthdays].map(({ contact }) => contact.id))];
  if (ids.length === 0) return new Map();
  const { data } = await client.call('filter_contacts', { where: { in: ids }, take: MAX_DETAILS, select: DETAILS });
  return new Map(data.contacts.map((contact) => [contact.id, contact]));
}

/** The number of overdue people. The briefing has at most 25 of them. */
async function countToReach(client: Client, { keep_in_touch, truncated, from }: Briefing): Promise<number> {
  if (!truncated.keep_in_touch) return keep_in_touch.length;
  const where = { has_frequency: true, never_keep_in_touch: false, next_reminder_at: { lte: from } };
  return Math.max(keep_in_touch.length, (await client.call('count_contacts', { where })).data.count);
}

/** Names people without a name by email address, phone number, or company. */
async function withNames(client: Client, briefing: Briefing): Promise<Briefing> {
  const people = [
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
