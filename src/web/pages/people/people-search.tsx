import { paramsOf, pathOf, type Search, sortValue } from '../../people/search.ts';
import { PEOPLE as WORDS } from '../../words/people.ts';
import { SORT_WORDS } from '../../words/people-filter.ts';
import { LIST_TARGET, linkTo } from './in-place.ts';
import { NETWORK } from './network.tsx';
import { State } from './people-chips.tsx';
import { FilterPanel } from './people-filter.tsx';
import { ORDERS } from './people-rows.tsx';
import type { PeopleShown } from './people-shown.ts';
import { SUGGESTED_CONTACTS } from './suggested-contacts.tsx';

/** A list that everybody needs at times. */
interface Shortcut {
  text: string;
  search: (today: string) => Partial<Search>;
}

const SHORTCUTS: Shortcut[] = [
  { text: WORDS.allPeople, search: () => ({}) },
  { text: WORDS.starred, search: () => ({ pairs: [['starred', 'yes']] }) },
  {
    text: WORDS.overdue,
    search: (today) => ({
      pairs: [
        ['has', 'frequency'],
        ['next_reminder_at.lte', today],
      ],
      sort: 'next_reminder_at',
    }),
  },
  { text: WORDS.notSeen, search: () => ({ pairs: [['last_seen_at.older', '12m']] }) },
  { text: WORDS.archived, search: () => ({ archived: true }) },
];

/** Where words are typed and the order is chosen; the filters open below it. */
export function SearchForm({ search, panel }: PeopleShown) {
  const filter = pathOf(search, '/people/filter');
  return (
    <search>
      <form class="question" method="get" action="/people" hx-get="/people" hx-push-url="true" {...LIST_TARGET}>
        <div id="state" hidden>
          <State search={conditionsOf(search)} />
        </div>
        <div class="tools">
          <label for="q" class="unseen">
            {WORDS.search}
          </label>
          <input
            id="q"
            data-key="/"
            type="search"
            name="q"
            value={search.q}
            placeholder={WORDS.search}
            autocomplete="off"
            dir="auto"
            hx-get="/people"
            hx-include="#state,#sort"
            hx-trigger="input changed delay:150ms"
            hx-replace-url="true"
            {...LIST_TARGET}
          />
          <button class="plain go" type="submit">
            {WORDS.searchButton}
          </button>
          <a
            class="button"
            id="filter"
            href={filter}
            data-key="f"
            hx-get="/people/filter"
            hx-include="#state,#q,#sort"
            hx-target="#panel"
            hx-select="#panel"
            hx-swap="outerHTML"
          >
            + {WORDS.filter}
          </a>
          <label for="sort" class="unseen">
            {WORDS.sort}
          </label>
          <select
            id="sort"
            name="sort"
            hx-get="/people"
            hx-include="#state,#q"
            hx-push-url="true"
            autocomplete="off"
            {...LIST_TARGET}
          >
            {ORDERS.map((order) => (
              <option value={sortValue(order)} selected={sortValue(order) === sortValue(search)}>
                {SORT_WORDS[sortValue(order)]}
              </option>
            ))}
          </select>
          <a class="button primary" href="/new">
            + {WORDS.new}
          </a>
        </div>
        {panel ? <FilterPanel search={search} {...panel} /> : <div id="panel" hidden></div>}
      </form>
    </search>
  );
}

/** A search without what has its own field in the form. */
const conditionsOf = (search: Search): Search => ({ ...search, q: '', sort: 'created_at', isReversed: false });

/** Lists that are one click away: those that kith has, and saved views. */
export function ListLinks({ search, views, view, today }: PeopleShown) {
  const here = paramsOf({ ...search, q: '' }).toString();
  return (
    <nav id="lists-here" aria-label={WORDS.lists}>
      <ul class="hand">
        {SHORTCUTS.map(({ text, search: of }) => {
          const to = of(today);
          const isHere = !view && (pathOf(to).split('?')[1] ?? '') === here;
          return (
            <li>
              <a {...linkTo(to)} aria-current={isHere ? 'page' : undefined}>
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
              {WORDS.editViews}
            </a>
          </li>
        )}
        <li>
          <a class="quiet" href={SUGGESTED_CONTACTS}>
            {WORDS.suggested}
          </a>
        </li>
        <li>
          <a class="quiet" href={NETWORK}>
            {WORDS.network}
          </a>
        </li>
      </ul>
    </nav>
  );
}
