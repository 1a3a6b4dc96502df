import { TROUBLES } from '../pages/errors/error-page.tsx';
import { accountPage, type Done, newPasskeyPage } from '../pages/settings/account.tsx';
import { seeOther, textOf } from '../requests/answers.ts';
import { forPerson, type Sent } from '../requests/for-person.ts';
import type { Frame, PageContext, Pages } from '../requests/frame.ts';
import { ifThere } from '../requests/if-there.ts';
import { operationForms } from '../requests/operation-forms.ts';
import { jsonOf } from '../requests/read-body.ts';
import { confirmingPage } from '../requests/reauthentication.ts';
import { safePath } from '../requests/safe-path.ts';
import type { SignedIn } from '../services/services.ts';
import { PASSKEY_ERRORS } from '../words/sign-in.ts';

const ACCOUNT = '/account';

/** The page that offers to add a passkey before continuing to another page. */
export const newPasskeyPath = (to: string): string => `${ACCOUNT}/passkeys/new?${new URLSearchParams({ to })}`;

/** Registers the sign-in settings: passkeys and sessions. */
export function addAccount(app: Pages, frame: Frame): void {
  const { services, show, refuse } = frame;
  const { passkeys } = services;
  const { page } = forPerson(frame);
  const operationForm = operationForms(app, frame);

  app.get(ACCOUNT, (context) =>
    page(context, async ({ person, client }) => {
      const { passkeys } = (await client.call('list_passkeys', {})).data;
      const { sessions } = (await client.call('list_sessions', {})).data;
      const { done, id } = context.req.query();
      return show(accountPage({ person, passkeys, sessions, done, id }));
    }),
  );

  app.get('/account/passkeys/new', (context) =>
    page(context, async (viewer) => {
      const { person } = viewer;
      const to = safePath(context.req.query('to'), ACCOUNT);
      if (!viewer.isFresh)
        return show(await confirmingPage(frame, viewer, { to: newPasskeyPath(to) }), { status: 403 });
      return show(newPasskeyPage({ person, to, browser: context.env.visitor.browser }));
    }),
  );

  app.post('/account/passkeys/options', (context) =>
    forScript(context, async ({ person }) => Response.json({ options: await passkeys.optionsToAdd(person) })),
  );

  app.post('/account/passkeys', (context) =>
    forScript(context, async ({ person }) => {
      const body = await jsonOf(context.req.raw);
      if (!body) return refuse(context, 400, TROUBLES.badInput);
      const trouble = await passkeys.add(person, body.response, textOf(body.name), context.env.visitor);
      if (trouble) return Response.json({ error: PASSKEY_ERRORS[trouble] }, { status: 400 });
      const to = safePath(textOf(body.to), ACCOUNT);
      return Response.json({ to: to === ACCOUNT ? doneAt('passkey-added') : to });
    }),
  );

  form('/account/passkeys/:id/rename', 'passkey-renamed', ({ client, fields, once }, passkeyId) =>
    client.call('rename_passkey', { passkeyId, name: fields.get('name') ?? '' }, once),
  );
  form(
    '/account/passkeys/:id/remove',
    'passkey-removed',
    ({ client, once }, passkeyId) => client.call('delete_passkey', { passkeyId }, once),
    { fresh: true },
  );
  form('/account/sessions/:id/end', 'session-ended', ({ client, once }, sessionId) =>
    client.call('end_session', { sessionId }, once),
  );
  form('/account/sessions/end-others', 'others-ended', ({ client, once }) =>
    client.call('end_other_sessions', {}, once),
  );

  /** Registers a form that returns to the page with a message; 404 if `work` finds nothing with this id. */
  function form(
    path: string,
    done: Done,
    work: (sent: Sent, id: string) => Promise<unknown>,
    options?: { fresh: boolean },
  ): void {
    operationForm(
      path,
      (sent) =>
        ifThere(frame, { context: sent.context, at: ACCOUNT }, async () => {
          const id = sent.context.req.param('id') ?? '';
          await work(sent, id);
          return seeOther(doneAt(done, id));
        }),
      options,
    );
  }

  /** Answers the script that adds a passkey. */
  async function forScript(context: PageContext, answer: (signedIn: SignedIn) => Promise<Response>): Promise<Response> {
    const signedIn = await context.var.signedIn();
    if (!signedIn) return refuse(context, 401, TROUBLES.signedOut);
    return signedIn.isFresh ? answer(signedIn) : refuse(context, 403, TROUBLES.notFresh);
  }
}

const doneAt = (done: Done, id = ''): string =>
  `${ACCOUNT}?${new URLSearchParams({ done, ...(done === 'passkey-renamed' && { id }) })}`;
