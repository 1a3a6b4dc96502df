import { paramsOf, pathOf, type Search } from '../../people/search.ts';
import { State } from './people-chips.tsx';
import { FilterPanel } from './people-filter.tsx';
import type { PeopleShown } from './people-shown.ts';

const WORDS = {
  search: 'Search by name, company, e-mail or number',
  button: 'Search',
  filter: 'Filter',
  hand: 'Lists at hand',
  views: 'Change views',
};

/** A list that everybody needs at times: whom it shows follows from today. */
interface Shortcut {
  text: string;
  search: (today: string) => Partial<Search>;
}

const SHORTCUTS: Shortcut[] = [
  { text: 'Everybody', search: () => ({}) },
  { text: 'Starred', search: () => ({ pairs: [['starred', 'yes']] }) },
  {
    text: 'Overdue',
    search: (today) => ({
      pairs: [
        ['has', 'frequency'],
        ['next_reminder_at.lte', today],
      ],
      sort: 'next_reminder_at',
    }),
  },
  {
    text: 'Not seen for a year',
    search: (today) => ({
      pairs: [
        ['last_seen_at.lte-or-never', `${Number(today.slice(0, 4)) - 1}${today.slice(4).replace('02-29', '02-28')}`],
      ],
    }),
  },
  { text: 'Archived', search: () => ({ archived: true }) },
];

/** Where words are typed; the lines that add conditions open in it. */
export function SearchForm({ search, panel }: PeopleShown) {
  const { q, ...conditions } = search;
  const filter = pathOf(search, '/people/filter');
  return (
    <search>
      <form class="question" method="get" action="/people">
        <div id="state" hidden>
          <State search={{ ...conditions, q: '' }} />
        </div>
        <label for="q" class="unseen">
          {WORDS.search}
        </label>
        <div class="beside">
          <input
            id="q"
            data-key="/"
            type="search"
            name="q"
            value={q}
            placeholder={WORDS.search}
            autocomplete="off"
            dir="auto"
            hx-get="/people"
            hx-include="#state"
            hx-trigger="input changed delay:150ms"
            hx-target="#found"
            hx-select="#found"
            hx-select-oob="#told:innerHTML"
            hx-swap="outerHTML"
            hx-replace-url="true"
            hx-sync="this:replace"
          />
          <button type="submit">{WORDS.button}</button>
          {!panel && (
            <a
              class="button"
              href={filter}
              data-key="f"
              hx-get={filter}
              hx-target="#panel"
              hx-select="#panel"
              hx-swap="outerHTML"
            >
              {WORDS.filter}
            </a>
          )}
        </div>
        {panel ? <FilterPanel search={search} {...panel} /> : <div id="panel" hidden></div>}
      </form>
    </search>
  );
}

/** Lists that are one click away: those that kith has, and one's own. */
export function Hand({ search, views, view, today }: PeopleShown) {
  const here = paramsOf({ ...search, q: '' }).toString();
  return (
    <nav aria-label={WORDS.hand}>
      <ul class="hand">
        {SHORTCUTS.map(({ text, search: of }) => {
          const href = pathOf(of(today));
          const isHere = !view && (href.split('?')[1] ?? '') === here;
          return (
            <li>
              <a href={href} aria-current={isHere ? 'page' : undefined}>
                {text}
              </a>
            </li>
          );
        })}
        {views.map(({ id, name, emoji }) => (
          <li>
            <a
              href={`/people?view=${encodeURIComponent(id)}`}
              aria-current={view?.view.id === id && !view.isChanged ? 'page' : undefined}
            >
              {emoji} <bdi>{name}</bdi>
            </a>
          </li>
        ))}
        {views.length > 0 && (
          <li>
            <a class="quiet" href="/people/views">
              {WORDS.views}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}
