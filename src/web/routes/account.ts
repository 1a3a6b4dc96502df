import type { Frame, PageContext, Pages } from '../frame.ts';
import { isInBackground } from '../in-background.ts';
import { accountPage, type Done, newPasskeyPage } from '../pages/account.tsx';
import { TROUBLES } from '../pages/trouble.tsx';
import { formOf, jsonOf } from '../read-body.ts';
import { safePath } from '../safe-path.ts';
import { isLook } from '../same-origin.ts';
import type { SignedIn } from '../services.ts';
import { PASSKEY_TROUBLES, seeOther, textOf } from './answers.ts';

const ACCOUNT = '/account';

/** Where a passkey is made, and left out, on the way to another page. */
export const newPasskeyPath = (to: string): string => `${ACCOUNT}/passkeys/new?${new URLSearchParams({ to })}`;

/** The account of who is signed in: passkeys, sessions, connected hosts. */
export function addAccount(app: Pages, { services, show, refuse }: Frame): void {
  const { passkeys, sessions, hosts } = services;

  app.get(ACCOUNT, (context) =>
    withPerson(context, async ({ person, sessionId }) => {
      const [ownPasskeys, ownSessions, ownHosts] = await Promise.all([
        passkeys.list(person.id),
        sessions.list(person.id),
        hosts.list(person.id),
      ]);
      const lists = { passkeys: ownPasskeys, sessions: ownSessions, hosts: ownHosts };
      return show(accountPage({ person, sessionId, ...lists, done: context.req.query('done') as Done }));
    }),
  );

  app.get('/account/passkeys/new', (context) =>
    withPerson(context, async ({ person }) => {
      const to = safePath(context.req.query('to'), ACCOUNT);
      return show(newPasskeyPage({ person, to, browser: context.env.visitor.browser }));
    }),
  );

  app.post('/account/passkeys/options', (context) =>
    withPerson(context, async ({ person }) => Response.json({ options: await passkeys.optionsToAdd(person) })),
  );

  app.post('/account/passkeys', (context) =>
    withPerson(context, async ({ person }) => {
      const body = await jsonOf(context.req.raw);
      if (!body) return refuse(context, 400, TROUBLES.badInput);
      const trouble = await passkeys.add(person, body.response, textOf(body.name), context.env.visitor);
      if (trouble) return Response.json({ error: PASSKEY_TROUBLES[trouble] }, { status: 400 });
      const to = safePath(textOf(body.to), ACCOUNT);
      return Response.json({ to: to === ACCOUNT ? doneAt('passkey-added') : to });
    }),
  );

  form('/account/passkeys/:id/rename', 'passkey-renamed', async ({ person }, context, fields) =>
    passkeys.rename(person.id, context.req.param('id')!, fields.get('name') ?? ''),
  );
  form('/account/passkeys/:id/remove', 'passkey-removed', async ({ person }, { req, env }) =>
    passkeys.remove(person.id, req.param('id')!, env.visitor),
  );
  form('/account/sessions/:id/end', 'session-ended', async ({ person }, { req, env }) =>
    sessions.end(person.id, req.param('id')!, env.visitor),
  );
  form('/account/sessions/end-others', 'others-ended', async ({ person, sessionId }, { env }) => {
    await sessions.endOthers(person.id, sessionId, env.visitor);
    return true;
  });
  form('/account/hosts/:id/revoke', 'host-revoked', async ({ person }, { req, env }) =>
    hosts.revoke(person.id, req.param('id')!, env.visitor),
  );

  /** A form of the account page, which is shown again with what was done; 404 where `work` finds nothing to do it to. */
  function form(
    path: string,
    done: Done,
    work: (signedIn: SignedIn, context: PageContext, fields: URLSearchParams) => Promise<boolean>,
  ): void {
    app.post(path, (context) =>
      withPerson(context, async (signedIn) => {
        const fields = await formOf(context.req.raw);
        if (!fields) return refuse(context, 413, TROUBLES.tooLarge);
        if (!(await work(signedIn, context, fields))) return refuse(context, 404, TROUBLES.goneAlready);
        return seeOther(doneAt(done));
      }),
    );
  }

  /** A page for who is signed in; others sign in first, and what they sent is not done. */
  async function withPerson(
    context: PageContext,
    answer: (signedIn: SignedIn) => Promise<Response>,
  ): Promise<Response> {
    const signedIn = await context.var.signedIn();
    if (signedIn) return answer(signedIn);
    if (!isLook(context.req.raw) || isInBackground(context.req.raw)) return refuse(context, 401, TROUBLES.signedOut);
    const { pathname, search } = new URL(context.req.url);
    return seeOther(`/sign-in?${new URLSearchParams({ to: pathname + search })}`);
  }
}

const doneAt = (done: Done): string => `${ACCOUNT}?done=${done}`;
