import type { PageContent } from '../../layout/page.tsx';
import { PasskeyForm } from '../../layout/passkey-form.tsx';
import type { Person } from '../../services/services.ts';
import { SIGN_IN_LINK as LINK_WORDS, SIGN_IN as WORDS } from '../../words/sign-in.ts';

/** The sign-in page. `to`: the next page; `provider`: the host of the OpenID provider, if any. */
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
          {WORDS.provider(provider)}
        </a>
      )}
      <details>
        <summary>{WORDS.without}</summary>
        <p class="quiet">{WORDS.shell}</p>
        <p>
          <code class="command">kith user link EMAIL</code>
        </p>
        <p>
          <a class="button" href={`/sign-in?${new URLSearchParams({ to })}`}>
            {WORDS.goOn}
          </a>
        </p>
      </details>
    </section>
  ),
});

/** Asks before using a one-time link, because mail scanners and chat programs open links too. */
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
