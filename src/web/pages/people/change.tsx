import type { Child } from 'hono/jsx';
import { contactTitle } from '../../../client/contact-names.ts';
import { Field, SelectField } from '../../layout/fields.tsx';
import type { PageContent } from '../../layout/page.tsx';
import { Day, KeyField, PersonLink, Section } from '../../layout/parts.tsx';
import type { Action } from '../../people/changes.ts';
import type { FoundContact } from '../../people/find.ts';
import { backTo, fieldsOf, MOST_SELECTED, type Selection } from '../../people/selection.ts';
import type { Person } from '../../services/services.ts';
import { SPANS } from '../../words/frequencies.ts';
import { ACTION_WORDS, countOf, people } from './change-words.ts';

const WORDS = {
  title: (count: number) => `Change ${people(count)}`,
  everyone: 'Change everybody who is found',
  conditions: 'Found by:',
  words: (query: string) => `“${query}”`,
  lead: 'Choose one change. You see what would happen before anything does.',
  tag: 'Tag',
  tagHint: 'One that you have, or a new name.',
  group: 'Group',
  rhythm: 'Be in touch',
  noRhythm: 'without a rhythm',
  one: 'One change',
  other: 'Mark, archive or delete',
  back: 'Back to the list',
  dry: 'What would happen',
  newTag: 'It is a new tag.',
  newGroup: 'It is a new group.',
  nobody: 'Nobody would change.',
  more: `More people are found than can be changed at once: these are the first ${countOf(MOST_SELECTED)}. Come back for the others when it is done.`,
  gone: (count: number) => `Not there any more: ${people(count)}.`,
  spread: 'First reminders are spread from',
  spreadTo: 'to',
  who: 'Who',
  others: (count: number) => `and ${people(count)} more`,
  go: 'Do it',
  again: 'Choose another change',
};

export interface ChooseShown {
  person: Person;
  selection: Selection;
  /** What finds them, in words, where all are meant. */
  sentences: Child[];
  tags: string[];
  groups: string[];
  refused?: { field: 'tag' | 'group' | 'rhythm'; value: string; text: string } | undefined;
}

/** What to do with the people who were selected. */
export function choosePage(shown: ChooseShown): PageContent {
  const { person, selection, sentences, tags, groups, refused } = shown;
  const title = selection.everyone ? WORDS.everyone : WORDS.title(selection.ids.length);
  const error = (field: string) => (refused?.field === field ? refused : undefined);
  const words = selection.search.q ? [WORDS.words(selection.search.q)] : [];
  return {
    title,
    email: person.email,
    here: '/people',
    main: (
      <>
        <h1>{title}</h1>
        {selection.everyone && (
          <p>
            {WORDS.conditions}{' '}
            {[...words, ...sentences].map((one, index) => (
              <>
                {index > 0 && ' · '}
                {one}
              </>
            ))}
          </p>
        )}
        <Section id="what" title={WORDS.one} lead={WORDS.lead}>
          <Choice selection={selection} actions={['tag', 'untag']}>
            <Field
              name="tag"
              label={WORDS.tag}
              list="tags"
              value={error('tag')?.value}
              error={error('tag')?.text}
              hint={WORDS.tagHint}
              maxlength={100}
            />
            <Known id="tags" names={tags} />
          </Choice>
          <Choice selection={selection} actions={['group', 'ungroup']}>
            <Field
              name="group"
              label={WORDS.group}
              list="groups"
              value={error('group')?.value}
              error={error('group')?.text}
              maxlength={200}
            />
            <Known id="groups" names={groups} />
          </Choice>
          <Choice selection={selection} actions={['rhythm']}>
            <SelectField
              name="rhythm"
              label={WORDS.rhythm}
              value="1 mon"
              error={error('rhythm')?.text}
              options={[...SPANS, ['', WORDS.noRhythm]]}
            />
          </Choice>
          <Choice selection={selection} actions={['star', 'unstar', 'archive', 'unarchive', 'delete']}>
            <h3>{WORDS.other}</h3>
          </Choice>
        </Section>
        <p>
          <a href={backTo(selection)}>{WORDS.back}</a>
        </p>
      </>
    ),
  };
}

