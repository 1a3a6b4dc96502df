import type { Client } from '../../client/client.ts';
import { KithError } from '../../shared/error.ts';
import { dayIn } from '../../shared/zones.ts';
import { personPath } from '../layout/parts.tsx';
import { morePage, peoplePage, UNREADABLE } from '../pages/people/people.tsx';
import { type Choices, labelNamesPage } from '../pages/people/people-filter.tsx';
import type { PeopleShown } from '../pages/people/people-shown.ts';
import { countPeople, findInNotes, findPeople, findRows, namesIn, type View } from '../people/find.ts';
import { cursorOfLetter, isByName, LETTERS } from '../people/letters.ts';
import { readNewPerson } from '../people/new-person.ts';
import { filtersOf } from '../people/pairs.ts';
import { chosen, EVERYBODY, pathOf, readSearch, type Search, searchOfView } from '../people/search.ts';
import { isTyped, readTyped, withPairs } from '../people/typed.ts';
import { inWords, seeOther } from '../requests/answers.ts';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { isInBackground } from '../requests/in-background.ts';
import type { SignedIn } from '../services/services.ts';

const LABELS = 100;
const VIEWS = 20;

/** The People page. */
export function addPeople(app: Pages, frame: Frame): void {
  const { page, form } = forPerson(frame);
  const { show } = frame;

  app.get('/people', (context) =>
    page(context, async (viewer) => {
      const { searchParams } = new URL(context.req.url);
      const viewId = searchParams.get('view');
      if (viewId) {
        const { view } = (await viewer.client.call('get_view', { viewId })).data;
        const saved = searchOfView(view);
        const message = saved ? undefined : UNREADABLE;
        return show(peoplePage({ ...(await listed(viewer, saved ?? EVERYBODY)), message }));
      }
      const read = readSearch(searchParams);
      const search = read ?? EVERYBODY;
      if (isTyped(searchParams)) {
        const { pairs, errors } = readTyped(searchParams);
        const isGood = filtersOf(pairs) !== undefined && Object.keys(errors).length === 0;
        if (isGood) return seeOther(pathOf({ ...search, pairs: withPairs(search.pairs, pairs) }));
        const panel = { choices: await choicesOf(viewer.client), typed: { values: searchParams, errors } };
        return show(peoplePage({ ...(await listed(viewer, search)), panel }), { status: 400 });
      }
      const letter = LETTERS.find((one) => one === searchParams.get('letter'));
      if (letter && isByName(search)) return seeOther(await placeOf(viewer.client, search, letter));
      const cursor = context.req.query('cursor');
      if (cursor && isInBackground(context.req.raw)) {
        const found = await findPeople(viewer.client, search, { cursor });
        return show(morePage({ ...bare(viewer, search), found }));
      }
      const message = read ? undefined : UNREADABLE;
      const rows = Number(context.req.query('rows')) || 0;
      const shown = peoplePage({ ...(await listed(viewer, search, { cursor, rows })), message });
      // The search field sends defaults too, which the address leaves out.
      const isTypedSearch = context.req.header('hx-source') === 'input#q';
      return show(shown, { headers: isTypedSearch ? { 'HX-Replace-Url': pathOf(search) } : {} });
    }),
  );

  app.get('/people/filter', (context) =>
    page(context, async (viewer) => {
      const search = readSearch(new URL(context.req.url).searchParams) ?? EVERYBODY;
      const { views } = (await viewer.client.call('list_views', { take: VIEWS })).data;
      return show(peoplePage({ ...bare(viewer, search), views, panel: { choices: await choicesOf(viewer.client) } }));
    }),
  );

  app.get('/people/labels', (context) =>
    page(context, async ({ client }) =>
      show(labelNamesPage((await client.call('list_label_names', { take: LABELS })).data)),
    ),
  );

  app.post('/people', (context) =>
    form(context, async ({ fields, once, ...viewer }) => {
      const name = (fields.get('name') ?? '').trim();
      try {
        const { data } = await viewer.client.call(
          'create_contact',
          name ? readNewPerson(fields) : { full_name: '' },
          once,
        );
        return seeOther(personPath(data.contact.id));
      } catch (error) {
        const refused = { form: 'add' as const, name, text: inWords(error) };
        const shown = await listed(viewer, EVERYBODY);
        return show(peoplePage({ ...shown, refused }), { status: 400 });
      }
    }),
  );
}

const bare = ({ person }: SignedIn, search: Search): PeopleShown => ({
  person,
  today: dayIn(person.time_zone, new Date().toISOString()),
  search,
  names: new Map(),
  views: [],
});

/** The URL of the list from a letter on. */
async function placeOf(client: Client, search: Search, letter: string): Promise<string> {
  const cursor = await cursorOfLetter(client, search, letter);
  return cursor ? `${pathOf(search)}&${new URLSearchParams({ cursor })}` : pathOf(search);
}

interface Part {
  cursor?: string | undefined;
  /** The number of rows to show at once, if more than usual. */
  rows?: number;
}

/** Data of the page for a search. */
export async function listed(viewer: SignedIn, search: Search, { cursor, rows = 0 }: Part = {}): Promise<PeopleShown> {
  const { client } = viewer;
  const [found, count, inNotes, names, { data }, view] = await Promise.all([
    cursor ? findPeople(client, search, { cursor }) : findRows(client, search, rows),
    countPeople(client, search),
    findInNotes(client, search.q),
    namesIn(client, search),
    client.call('list_views', { take: VIEWS }),
    viewOf(viewer, search),
  ]);
  return { ...bare(viewer, search), found, count, inNotes, names, views: data.views, view };
}

/** The view that a search started from, unless it was deleted. */
async function viewOf({ client }: SignedIn, search: Search): Promise<{ view: View; isChanged: boolean } | undefined> {
  if (!search.from) return undefined;
  try {
    const { view } = (await client.call('get_view', { viewId: search.from })).data;
    const saved = searchOfView(view);
    const same = (one: Search) => JSON.stringify([chosen(one), one.sort]);
    return { view, isChanged: !saved || same(saved) !== same(search) };
  } catch (error) {
    if (error instanceof KithError && error.status < 500) return undefined;
    throw error;
  }
}

/** Options of the filter form. */
async function choicesOf(client: Client): Promise<Choices> {
  const [{ data: labels }, { data }] = await Promise.all([
    client.call('list_label_names', { take: LABELS }),
    client.call('list_custom_fields', {}),
  ]);
  return { ...labels, fields: data.custom_fields.map(({ id, name }) => ({ id, name })) };
}
