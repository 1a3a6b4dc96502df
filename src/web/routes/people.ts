import { BOUNDS } from '../../contract/bounds.ts';
import { KithError } from '../../contract/error.ts';
import { forPerson } from '../for-person.ts';
import type { Frame, Pages } from '../frame.ts';
import { personPath } from '../pages/parts.tsx';
import { peoplePage } from '../pages/people.tsx';
import { personPage } from '../pages/person.tsx';
import type { SignedIn } from '../services.ts';
import { seeOther } from './answers.ts';

const PEOPLE_AT_ONCE = 50;
const HAPPENED_AT_ONCE = 20;

/** The list of people, and each of them. */
export function addPeople(app: Pages, frame: Frame): void {
  const { page, form } = forPerson(frame);
  const { show } = frame;

  app.get('/people', (context) =>
    page(context, async (viewer) => {
      const query = (context.req.query('q') ?? '').slice(0, BOUNDS.name);
      return show(peoplePage({ ...(await found(viewer, query, context.req.query('cursor'))) }));
    }),
  );

  app.post('/people', (context) =>
    form(context, async ({ fields, once, ...viewer }) => {
      const name = (fields.get('name') ?? '').trim();
      try {
        const { data } = await viewer.client.call('create_contact', { full_name: name }, once);
        return seeOther(personPath(data.contact.id));
      } catch (error) {
        const refused = { name, text: inWords(error) };
        return show(peoplePage({ ...(await found(viewer, '')), refused }), { status: 400 });
      }
    }),
  );

  app.get('/people/:id', (context) =>
    page(context, async (viewer) =>
      show(personPage(await known(viewer, context.req.param('id'), context.req.query('cursor')))),
    ),
  );

  app.post('/people/:id/notes', (context) =>
    form(context, async ({ fields, once, ...viewer }) => {
      const id = context.req.param('id');
      const note = fields.get('note') ?? '';
      try {
        await viewer.client.call('create_note', { note, timeline_items_contacts: [{ contact_id: id }] }, once);
        return seeOther(personPath(id));
      } catch (error) {
        const refused = { note, text: inWords(error) };
        return show(personPage({ ...(await known(viewer, id)), refused }), { status: 400 });
      }
    }),
  );
}

async function found({ client, person }: SignedIn, query: string, cursor?: string) {
  const { data } = await client.call('list_contacts', {
    ...(query !== '' && { searchQuery: query }),
    take: PEOPLE_AT_ONCE,
    ...(cursor && { cursor }),
    include: { contact_emails: true, contact_phone_numbers: true },
  });
  return { person, query, page: data };
}

/** All that the page of a person shows. */
async function known({ client, person }: SignedIn, contactId: string, cursor?: string) {
  const [{ data: one }, { data: open }, { data: timeline }] = await Promise.all([
    client.call('get_contact', { contactId }),
    client.call('list_reminders', { contactId, isComplete: false }),
    client.call('list_timeline', { contactId, take: HAPPENED_AT_ONCE, ...(cursor && { cursor }) }),
  ]);
  return { person, contact: one.contact, reminders: open.reminders, timeline };
}

/** A refusal in its own words; every other error is not one to show. */
function inWords(error: unknown): string {
  if (error instanceof KithError && error.status < 500) return [error.message, error.hint].filter(Boolean).join(' ');
  throw error;
}
