import { allCountries } from '../../../shared/countries.ts';
import { Field, type FieldErrors, SelectField } from '../../layout/fields.tsx';
import type { PageContent } from '../../layout/page.tsx';
import { KeyField, Section } from '../../layout/parts.tsx';
import { ZoneOffer } from '../../layout/zone-offer.tsx';
import type { Person } from '../../services/services.ts';
import { YOU } from '../../words/you.ts';
import { settingsPage } from './settings-frame.tsx';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const COUNTRIES = allCountries()
  .map((code): [string, string] => [code, countryNames.of(code) ?? code])
  .sort(([, a], [, b]) => a.localeCompare(b, 'en'));

/** The form's values by field name. */
export type YouValues = Record<'name' | 'time_zone' | 'country', string>;

interface You {
  person: Person;
  values: YouValues;
  hasPasskey: boolean;
  errors?: FieldErrors;
  /** Set after saving: the number of changed phone numbers. */
  saved?: number | undefined;
}

export const youPage = ({ person, values, hasPasskey, errors = {}, saved }: You): PageContent =>
  settingsPage({
    person,
    here: '/settings',
    title: YOU.title,
    lead: YOU.lead,
    message: saved === undefined ? undefined : { kind: 'success', text: YOU.saved(person.time_zone, saved) },
    children: (
      <>
        {!hasPasskey && (
          <p class="notice">
            {YOU.noPasskey} <a href="/account/passkeys/new?to=/settings">{YOU.addPasskey}</a>
          </p>
        )}
        <section class="card">
          <dl class="facts">
            <div>
              <dt>{YOU.email}</dt>
              <dd>
                <bdi>{person.email}</bdi>
              </dd>
            </div>
          </dl>
          <p class="quiet small">{YOU.emailHint}</p>
        </section>
        <Section id="you" title={YOU.form}>
          <form class="question" method="post" action="/settings">
            <KeyField />
            <Field name="name" label={YOU.name} value={values.name} error={errors.name} maxlength={200} />
            <Field
              name="time_zone"
              label={YOU.zone}
              value={values.time_zone}
              error={errors.time_zone}
              hint={YOU.zoneHint}
              list="zones"
              spellcheck="false"
              required
            />
            <datalist id="zones">
              {Intl.supportedValuesOf('timeZone').map((zone) => (
                <option value={zone} />
              ))}
            </datalist>
            <ZoneOffer zone={person.time_zone} field="time_zone" />
            <SelectField
              name="country"
              label={YOU.country}
              value={values.country}
              error={errors.country}
              options={[['', YOU.unknown], ...COUNTRIES]}
            />
            <p class="quiet small">
              {YOU.countryHint} {YOU.restart}
            </p>
            <div>
              <button class="primary" type="submit">
                {YOU.save}
              </button>
            </div>
          </form>
        </Section>
      </>
    ),
  });
