import { SEARCH_LENGTH } from '../../contract/search.ts';
import { asTyped } from '../edit/merge.ts';
import { palettePage } from '../pages/overview/palette.tsx';
import { searchPage } from '../pages/overview/search.tsx';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';

const AT_ONCE = 20;
const IN_PALETTE = 12;

/** Finds people, notes, reminders, groups, and tags for a question: as a page, and in the command palette. */
export function addSearch(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);

  app.get('/search', (context) =>
    page(context, async ({ person, client }) => {
      const { q = '', cursor } = context.req.query();
      const query = queryOf(q);
      if (query === '') return frame.show(searchPage({ person, query }));
      const { data } = await client.call('search', { query, take: AT_ONCE, ...(cursor && { cursor }) });
      return frame.show(searchPage({ person, query, found: data }));
    }),
  );

  app.get('/palette', (context) =>
    page(context, async ({ client }) => {
      const query = queryOf(context.req.query('q'));
      if (query === '') return frame.show(palettePage({ query, results: [] }));
      const { results, warnings } = (await client.call('search', { query, take: IN_PALETTE })).data;
      const person = results.find(({ kind, trashed }) => kind === 'person' && !trashed);
      const select = { image_url: true, contact_phone_numbers: true };
      const first = person && (await client.call('get_contact', { contactId: person.id, select })).data.contact;
      const phone = first?.contact_phone_numbers?.[0]?.phone_number;
      return frame.show(palettePage({ query, results, phone, isWeak: warnings.includes('weak_match') }));
    }),
  );
}

const queryOf = (text = ''): string => asTyped(text).trim().slice(0, SEARCH_LENGTH).toWellFormed();
