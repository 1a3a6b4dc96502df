import { SEARCH_LENGTH } from '../../contract/search.ts';
import { asTyped } from '../edit/merge.ts';
import { searchPage } from '../pages/overview/search.tsx';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';

const AT_ONCE = 20;

/** Finds people, notes, reminders, groups, and tags for a question. */
export function addSearch(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);

  app.get('/search', (context) =>
    page(context, async ({ person, client }) => {
      const { q = '', cursor } = context.req.query();
      const query = asTyped(q).trim().slice(0, SEARCH_LENGTH).toWellFormed();
      if (query === '') return frame.show(searchPage({ person, query }));
      const { data } = await client.call('search', { query, take: AT_ONCE, ...(cursor && { cursor }) });
      return frame.show(searchPage({ person, query, found: data }));
    }),
  );
}
