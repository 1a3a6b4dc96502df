import type { PageContent } from '../../layout/page.tsx';
import { PasskeyForm } from '../../layout/passkey-form.tsx';
import type { Person } from '../../services/services.ts';

const WORDS = {
  title: 'Sign in',
  lead: 'Your address book, with a passkey: a fingerprint, a face, or the PIN of this device.',
  button: 'Sign in with a passkey',
  provider: 'Sign in with',
  without: 'No passkey yet, or lost it?',
  shell: 'In a shell on the machine that kith runs on, make a one-time link, and open it in this browser:',
  goOn: 'I have opened the link: go on',
  ask: 'If somebody else runs kith for you, ask them for a link.',
};

/** Where somebody signs in; `to` is where they go on to, `provider` the host of an OpenID provider that may be used. */
export const signInPage = (to: string, provider: string | undefined): PageContent => ({
  title: WORDS.title,
  width: 'narrow',
  main: (
    <section class="card">
      <header>
        <h1>{WORDS.title}</h1>
        <p class="quiet">{WORDS.lead}</p>
      </header>
      <PasskeyForm kind="sign-in" action="/sign-in/passkey" options="/sign-in/passkey/options" button={WORDS.button}>
        <input type="hidden" name="to" value={to} />
      </PasskeyForm>
      {provider !== undefined && (
        <a class="button wide" href={`/sign-in/openid?${new URLSearchParams({ to })}`}>
          {WORDS.provider} {provider}
        </a>
      )}
      <details>
        <summary>{WORDS.without}</summary>
        <p class="quiet">{WORDS.shell}</p>
        <p>
          <code class="command">kith user link EMAIL</code>
        </p>
        <p class="quiet">{WORDS.ask}</p>
        <p>
          <a class="button" href={`/sign-in?${new URLSearchParams({ to })}`}>
            {WORDS.goOn}
          </a>
        </p>
      </details>
    </section>
  ),
});

const LINK_WORDS = {
  title: 'Sign in to kith',
  as: 'This link signs this browser in as',
  button: 'Sign in',
  once: 'The link works once. If you did not ask for it, close this page.',
  instead: (email: string) => `${email} is signed in here now, and will be signed out.`,
};

/** Asks whether to use a one-time link. A look at it uses nothing up: mail scanners and chats open links too. */
export const linkPage = (
  { email, name }: Person,
  { token, to, present }: { token: string; to: string; present: Person | undefined },
): PageContent => ({
  title: LINK_WORDS.title,
  width: 'narrow',
  main: (
    <section class="card">
      <header>
        <h1>{LINK_WORDS.title}</h1>
        <p class="quiet">
          {LINK_WORDS.as}{' '}
          <span class="who">
            {name && (
              <>
                <bdi>{name}</bdi>,{' '}
              </>
            )}
            <bdi>{email}</bdi>
          </span>
        </p>
      </header>
      {present && present.email !== email && <p class="notice">{LINK_WORDS.instead(present.email)}</p>}
      <form method="post" action={`/sign-in/link/${encodeURIComponent(token)}`}>
        <input type="hidden" name="to" value={to} />
        <button class="primary wide" type="submit">
          {LINK_WORDS.button}
        </button>
      </form>
      <p class="quiet small">{LINK_WORDS.once}</p>
    </section>
  ),
});
