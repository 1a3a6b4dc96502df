import { BOUNDS } from '../../contract/bounds.ts';
import { forPerson } from '../for-person.ts';
import type { Frame, Pages } from '../frame.ts';
import { personPath } from '../pages/parts.tsx';
import { peoplePage } from '../pages/people.tsx';
import type { SignedIn } from '../services.ts';
import { inWords, seeOther } from './answers.ts';

const PEOPLE_AT_ONCE = 50;

/** The list of people. */
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
