import type { PageContent } from '../page.tsx';
import type { Person } from '../services.ts';
import type { ApiKey } from '../settings-services.ts';
import { CopyButton } from './copy.tsx';
import { Field, type FieldErrors, SelectField } from './fields.tsx';
import { KeyField, Section } from './parts.tsx';
import { settingsPage } from './settings-frame.tsx';
import { Time, Uses } from './time.tsx';

const WORDS = {
  title: 'API keys',
  lead: 'A key is for a program without a browser, such as one on a timer: whoever has it can use your address book. Assistants sign in by themselves and need none.',
  free: 'You are on the free plan, on which keys are refused: none can be made, and those that are here do not work. Whoever runs kith can put you on the professional plan.',
  list: { title: 'Your keys', none: 'None yet.' },
  may: { read: 'Look only', write: 'Look and change' },
  made: 'Made',
  used: 'last used',
  unused: 'not used yet',
  ends: 'Ends',
  ended: 'Ended',
  revoke: 'Revoke',
  add: { title: 'Make a key', lead: 'Name what uses it, so that you know later what you revoke.' },
  name: 'Name',
  scope: 'What it may do',
  expires: 'Last day',
  expiresHint: 'Empty: until you revoke it.',
  button: 'Make a key',
  fresh: {
    title: 'Your new key',
    lead: 'Copy it now: it is shown this once, and nobody can read it again.',
    how: 'A program sends it with every request, as',
    done: 'I have it',
  },
};

const DONE = { revoked: 'The key is revoked: it is refused from now on.' };

/** What was typed into the form. */
export type KeyValues = Record<'name' | 'scope' | 'expires', string>;
export const NO_KEY: KeyValues = { name: '', scope: 'read', expires: '' };

interface Keys {
  person: Person;
  isFree: boolean;
  keys: ApiKey[];
  values: KeyValues;
  errors?: FieldErrors;
  done?: string | undefined;
}

export const keysPage = ({ person, isFree, keys, values, errors = {}, done = '' }: Keys): PageContent =>
  settingsPage({
    person,
    here: '/settings/keys',
    title: WORDS.title,
    lead: WORDS.lead,
    message: Object.hasOwn(DONE, done) ? { kind: 'success', text: DONE[done as keyof typeof DONE] } : undefined,
    children: (
      <>
        {isFree && <p class="notice">{WORDS.free}</p>}
        <Section id="keys" title={WORDS.list.title}>
          {keys.length === 0 ? (
            <p>{WORDS.list.none}</p>
          ) : (
            <ul class="rows">
              {keys.map((key) => (
                <KeyRow own={key} zone={person.time_zone} />
              ))}
            </ul>
          )}
        </Section>
        {!isFree && <NewKey values={values} errors={errors} />}
      </>
    ),
  });

function KeyRow({ own: { name, scope, created_at, expires_at, last_used_at }, zone }: { own: ApiKey; zone: string }) {
  const isOver = expires_at !== null && expires_at <= new Date().toISOString();
  return (
    <li>
      <div class="about">
        <strong dir="auto">{name}</strong>
        <p class="small">
          {WORDS.may[scope]}
          {expires_at && (
            <>
              {' · '}
              {isOver ? WORDS.ended : WORDS.ends} <Time at={expires_at} zone={zone} />
            </>
          )}
        </p>
        <Uses
          since={WORDS.made}
          at={created_at}
          used={{ words: WORDS.used, at: last_used_at }}
          unused={WORDS.unused}
          zone={zone}
        />
      </div>
      <form method="post" action="/settings/keys/revoke">
        <KeyField />
        <input type="hidden" name="name" value={name} />
        <button class="danger" type="submit">
          {WORDS.revoke}
          <span class="unseen"> {name}</span>
        </button>
      </form>
    </li>
  );
}

const NewKey = ({ values, errors }: { values: KeyValues; errors: FieldErrors }) => (
  <Section id="add" title={WORDS.add.title} lead={WORDS.add.lead}>
    <form class="question" method="post" action="/settings/keys">
      <KeyField />
      <Field name="name" label={WORDS.name} value={values.name} error={errors.name} maxlength={64} required />
      <div class="pair">
        <SelectField
          name="scope"
          label={WORDS.scope}
          value={values.scope}
          error={errors.scope}
          options={[
            ['read', WORDS.may.read],
            ['write', WORDS.may.write],
          ]}
        />
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

/** A key that was made just now: nobody sees it again. */
export const newKeyPage = ({ person, name, key }: { person: Person; name: string; key: string }): PageContent =>
  settingsPage({
    person,
    here: '/settings/keys',
    title: WORDS.fresh.title,
    children: (
      <Section id="new" title={name} lead={WORDS.fresh.lead}>
        <div class="snippet">
          <code class="command" id="new-key">
            {key}
          </code>
          <CopyButton of="new-key" />
        </div>
        <p class="quiet small">
          {WORDS.fresh.how} <code>Authorization: Bearer kith_…</code>
        </p>
        <p>
          <a class="button primary" href="/settings/keys">
            {WORDS.fresh.done}
          </a>
        </p>
      </Section>
    ),
  });
