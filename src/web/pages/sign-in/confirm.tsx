import type { PageContent } from '../../layout/page.tsx';
import { PasskeyForm } from '../../layout/passkey-form.tsx';
import type { Person } from '../../services/services.ts';

const WORDS = {
  title: 'Confirm that it is you',
  lead: 'What you want to do would help somebody who found your browser open, and you signed in more than 15 minutes ago. Nothing is done yet, and nothing is lost.',
  button: 'Confirm with a passkey',
  other: 'Without a passkey, or in another way',
  none: 'You have no passkey yet, so confirm with a new one-time link. In a shell on the machine that kith runs on, this prints one; open it in this browser:',
  lost: 'In a shell on the machine that kith runs on, this prints a one-time link; open it in this browser:',
  ask: 'If somebody else runs kith for you, ask them for it.',
  provider: (host: string) => `Sign in with ${host}, in a new window`,
  goOn: 'I have confirmed: go on',
};

/** Where somebody goes on: to a page, or by a form that they sent. */
export type ConfirmedThen = { to: string } | { action: string; fields: URLSearchParams };

interface Confirm {
  person: Person;
  hasPasskey: boolean;
  /** The host of an OpenID provider that may be used. */
  provider: string | undefined;
  linkCommand: string;
  then: ConfirmedThen;
}

const PASSKEY = 'confirm';

export function confirmPage({ person, hasPasskey, provider, linkCommand, then }: Confirm): PageContent {
  const otherWays = (
    <>
      <p class="quiet">{hasPasskey ? WORDS.lost : WORDS.none}</p>
      <code class="command">{linkCommand}</code>
      <p class="quiet">{WORDS.ask}</p>
      {provider !== undefined && (
        <p>
          <a
            class="button"
            href={`/sign-in/openid?${new URLSearchParams({ to: '/account' })}`}
            target="_blank"
            rel="noopener"
          >
            {WORDS.provider(provider)}
          </a>
        </p>
      )}
      <GoOn then={then} />
    </>
  );
  return {
    title: WORDS.title,
    width: 'narrow',
    email: person.email,
    main: (
      <section class="card">
        <header>
          <h1>{WORDS.title}</h1>
          <p class="quiet">{WORDS.lead}</p>
        </header>
        {hasPasskey ? (
          <>
            <PasskeyForm
              kind="sign-in"
              id={PASSKEY}
              action="/sign-in/passkey"
              options="/sign-in/passkey/options"
              button={WORDS.button}
            >
              <input type="hidden" name="to" value={'to' in then ? then.to : '/account'} />
            </PasskeyForm>
            <details>
              <summary>{WORDS.other}</summary>
              {otherWays}
            </details>
          </>
        ) : (
          otherWays
        )}
      </section>
    ),
  };
}

const GoOn = ({ then }: { then: ConfirmedThen }) =>
  'to' in then ? (
    <p>
      <a class="button" href={then.to}>
        {WORDS.goOn}
      </a>
    </p>
  ) : (
    <form method="post" action={then.action} data-after={PASSKEY}>
      {[...then.fields].map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button type="submit">{WORDS.goOn}</button>
    </form>
  );
