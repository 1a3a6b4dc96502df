import type { Child } from 'hono/jsx';
import type { Message, PageContent } from '../page.tsx';
import type { View } from '../people/find.ts';
import type { Person } from '../services.ts';
import { Field } from './fields.tsx';
import { KeyField, OneButton, Section } from './parts.tsx';

const WORDS = {
  title: 'Views',
  back: 'To your people',
  lead: 'A view is a filter and an order under a name. Open one and choose other conditions to change what it finds.',
  none: 'You have no views yet. Filter your people, and save the filter under a name.',
  filter: 'Filter your people',
  everybody: 'Everybody',
  name: (name: string) => `Name of ${name}`,
  rename: 'Rename',
  open: 'Open',
  delete: 'Delete',
  deleted: 'The view is deleted; the people it found are still here.',
  undo: 'Undo',
  more: 'More',
};

export interface ViewsShown {
  person: Person;
  views: { view: View; sentences: Child[] }[];
  nextCursor: string | null;
  /** A name that could not be taken, with why. */
  refused?: { id: string; name: string; text: string } | undefined;
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
              <Row view={view} sentences={sentences} refused={refused?.id === view.id ? refused : undefined} />
            ))}
          </ul>
        )}
        {nextCursor && (
          <p>
            <a class="button" href={`/people/views?${new URLSearchParams({ cursor: nextCursor })}`}>
              {WORDS.more}
            </a>
          </p>
        )}
      </Section>
    </>
  ),
});

interface RowShown {
  view: View;
  sentences: Child[];
  refused: { name: string; text: string } | undefined;
}

function Row({ view: { id, name, emoji }, sentences, refused }: RowShown) {
  const path = `/people/views/${encodeURIComponent(id)}`;
  return (
    <li>
      <div class="about">
        <strong>
          {emoji}{' '}
          <a href={`/people?view=${encodeURIComponent(id)}`}>
            <bdi>{name}</bdi>
          </a>
        </strong>
        <ul class="quiet small said">
          {sentences.length === 0 ? <li>{WORDS.everybody}</li> : sentences.map((sentence) => <li>{sentence}</li>)}
        </ul>
      </div>
      <details open={refused !== undefined}>
        <summary>{WORDS.rename}</summary>
        <form class="beside" method="post" action={path}>
          <KeyField />
          <Field
            name="name"
            id={`name-${id}`}
            label={WORDS.name(name)}
            unseen
            value={refused?.name ?? name}
            error={refused?.text}
            maxlength={200}
            required
          />
          <button type="submit">{WORDS.rename}</button>
        </form>
      </details>
      <OneButton action={`${path}/delete`} kind="danger">
        {WORDS.delete}
        <span class="unseen"> {name}</span>
      </OneButton>
    </li>
  );
}

export const deletedView = (id: string): Child => (
  <div class="beside">
    {WORDS.deleted}
    <OneButton action={`/people/views/${encodeURIComponent(id)}/restore`}>{WORDS.undo}</OneButton>
  </div>
);
