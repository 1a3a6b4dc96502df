import type { Child } from 'hono/jsx';
import { contactTitle } from '../../../client/contact-names.ts';
import { Field, SelectField } from '../../layout/fields.tsx';
import type { PageContent } from '../../layout/page.tsx';
import { Day, KeyField, PersonLink, Section } from '../../layout/parts.tsx';
import type { Action } from '../../people/changes.ts';
import type { FoundContact } from '../../people/find.ts';
import { backTo, fieldsOf, MOST_SELECTED, type Selection, shortUrl } from '../../people/selection.ts';
import type { Person } from '../../services/services.ts';
import { SPANS } from '../../words/frequencies.ts';
import { BULK as WORDS } from '../../words/people.ts';
import { ACTION_WORDS } from '../../words/people-changes.ts';
import { Quoted } from './changed.tsx';

const CHANGE = '/people/change';
const GO = '/people/change/go';

export interface ChooseShown {
  person: Person;
  selection: Selection;
  /** The conditions in words, if all results are selected. */
  sentences: Child[];
  tags: string[];
  groups: string[];
  refused?: { field: 'tag' | 'group' | 'rhythm'; value: string; text: string } | undefined;
}

/** Offers the changes of the selected people. */
export function choosePage(shown: ChooseShown): PageContent {
  const { person, selection, sentences, tags, groups, refused } = shown;
  const title = selection.everyone ? WORDS.everyone : WORDS.title(selection.ids.length);
  const error = (field: string) => (refused?.field === field ? refused : undefined);
  const words = selection.search.q ? [WORDS.quoted(selection.search.q)] : [];
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
              label={WORDS.frequency}
              value="1 mon"
              error={error('rhythm')?.text}
              options={[...SPANS, ['', WORDS.noFrequency]]}
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

/** A form that leads to a preview. A selection that is too long for a URL is posted. */
const methodFor = (selection: Selection): 'get' | 'post' =>
  shortUrl(CHANGE, fieldsOf(selection)) === undefined ? 'post' : 'get';

/** One line of the choice: a field, and its actions. */
const Choice = ({ selection, actions, children }: { selection: Selection; actions: Action[]; children: Child }) => (
  <form class="field row" method={methodFor(selection)} action={CHANGE}>
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
  /** Fields of the confirming form. */
  fields: [string, string][];
}

const MOST_NAMED = 100;

/** Previews a change, and shows whom it affects. */
export function dryRunPage(shown: DryShown): PageContent {
  const { person, selection, action, changed } = shown;
  return {
    title: WORDS.dry,
    email: person.email,
    here: '/people',
    main: (
      <>
        <h1>{WORDS.dry}</h1>
        <Section id="dry" title={ACTION_WORDS[action].button}>
          <Preview {...shown} />
          <form method={methodFor(selection)} action={CHANGE}>
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

/** The preview alone, for a menu in the list. */
export const previewPart = (shown: DryShown): PageContent => ({
  title: WORDS.dry,
  main: (
    <div id="preview">
      <Preview {...shown} inPlace />
    </div>
  ),
});

/** Why there is no preview, for a menu in the list. */
export const refusedPart = (text: string): PageContent => ({
  title: WORDS.dry,
  main: (
    <div id="preview">
      <p class="error small">{text}</p>
    </div>
  ),
});

const IN_PLACE = {
  'hx-post': GO,
  'hx-target': '#toast',
  'hx-select': '#toast > *',
  'hx-swap': 'innerHTML',
  'data-bulk': '',
};

/** A change's preview, and the button that confirms it. */
function Preview(shown: DryShown & { inPlace?: boolean }) {
  const { action, named, isNew, changed, unchanged, missing, hasMore, spread, fields, inPlace } = shown;
  const words = ACTION_WORDS[action];
  return (
    <>
      <p>
        {changed.length === 0 ? (
          WORDS.nobody
        ) : (
          <strong>
            <Quoted around={words.ask(changed.length, isNew)} name={named} />
          </strong>
        )}
      </p>
      {spread && changed.length > 1 && (
        <p class="small">
          {WORDS.spread} <Day day={spread[0]} /> {WORDS.spreadTo} <Day day={spread[1]} />.
        </p>
      )}
      {unchanged > 0 && <p class="small">{words.already(unchanged)}</p>}
      {missing > 0 && <p class="small">{WORDS.gone(missing)}</p>}
      {hasMore && <p class="notice">{WORDS.limit(MOST_SELECTED)}</p>}
      {changed.length > 0 && (
        <form method="post" action={GO} {...(inPlace && IN_PLACE)}>
          <KeyField />
          <Hidden fields={fields} />
          <button type="submit" class={action === 'delete' ? 'danger' : 'primary'}>
            {words.go(changed.length)}
          </button>
        </form>
      )}
    </>
  );
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
