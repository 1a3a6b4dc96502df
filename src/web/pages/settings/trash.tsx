import type { Operations } from '../../../contract/operations.ts';
import type { DataOf } from '../../../contract/schema/operation.ts';
import type { Message, PageContent } from '../../layout/page.tsx';
import { KeyField, MoreLink, OneButton, personPath, Section } from '../../layout/parts.tsx';
import { Time } from '../../layout/time.tsx';
import type { Person } from '../../services/services.ts';
import { TRASH as WORDS } from '../../words/data.ts';
import { settingsPage } from './settings-frame.tsx';

type Page = DataOf<Operations['list_trash']>;
type Deleted = Pick<Page['items'][number], 'kind' | 'name'>;

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
          {WORDS.kinds[kind]}
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

/** The message for a `done` query parameter. Unknown values show nothing. */
export function trashMessage({ done = '', contact }: Record<string, string>): Message | undefined {
  if (!Object.hasOwn(WORDS.done, done)) return undefined;
  const text = WORDS.done[done as keyof typeof WORDS.done];
  if (done !== 'restored' || !contact) return { kind: 'success', text };
  return {
    kind: 'success',
    text: (
      <>
        {text} <a href={personPath(contact)}>{WORDS.look}</a>
      </>
    ),
  };
}

interface Ask {
  person: Person;
  /** One item, or all items deleted until a time. */
  of: { id: string; deleted: Deleted } | { until: string };
}

/** Asks before an item is deleted forever. */
export function askPage({ person, of }: Ask): PageContent {
  const one = 'deleted' in of ? of : undefined;
  return settingsPage({
    person,
    here: '/trash',
    title: one ? WORDS.ask.one : WORDS.ask.all,
    children: (
      <section class="card">
        {one && (
          <p>
            {WORDS.kinds[one.deleted.kind]}: <bdi class="who">{one.deleted.name || WORDS.nameless}</bdi>
          </p>
        )}
        <p>{one ? WORDS.ask.text : WORDS.ask.textOfAll}</p>
        <form
          class="actions"
          method="post"
          action={one ? `/trash/${encodeURIComponent(one.id)}/delete` : '/trash/empty'}
        >
          <KeyField />
          {'until' in of && <input type="hidden" name="until" value={of.until} />}
          <button class="danger" type="submit">
            {one ? WORDS.ask.yes : WORDS.ask.yesAll}
          </button>
          <a class="button" href="/trash">
            {WORDS.ask.no}
          </a>
        </form>
      </section>
    ),
  });
}
