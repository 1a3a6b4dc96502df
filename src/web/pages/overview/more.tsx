import type { PageContent } from '../../layout/page.tsx';
import type { Person } from '../../services/services.ts';
import { FRAME } from '../../words/frame.ts';
import { type Lists, NavigationLists } from './navigation-lists.tsx';

const PLACES = [
  { href: '/duplicates', text: FRAME.duplicates },
  { href: '/network', text: FRAME.network },
  { href: '/import', text: FRAME.import },
  { href: '/trash', text: FRAME.trash },
  { href: '/settings', text: FRAME.settings },
];

/** Everything that the tab bar of a phone has no room for. */
export const morePage = (person: Person, lists: Lists): PageContent => ({
  title: FRAME.more,
  email: person.email,
  here: '/more',
  main: (
    <>
      <h1>{FRAME.more}</h1>
      <nav class="card places" aria-label={FRAME.more}>
        <ul class="rows">
          {PLACES.map(({ href, text }) => (
            <li>
              <a href={href}>{text}</a>
            </li>
          ))}
        </ul>
        <NavigationLists {...lists} />
      </nav>
      <form method="post" action="/sign-out">
        <button type="submit">{FRAME.signOut}</button>
      </form>
    </>
  ),
});
