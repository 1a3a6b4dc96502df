import { contactTitle } from '../../../client/contact-names.ts';
import { PROFILE_FIELDS, PROFILE_NAMES } from '../../../contract/contact-fields.ts';
import { type Contact, type CustomField, splitBirthday } from '../../edit/contact-values.ts';
import type { Conflict, Values } from '../../edit/merge.ts';
import { Field, FieldError, type FieldErrors, fieldId, LongField, SelectField } from '../../layout/fields.tsx';
import type { PageContent } from '../../layout/page.tsx';
import { DayOf, KeyField, NAMELESS, personPath, Section } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import { EDIT_ROWS, EDIT_PERSON as WORDS } from '../../words/edit-person.ts';
import { frequencyOptions } from '../../words/frequencies.ts';
import { Conflicts } from '../records/conflicts.tsx';
import { Rows } from './edit-rows.tsx';

const MONTHS: [string, string][] = [
  ['', ''],
  ...Array.from({ length: 12 }, (_, index): [string, string] => [
    String(index + 1).padStart(2, '0'),
    new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, index)),
  ]),
];

interface Shown {
  person: Person;
  contact: Contact;
  customFields: CustomField[];
  /** Current values of the fields. */
  values: Values;
  /** Values of the fields when the form was opened. */
  opened: Values;
  conflicts?: Conflict[];
  /** Errors of the form and its fields. */
  refused?: { text: string; fields: FieldErrors } | undefined;
}

/** All editable fields of a person in one form. */
export function editPersonPage(shown: Shown): PageContent {
  const { person, contact, opened, values, conflicts = [], refused } = shown;
  const name = contactTitle(contact) ?? NAMELESS;
  const path = personPath(contact.id);
  return {
    title: WORDS.title(name),
    email: person.email,
    here: '/people',
    message: refused && { kind: 'danger', text: refused.text },
    main: (
      <>
        <h1>
          <bdi>{WORDS.title(name)}</bdi>
        </h1>
        <form class="question" method="post" action={`${path}/edit`}>
          <KeyField />
          <input type="hidden" name="opened" value={JSON.stringify(opened)} />
          <Conflicts conflicts={conflicts} titleOf={(field) => titleOf(field, shown)} />
          <Names {...shown} />
          <Rows kind="email" {...shown} />
          <Rows kind="phone" {...shown} />
          <Rows kind="address" {...shown} />
          <Section id="rhythm" title={WORDS.frequency}>
            <SelectField
              name="frequency"
              label={WORDS.frequency}
              unseen
              value={values.frequency}
              error={refused?.fields.frequency}
              options={frequencyOptions(values.frequency)}
            />
            <p class="quiet small">
              {contact.next_reminder_at && (
                <>
                  {WORDS.next} <DayOf at={contact.next_reminder_at} zone={person.time_zone} />
                  {' · '}
                </>
              )}
              {WORDS.nextHint}
            </p>
          </Section>
          <Profiles {...shown} />
          <CustomFields {...shown} />
          <div class="actions stays">
            <button class="primary" type="submit">
              {WORDS.save}
            </button>
            <a class="button" href={path}>
              {WORDS.cancel}
            </a>
          </div>
        </form>
      </>
    ),
  };
}

type LineName = 'first_name' | 'last_name' | 'job_title' | 'company' | 'legacy_location' | 'education';

