import type { Operations } from '../../../contract/operations.ts';
import type { DataOf } from '../../../contract/schema/operation.ts';
import type { PageContent } from '../../layout/page.tsx';
import { KeyField, Section } from '../../layout/parts.tsx';
import { PasskeyForm } from '../../layout/passkey-form.tsx';
import { Uses } from '../../layout/time.tsx';
import type { Person } from '../../services/services.ts';
import { browserName } from '../../words/browser-name.ts';
import { NEW_PASSKEY, SIGN_IN_SETTINGS as WORDS } from '../../words/sign-in-settings.ts';
import { doneMessage, settingsPage } from './settings-frame.tsx';

export type Done = keyof (typeof WORDS)['done'];

type BrowserSession = DataOf<Operations['list_sessions']>['sessions'][number];
type Passkey = DataOf<Operations['list_passkeys']>['passkeys'][number];

interface Account {
  person: Person;
  passkeys: Passkey[];
  sessions: BrowserSession[];
  /** The last action, and the id of its record. */
  done?: string | undefined;
  id?: string | undefined;
}

export const accountPage = ({ person, passkeys, sessions, done, id }: Account): PageContent => {
  const renamed = done === 'passkey-renamed' ? passkeys.find((one) => one.id === id) : undefined;
  return settingsPage({
    person,
    here: '/account',
    title: WORDS.title,
    lead: WORDS.signedInAs(<bdi>{person.email}</bdi>),
    message: renamed
      ? { kind: 'success', text: WORDS.renamed(<bdi>{renamed.name}</bdi>) }
      : doneMessage(WORDS.done, done),
    children: (
      <>
        <Passkeys passkeys={passkeys} zone={person.time_zone} />
        <Sessions sessions={sessions} zone={person.time_zone} />
      </>
    ),
  });
};

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
                <Uses since={words.added} at={created_at} used={last_used_at} zone={zone} />
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

/** Offers to add a passkey, or to continue without one. */
export const newPasskeyPage = ({
  person,
  to,
  browser,
}: {
  person: Person;
  to: string;
  browser: string;
}): PageContent => ({
  title: NEW_PASSKEY.title,
  email: person.email,
  width: 'narrow',
  main: (
    <section class="card">
      <header>
        <h1>{NEW_PASSKEY.title}</h1>
        <p class="quiet">{NEW_PASSKEY.lead}</p>
      </header>
      <PasskeyForm kind="add" action="/account/passkeys" options="/account/passkeys/options" button={NEW_PASSKEY.add}>
        <div class="field">
          <label for="name">{NEW_PASSKEY.name}</label>
          <input id="name" name="name" value={browserName(browser)} maxlength={80} required dir="auto" />
        </div>
        <input type="hidden" name="to" value={to} />
      </PasskeyForm>
      <p>
        <a class="button wide" href={to}>
          {NEW_PASSKEY.skip}
        </a>
      </p>
    </section>
  ),
});