const Known = ({ id, names }: { id: string; names: string[] }) => (
  <datalist id={id}>
    {names.map((name) => (
      <option value={name}></option>
    ))}
  </datalist>
);

const Hidden = ({ fields }: { fields: [string, string][] }) => (
  <>
    {fields.map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
  </>
);

/** One line of the choice: a field, and what can be done with it. */
const Choice = ({ selection, actions, children }: { selection: Selection; actions: Action[]; children: Child }) => (
  <form class="field row" method="post" action="/people/change">
    <Hidden fields={fieldsOf(selection)} />
    {children}
    <div class="actions">
      {actions.map((action) => (
        <button type="submit" name="action" value={action} class={action === 'delete' ? 'danger' : undefined}>
          {ACTION_WORDS[action].button}
        </button>
      ))}
    </div>
  </form>
);

export interface DryShown {
  person: Person;
  selection: Selection;
  action: Action;
  /** The tag or group by name, or the rhythm in words. */
  named: string | undefined;
  isNew: boolean;
  changed: FoundContact[];
  unchanged: number;
  /** How many of the selected are gone. */
  missing: number;
  hasMore: boolean;
  /** The days of the first and the last reminder that follow from a frequency. */
  spread: [string, string] | undefined;
  /** What the form that does it sends. */
  fields: [string, string][];
}

const MOST_NAMED = 100;

/** What a change would do, and to whom. */
export function dryRunPage(shown: DryShown): PageContent {
  const { person, selection, action, named, isNew, changed, unchanged, missing, hasMore, spread, fields } = shown;
  const words = ACTION_WORDS[action];
  return {
    title: WORDS.dry,
    email: person.email,
    here: '/people',
    main: (
      <>
        <h1>{WORDS.dry}</h1>
        <Section id="dry" title={words.button}>
          <p>
            {changed.length === 0 ? (
              WORDS.nobody
            ) : (
              <>
                <strong>{words.will(changed.length)}</strong>
                {named !== undefined && (
                  <>
                    {' '}
                    “<bdi>{named}</bdi>”
                  </>
                )}
                .{isNew && ` ${action === 'tag' ? WORDS.newTag : WORDS.newGroup}`}
              </>
            )}
          </p>
          {spread && changed.length > 1 && (
            <p>
              {WORDS.spread} <Day day={spread[0]} /> {WORDS.spreadTo} <Day day={spread[1]} />.
            </p>
          )}
          {unchanged > 0 && <p>{words.already(unchanged)}</p>}
          {missing > 0 && <p>{WORDS.gone(missing)}</p>}
          {hasMore && <p class="notice">{WORDS.more}</p>}
          {changed.length > 0 && (
            <form method="post" action="/people/change/go">
              <KeyField />
              <Hidden fields={fields} />
              <button type="submit" class={action === 'delete' ? 'danger' : 'primary'}>
                {WORDS.go}
              </button>
            </form>
          )}
          <form method="post" action="/people/change">
            <Hidden fields={fieldsOf(selection)} />
            <button class="plain" type="submit">
              {WORDS.again}
            </button>
          </form>
        </Section>
        {changed.length > 0 && <Who contacts={changed} />}
        <p>
          <a href={backTo(selection)}>{WORDS.back}</a>
        </p>
      </>
    ),
  };
}

const Who = ({ contacts }: { contacts: FoundContact[] }) => (
  <Section id="who" title={WORDS.who}>
    <ul class="who-list">
      {contacts.slice(0, MOST_NAMED).map((contact) => (
        <li>
          <PersonLink id={contact.id} name={contactTitle(contact)} />
        </li>
      ))}
      {contacts.length > MOST_NAMED && <li class="quiet">{WORDS.others(contacts.length - MOST_NAMED)}</li>}
    </ul>
  </Section>
);
