import { shownName } from '../../client/contact-names.ts';
import type { DataOf } from '../../contract/operation.ts';
import type { Operations } from '../../contract/operations.ts';
import type { PageContent } from '../page.tsx';
import type { Person } from '../services.ts';
import { DayOf, KeyField, PersonLink, Section } from './parts.tsx';

type Page = DataOf<Operations['list_contacts']>;
type Contact = Page['contacts'][number];

const WORDS = {
  title: 'People',
  search: 'Search by name, company, e-mail or number',
  button: 'Search',
  found: (query: string) => `Found by “${query}”`,
  all: 'Newest first',
  nobody: (query: string) => `Nobody is found by “${query}”.`,
  empty: 'Nobody is here yet. Add somebody below, or',
  bringIn: 'import your address book',
  lastSeen: 'last seen',
  more: 'More',
  add: { title: 'Add somebody', name: 'Name', button: 'Add' },
};

interface Shown {
  person: Person;
  query: string;
  page: Page;
  /** What was typed and could not be taken, with why. */
  refused?: { name: string; text: string } | undefined;
}

/** The people that words find, or all, a page at a time. */
export const peoplePage = ({ person, query, page, refused }: Shown): PageContent => ({
  title: WORDS.title,
  email: person.email,
  here: '/people',
  message: refused && { kind: 'danger', text: refused.text },
  main: (
    <>
      <h1>{WORDS.title}</h1>
      <search>
        <form method="get" action="/people">
          <label for="q" class="unseen">
            {WORDS.search}
          </label>
          <div class="beside">
            <input
              id="q"
              data-key="/"
              type="search"
              name="q"
              value={query}
              placeholder={WORDS.search}
              autocomplete="off"
              dir="auto"
              hx-get="/people"
              hx-trigger="input changed delay:150ms"
              hx-target="#found"
              hx-select="#found"
              hx-swap="outerHTML"
              hx-replace-url="true"
              hx-sync="this:replace"
            />
            <button type="submit">{WORDS.button}</button>
          </div>
        </form>
      </search>
      <div id="found" aria-live="polite">
        <Section id="people" title={query === '' ? WORDS.all : WORDS.found(query)}>
          {page.contacts.length === 0 ? (
            <p>
              {query === '' ? WORDS.empty : WORDS.nobody(query)} {query === '' && <a href="/import">{WORDS.bringIn}</a>}
            </p>
          ) : (
            <ul class="rows">
              {page.contacts.map((contact) => (
                <PersonRow contact={contact} zone={person.time_zone} />
              ))}
            </ul>
          )}
          {page.pagination.nextCursor && (
            <p>
              <a
                class="button"
                href={`/people?${new URLSearchParams({ q: query, cursor: page.pagination.nextCursor })}`}
              >
                {WORDS.more}
              </a>
            </p>
          )}
        </Section>
      </div>
      <Section id="add" title={WORDS.add.title}>
        <form class="field" method="post" action="/people">
          <KeyField />
          <label for="name">{WORDS.add.name}</label>
          <div class="beside">
            <input id="name" name="name" value={refused?.name} required maxlength={200} autocomplete="off" dir="auto" />
            <button type="submit">{WORDS.add.button}</button>
          </div>
        </form>
      </Section>
    </>
  ),
});

function PersonRow({ contact, zone }: { contact: Contact; zone: string }) {
  const { id, job_title, company, last_seen_at } = contact;
  const work = [job_title, company].filter(Boolean).join(', ');
  return (
    <li>
      <div class="about">
        <strong>
          <PersonLink id={id} name={shownName(contact)} />
        </strong>
        <p class="quiet small">
          {work && <bdi>{work}</bdi>}
          {last_seen_at && (
            <>
              {work && ' · '}
              {WORDS.lastSeen} <DayOf at={last_seen_at} zone={zone} />
            </>
          )}
        </p>
      </div>
    </li>
  );
}
