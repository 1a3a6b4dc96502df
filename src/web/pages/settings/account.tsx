import type { Operations } from '../../../contract/operations.ts';
import type { DataOf } from '../../../contract/schema/operation.ts';
import type { PageContent } from '../../layout/page.tsx';
import { KeyField, Section } from '../../layout/parts.tsx';
import { PasskeyForm } from '../../layout/passkey-form.tsx';
import { Uses } from '../../layout/time.tsx';
import type { Person } from '../../services/services.ts';
import { browserName } from '../../words/browser-name.ts';
import { doneMessage, settingsPage } from './settings-frame.tsx';

const WORDS = {
  title: 'Sign-in',
  signedInAs: 'Signed in as',
  passkeys: {
    title: 'Passkeys',
    lead: 'What you sign in with. Make one for each device that has none, so that a lost device does not lock you out.',
    none: 'You have none yet. Without one, you sign in by a one-time link each time.',
    add: 'Make a passkey for this device',
    made: 'Made',
    change: 'Rename or remove',
    name: 'Name',
    rename: 'Rename',
    remove: 'Remove',
    removing: 'Nobody signs in with it from then on. Your device keeps an entry that you can delete there.',
  },
  sessions: {
    title: 'Where you are signed in',
    lead: 'A browser is signed out by itself after 30 days without use.',
    here: 'This browser',
    since: 'Since',
    end: 'Sign out',
    endOthers: 'Sign out everywhere else',
  },
};

const DONE = {
  'passkey-added': 'The passkey is made. Next time you sign in with it.',
  'passkey-renamed': 'The passkey has its new name.',
  'passkey-removed': 'The passkey is removed.',
  'session-ended': 'That browser is signed out.',
  'others-ended': 'All other browsers are signed out.',
};

export type Done = keyof typeof DONE;

type BrowserSession = DataOf<Operations['list_sessions']>['sessions'][number];
type Passkey = DataOf<Operations['list_passkeys']>['passkeys'][number];

interface Account {
  person: Person;
  passkeys: Passkey[];
  sessions: BrowserSession[];
  /** What was done just now. */
  done?: string | undefined;
}

export const accountPage = ({ person, passkeys, sessions, done }: Account): PageContent =>
  settingsPage({
    person,
    here: '/account',
    title: WORDS.title,
    lead: (
      <>
        {WORDS.signedInAs} <bdi>{person.email}</bdi>
      </>
    ),
    message: doneMessage(DONE, done),
    children: (
      <>
        <Passkeys passkeys={passkeys} zone={person.time_zone} />
        <Sessions sessions={sessions} zone={person.time_zone} />
      </>
    ),
  });

function Passkeys({ passkeys, zone }: { passkeys: Passkey[]; zone: string }) {
  const words = WORDS.passkeys;
  return (
    <Section id="passkeys" title={words.title} lead={words.lead}>
      {passkeys.length === 0 ? (
        <p class="notice">{words.none}</p>
      ) : (
        <ul class="rows">
          {passkeys.map(({ id, name, created_at, last_used_at }) => (
            <li>
              <div class="about">
                <strong dir="auto">{name}</strong>
                <Uses since={words.made} at={created_at} used={last_used_at} zone={zone} />
              </div>
              <details>
                <summary>
                  {words.change}
                  <span class="unseen"> {name}</span>
                </summary>
                <form class="field" method="post" action={`/account/passkeys/${encodeURIComponent(id)}/rename`}>
                  <KeyField />
                  <label for={`name-${id}`}>{words.name}</label>
                  <div class="beside">
                    <input id={`name-${id}`} name="name" value={name} maxlength={80} required dir="auto" />
                    <button type="submit">{words.rename}</button>
                  </div>
                </form>
                <form class="field" method="post" action={`/account/passkeys/${encodeURIComponent(id)}/remove`}>
                  <KeyField />
                  <p class="quiet small">{words.removing}</p>
                  <div>
                    <button class="danger" type="submit">
                      {words.remove}
                    </button>
                  </div>
                </form>
              </details>
            </li>
          ))}
        </ul>
      )}
      <p>
        <a class="button" href="/account/passkeys/new">
          {words.add}
        </a>
      </p>
    </Section>
  );
}

function Sessions({ sessions, zone }: { sessions: BrowserSession[]; zone: string }) {
  const words = WORDS.sessions;
  const hereFirst = [...sessions].sort((a, b) => Number(b.is_current) - Number(a.is_current));
  return (
    <Section id="sessions" title={words.title} lead={words.lead}>
      <ul class="rows">
        {hereFirst.map(({ id, browser, created_at, last_used_at, is_current }) => (
          <li>
            <div class="about">
              <strong dir="auto">{browserName(browser)}</strong> {is_current && <span class="badge">{words.here}</span>}
              <Uses since={words.since} at={created_at} used={last_used_at} zone={zone} />
            </div>
            {!is_current && (
              <form method="post" action={`/account/sessions/${encodeURIComponent(id)}/end`}>
                <KeyField />
                <button type="submit">
                  {words.end}
                  <span class="unseen"> {browserName(browser)}</span>
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <form method="post" action="/account/sessions/end-others">
          <KeyField />
          <button class="danger" type="submit">
            {words.endOthers}
          </button>
        </form>
      )}
    </Section>
  );
}

const NEW_WORDS = {
  title: 'Make a passkey',
  lead: 'Next time you sign in here with a fingerprint, a face, or the PIN of this device. The passkey stays with your device; kith keeps what it needs to check it.',
  name: 'What to call it',
  button: 'Make a passkey',
  skip: 'Not now',
};

/** Makes a passkey, or goes on without one. */
export const newPasskeyPage = ({
  person,
  to,
  browser,
}: {
  person: Person;
  to: string;
  browser: string;
}): PageContent => ({
  title: NEW_WORDS.title,
  email: person.email,
  width: 'narrow',
  main: (
    <section class="card">
      <header>
        <h1>{NEW_WORDS.title}</h1>
        <p class="quiet">{NEW_WORDS.lead}</p>
      </header>
      <PasskeyForm kind="add" action="/account/passkeys" options="/account/passkeys/options" button={NEW_WORDS.button}>
        <div class="field">
          <label for="name">{NEW_WORDS.name}</label>
          <input id="name" name="name" value={browserName(browser)} maxlength={80} required dir="auto" />
        </div>
        <input type="hidden" name="to" value={to} />
      </PasskeyForm>
      <p>
        <a class="button wide" href={to}>
          {NEW_WORDS.skip}
        </a>
      </p>
    </section>
  ),
});
