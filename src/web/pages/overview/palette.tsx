import type { Child } from 'hono/jsx';
import { Face } from '../../layout/face.tsx';
import type { PageContent } from '../../layout/page.tsx';
import { KeyField, NAMELESS, personPath } from '../../layout/parts.tsx';
import { callLink } from '../../layout/reach-links.ts';
import { FRAME } from '../../words/frame.ts';
import { KINDS, PALETTE as WORDS } from '../../words/palette.ts';
import { resultPath, type SearchResult } from './result-path.ts';

interface Shown {
  query: string;
  results: SearchResult[];
  /** Number of the first person. */
  phone?: string | undefined;
  /** Whether the best result covers too little of the query. */
  isWeak?: boolean;
}

const PLACES = [
  { href: '/new', text: WORDS.newNote },
  { href: '/new#add', text: WORDS.newPerson },
  { href: '/today', text: WORDS.go(FRAME.today) },
  { href: '/people', text: WORDS.go(FRAME.people) },
  { href: '/duplicates', text: WORDS.go(FRAME.duplicates) },
  { href: '/import', text: FRAME.import },
  { href: '/settings', text: WORDS.go(FRAME.settings) },
];

const MAX_NAME = 200;

/** The command palette's list for a query: results, then commands. Enter runs the first one. */
export const palettePage = ({ query, results, phone, isWeak = false }: Shown): PageContent => ({
  title: WORDS.title,
  main: (
    <ul id="palette-results" class="palette-rows" aria-label={WORDS.results} data-query={query}>
      {isWeak && <NewPerson query={query} />}
      {results.map((result) => (
        <Result result={result} />
      ))}
      {query !== '' && results.length === 0 && <li class="quiet">{WORDS.none(query)}</li>}
      {commandsFor(query, results, phone, isWeak).map(({ href, text }) => (
        <li>
          <a href={href}>{text}</a>
        </li>
      ))}
      {query !== '' && !isWeak && <NewPerson query={query} />}
    </ul>
  ),
});

const NewPerson = ({ query }: { query: string }) => (
  <li>
    <form method="post" action="/people">
      <KeyField />
      <input type="hidden" name="name" value={query.slice(0, MAX_NAME)} />
      <button type="submit" class="plain">
        {WORDS.newPersonCalled(query)}
      </button>
    </form>
  </li>
);

function Result({ result }: { result: SearchResult }) {
  const path = resultPath(result);
  if (path === undefined) return null;
  const { kind, title, text, contacts, id } = result;
  const detail: Child =
    kind === 'person' ? text : [KINDS[kind], ...contacts.map(({ full_name }) => full_name)].join(' · ');
  return (
    <li>
      <a href={path}>
        {kind === 'person' && <Face id={id} name={title} />}
        <span>
          <bdi>{kind === 'note' ? text : title || NAMELESS}</bdi>
          {detail && detail !== title && <small class="quiet">{detail}</small>}
        </span>
      </a>
    </li>
  );
}

/** Commands about the first person, or those of every page. */
function commandsFor(query: string, results: SearchResult[], phone: string | undefined, isWeak: boolean) {
  if (query === '') return PLACES;
  const matching = PLACES.filter(({ text }) => text.toLocaleLowerCase().includes(query.toLocaleLowerCase()));
  const person = results.find(({ kind, trashed }) => kind === 'person' && !trashed);
  const name = person?.title || NAMELESS;
  const about = !isWeak &&
    person && [
      { href: `${personPath(person.id)}#${person.id}-note`, text: WORDS.log(name) },
      { href: `${personPath(person.id)}#reminder-text`, text: WORDS.remind(name) },
      ...(phone ? [{ href: callLink(phone), text: WORDS.call(name) }] : []),
    ];
  const all = { href: `/search?${new URLSearchParams({ q: query })}`, text: WORDS.all(query) };
  return [...(about || []), ...(results.length > 0 ? [all] : []), ...matching];
}
