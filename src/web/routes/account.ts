import { goneAt, TROUBLES } from '../pages/errors/error-page.tsx';
import { accountPage, type Done, newPasskeyPage } from '../pages/settings/account.tsx';
import { PASSKEY_TROUBLES, seeOther, textOf } from '../requests/answers.ts';
import { forPerson, type Sent } from '../requests/for-person.ts';
import type { Frame, PageContext, Pages } from '../requests/frame.ts';
import { ownForms } from '../requests/own-forms.ts';
import { jsonOf } from '../requests/read-body.ts';
import { confirmingPage } from '../requests/reauthentication.ts';
import { safePath } from '../requests/safe-path.ts';
import type { SignedIn } from '../services/services.ts';

const ACCOUNT = '/account';

/** Where a passkey is made, and left out, on the way to another page. */
export const newPasskeyPath = (to: string): string => `${ACCOUNT}/passkeys/new?${new URLSearchParams({ to })}`;

/** How a person signs in: passkeys, and the browsers that are signed in. */
export function addAccount(app: Pages, frame: Frame): void {
  const { services, show, refuse } = frame;
  const { passkeys, sessions } = services;
  const { page } = forPerson(frame);
  const ownForm = ownForms(app, frame);

  app.get(ACCOUNT, (context) =>
    page(context, async ({ person, sessionId }) => {
      const lists = { passkeys: await passkeys.list(person.id), sessions: await sessions.list(person.id) };
      return show(accountPage({ person, sessionId, ...lists, done: context.req.query('done') }));
    }),
  );

  app.get('/account/passkeys/new', (context) =>
    page(context, async (viewer) => {
      const { person } = viewer;
      const to = safePath(context.req.query('to'), ACCOUNT);
      if (!viewer.isFresh)
        return show(await confirmingPage(frame, person, { to: newPasskeyPath(to) }), { status: 403 });
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
      if (trouble) return Response.json({ error: PASSKEY_TROUBLES[trouble] }, { status: 400 });
      const to = safePath(textOf(body.to), ACCOUNT);
      return Response.json({ to: to === ACCOUNT ? doneAt('passkey-added') : to });
    }),
  );

  form('/account/passkeys/:id/rename', 'passkey-renamed', ({ person, context, fields }) =>
    passkeys.rename(person.id, context.req.param('id')!, fields.get('name') ?? ''),
  );
  form(
    '/account/passkeys/:id/remove',
    'passkey-removed',
    ({ person, context: { req, env } }) => passkeys.remove(person.id, req.param('id')!, env.visitor),
    { fresh: true },
  );
  form('/account/sessions/:id/end', 'session-ended', ({ person, context: { req, env } }) =>
    sessions.end(person.id, req.param('id')!, env.visitor),
  );
  form('/account/sessions/end-others', 'others-ended', async ({ person, sessionId, context: { env } }) => {
    await sessions.endOthers(person.id, sessionId, env.visitor);
    return true;
  });

  /** A form of the page, which is shown again with what was done; 404 where `work` finds nothing to do it to. */
  function form(path: string, done: Done, work: (sent: Sent) => Promise<boolean>, options?: { fresh: boolean }): void {
    ownForm(
      path,
      async (sent) => {
        if (!(await work(sent))) return refuse(sent.context, 404, goneAt(ACCOUNT));
        return seeOther(doneAt(done));
      },
      options,
    );
  }

  /** What the script of a page asks for, to make a passkey. */
  async function forScript(context: PageContext, answer: (signedIn: SignedIn) => Promise<Response>): Promise<Response> {
    const signedIn = await context.var.signedIn();
    if (!signedIn) return refuse(context, 401, TROUBLES.signedOut);
    return signedIn.isFresh ? answer(signedIn) : refuse(context, 403, TROUBLES.notFresh);
  }
}

const doneAt = (done: Done): string => `${ACCOUNT}?done=${done}`;
