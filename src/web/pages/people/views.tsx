import type { Child } from 'hono/jsx';
import type { Message, PageContent } from '../../layout/page.tsx';
import { MoreLink, Section } from '../../layout/parts.tsx';
import type { View } from '../../people/find.ts';
import type { Person } from '../../services/services.ts';
import { VIEWS as WORDS } from '../../words/people.ts';
import { NamedRow, type RefusedName } from './named-row.tsx';

export interface ViewsShown {
  person: Person;
  views: { view: View; sentences: Child[] }[];
  nextCursor: string | null;
  refused?: RefusedName | undefined;
  message?: Message | undefined;
}

/** The saved views, each with what it asks for in words. */
export const viewsPage = ({ person, views, nextCursor, refused, message }: ViewsShown): PageContent => ({
  title: WORDS.title,
  email: person.email,
  here: '/people',
  message: refused ? { kind: 'danger', text: refused.text } : message,
  main: (
    <>
      <h1>{WORDS.title}</h1>
      <p>
        <a href="/people">{WORDS.back}</a>
      </p>
      <Section id="views" title={WORDS.title} lead={views.length > 0 ? WORDS.lead : undefined}>
        {views.length === 0 ? (
          <div>
            <p>{WORDS.none}</p>
            <p>
              <a class="button" href="/people/filter">
                {WORDS.filter}
              </a>
            </p>
          </div>
        ) : (
          <ul class="rows">
            {views.map(({ view, sentences }) => (
              <Row view={view} sentences={sentences} refused={refused} />
            ))}
          </ul>
        )}
        {nextCursor && (
          <p>
            <MoreLink path="/people/views" cursor={nextCursor} />
          </p>
        )}
      </Section>
    </>
  ),
});

const Row = ({
  view: { id, name, emoji },
  sentences,
  refused,
}: {
  view: View;
  sentences: Child[];
  refused: RefusedName | undefined;
}) => (
  <NamedRow id={id} name={name} path={`/people/views/${encodeURIComponent(id)}`} refused={refused}>
    <strong>
      {emoji}{' '}
      <a href={`/people?view=${encodeURIComponent(id)}`}>
        <bdi>{name}</bdi>
      </a>
    </strong>
    <ul class="quiet small said">
      {sentences.length === 0 ? <li>{WORDS.allPeople}</li> : sentences.map((sentence) => <li>{sentence}</li>)}
    </ul>
  </NamedRow>
);
