import { SCOPES } from '../../contract/scopes.ts';
import { TROUBLES } from '../pages/errors/error-page.tsx';
import { consentPage } from '../pages/sign-in/consent.tsx';
import type { Frame, Pages } from '../requests/frame.ts';
import { formOf } from '../requests/read-body.ts';
import { confirmingPage } from '../requests/reauthentication.ts';

/** OAuth consent: the page that shows the requested access, and the user's decision. */
export function addConsent(app: Pages, frame: Frame): void {
  const { services, show, refuse } = frame;
  const { hosts } = services;

  app.get('/authorize/:uid', async (context) => {
    const uid = context.req.param('uid');
    const asked = await hosts.askedFor(context.req.header('cookie') ?? '', uid);
    if (!asked) return refuse(context, 404, TROUBLES.hostGone);
    const signedIn = await context.var.signedIn();
    if (!signedIn) return context.redirect(`/sign-in?to=${encodeURIComponent(`/authorize/${uid}`)}`, 302);
    return show(consentPage(asked, { uid, person: signedIn.person }), { formsLeadTo: [asked.leadsTo] });
  });

  app.post('/authorize/:uid', async (context) => {
    const [uid, cookies] = [context.req.param('uid'), context.req.header('cookie') ?? ''];
    const signedIn = await context.var.signedIn();
    if (!signedIn) return refuse(context, 401, TROUBLES.signedOut);
    const form = await formOf(context.req.raw);
    // Another user may have signed in in another tab since the page was shown.
    if ((form.get('as') ?? signedIn.person.id) !== signedIn.person.id)
      return refuse(context, 409, TROUBLES.otherPerson);
    const asked = await hosts.askedFor(cookies, uid);
    if (!asked) return refuse(context, 404, TROUBLES.hostGone);
    if (form.get('answer') !== 'allow') return context.redirect(await hosts.deny(cookies, uid), 303);
    if (!signedIn.isFresh) {
      form.set('as', signedIn.person.id);
      const confirming = await confirmingPage(frame, signedIn, {
        action: `/authorize/${encodeURIComponent(uid)}`,
        fields: form,
      });
      return show(confirming, { status: 403, formsLeadTo: [asked.leadsTo] });
    }
    const scopes = SCOPES.filter((scope) => scope === 'kith:read' || form.getAll('scope').includes(scope));
    return context.redirect(await hosts.allow(cookies, uid, signedIn.person.id, scopes), 303);
  });
}
