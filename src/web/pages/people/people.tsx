import type { Message, PageContent } from '../../layout/page.tsx';
import { KeyField, Section } from '../../layout/parts.tsx';
import type { Found } from '../../people/find.ts';
import type { Search } from '../../people/search.ts';
import { people } from './change-words.ts';
import { Chips, State } from './people-chips.tsx';
import { SORT_WORDS } from './people-filter.tsx';
import { Rows } from './people-rows.tsx';
import { Hand, SearchForm } from './people-search.tsx';
import type { PeopleShown } from './people-shown.ts';
import { WRITTEN_TO } from './suggested-contacts.tsx';

const WORDS = {
  title: 'People',
  found: (query: string) => `Found by “${query}”`,
  chosen: 'Found',
  soFar: 'Chosen so far',
  nobody: (query: string) => `Nobody is found by “${query}”.`,
  noneChosen: 'Nobody meets these conditions. Remove one of them, or show everybody.',
  empty: 'Nobody is here yet. Add somebody below, or bring your address book along:',
  import: 'Import a file or an account',
  gone: 'One condition could not be read, so everybody is shown.',
  change: 'Change…',
  atLeast: (count: number) => `${people(count)} and more`,
  all: 'Select all shown',
  selected: 'selected',
  everyone: 'All who are found',
  add: { title: 'Add somebody', name: 'Name', button: 'Add', writtenTo: 'People you write to' },
};

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
      <p id="told" class="unseen" role="status">
        {shown.found && told(shown.found)}
      </p>
      {shown.found ? <Results {...shown} found={shown.found} /> : isChosen(shown.search) && <ChosenSoFar {...shown} />}
      <Section id="add" title={WORDS.add.title}>
        <AddForm name={shown.refused?.form === 'add' ? shown.refused.name : undefined} />
        <p>
          <a href={WRITTEN_TO}>{WORDS.add.writtenTo}</a>
        </p>
      </Section>
    </>
  ),
});

/** The next people of a list, for a script that has the others. */
export const morePage = ({ person, search, found }: PeopleShown & { found: Found }): PageContent => ({
  title: WORDS.title,
  main: <Rows search={search} found={found} zone={person.time_zone} />,
});

const isChosen = ({ pairs, archived, also }: Search): boolean =>
  pairs.length > 0 || archived || Object.keys(also).length > 0;

const ChosenSoFar = (shown: PeopleShown) => (
  <Section id="people" title={WORDS.soFar}>
    <Chips {...shown} refused={undefined} />
  </Section>
);

/** What those hear who do not see how the list changes while they type. */
const told = ({ contacts, pagination }: Found): string =>
  pagination.nextCursor ? WORDS.atLeast(contacts.length) : people(contacts.length);

function Results(shown: PeopleShown & { found: Found }) {
  const { search, found, person, refused } = shown;
  const title = search.q !== '' ? WORDS.found(search.q) : isChosen(search) ? WORDS.chosen : SORT_WORDS[search.sort];
  return (
    <div id="found">
      <Section id="people" title={title}>
        <Chips {...shown} refused={refused?.form === 'view' ? refused : undefined} />
        {found.contacts.length === 0 ? (
          <NobodyFound query={search.q} isChosen={isChosen(search)} />
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
