import type { PageContent } from '../../layout/page.tsx';
import { PasskeyForm } from '../../layout/passkey-form.tsx';
import type { Person } from '../../services/services.ts';
import { CONFIRM as WORDS } from '../../words/sign-in.ts';

/** The next step: a page, or the form that the user sent. */
export type ConfirmedThen = { to: string } | { action: string; fields: URLSearchParams };

interface Confirm {
  person: Person;
  hasPasskey: boolean;
  /** The host of the OpenID provider, if any. */
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
