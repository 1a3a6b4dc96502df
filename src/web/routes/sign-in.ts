import { KithError } from '../../shared/error.ts';
import { TROUBLES } from '../pages/errors/error-page.tsx';
import { linkPage, signInPage } from '../pages/sign-in/sign-in.tsx';
import { seeOther, textOf } from '../requests/answers.ts';
import type { Frame, PageContext, Pages } from '../requests/frame.ts';
import { formOf, jsonOf } from '../requests/read-body.ts';
import { safePath } from '../requests/safe-path.ts';
import { noCookie, sessionCookie } from '../requests/session-cookie.ts';
import { PASSKEY_ERRORS } from '../words/sign-in.ts';
import { newPasskeyPath } from './account.ts';

/** The page after a sign-in that no other page required. */
export const AFTER_SIGN_IN = '/account';

const LINK_TROUBLES = { used: TROUBLES.linkUsed, over: TROUBLES.linkOver };

/** Sign-in and sign-out. */
export function addSignIn(app: Pages, frame: Frame): void {
  const { services, show, refuse } = frame;
  const { origin, links, passkeys, provider, isLocal } = services;
  // A user who gets a link at each start needs no passkey.
  const afterLink = isLocal ? '/today' : AFTER_SIGN_IN;

  app.get('/sign-in', async (context) => {
    const to = safePath(context.req.query('to'), AFTER_SIGN_IN);
    return (await context.var.signedIn()) ? seeOther(to) : show(signInPage(to, provider?.host));
  });

  app.get('/sign-in/link/:token', async (context) => {
    const token = context.req.param('token');
    const found = await links.look(token);
    if (typeof found === 'string') return refuse(context, 410, LINK_TROUBLES[found]);
    const present = (await context.var.signedIn())?.person;
    return show(linkPage(found, { token, to: safePath(context.req.query('to'), afterLink), present }));
  });

  app.post('/sign-in/link/:token', async (context) => {
    const form = await formOf(context.req.raw);
    const used = await links.use(context.req.param('token'), context.env.visitor);
    if (typeof used === 'string') return refuse(context, 410, LINK_TROUBLES[used]);
    await endPresent(context);
    const to = safePath(form.get('to'), afterLink);
    return seeOther(isLocal ? to : newPasskeyPath(to), sessionCookie(origin, used.token));
  });

  app.post('/sign-in/passkey/options', async () => Response.json({ options: await passkeys.optionsToSignIn() }));

  app.post('/sign-in/passkey', async (context) => {
    const body = await jsonOf(context.req.raw);
    if (!body) return refuse(context, 400, TROUBLES.badInput);
    const signedIn = await passkeys.signIn(body.response, context.env.visitor);
    if (typeof signedIn === 'string') return Response.json({ error: PASSKEY_ERRORS[signedIn] }, { status: 400 });
    await endPresent(context);
    const headers = { 'Set-Cookie': sessionCookie(origin, signedIn.token), 'Cache-Control': 'no-store' };
    return Response.json({ to: safePath(textOf(body.to), AFTER_SIGN_IN) }, { headers });
  });

  app.post('/sign-out', async (context) => {
    await endPresent(context);
    return seeOther('/sign-in', noCookie(origin));
  });
}

/** Ends the browser's previous session, of any user. */
export async function endPresent(context: PageContext): Promise<void> {
  const present = await context.var.signedIn();
  if (!present) return;
  await present.client.call('end_session', { sessionId: present.sessionId }).catch((error) => {
    // Another request ended it first.
    if (!(error instanceof KithError) || error.status !== 404) throw error;
  });
}
