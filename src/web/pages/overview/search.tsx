import type { Operations } from '../../../contract/operations.ts';
import type { DataOf } from '../../../contract/schema/operation.ts';
import { SEARCH_LENGTH } from '../../../contract/search.ts';
import { Face } from '../../layout/face.tsx';
import type { PageContent } from '../../layout/page.tsx';
import { MoreLink, PersonLink, Section } from '../../layout/parts.tsx';
import { Time } from '../../layout/time.tsx';
import type { Person } from '../../services/services.ts';
import { KINDS, SEARCH as WORDS } from '../../words/palette.ts';
import { resultPath, type SearchResult } from './result-path.ts';

type Found = DataOf<Operations['search']>;

interface Shown {
  person: Person;
  query: string;
  /** Undefined if nothing was asked. */
  found?: Found;
}

export const searchPage = ({ person, query, found }: Shown): PageContent => ({
  title: WORDS.title,
  email: person.email,
  here: '/search',
  main: (
    <>
      <h1>{WORDS.title}</h1>
      <p class="quiet">{WORDS.lead}</p>
      <search>
        <form class="question" method="get" action="/search">
          <label for="q" class="unseen">
            {WORDS.label}
          </label>
          <div class="beside">
            <input
              id="q"
              data-key="/"
              type="search"
              name="q"
              value={query}
              placeholder={WORDS.label}
              dir="auto"
              maxlength={SEARCH_LENGTH}
              autofocus={query === ''}
            />
            <button type="submit">{WORDS.button}</button>
          </div>
        </form>
      </search>
      {found && <Results query={query} found={found} zone={person.time_zone} />}
    </>
  ),
});

function Results({ query, found, zone }: { query: string; found: Found; zone: string }) {
  const { results, pagination, warnings } = found;
  const isWeak = warnings.includes('weak_match');
  return (
    <Section id="results" title={WORDS.results(query)}>
      {isWeak && <p>{WORDS.weak}</p>}
      {results.length === 0 ? (
        <p>{WORDS.nothing(query)}</p>
      ) : (
        <ul class="rows">
          {results.map((result) => (
            <Item result={result} zone={zone} />
          ))}
        </ul>
      )}
      {pagination.nextCursor && <MoreLink path="/search" query={{ q: query }} cursor={pagination.nextCursor} />}
    </Section>
  );
}

function Item({ result, zone }: { result: SearchResult; zone: string }) {
  const { kind, title, text, date, contacts, archived, trashed } = result;
  const path = resultPath(result);
  const shown = <bdi>{title || WORDS.nameless}</bdi>;
  return (
    <li>
      {kind === 'person' && <Face id={result.id} name={title} image_url={null} />}
      <div class="about">
        <strong dir="auto">{path === undefined ? shown : <a href={path}>{shown}</a>}</strong>
        {text !== '' && text !== title && <p dir="auto">{text}</p>}
        <p class="quiet small">
          {KINDS[kind]}
          {archived && `, ${WORDS.archived}`}
          {trashed && `, ${WORDS.trashed}`}
          {date && [', ', <Time at={date} zone={zone} />]}
          {contacts.map(({ id, full_name }) => [', ', <PersonLink id={id} name={full_name} />])}
        </p>
      </div>
    </li>
  );
}
