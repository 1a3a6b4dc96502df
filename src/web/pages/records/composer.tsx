import { contactTitle } from '../../../client/contact-names.ts';
import type { Contact } from '../../edit/contact-values.ts';
import type { Values } from '../../edit/merge.ts';
import { Field, FieldError, type FieldErrors, LongField, SelectField } from '../../layout/fields.tsx';
import { KeyField, NAMELESS } from '../../layout/parts.tsx';
import { COMPOSER as WORDS } from '../../words/composer.ts';

/** Someone whom a note may be about. */
export interface Candidate {
  id: string;
  name: string;
  /** Work or email, to tell people with the same name apart. */
  more?: string | undefined;
}

/** The people who can be chosen: those who are, and those whom a typed name finds. */
export interface Choice {
  chosen: Candidate[];
  found: { name: string; people: Candidate[] }[];
}

interface ComposerProps {
  /** The people whom the note is about, if they are known. */
  ids?: string[];
  /** Otherwise, people are chosen by name. */
  choice?: Choice | undefined;
  /** The page that the form returns to. */
  back: string;
  /**
   * The place that a script replaces when the note is saved: `row` removes the list item with the form, and `write rhythm` replaces
   * `#part-write` and `#part-rhythm`. Without it, the page is left.
   */
  place?: string | undefined;
  values: Values;
  errors?: FieldErrors | undefined;
  /** Precedes the ids of its fields, on a page with several. */
  id?: string;
  /** Whether its text gets the focus when it appears. */
  hasFocus?: boolean;
}

/** Logs contact with people and sets a follow-up. The browser must not refill it after Back: that would save it twice. */
export const Composer = (props: ComposerProps) => {
  const { ids = [], choice, back, place, values, errors = {}, id = '', hasFocus } = props;
  return (
    <form class="composer" method="post" action="/log" autocomplete="off" {...(place && inPlace(place))}>
      <KeyField />
      {ids.map((one) => (
        <input type="hidden" name="ids" value={one} />
      ))}
      <input type="hidden" name="back" value={back} />
      {place && <input type="hidden" name="place" value={place} />}
      {choice && <With {...choice} values={values} error={errors.with} hasFocus={hasFocus && !values.note} />}
      <LongField
        {...{ id: `${id}note`, name: 'note', label: WORDS.note, unseen: true, placeholder: WORDS.note, rows: 3 }}
        {...{ value: values.note, error: errors.note, 'data-key': 'n', 'data-saves': true }}
        autofocus={hasFocus && (!choice || values.note) ? true : undefined}
      />
      <div class="line">
        <fieldset class="chips">
          <legend class="unseen">{WORDS.type}</legend>
          {Object.entries(WORDS.types).map(([type, text]) => (
            <label class="chip">
              <input type="radio" name="meeting_type" value={type} checked={(values.meeting_type ?? '') === type} />
              {text}
            </label>
          ))}
        </fieldset>
        <Field
          {...{ id: `${id}day`, name: 'day', label: WORDS.day, unseen: true, type: 'date', value: values.day }}
          error={errors.day}
        />
        <SelectField
          {...{ id: `${id}remind`, name: 'remind', label: WORDS.remind, unseen: true, value: values.remind ?? '' }}
          {...{ error: errors.remind, options: Object.entries(WORDS.reminders) }}
        />
        <Field
          {...{ id: `${id}remind_day`, name: 'remind_day', label: WORDS.remindDay, unseen: true, type: 'date' }}
          {...{ value: values.remind_day, error: errors.remind_day }}
        />
        <div class="actions">
          <span class="quiet small keys-hint">{WORDS.keys}</span>
          <button class="primary" type="submit">
            {WORDS.save}
          </button>
        </div>
      </div>
      <FieldError id={`${id}type`} error={errors.meeting_type} />
    </form>
  );
};

/** A script saves without leaving the page. A refused form is replaced with itself and its errors. */
function inPlace(place: string): Record<string, string> {
  const [first, ...others] = place.split(' ');
  const isRow = place === 'row';
  return {
    'hx-post': '/log',
    'hx-target': isRow ? 'closest li' : `#part-${first}`,
    'hx-swap': isRow ? 'delete ignoreTitle:true' : 'outerHTML ignoreTitle:true',
    'hx-select-oob': ['#toast:innerHTML', ...others.map((other) => `#part-${other}`)].join(','),
    'hx-status:400': 'target:"closest form" select:form.composer swap:"outerHTML ignoreTitle:true"',
    ...(isRow ? { 'hx-vals': '{"back":"/done"}' } : { 'hx-select': `#part-${first}` }),
  };
}

interface WithProps extends Choice {
  values: Values;
  error: string | undefined;
  hasFocus: boolean | undefined;
}

/** The people a note is about. A script offers names while the user types; without it, the next page does. */
const With = ({ chosen, found, values, error, hasFocus }: WithProps) => (
  <div class="field with">
    <label for="with">{WORDS.with}</label>
    <div class="chosen">
      {chosen.map((one) => (
        <Person {...one} isChosen />
      ))}
    </div>
    <input
      {...{ id: 'with', name: 'with', value: values.with, placeholder: WORDS.withHint, dir: 'auto' }}
      {...{ 'hx-get': '/new', 'hx-trigger': 'input changed delay:150ms', 'hx-target': '#candidates' }}
      {...{ 'hx-select': '#candidates', 'hx-swap': 'outerHTML ignoreTitle:true', 'hx-sync': 'this:replace' }}
      {...(error !== undefined && { 'aria-invalid': 'true', 'aria-describedby': 'with-error' })}
      autofocus={hasFocus ? true : undefined}
    />
    <FieldError id="with" error={error} />
    <div id="candidates">
      {found.map(({ name, people }) => (
        <fieldset class="chips">
          <legend class="quiet small">{WORDS.candidates(name)}</legend>
          {people.map((one) => (
            <Person {...one} />
          ))}
        </fieldset>
      ))}
    </div>
  </div>
);

const Person = ({ id, name, more, isChosen }: Candidate & { isChosen?: boolean }) => (
  <label class="chip">
    <input type="checkbox" name="ids" value={id} checked={isChosen} />
    <bdi>{name}</bdi> {more && <bdi class="quiet">{more}</bdi>}
  </label>
);

/** A person with the words that tell them apart. */
export function candidateOf(contact: Contact): Candidate {
  const { id, job_title, company, contact_emails } = contact;
  const name = contactTitle(contact) ?? NAMELESS;
  const more = [job_title, company, contact_emails?.[0]?.email].filter((text) => text && text !== name).join(', ');
  return { id, name, more: more || undefined };
}
