import { Hono } from 'hono';
import type { AppRequestError } from '../contract/sign-in.ts';
import { KithError } from '../shared/error.ts';
import { once } from '../shared/once.ts';
import type { Assets } from './layout/assets.ts';
import { KEEPS_OPENER, pageHeaders, withOpener } from './layout/headers.ts';
import { makeShowPage } from './layout/page.tsx';
import { fault, hostTrouble, refused, TROUBLES, type Trouble, troublePage } from './pages/errors/error-page.tsx';
import { compressed } from './requests/compressed.ts';
import type { Env, Frame, Pages } from './requests/frame.ts';
import { isInBackground } from './requests/in-background.ts';
import { isLook, isSameOrigin } from './requests/same-origin.ts';
import { sessionCookie } from './requests/session-cookie.ts';
import { addAccount } from './routes/account.ts';
import { addAccounts } from './routes/accounts.ts';
import { addAssistants } from './routes/assistants.ts';
import { addBooks } from './routes/books.ts';
import { addChange } from './routes/change.ts';
import { addConsent } from './routes/consent.ts';
import { addData } from './routes/data.ts';
import { addDevices } from './routes/devices.ts';
import { addDuplicates } from './routes/duplicates.ts';
import { addEditPerson } from './routes/edit-person.ts';
import { addFeed } from './routes/feed.ts';
import { addImport } from './routes/import.ts';
import { addInstall } from './routes/install.ts';
import { addKeys } from './routes/keys.ts';
import { addLabelPages } from './routes/label-pages.ts';
import { addLabels } from './routes/labels.ts';
import { addLog } from './routes/log.ts';
import { addMessages } from './routes/messages.ts';
import { addNavigation } from './routes/navigation.ts';
import { addNetwork } from './routes/network.ts';
import { addNewPerson } from './routes/new-person.ts';
import { addNotes } from './routes/notes.ts';
import { addPeople } from './routes/people.ts';
import { addPerson } from './routes/person.ts';
import { addPhoto } from './routes/photo.ts';
import { addProvider } from './routes/provider.ts';
import { addRelations } from './routes/relations.ts';
import { addReminders } from './routes/reminders.ts';
import { addRhythm } from './routes/rhythm.ts';
import { addSearch } from './routes/search.ts';
import { addSettings } from './routes/settings.ts';
import { addSignIn } from './routes/sign-in.ts';
import { addSuggestedContacts } from './routes/suggested-contacts.ts';
import { addToday } from './routes/today.ts';
import { addTrash } from './routes/trash.ts';
import { addViews } from './routes/views.ts';
import type { WebServices } from './services/services.ts';

export interface Web {
  /** Of each page and form. */
  routes: { method: string; path: string }[];
  fetch(request: Request, address: string | undefined): Promise<Response>;
  /** The page that explains why an app cannot connect. */
  hostTrouble(trouble: AppRequestError): Response;
  /** The page in place of a response made before the web app was reached. */
  inWords(request: Request, answer: Response, trouble: 'tooMany' | 'otherHost'): Response;
}

/** The web app: all pages, and the endpoints of their forms and scripts. */
export function makeWeb(services: WebServices, assets: Assets): Web {
  const show = makeShowPage(assets);
  const app: Pages = new Hono<Env>();
  const frame: Frame = {
    services,
    show,
    async refuse(context, status, trouble) {
      const request = context.req.raw;
      // The navigation of a signed-in user helps after a wrong address. A form from elsewhere gets no database read.
      const viewer = isLook(request) ? await context.var.signedIn().catch(() => undefined) : undefined;
      return told(request, trouble, status, { email: viewer?.person.email });
    },
  };

  app.use(async (context, next) => {
    const request = context.req.raw;
    context.set(
      'signedIn',
      once(() => services.sessionOf(request, context.env.visitor)),
    );
    if (!isLook(request) && !isSameOrigin(request, services.origin))
      return frame.refuse(context, 403, TROUBLES.foreignPage);
    await next();
    // A POST may have set or removed the cookie itself.
    if (!isLook(request)) return;
    const signedIn = await context.var.signedIn();
    const token = signedIn?.isStale ? await services.renew(request, signedIn) : undefined;
    if (token) context.header('Set-Cookie', sessionCookie(services.origin, token), { append: true });
  });
  app.get('/', async ({ var: { signedIn }, redirect }) => redirect((await signedIn()) ? '/today' : '/sign-in', 302));
  addInstall(app, frame, assets);
  addSignIn(app, frame);
  if (services.provider) addProvider(app, frame, services.provider);
  addConsent(app, frame);
  addAccount(app, frame);
  addNavigation(app, frame);
  addLog(app, frame);
  addNewPerson(app, frame);
  addNetwork(app, frame);
  addSearch(app, frame);
  addSettings(app, frame);
  addAssistants(app, frame);
  addKeys(app, frame);
  addDevices(app, frame);
  addData(app, frame);
  addTrash(app, frame);
  addToday(app, frame);
  addPeople(app, frame);
  addSuggestedContacts(app, frame);
  addViews(app, frame);
  addChange(app, frame);
  addLabelPages(app, frame);
  addDuplicates(app, frame);
  addPerson(app, frame);
  addEditPerson(app, frame);
  addNotes(app, frame);
  addImport(app, frame);
  addRhythm(app, frame);
  addLabels(app, frame);
  addRelations(app, frame);
  addReminders(app, frame);
  addPhoto(app, frame);
  addAccounts(app, frame);
  addFeed(app, frame);
  addBooks(app, frame);
  addMessages(app, frame);
  app.notFound((context) => frame.refuse(context, 404, TROUBLES.nothingHere));
  app.onError((error, context) => {
    if (isMissingPerson(context.req.raw, error)) return frame.refuse(context, 404, TROUBLES.personMissing);
    if (error instanceof KithError && error.status !== 500) return frame.refuse(context, error.status, refused(error));
    return frame.refuse(context, 500, fault(services.onFault(error)));
  });

  return {
    routes: app.routes.filter(({ method }) => method !== 'ALL'),
    async fetch(request, address) {
      const visitor = { address, browser: request.headers.get('user-agent') ?? '' };
      return compressed(request, withOpener(request, await app.fetch(request, { visitor })));
    },
    hostTrouble: (trouble) => show(troublePage(hostTrouble(trouble)), { status: 400, headers: KEEPS_OPENER }),
    inWords(request, answer, trouble) {
      const { 'content-type': _, 'content-length': __, ...headers } = Object.fromEntries(answer.headers);
      return withOpener(request, told(request, TROUBLES[trouble], answer.status, { headers }));
    },
  };

  function told(
    request: Request,
    trouble: Trouble,
    status: number,
    { headers = {}, email }: { headers?: Record<string, string>; email?: string | undefined } = {},
  ): Response {
    if (!isInBackground(request)) return show(troublePage(trouble, email), { status, headers });
    const { title, text, next } = trouble;
    const answer = { error: `${title}. ${text}`, ...(status === 401 && { next }) };
    return Response.json(answer, { status, headers: { ...pageHeaders(), ...headers } });
  }
}

/** Whether a page about a person has no such person, or an id that cannot be one. */
function isMissingPerson(request: Request, error: unknown): boolean {
  if (!(error instanceof KithError) || !isLook(request) || !new URL(request.url).pathname.startsWith('/people/'))
    return false;
  const { fields = {} } = (error.details ?? {}) as { fields?: object };
  return error.status === 404 || (error.status === 400 && Object.hasOwn(fields, 'contactId'));
}
