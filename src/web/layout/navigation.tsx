import { FRAME } from '../words/frame.ts';
import type { Assets } from './assets.ts';

interface Place {
  href: string;
  text: string;
  /** Names the element that shows its count. */
  count?: string;
}

const PLACES: Place[] = [
  { href: '/today', text: FRAME.today, count: 'count-today' },
  { href: '/people', text: FRAME.people, count: 'count-people' },
  { href: '/duplicates', text: FRAME.duplicates, count: 'count-duplicates' },
  { href: '/settings', text: FRAME.settings },
];

const current = (href: string, here: string | undefined) => (href === here ? 'page' : undefined);

/** Side navigation of wide windows, top navigation of medium ones. Counts and lists follow once the page is shown. */
export const Sidebar = ({ here, assets }: { here: string | undefined; assets: Assets }) => (
  <nav class="side" aria-label={FRAME.navigation}>
    <a class="brand" href="/today">
      <img src={assets.pathOf('icon.svg')} alt="" width="24" height="24" />
      <span>{FRAME.home}</span>
    </a>
    <a class="new" href="/new" data-key="c" aria-current={current('/new', here)}>
      <span aria-hidden="true">+</span> {FRAME.new}{' '}
      <span class="key" aria-hidden="true">
        {FRAME.keys.new}
      </span>
    </a>
    <a class="find" href="/search" data-palette aria-current={current('/search', here)}>
      {FRAME.search}{' '}
      <span class="key" aria-hidden="true">
        {FRAME.keys.search}
      </span>
    </a>
    {PLACES.map(({ href, text, count }) => (
      <a href={href} aria-current={current(href, here)}>
        {text} {count && <span class="count" id={count}></span>}
      </a>
    ))}
    <div
      id="lists"
      hx-get="/navigation"
      hx-trigger="load"
      hx-select="#lists > *"
      hx-select-oob="#count-today,#count-people,#count-duplicates"
    ></div>
    <form class="out" method="post" action="/sign-out">
      <button class="plain" type="submit">
        {FRAME.signOut}
      </button>
    </form>
  </nav>
);

const TABS = [
  { href: '/today', text: FRAME.today, icon: '☀' },
  { href: '/people', text: FRAME.people, icon: '☰' },
  { href: '/new', text: FRAME.new, icon: '+' },
  { href: '/search', text: FRAME.search, icon: '⌕' },
  { href: '/more', text: FRAME.more, icon: '⋯' },
];

/** Bottom navigation of phones. */
export const TabBar = ({ here }: { here: string | undefined }) => (
  <nav class="tabs" aria-label={FRAME.tabs}>
    {TABS.map(({ href, text, icon }) => (
      <a href={href} aria-current={current(href, isUnderMore(here) ? '/more' : here)}>
        <span class={href === '/new' ? 'plus' : undefined} aria-hidden="true">
          {icon}
        </span>
        {text}
      </a>
    ))}
  </nav>
);

const isUnderMore = (here: string | undefined): boolean => here === '/duplicates' || here === '/settings';
