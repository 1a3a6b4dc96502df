import type { Message, PageContent } from '../page.tsx';
import type { Found, View } from '../people/find.ts';
import { paramsOf, pathOf, type Search } from '../people/search.ts';
import type { Person } from '../services.ts';
import type { FieldErrors } from './fields.tsx';
import { KeyField, Section } from './parts.tsx';
import { Chips, State } from './people-chips.tsx';
import { type Choices, FilterPanel, SORT_WORDS } from './people-filter.tsx';
import { Rows } from './people-rows.tsx';

const WORDS = {
  title: 'People',
  search: 'Search by name, company, e-mail or number',
  button: 'Search',
  filter: 'Filter',
  found: (query: string) => `Found by “${query}”`,
  chosen: 'Found',
  nobody: (query: string) => `Nobody is found by “${query}”.`,
  noneChosen: 'Nobody meets these conditions. Take one of them away, or show everybody.',
  empty: 'Nobody is here yet. Add somebody below, or bring your address book along:',
  import: 'Import a file or an account',
  gone: 'A condition in this address cannot be read, so everybody is shown.',
  hand: 'Lists at hand',
  views: 'Change views',
  change: 'Change…',
  all: 'Select all shown',
  selected: 'selected',
  everyone: 'All who are found',
  add: { title: 'Add somebody', name: 'Name', button: 'Add' },
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

export interface PeopleShown {
  person: Person;
  today: string;
  search: Search;
  /** What the search names by id. */
  names: ReadonlyMap<string, string>;
  /** Undefined where the form alone is shown. */
  found?: Found | undefined;
  views: View[];
  view?: { view: View; isChanged: boolean } | undefined;
  /** The form that adds conditions, where it is open. */
  panel?: { choices: Choices; typed?: { values: URLSearchParams; errors: FieldErrors } | undefined } | undefined;
  /** A name that was typed and could not be taken, with why. */
  refused?: { form: 'add' | 'view'; name: string; text: string } | undefined;
  message?: Message | undefined;
}

/** The people that words and conditions find, or all, a page at a time. */
export const peoplePage = (shown: PeopleShown): PageContent => ({
  title: WORDS.title,
  email: shown.person.email,
  here: '/people',
  message: shown.refused ? { kind: 'danger', text: shown.refused.text } : shown.message,
  main: (
    <>
      <h1>{WORDS.title}</h1>
      <SearchForm {...shown} />
      <Hand {...shown} />
      {shown.found && <Results {...shown} found={shown.found} />}
      <Section id="add" title={WORDS.add.title}>
        <AddForm name={shown.refused?.form === 'add' ? shown.refused.name : undefined} />
      </Section>
    </>
  ),
});

/** The next people of a list, for a script that has the others. */
export const morePage = ({ person, search, found }: PeopleShown & { found: Found }): PageContent => ({
  title: WORDS.title,
  main: <Rows search={search} found={found} zone={person.time_zone} />,
});

function SearchForm({ search, panel }: PeopleShown) {
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
function Hand({ search, views, view, today }: PeopleShown) {
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

function Results(shown: PeopleShown & { found: Found }) {
  const { search, found, person, refused } = shown;
  const isChosen = search.pairs.length > 0 || search.archived || Object.keys(search.also).length > 0;
  const title = search.q !== '' ? WORDS.found(search.q) : isChosen ? WORDS.chosen : SORT_WORDS[search.sort];
  return (
    <div id="found">
      <Section id="people" title={title}>
        <Chips {...shown} refused={refused?.form === 'view' ? refused : undefined} />
        {found.contacts.length === 0 ? (
          <NobodyFound query={search.q} isChosen={isChosen} />
        ) : (
          <form class="selection" method="post" action="/people/change">
            <State search={search} />
            <Rows search={search} found={found} zone={person.time_zone} />
            <SelectionBar />
          </form>
        )}
      </Section>
    </div>
  );
}

const NobodyFound = ({ query, isChosen }: { query: string; isChosen: boolean }) =>
  query !== '' || isChosen ? (
    <p role="status">{query !== '' ? WORDS.nobody(query) : WORDS.noneChosen}</p>
  ) : (
    <div>
      <p>{WORDS.empty}</p>
      <p>
        <a class="button" href="/import">
          {WORDS.import}
        </a>
      </p>
    </div>
  );

/** What can be done with the rows that are ticked; it stays in sight. */
const SelectionBar = () => (
  <div class="bar">
    <label class="choice" data-script>
      <input type="checkbox" data-select-all />
      <span>
        {WORDS.all} <span data-selected-text={WORDS.selected}></span>
      </span>
    </label>
    <label class="choice">
      <input type="checkbox" name="everyone" value="yes" />
      {WORDS.everyone}
    </label>
    <button type="submit">{WORDS.change}</button>
  </div>
);

const AddForm = ({ name }: { name: string | undefined }) => (
  <form class="field" method="post" action="/people">
    <KeyField />
    <label for="name">{WORDS.add.name}</label>
    <div class="beside">
      <input id="name" name="name" value={name} required maxlength={200} autocomplete="off" dir="auto" />
      <button type="submit">{WORDS.add.button}</button>
    </div>
  </form>
);

export const UNREADABLE: Message = { kind: 'danger', text: WORDS.gone };
