import type { Child } from 'hono/jsx';
import { contactTitle } from '../../../client/contact-names.ts';
import { groupsText, packed } from '../../duplicates/groups.ts';
import type { Message, PageContent } from '../../layout/page.tsx';
import { NAMELESS, OneButton, PersonLink, Section } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import { DUPLICATES, PAIR, MERGED as WORDS } from '../../words/duplicates.ts';
import { IN_TOAST, MERGE } from './duplicate-rows.tsx';

export const UNDO = '/duplicates/undo';

/** The state of merges or of their undo, between the requests of one form. */
export interface MergeOutcome {
  isUndo: boolean;
  /** The contacts that others were merged into, or that were separated. */
  done: string[];
  /** The first groups that could not be merged, and the number of all. */
  failed: string[][];
  failures: number;
  /** Whether the fuller names could not be saved. */
  isUnchosen: boolean;
  /** The groups to merge, or the merges to undo, in the next requests. */
  later: string[][];
  /** The idempotency key of the next request: it continues, or undoes the merges. */
  nextKey: string;
}

export interface MergeShown extends MergeOutcome {
  /** Name of the only merged contact. */
  name: string | undefined;
  /** Names of the contacts in each failed group. */
  failedNames: string[];
}

export const mergedMessage = (shown: MergeShown, inPlace: boolean): Message => {
  const { isUndo, done, failed } = shown;
  if (done.length === 0 && failed.length > 0 && !isUndo) return { kind: 'danger', text: <Failed {...shown} /> };
  return { kind: 'success', text: <Outcome {...shown} inPlace={inPlace} /> };
};

/** A page for a message that is too long for a URL, or for progress without a script. */
export const mergedPage = (person: Person, shown: MergeShown): PageContent => ({
  title: WORDS.title,
  email: person.email,
  here: '/duplicates',
  main: (
    <>
      <h1>{WORDS.title}</h1>
      <Section id="outcome" title={shown.later.length > 0 ? WORDS.title : DUPLICATES.title}>
        <Outcome {...shown} inPlace={false} />
        {shown.later.length > 0 && <p class="quiet small">{WORDS.stays}</p>}
      </Section>
      <p>
        <a href="/duplicates">{WORDS.back}</a>
      </p>
    </>
  ),
});

/** Only the message, for a page that stays. */
export const mergedPart = (shown: MergeShown): PageContent => ({
  title: WORDS.title,
  main: null,
  message: { kind: 'success', text: <Outcome {...shown} inPlace /> },
});

/** A contact that was just dismissed, with Undo. */
export const leftOutMessage = (contact: Parameters<typeof contactTitle>[0] & { id: string }): Message => ({
  kind: 'success',
  text: (
    <div class="beside undo">
      <span>{WORDS.leftOut(<PersonLink id={contact.id} name={contactTitle(contact)} />)}</span>
      <OneButton action="/duplicates/leave-out" fields={{ id: contact.id, again: '1' }}>
        {DUPLICATES.undo}
      </OneButton>
    </div>
  ),
});

/** For a merge whose chosen values were refused. */
export const unchosenText = (id: string | undefined, undoKey: string): Child => (
  <>
    <p>{PAIR.unchosen}</p>
    {id && <UndoForm ids={[id]} undoKey={undoKey} />}
  </>
);

const UndoForm = ({ ids, undoKey, script = {} }: { ids: string[]; undoKey: string; script?: object }) => (
  <form method="post" action={UNDO} {...script}>
    <input type="hidden" name="key" value={undoKey} />
    {/* One id as it is, because one merge leads back to its contacts. */}
    {ids.length === 1 ? (
      <input type="hidden" name="id" value={ids[0]!} />
    ) : (
      <input type="hidden" name="merged" value={packed(ids)} />
    )}
    <button type="submit">{DUPLICATES.undo}</button>
  </form>
);

const Outcome = (shown: MergeShown & { inPlace: boolean }) => {
  const { isUndo, done, name, later, failures, isUnchosen, nextKey, inPlace } = shown;
  const total = done.length + failures + later.length;
  return (
    <div class="beside undo">
      {later.length > 0 ? (
        <Progress {...shown} value={done.length + failures} max={total} />
      ) : (
        <>
          <span>
            {isUndo
              ? done.length > 0 && WORDS.undone(done.length)
              : done.length === 0
                ? WORDS.none
                : done.length === 1
                  ? WORDS.one(<PersonLink id={done[0]!} name={name} />)
                  : WORDS.many(done.length)}
            {failures > 0 && (
              <>
                {(!isUndo || done.length > 0) && '. '}
                <Failed {...shown} />
              </>
            )}
            {isUnchosen && `. ${WORDS.unchosen}`}
          </span>
          {!isUndo && done.length > 0 && (
            <UndoForm ids={done} undoKey={nextKey} script={inPlace ? { ...IN_TOAST, 'hx-post': UNDO } : {}} />
          )}
        </>
      )}
    </div>
  );
};

function Failed({ isUndo, failedNames, failures }: MergeShown): Child {
  if (isUndo) return <>{WORDS.kept(failures)}</>;
  const names = failedNames.map((name, index) => (
    <>
      {index > 0 && ', '}
      <bdi>{name || NAMELESS}</bdi>
    </>
  ));
  return <>{WORDS.failed(names, failures - failedNames.length)}</>;
}

/** A form that continues, by itself with a script. */
const Progress = ({ inPlace, value, max, ...shown }: MergeShown & { inPlace: boolean; value: number; max: number }) => {
  const { isUndo, done, failed, failures, isUnchosen, later, nextKey } = shown;
  const action = isUndo ? UNDO : MERGE;
  const fields: [string, string][] = isUndo
    ? [
        ['merged', packed(later.flat())],
        ['done', packed(done)],
      ]
    : [
        ['groups', groupsText(later)],
        ['done', packed(done)],
        ['failed', groupsText(failed)],
        ...(isUnchosen ? [['unchosen', 'yes'] as [string, string]] : []),
      ];
  const script = inPlace
    ? { ...IN_TOAST, 'hx-post': action }
    : { 'hx-post': action, 'hx-target': '#main', 'hx-select': '#main', 'hx-swap': 'outerHTML' };
  return (
    <form class="field" method="post" action={action} hx-trigger="load, submit" {...script}>
      <input type="hidden" name="key" value={nextKey} />
      <input type="hidden" name="failures" value={String(failures)} />
      {fields.map(([name, text]) => (
        <input type="hidden" name={name} value={text} />
      ))}
      <label for="progress">{(isUndo ? WORDS.undoing : WORDS.progress)(value, max)}</label>
      <progress id="progress" value={value} max={max}></progress>
      <div>
        <button type="submit">{WORDS.goOn}</button>
      </div>
    </form>
  );
};
