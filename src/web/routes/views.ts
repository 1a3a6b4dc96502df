import { KithError } from '../../shared/error.ts';
import { doneAt, messageOf } from '../layout/done.tsx';
import { sentencesOf } from '../pages/people/filter-words.tsx';
import { peoplePage, UNREADABLE } from '../pages/people/people.tsx';
import { type ViewsShown, viewsPage } from '../pages/people/views.tsx';
import { namesIn } from '../people/find.ts';
import { restore } from '../people/read-person.ts';
import { chosen, EVERYBODY, readSearch, type Search, searchOfView, withWords } from '../people/search.ts';
import { inWords, seeOther } from '../requests/answers.ts';
import { forPerson, type Sent } from '../requests/for-person.ts';
import type { Frame, PageContext, Pages } from '../requests/frame.ts';
import type { SignedIn } from '../services/services.ts';
import { VIEWS as WORDS } from '../words/people.ts';
import { listed } from './people.ts';

const VIEWS = '/people/views';

/** Saved views: create from a filter, rename, change, and delete. They run on the People page. */
export function addViews(app: Pages, frame: Frame): void {
  const { page, form } = forPerson(frame);
  const { show } = frame;

  app.get(VIEWS, (context) =>
    page(context, async (viewer) => {
      const query = context.req.query();
      return show(viewsPage({ ...(await known(viewer, query.cursor)), message: messageOf(query, VIEWS) }));
    }),
  );

  app.post(VIEWS, (context) =>
    form(context, async (sent) => {
      const search = readSearch(sent.fields);
      const name = nameIn(sent, 'view-name');
      try {
        const { data } = await sent.client.call('create_view', { name, ...kept(search) }, sent.once);
        return seeOther(`/people?${new URLSearchParams({ view: data.view.id })}`);
      } catch (error) {
        const refused = { form: 'view' as const, name, text: inWords(error) };
        return show(peoplePage({ ...(await listed(sent, search ?? EVERYBODY)), refused }), { status: 400 });
      }
    }),
  );

  app.post(`${VIEWS}/:id`, (context) =>
    form(context, async (sent) => {
      const [viewId, name] = [context.req.param('id'), nameIn(sent)];
      try {
        await sent.client.call('update_view', { viewId, name }, sent.once);
        return seeOther(doneAt(VIEWS, 'saved'));
      } catch (error) {
        const refused = { id: viewId, name, text: inWords(error) };
        return show(viewsPage({ ...(await known(sent)), refused }), { status: 400 });
      }
    }),
  );

  change('filter', async ({ client, fields, once }, viewId) => {
    await client.call('update_view', { viewId, ...kept(readSearch(fields)) }, once);
    return `/people?${new URLSearchParams({ view: viewId })}`;
  });
  change('delete', async ({ client, once }, viewId) => {
    await client.call('delete_view', { viewId }, once);
    return doneAt(VIEWS, 'view-deleted', { view: viewId });
  });
  change('restore', async ({ client, once }, viewId) => {
    await restore(client, viewId, once);
    return doneAt(VIEWS, 'restored');
  });

  function change(action: string, work: (sent: Sent & { context: PageContext }, id: string) => Promise<string>): void {
    app.post(`${VIEWS}/:id/${action}`, (context) =>
      form(context, async (sent) => seeOther(await work(sent, context.req.param('id')!))),
    );
  }

  async function known(viewer: SignedIn, cursor?: string): Promise<ViewsShown> {
    const { data } = await viewer.client.call('list_views', { ...(cursor && { cursor }) });
    const views = await Promise.all(
      data.views.map(async (view) => {
        const search = searchOfView(view);
        const sentences = search && sentencesOf(chosen(search), await namesIn(viewer.client, search));
        return { view, sentences: sentences ?? [UNREADABLE.text] };
      }),
    );
    return { person: viewer.person, views, nextCursor: data.pagination.nextCursor };
  }
}

const nameIn = ({ fields }: Sent, field = 'name'): string => (fields.get(field) ?? '').trim();

/** The saved filter of a search. Saves all of it or nothing. */
function kept(search: Search | undefined) {
  if (!search) throw new KithError('BadRequest', WORDS.unreadable);
  return { filters: withWords(search), sort: search.sort };
}
