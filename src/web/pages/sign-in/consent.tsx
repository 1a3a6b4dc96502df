import type { ConsentRequest } from '../../../contract/sign-in.ts';
import type { PageContent } from '../../layout/page.tsx';
import type { Person } from '../../services/services.ts';
import { SCOPE_WORDS, CONSENT as WORDS } from '../../words/consent.ts';

/** Asks whether an app may connect. The MCP specification requires the names of the app and of the redirect host. */
export const consentPage = (
  { name, documentHost, sentTo, isLocal, leadsTo, scopes }: ConsentRequest,
  { uid, person: { id, email } }: { uid: string; person: Person },
): PageContent => ({
  title: WORDS.title(name),
  width: 'narrow',
  email,
  main: (
    <section class="card">
      <header>
        <h1>
          <bdi>{name}</bdi> {WORDS.wants}
        </h1>
        <p class="quiet">
          {WORDS.nobodyChecked}
          {documentHost !== undefined && (
            <>
              {' '}
              {WORDS.documentHost} <b>{documentHost}</b>.
            </>
          )}
        </p>
      </header>
      <p>
        {WORDS.sentTo} <b>{sentTo}</b>
        {isLocal && `, ${WORDS.thisMachine}`}
        {!/^https?:/.test(leadsTo) && `, ${WORDS.program}`}
      </p>
      <form method="post" action={`/authorize/${encodeURIComponent(uid)}`}>
        <input type="hidden" name="as" value={id} />
        <fieldset>
          <legend>{WORDS.may}</legend>
          {scopes.map((scope) => (
            <label class="choice">
              <input type="checkbox" name="scope" value={scope} checked disabled={scope === 'kith:read'} />
              <span>
                <b>{SCOPE_WORDS[scope].title}</b>
                <span class="quiet">
                  {SCOPE_WORDS[scope].text}
                  {scope === 'kith:read' && ` (${WORDS.always})`}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        <p class="quiet small">
          {WORDS.as} <bdi>{email}</bdi>. {WORDS.later}
        </p>
        <div class="actions">
          <button class="primary" type="submit" name="answer" value="allow">
            {WORDS.allow}
          </button>
          <button type="submit" name="answer" value="deny">
            {WORDS.deny}
          </button>
        </div>
      </form>
    </section>
  ),
});
