import type { Scope } from '../../../contract/scopes.ts';
import type { ConsentRequest } from '../../../contract/sign-in.ts';
import type { PageContent } from '../../layout/page.tsx';
import type { Person } from '../../services/services.ts';

/** What each scope means to a person. */
export const SCOPE_WORDS: Record<Scope, { title: string; text: string }> = {
  'kith:read': { title: 'See your people', text: 'contacts, notes, reminders, groups, tags and favorites' },
  'kith:write': { title: 'Add and change', text: 'contacts, notes, reminders and the rest' },
  'kith:delete': { title: 'Delete and merge', text: 'what is deleted goes to the trash, and a merge can be undone' },
  'kith:agenda': {
    title: 'Use your mail and calendars',
    text: 'read e-mails and events; with the above, change events',
  },
};

const WORDS = {
  title: (name: string) => `Let ${name} in?`,
  wants: 'asks to use your address book',
  nobodyChecked: 'That is what it calls itself; nobody has checked it.',
  documentHost: 'It is known by a document at',
  sentTo: 'You will be sent back to',
  thisMachine: 'a program on this machine. Go on only if you have just started this from a program of yours.',
  program: 'a program on this machine that opens such links. Go on only if you have just started this from it.',
  may: 'It may',
  always: 'always',
  as: 'You are signed in as',
  allow: 'Allow',
  deny: 'Do not allow',
  later: 'You can end this at any time in the settings, under Assistants.',
};

/** Asks whether to let a host in, and how far (the MCP specification, Security: consent names host and destination). */
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
