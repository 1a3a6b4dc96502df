import type { Operations } from '../../../contract/operations.ts';
import type { DataOf } from '../../../contract/schema/operation.ts';
import type { Message, PageContent } from '../../layout/page.tsx';
import { KeyField, MoreLink, OneButton, personPath, Section } from '../../layout/parts.tsx';
import { Time } from '../../layout/time.tsx';
import type { Person } from '../../services/services.ts';
import { settingsPage } from './settings-frame.tsx';

type Page = DataOf<Operations['list_trash']>;
type Deleted = Pick<Page['items'][number], 'kind' | 'name'>;

const WORDS = {
  title: 'Trash',
  lead: 'What was deleted in the last 30 days. Each can come back whole, with all that went with it.',
  search: 'Search the trash',
  button: 'Search',
  list: 'Deleted',
  found: (query: string) => `Found by “${query}”`,
  nothing: (query: string) => `Nothing in the trash is found by “${query}”.`,
  empty: 'The trash is empty.',
  nameless: 'Without a name',
  deleted: 'deleted',
  until: 'gone for good',
  restore: 'Restore',
  forGood: 'Delete for good',
  emptyAll: 'Empty the trash',
};

const KINDS: Record<Deleted['kind'], string> = {
  contact: 'Contact',
  note: 'Note',
  reminder: 'Reminder',
  group: 'Group',
  tag: 'Tag',
  custom_field: 'Custom field',
  view: 'View',
  favorite: 'Favorite',
  share_link: 'Share link',
  email: 'E-mail address',
  phone: 'Phone number',
  address: 'Address',
};

const DONE = {
  restored: 'It is back.',
  dropped: 'It is gone for good.',
  emptied: 'The trash is empty.',
};

interface Trash {
  person: Person;
  query: string;
  page: Page;
  message?: Message | undefined;
}

export const trashPage = ({ person, query, page: { items, pagination }, message }: Trash): PageContent =>
  settingsPage({
    person,
    here: '/trash',
    title: WORDS.title,
    lead: WORDS.lead,
    message,
    children: (
      <>
        <search>
          <form method="get" action="/trash">
            <label for="q" class="unseen">
              {WORDS.search}
            </label>
            <div class="beside">
              <input
                id="q"
                type="search"
                name="q"
                value={query}
                placeholder={WORDS.search}
                dir="auto"
                maxlength={1000}
              />
              <button type="submit">{WORDS.button}</button>
            </div>
          </form>
        </search>
        <Section id="deleted" title={query === '' ? WORDS.list : WORDS.found(query)}>
          {items.length === 0 ? (
            <p>{query === '' ? WORDS.empty : WORDS.nothing(query)}</p>
          ) : (
            <ul class="rows">
              {items.map((item) => (
                <Item item={item} zone={person.time_zone} />
              ))}
            </ul>
          )}
          {(pagination.nextCursor || items.length > 0) && (
            <div class="actions">
              {pagination.nextCursor && <MoreLink path="/trash" query={{ q: query }} cursor={pagination.nextCursor} />}
              {items.length > 0 && <a href="/trash/empty">{WORDS.emptyAll}</a>}
            </div>
          )}
        </Section>
      </>
    ),
  });

function Item({
  item: { id, kind, name, deleted_at, expires_at },
  zone,
}: {
  item: Page['items'][number];
  zone: string;
}) {
  const path = `/trash/${encodeURIComponent(id)}`;
  const shown = name || WORDS.nameless;
  return (
    <li>
      <div class="about">
        <strong dir="auto">{shown}</strong>
        <p class="quiet small">
          {KINDS[kind]}
          {' · '}
          {WORDS.deleted} <Time at={deleted_at} zone={zone} exact />
          {' · '}
          {WORDS.until} <Time at={expires_at} zone={zone} />
        </p>
      </div>
      <div class="actions">
        <OneButton action={`${path}/restore`}>
          {WORDS.restore}
          <span class="unseen"> {shown}</span>
        </OneButton>
        <a href={`${path}/delete`}>
          {WORDS.forGood}
          <span class="unseen"> {shown}</span>
        </a>
      </div>
    </li>
  );
}

/** The address may say anything: only what is known is told. */
export function trashMessage({ done = '', contact }: Record<string, string>): Message | undefined {
  if (!Object.hasOwn(DONE, done)) return undefined;
  const text = DONE[done as keyof typeof DONE];
  if (done !== 'restored' || !contact) return { kind: 'success', text };
  return {
    kind: 'success',
    text: (
      <>
        {text} <a href={personPath(contact)}>{ASK_WORDS.look}</a>
      </>
    ),
  };
}

const ASK_WORDS = {
  look: 'To the contact',
  one: 'Delete it for good?',
  all: 'Empty the trash?',
  text: 'Nobody can bring it back after that.',
  textOfAll:
    'All that is in the trash now goes for good, also what is not on the page you came from. Nobody can bring it back after that.',
  yes: 'Delete for good',
  yesAll: 'Empty the trash',
  no: 'Keep it',
};

interface Ask {
  person: Person;
  /** One thing; without it all that was deleted until a time. */
  of: { id: string; deleted: Deleted } | { until: string };
}

/** Asks before something goes for good: there is no undo. */
export function askPage({ person, of }: Ask): PageContent {
  const one = 'deleted' in of ? of : undefined;
  return settingsPage({
    person,
    here: '/trash',
    title: one ? ASK_WORDS.one : ASK_WORDS.all,
    children: (
      <section class="card">
        {one && (
          <p>
            {KINDS[one.deleted.kind]}: <bdi class="who">{one.deleted.name || WORDS.nameless}</bdi>
          </p>
        )}
        <p>{one ? ASK_WORDS.text : ASK_WORDS.textOfAll}</p>
        <form
          class="actions"
          method="post"
          action={one ? `/trash/${encodeURIComponent(one.id)}/delete` : '/trash/empty'}
        >
          <KeyField />
          {'until' in of && <input type="hidden" name="until" value={of.until} />}
          <button class="danger" type="submit">
            {one ? ASK_WORDS.yes : ASK_WORDS.yesAll}
          </button>
          <a class="button" href="/trash">
            {ASK_WORDS.no}
          </a>
        </form>
      </section>
    ),
  });
}
