import type { AccessKey } from '../../../contract/access-keys.ts';
import { Field, type FieldErrors } from '../../layout/fields.tsx';
import type { PageContent } from '../../layout/page.tsx';
import { KeyField, Section } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import { API_KEYS as WORDS } from '../../words/access.ts';
import { CredentialList, FreshSecret, ScopeField } from './credentials.tsx';
import { doneMessage, settingsPage } from './settings-frame.tsx';

export const KEYS = '/settings/keys';

/** The form’s values. */
export type KeyValues = Record<'name' | 'scope' | 'expires', string>;
export const NO_KEY: KeyValues = { name: '', scope: 'read', expires: '' };

interface Keys {
  person: Person;
  isFree: boolean;
  keys: AccessKey[];
  values: KeyValues;
  errors?: FieldErrors;
  done?: string | undefined;
}

export const keysPage = ({ person, isFree, keys, values, errors = {}, done }: Keys): PageContent =>
  settingsPage({
    person,
    here: KEYS,
    title: WORDS.title,
    lead: WORDS.lead,
    message: doneMessage(WORDS.done, done),
    children: (
      <>
        {isFree && <p class="notice">{WORDS.free}</p>}
        <CredentialList
          id="keys"
          title={WORDS.list}
          at={KEYS}
          credentials={keys}
          zone={person.time_zone}
          words={WORDS.row}
        />
        {!isFree && <NewKey values={values} errors={errors} />}
      </>
    ),
  });

const NewKey = ({ values, errors }: { values: KeyValues; errors: FieldErrors }) => (
  <Section id="add" title={WORDS.add.title} lead={WORDS.add.lead}>
    <form class="question" method="post" action={KEYS}>
      <KeyField />
      <Field name="name" label={WORDS.name} value={values.name} error={errors.name} maxlength={64} required />
      <div class="pair">
        <ScopeField order={['read', 'write']} value={values.scope} errors={errors} />
        <Field
          name="expires"
          label={WORDS.expires}
          type="date"
          value={values.expires}
          error={errors.expires}
          hint={WORDS.expiresHint}
        />
      </div>
      <div>
        <button class="primary" type="submit">
          {WORDS.button}
        </button>
      </div>
    </form>
  </Section>
);

/** A new key, which is never shown again. */
export const newKeyPage = ({ person, name, key }: { person: Person; name: string; key: string }): PageContent =>
  settingsPage({
    person,
    here: KEYS,
    title: WORDS.fresh.title,
    children: (
      <FreshSecret name={name} secret={key} lead={WORDS.fresh.lead} done={WORDS.fresh.done} at={KEYS}>
        <p class="quiet small">
          {WORDS.fresh.how} <code>Authorization: Bearer kith_…</code>
        </p>
      </FreshSecret>
    ),
  });