function Names({ values, refused: { fields: errors } = { text: '', fields: {} } }: Shown) {
  const { year, month, day } = splitBirthday(values.birthday ?? '');
  const line = (name: LineName, attributes = {}) => (
    <Field name={name} label={WORDS[name]} value={values[name]} error={errors[name]} {...attributes} />
  );
  const invalid = errors.birthday === undefined ? {} : { 'aria-invalid': 'true', 'aria-describedby': 'birthday-error' };
  return (
    <Section id="names" title={WORDS.name}>
      <div class="pair">
        {line('first_name')}
        {line('last_name')}
      </div>
      <Field
        name="full_name"
        label={WORDS.full_name}
        value={values.full_name}
        error={errors.full_name}
        hint={WORDS.fullNameHint}
      />
      <div class="pair">
        {line('job_title')}
        {line('company')}
      </div>
      <fieldset>
        <legend>{WORDS.birthday}</legend>
        <div class="birthday">
          <Field name="birthday.day" label={WORDS.day} value={day.replace(/^0/, '')} inputmode="numeric" {...invalid} />
          <SelectField name="birthday.month" label={WORDS.month} value={month} options={MONTHS} {...invalid} />
          <Field name="birthday.year" label={WORDS.year} value={year} inputmode="numeric" {...invalid} />
        </div>
        <p class="quiet small">{WORDS.yearHint}</p>
        <FieldError id="birthday" error={errors.birthday} />
      </fieldset>
      <Field name="website" label={WORDS.website} value={values.website} error={errors.website} inputmode="url" />
      <div class="pair">
        {line('legacy_location')}
        {line('education')}
      </div>
      <LongField name="description" label={WORDS.description} value={values.description} error={errors.description} />
    </Section>
  );
}

/** Social profiles: their URLs or user names. */
function Profiles({ values, refused }: Shown) {
  const isAny = PROFILE_FIELDS.some((field) => values[field] || refused?.fields[field]);
  return (
    <Section id="profiles" title={WORDS.profiles}>
      <details open={isAny}>
        <summary>{WORDS.addProfiles}</summary>
        <div class="pair">
          {PROFILE_FIELDS.map((field) => (
            <Field
              {...{ name: field, label: PROFILE_NAMES[field], value: values[field], error: refused?.fields[field] }}
            />
          ))}
        </div>
      </details>
    </Section>
  );
}

function CustomFields({ customFields, values, refused }: Shown) {
  if (customFields.length === 0) return null;
  return (
    <Section id="custom" title={WORDS.custom}>
      {customFields.map((field) => {
        const name = `custom.${field.id}`;
        const common = { name, label: field.name, value: values[name], error: refused?.fields[name] };
        if (field.field_type === 'input') return <LongField {...common} rows={1} class="short" />;
        if (field.field_type === 'datepicker') return <Field {...common} type="date" />;
        return <Choices {...common} categories={field.categories} />;
      })}
    </Section>
  );
}

interface ChoicesProps {
  name: string;
  label: string;
  value: string | undefined;
  error: string | undefined;
  categories: string[];
}

/** A list of strings: current and suggested values, and a field for a new one. */
function Choices({ name, label, value, error, categories }: ChoicesProps) {
  const chosen = (value ?? '').split('\n').filter(Boolean);
  return (
    <fieldset>
      <legend>{label}</legend>
      {[...new Set([...chosen, ...categories])].map((one) => (
        <label class="choice">
          <input type="checkbox" name={name} value={one} checked={chosen.includes(one)} />
          <bdi>{one}</bdi>
        </label>
      ))}
      <Field id={`${fieldId(name)}-other`} name={name} label={WORDS.others(label)} value="" error={error} />
    </fieldset>
  );
}

/** The label of a field in a conflict. */
function titleOf(name: string, { customFields }: Shown): string {
  const [kind = '', id, column] = name.split('.');
  if (kind === 'custom') return customFields.find((field) => field.id === id)?.name ?? WORDS.custom;
  if (kind === 'address')
    return `${EDIT_ROWS.kinds.address.one}: ${EDIT_ROWS.postal[column as keyof typeof EDIT_ROWS.postal]}`;
  if (kind === 'email' || kind === 'phone')
    return column === 'label' ? `${EDIT_ROWS.kinds[kind].one}: ${EDIT_ROWS.label}` : EDIT_ROWS.kinds[kind].one;
  if (kind === 'frequency') return WORDS.frequency;
  return WORDS[kind as 'full_name'] ?? PROFILE_NAMES[kind as 'linkedin'] ?? fieldId(name);
}
