import type { PageContent } from '../../layout/page.tsx';
import { KeyField, Section } from '../../layout/parts.tsx';
import type { Action } from '../../people/changes.ts';
import type { Person } from '../../services/services.ts';
import { BULK as WORDS } from '../../words/people.ts';
import { ACTION_WORDS } from '../../words/people-changes.ts';

const GO = '/people/change/go';

export interface ChangedShown {
  person: Person;
  action: Action;
  isUndo: boolean;
  named: string | undefined;
  /** How many are changed, were deleted before, and remain. */
  done: number;
  missed: number;
  remaining: number;
  back: string;
  /** The fields of the form that continues, or that undoes the change. */
  next: { key: string | undefined; fields: [string, string][] } | undefined;
}

/** The progress of a change; when it is done, its result with Undo. */
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

/** The same as a message over the list. */
export const changedMessage = (shown: ChangedShown): PageContent => ({
  title: WORDS.done,
  main: null,
  message: {
    kind: 'success',
    text: (
      <div class="beside undo">
        {shown.remaining > 0 ? <Progress {...shown} inPlace /> : <Done {...shown} inPlace />}
        {shown.missed > 0 && <span>{WORDS.missed(shown.missed)}</span>}
      </div>
    ),
  },
});

const IN_TOAST = {
  'hx-post': GO,
  'hx-target': '#toast',
  'hx-select': '#toast > *',
  'hx-swap': 'innerHTML',
  'data-bulk': '',
};
const IN_PAGE = { 'hx-post': GO, 'hx-target': '#main', 'hx-select': '#main', 'hx-swap': 'outerHTML' };

type Part = ChangedShown & { inPlace?: boolean };

/** With a script it continues by itself. */
const Progress = ({ done, missed, remaining, next, inPlace }: Part) => (
  <form class="field" method="post" action={GO} hx-trigger="load, submit" {...(inPlace ? IN_TOAST : IN_PAGE)}>
    <Fields next={next} />
    <label for="progress">{WORDS.progress(done + missed, done + missed + remaining)}</label>
    <progress id="progress" value={done + missed} max={done + missed + remaining}></progress>
    {!inPlace && <p class="quiet small">{WORDS.stays}</p>}
    <div>
      <button type="submit">{WORDS.goOn}</button>
    </div>
  </form>
);

const Done = ({ action, named, done, next, inPlace }: Part) => (
  <>
    <p role={inPlace ? undefined : 'status'}>
      <Quoted around={ACTION_WORDS[action].done(done)} name={named} />
    </p>
    {next && (
      <form method="post" action={GO} {...(inPlace && IN_TOAST)}>
        <Fields next={next} />
        <button type="submit">{WORDS.undo}</button>
      </form>
    )}
  </>
);

/** Words around the name of a tag or group, or a frequency. */
export const Quoted = ({ around: [before, after], name }: { around: [string, string]; name: string | undefined }) => (
  <>
    {before}
    {name !== undefined && (
      <>
        {' '}
        “<bdi>{name}</bdi>”
      </>
    )}
    {/^\w/.test(after) && ' '}
    {after}
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
