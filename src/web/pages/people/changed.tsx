import type { PageContent } from '../../layout/page.tsx';
import { KeyField, Section } from '../../layout/parts.tsx';
import type { Action } from '../../people/changes.ts';
import type { Person } from '../../services/services.ts';
import { ACTION_WORDS, countOf, people } from './change-words.ts';

const WORDS = {
  working: 'Changing people',
  done: 'Changed',
  undone: 'Taken back',
  progress: (done: number, total: number) => `${countOf(done)} of ${countOf(total)} are done.`,
  stays: 'What is done is kept if you leave this page; the others stay as they are.',
  goOn: 'Go on',
  missed: (count: number) => `${people(count)} could not be changed: they are not there any more.`,
  undo: 'Undo',
  back: 'Back to the list',
};

export interface ChangedShown {
  person: Person;
  action: Action;
  isUndo: boolean;
  named: string | undefined;
  /** How many are changed, were not there any more, and are to come. */
  done: number;
  missed: number;
  remaining: number;
  back: string;
  /** What the form sends that goes on, or that takes it back. */
  next: { key: string | undefined; fields: [string, string][] } | undefined;
}

/** How far a change is; when it is done, what became of it, and the way back. */
export function changedPage(shown: ChangedShown): PageContent {
  const { person, isUndo, missed, remaining, back } = shown;
  const title = remaining > 0 ? WORDS.working : isUndo ? WORDS.undone : WORDS.done;
  return {
    title,
    email: person.email,
    here: '/people',
    main: (
      <>
        <h1>{title}</h1>
        <Section id="outcome" title={remaining > 0 ? WORDS.working : ACTION_WORDS[shown.action].button}>
          {remaining > 0 ? <Progress {...shown} /> : <Done {...shown} />}
          {missed > 0 && <p>{WORDS.missed(missed)}</p>}
        </Section>
        <p>
          <a href={back}>{WORDS.back}</a>
        </p>
      </>
    ),
  };
}

/** With a script it goes on by itself. */
const Progress = ({ done, missed, remaining, next }: ChangedShown) => (
  <form
    class="field"
    method="post"
    action="/people/change/go"
    hx-post="/people/change/go"
    hx-trigger="load, submit"
    hx-target="#main"
    hx-select="#main"
    hx-swap="outerHTML"
  >
    <Fields next={next} />
    <label for="progress">{WORDS.progress(done + missed, done + missed + remaining)}</label>
    <progress id="progress" value={done + missed} max={done + missed + remaining}></progress>
    <p class="quiet small">{WORDS.stays}</p>
    <div>
      <button type="submit">{WORDS.goOn}</button>
    </div>
  </form>
);

const Done = ({ action, isUndo, named, done, next }: ChangedShown) => (
  <>
    <p role="status">
      {isUndo && `${WORDS.undone}. `}
      {ACTION_WORDS[action].done(done)}
      {named !== undefined && (
        <>
          {' '}
          “<bdi>{named}</bdi>”
        </>
      )}
    </p>
    {next && (
      <form method="post" action="/people/change/go">
        <Fields next={next} />
        <button type="submit">{WORDS.undo}</button>
      </form>
    )}
  </>
);

const Fields = ({ next }: Pick<ChangedShown, 'next'>) => (
  <>
    {next?.key === undefined ? <KeyField /> : <input type="hidden" name="key" value={next.key} />}
    {next?.fields.map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
  </>
);
