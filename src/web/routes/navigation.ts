import type { Client } from '../../client/client.ts';
import { dayIn } from '../../shared/zones.ts';
import { rememberedCount } from '../duplicates/counted.ts';
import { messageOf } from '../layout/done.tsx';
import { morePage } from '../pages/overview/more.tsx';
import { type Counts, type Lists, navigationPage } from '../pages/overview/navigation-lists.tsx';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { readAbout } from '../requests/read-about.tsx';
import { safePath } from '../requests/safe-path.ts';
import type { Person } from '../services/services.ts';
import { FRAME } from '../words/frame.ts';

const VIEWS = 8;
const TAGS = 6;
const MAX_TAGS = 100;
const MAX_REMINDERS = 100;

/** Counts and lists of the sidebar, and the message after a change in place. */
export function addNavigation(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);

  app.get('/navigation', (context) =>
    page(context, async ({ client, person }) => {
      const [lists, counts] = await Promise.all([listsOf(client), countsOf(client, person)]);
      return frame.show(navigationPage(lists, counts));
    }),
  );

  app.get('/more', (context) =>
    page(context, async ({ client, person }) => frame.show(morePage(person, await listsOf(client)))),
  );

  // A form that changes the page in place names this as the page to return to, so that only its message is rendered.
  app.get('/done', (context) =>
    page(context, async ({ client, person }) => {
      const shown = context.req.header('hx-current-url') ?? '';
      const { pathname = '/', search = '' } = URL.canParse(shown) ? new URL(shown) : {};
      const about = await readAbout(client, person.time_zone, context.req.query());
      const message = messageOf(context.req.query(), safePath(pathname + search, '/'), about);
      return frame.show({ title: FRAME.home, main: null, message });
    }),
  );
}

async function listsOf(client: Client): Promise<Lists> {
  const [{ data: saved }, { data: tagged }] = await Promise.all([
    client.call('list_views', { take: VIEWS }),
    client.call('list_tags', { take: MAX_TAGS }),
  ]);
  const tags = tagged.tags
    .map(({ id, name, _count }) => ({ id, name, count: _count.tags_contacts }))
    .sort((a, b) => b.count - a.count);
  return { views: saved.views, tags: tags.slice(0, TAGS) };
}

async function countsOf(client: Client, person: Person): Promise<Counts> {
  const today = dayIn(person.time_zone, new Date().toISOString());
  const [{ data: all }, { data: due }, { data: open }] = await Promise.all([
    client.call('count_contacts', {}),
    client.call('count_contacts', { where: { has_frequency: true, next_reminder_at: { lte: today } } }),
    client.call('list_reminders', { isComplete: false, dueBefore: today, take: MAX_REMINDERS }),
  ]);
  return { people: all.count, today: due.count + open.reminders.length, duplicates: rememberedCount(person.id) };
}
