import type { Message, PageContent } from '../../layout/page.tsx';
import { KeyField, PersonLink } from '../../layout/parts.tsx';
import { Relative } from '../../layout/relative-time.tsx';
import type { Found, NoteMatch } from '../../people/find.ts';
import { isByName, LETTERS, letterPath, MIN_FOR_LETTERS } from '../../people/letters.ts';
import { pathOf, type Search } from '../../people/search.ts';
import { PEOPLE as WORDS } from '../../words/people.ts';
import { countOf } from '../../words/people-changes.ts';
import { BulkBar } from './bulk-bar.tsx';
import { LIST_TARGET } from './in-place.ts';
import { Chips, State } from './people-chips.tsx';
import { Head, Rows } from './people-rows.tsx';
import { ListLinks, SearchForm } from './people-search.tsx';
import type { PeopleShown } from './people-shown.ts';

/** People who match the search and filters, in pages. */
export const peoplePage = (shown: PeopleShown): PageContent => ({
  title: WORDS.title,
  email: shown.person.email,
  here: '/people',
  hasHistory: true,
  width: 'full',
  message: shown.refused ? { kind: 'danger', text: shown.refused.text } : shown.message,
  main: (
    <>
      <header class="heading list-heading">
        <h1>{WORDS.title}</h1>
        <p id="told" class="quiet" role="status">
          {shown.found && <Count found={shown.found} count={shown.count} />}
        </p>
        <ListLinks {...shown} />
      </header>
      <SearchForm {...shown} />
      {shown.refused?.form === 'add' && <AddForm name={shown.refused.name} />}
      {shown.found ? <Results {...shown} found={shown.found} /> : isChosen(shown.search) && <Chips {...shown} />}
    </>
  ),
});

/** The next rows, for a script that has the previous ones. */
export const morePage = (shown: PeopleShown & { found: Found }): PageContent => ({
  title: WORDS.title,
  main: (
    <table>
      <Rows {...shown} zone={shown.person.time_zone} />
    </table>
  ),
});

const isChosen = ({ pairs, archived, also }: Search): boolean =>
  pairs.length > 0 || archived || Object.keys(also).length > 0;

/** The number of results. Screen readers announce it when it changes. */
const Count = ({ found, count }: { found: Found; count: number | undefined }) => {
  const known = count ?? (found.pagination.nextCursor ? undefined : found.contacts.length);
  return (
    <>
      {known === undefined ? WORDS.atLeast(found.contacts.length) : countOf(known)}{' '}
      <span class="unseen">{WORDS.countUnit(known ?? found.contacts.length)}</span>
    </>
  );
};

function Results(shown: PeopleShown & { found: Found }) {
  const { search, found, count, person, refused, today, inNotes = [] } = shown;
  const notes = inNotes.length > 0 && (
    <InNotes query={search.q} matches={inNotes} zone={person.time_zone} today={today} />
  );
  const isLong = Boolean(found.pagination.nextCursor);
  return (
    <section
      id="found"
      aria-label={search.q === '' ? WORDS.title : WORDS.results(search.q)}
      hx-get={pathOf(search)}
      hx-trigger="kith:changed from:body"
      {...LIST_TARGET}
    >
      <Chips {...shown} refused={refused?.form === 'view' ? refused : undefined} />
      {search.q !== '' && <h2>{WORDS.results(search.q)}</h2>}
      {isLong && notes}
      {isByName(search) && (count ?? 0) >= MIN_FOR_LETTERS && <Letters search={search} />}
      {found.contacts.length === 0 ? (
        <NobodyFound query={search.q} isChosen={isChosen(search)} hasNotes={inNotes.length > 0} />
      ) : (
        <div class="list">
          <BulkBar search={search} count={count ?? (isLong ? undefined : found.contacts.length)} />
          <form id="selection" method="post" action="/people/change">
            <State search={search} />
            <table class="people">
              <Head search={search} />
              <Rows search={search} found={found} zone={person.time_zone} today={today} />
            </table>
          </form>
        </div>
      )}
      {!isLong && notes}
    </section>
  );
}

/** Links to places in a list that is sorted by name. */
const Letters = ({ search }: { search: Search }) => (
  <nav class="letters" aria-label={WORDS.letters}>
    {LETTERS.map((letter) => (
      <a href={letterPath(search, letter)}>{letter}</a>
    ))}
  </nav>
);

/** Matches in notes, reminders, and tags. */
const InNotes = ({
  query,
  matches,
  zone,
  today,
}: {
  query: string;
  matches: NoteMatch[];
  zone: string;
  today: string;
}) => (
  <section class="card" aria-labelledby="in-notes">
    <h2 id="in-notes">{WORDS.inNotes}</h2>
    <ul class="rows">
      {matches.map(({ id, kind, title, text, date, contacts }) => (
        <li>
          <div class="about">
            {contacts.map(({ id, full_name }, index) => [index > 0 && ', ', <PersonLink id={id} name={full_name} />])}
            {kind === 'tag' && (
              <a href={pathOf({ pairs: [['tag.any', id]] })}>
                <bdi>{title}</bdi>
              </a>
            )}
            {kind !== 'tag' && (
              <p class="small" dir="auto">
                {text || title}
              </p>
            )}
          </div>
          {date && (
            <span class="quiet small">
              <Relative at={date} zone={zone} today={today} />
            </span>
          )}
        </li>
      ))}
    </ul>
    <p>
      <a href={`/search?${new URLSearchParams({ q: query })}`}>{WORDS.inNotesAll(query)}</a>
    </p>
  </section>
);

const NobodyFound = ({ query, isChosen, hasNotes }: { query: string; isChosen: boolean; hasNotes: boolean }) => {
  if (query !== '')
    return (
      <div class="card">
        <p>{hasNotes ? WORDS.noNames(query) : WORDS.noResults(query)}</p>
        <form method="post" action="/people">
          <KeyField />
          <input type="hidden" name="name" value={query} />
          <button type="submit">{WORDS.addNamed(query)}</button>
        </form>
      </div>
    );
  if (isChosen) return <p class="card">{WORDS.noMatch}</p>;
  return (
    <div class="card">
      <p>{WORDS.empty}</p>
      <p class="actions">
        <a class="button primary" href="/import">
          {WORDS.import}
        </a>
        <a class="button" href="/new">
          {WORDS.newPerson}
        </a>
      </p>
    </div>
  );
};

/** For a rejected name. */
const AddForm = ({ name }: { name: string }) => (
  <form class="field card" method="post" action="/people">
    <KeyField />
    <label for="name">{WORDS.name}</label>
    <div class="beside">
      <input id="name" name="name" value={name} required maxlength={200} autocomplete="off" dir="auto" />
      <button type="submit">{WORDS.add}</button>
    </div>
  </form>
);

export const UNREADABLE: Message = { kind: 'danger', text: WORDS.unreadable };
