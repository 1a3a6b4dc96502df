import { allCountries } from '../../../shared/countries.ts';
import { Field, type FieldErrors, SelectField } from '../../layout/fields.tsx';
import type { PageContent } from '../../layout/page.tsx';
import { KeyField, Section } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import { settingsPage } from './settings-frame.tsx';

const WORDS = {
  title: 'You',
  lead: 'What kith knows about you.',
  email: 'E-mail',
  emailHint: 'Your account goes by this address. Whoever runs kith set it; it cannot be changed on this page.',
  noPasskey: 'You have no passkey yet, so each sign-in needs a new one-time link.',
  makePasskey: 'Make a passkey',
  form: 'Name, time zone and country',
  name: 'Name',
  zone: 'Time zone',
  zoneHint:
    'It decides when a day begins: for today, birthdays, and what is overdue. What is due on a day stays due on that day, and what has a time of day keeps its moment.',
  country: 'Country',
  unknown: 'Not known',
  countryHint:
    'Phone numbers without a country code are read as numbers of this country, including those that are here already.',
  button: 'Save',
  elsewhere: 'An assistant that runs kith on this machine sees a change when it next starts it.',
  saved: 'Saved.',
  numbers: (count: number) =>
    count === 1
      ? 'Saved. One phone number is read differently now.'
      : `Saved. ${count} phone numbers are read differently now.`,
};

const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const COUNTRIES = allCountries()
  .map((code): [string, string] => [code, countryNames.of(code) ?? code])
  .sort(([, a], [, b]) => a.localeCompare(b, 'en'));

/** What can be typed, by the names of the fields. */
export type YouValues = Record<'name' | 'time_zone' | 'country', string>;

interface You {
  person: Person;
  values: YouValues;
  hasPasskey: boolean;
  errors?: FieldErrors;
  /** It was saved just now, and so many numbers are read otherwise. */
  saved?: number | undefined;
}

export const youPage = ({ person, values, hasPasskey, errors = {}, saved }: You): PageContent =>
  settingsPage({
    person,
    here: '/settings',
    title: WORDS.title,
    lead: WORDS.lead,
    message:
      saved === undefined ? undefined : { kind: 'success', text: saved > 0 ? WORDS.numbers(saved) : WORDS.saved },
    children: (
      <>
        {!hasPasskey && (
          <p class="notice">
            {WORDS.noPasskey} <a href="/account/passkeys/new?to=/settings">{WORDS.makePasskey}</a>
          </p>
        )}
        <section class="card">
          <dl class="facts">
            <div>
              <dt>{WORDS.email}</dt>
              <dd>
                <bdi>{person.email}</bdi>
              </dd>
            </div>
          </dl>
          <p class="quiet small">{WORDS.emailHint}</p>
        </section>
        <Section id="you" title={WORDS.form}>
          <form class="question" method="post" action="/settings">
            <KeyField />
            <Field name="name" label={WORDS.name} value={values.name} error={errors.name} maxlength={200} />
            <Field
              name="time_zone"
              label={WORDS.zone}
              value={values.time_zone}
              error={errors.time_zone}
              hint={WORDS.zoneHint}
              list="zones"
              spellcheck="false"
              required
            />
            <datalist id="zones">
              {Intl.supportedValuesOf('timeZone').map((zone) => (
                <option value={zone} />
              ))}
            </datalist>
            <SelectField
              name="country"
              label={WORDS.country}
              value={values.country}
              error={errors.country}
              options={[['', WORDS.unknown], ...COUNTRIES]}
            />
            <p class="quiet small">
              {WORDS.countryHint} {WORDS.elsewhere}
            </p>
            <div>
              <button class="primary" type="submit">
                {WORDS.button}
              </button>
            </div>
          </form>
        </Section>
      </>
    ),
  });
