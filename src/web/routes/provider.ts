import { providerTrouble } from '../pages/errors/error-page.tsx';
import { seeOther } from '../requests/answers.ts';
import type { Frame, PageContext, Pages } from '../requests/frame.ts';
import { safePath } from '../requests/safe-path.ts';
import { noStateCookie, sessionCookie, stateCookie, stateKept } from '../requests/session-cookie.ts';
import type { ProviderSignIn, ProviderTrouble } from '../services/services.ts';
import { AFTER_SIGN_IN, endPresent } from './sign-in.ts';

const STATUS: Record<ProviderTrouble['trouble'], number> = {
  late: 410,
  declined: 403,
  wrong: 400,
  unreachable: 503,
  unverified: 403,
  unknown: 403,
};

/** Signing in with an OpenID provider: the way there, and the way back. */
export function addProvider(app: Pages, frame: Frame, provider: ProviderSignIn): void {
  const { services, refuse } = frame;
  const { origin } = services;

  app.get('/sign-in/openid', async (context) => {
    const to = safePath(context.req.query('to'), AFTER_SIGN_IN);
    const begun = await provider.begin(to, context.env.visitor);
    return 'trouble' in begun ? refused(context, begun) : seeOther(begun.url, stateCookie(origin, begun.state));
  });

  app.get('/sign-in/openid/callback', async (context) => {
    const { searchParams } = new URL(context.req.url);
    const kept = stateKept(context.req.raw, origin);
    const done = await provider.finish(searchParams, kept, context.env.visitor);
    if ('trouble' in done) return refused(context, done);
    await endPresent(context);
    return seeOther(safePath(done.to, AFTER_SIGN_IN), sessionCookie(origin, done.token), noStateCookie(origin));
  });

  const refused = (context: PageContext, trouble: ProviderTrouble): Promise<Response> =>
    refuse(context, STATUS[trouble.trouble], providerTrouble(provider.host, trouble));
}
