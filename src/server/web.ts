import { randomUUID } from 'node:crypto';
import { inProcessClient } from '../client/in-process.ts';
import type { AppRequestError } from '../contract/sign-in.ts';
import type { AuthorizationServer } from '../identity/oauth/authorization-server.ts';
import type { Secret } from '../identity/secrets/secret.ts';
import type { OpenIdProvider } from '../identity/sign-in/openid.ts';
import type { Caller } from '../identity/users/caller.ts';
import { findSession, isIssuedToken, renewSession, type Session } from '../identity/users/sessions.ts';
import { lookAtLink, signInByLink } from '../identity/users/sign-in-links.ts';
import { isServedHost, normalizeAllowed } from '../mcp/http/guard.ts';
import type { ChangePublisher } from '../mcp/notifications/notices.ts';
import { settings } from '../process/environment.ts';
import type { Journal } from '../service/runtime/audit-buffer.ts';
import type { Service } from '../service/service.ts';
import { builtFile } from '../shared/built-file.ts';
import { once } from '../shared/once.ts';
import type { Store } from '../store/store.ts';
import type { UserRow } from '../store/tables.ts';
import { sessionToken } from '../web/requests/session-cookie.ts';
import type { Person, WebServices } from '../web/services/services.ts';
import { accountsServices } from './accounts.ts';
import { logFault } from './composition/log.ts';
import { inUrl } from './mcp-endpoint.ts';
import { providerSignIn } from './provider-sign-in.ts';
import { settingsServices } from './settings.ts';

/** Maximum time since sign-in for granting lasting access or exporting everything (ASVS 5, 7.5.1 and 7.5.3). */
const FRESH_MS = 15 * 60_000;

export interface WebRoutes {
  /** Returns the response on the web app's paths; undefined on others. */
  route(request: Request, address: string | undefined): Promise<Response> | undefined;
  /** Returns the user of a request's session cookie. */
  sessionOf(request: Request, address: string | undefined): Promise<Session | undefined>;
  /** Renders an error page for an app's invalid request. */
  hostTrouble(trouble: AppRequestError): Promise<Response>;
}

interface WebOptions {
  store: Store;
  secret: Secret;
  journal: Journal;
  service: Pick<Service, 'counted' | 'call' | 'userData'>;
  notices: ChangePublisher;
  /** The authorization server, which connects apps. */
  authorization: AuthorizationServer;
  /** Origin of the web app. */
  origin: string;
  /** The address listened on. */
  host: string;
  /** Whether only the local user has access, as with `kith open`. */
  isLocal: boolean;
  onLinkUsed?: (() => void) | undefined;
  /** The administrator's OpenID provider, as another way to sign in. */
  provider: OpenIdProvider | undefined;
}

/** The web app of `kith serve`. Its code is loaded by the first request. */
export function webRoutes(options: WebOptions): WebRoutes {
  const { service, secret, origin, host } = options;
  const hosts = [...settings.KITH_ALLOWED_HOSTS, new URL(origin).hostname];
  const allowed = normalizeAllowed({ hosts, origins: [], bound: inUrl(host) });
  const sessionOf = sessionFinder(options);
  const load = once(async () => {
    const [{ makeWeb }, { readAssets }] = await Promise.all([
      import('../web/app.ts'),
      import('../web/layout/assets.ts'),
    ]);
    const assets = readAssets(builtFile('assets/'));
    return { assets, web: makeWeb(servicesOf(options, sessionOf), assets) };
  });

  async function page(request: Request, address: string | undefined): Promise<Response> {
    const { web } = await load();
    if (!isServedHost(request.headers, allowed))
      return web.inWords(request, new Response(null, { status: 403 }), 'otherHost');
    const elsewhere = movedTo(request);
    if (elsewhere) return elsewhere;
    const userId = await signedInUser(request, address);
    const answer = await service.counted(address, () => web.fetch(request, address), { userId });
    return answer.status === 429 ? web.inWords(request, answer, 'tooMany') : answer;
  }

  /**
   * Returns the user of a request's session. Tokens that kith did not issue are counted without a database read, so strangers
   * cannot evade their address's limit with made-up tokens.
   */
  async function signedInUser(request: Request, address: string | undefined): Promise<string | undefined> {
    const token = sessionToken(request, origin);
    if (token === undefined || !isIssuedToken(secret, token)) return undefined;
    // If the look-up fails, the page reports it, because the page awaits the same promise.
    const session = await sessionOf(request, address).catch(() => undefined);
    return session?.user.user_id;
  }

  /** Redirects from the IP address to `localhost`, because cookies and passkeys belong to that name. */
  function movedTo({ url, method, headers }: Request): Response | undefined {
    const isNamed = settings.KITH_PUBLIC_URL !== undefined || headers.get('host') === new URL(origin).host;
    if (isNamed || (method !== 'GET' && method !== 'HEAD')) return undefined;
    const { pathname, search } = new URL(url);
    return new Response(null, { status: 302, headers: { Location: `${origin}${pathname}${search}` } });
  }

  return {
    sessionOf,
    hostTrouble: async (trouble) => (await load()).web.hostTrouble(trouble),
    route(request, address) {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith('/assets/')) return load().then(({ assets }) => assets.answer(request));
      return isPage(pathname, request) ? page(request, address) : undefined;
    },
  };
}

const PAGES =
  /^\/(sign-in|sign-out|account|authorize|today|people|search|network|duplicates|reminders|import|settings|trash|offline|new|more|done|navigation|palette|log)(\/|$)/;
const FILES = ['/manifest.webmanifest', '/service-worker.js'];

/** Paths of the API and its files, which respond to browsers and programs in the same way. */
const API = /^\/(v\d+|mcp|dav|feed|share|openapi\.json|\.well-known)(\/|$)/;

/** Browsers get a page at any other path, possibly a "not found" page. Programs get an API response. */
const isPage = (path: string, { method, headers }: Request): boolean =>
  PAGES.test(path) ||
  FILES.includes(path) ||
  (!API.test(path) && (method === 'GET' || method === 'HEAD') && (headers.get('accept') ?? '').includes('text/html'));

/** Returns a function that looks up a request's session once. */
function sessionFinder({ store, secret, origin, journal }: WebOptions): WebRoutes['sessionOf'] {
  const found = new WeakMap<Request, Promise<Session | undefined>>();
  const find = async (request: Request, address: string | undefined) => {
    const token = sessionToken(request, origin);
    if (token === undefined) return undefined;
    const session = await findSession(store, secret, token);
    if (!session) journal.note({ event: 'session.refused', address });
    return session;
  };
  return (request, address) => {
    const session = found.get(request) ?? find(request, address);
    found.set(request, session);
    return session;
  };
}

const personOf = ({ user_id: id, email, name, time_zone }: UserRow): Person => ({ id, email, name, time_zone });

function servicesOf(options: WebOptions, sessionOf: WebRoutes['sessionOf']): WebServices {
  const { store, secret, origin, journal, authorization } = options;
  const ceremonies = once(async () => {
    const { makePasskeys } = await import('../identity/sign-in/passkeys.ts');
    return makePasskeys({ store, secret, origin, note: journal.note });
  });
  return {
    origin,
    isLocal: options.isLocal,
    async sessionOf(request, { address }) {
      const session = await sessionOf(request, address);
      if (!session) return undefined;
      const { user, signedInAt, ...rest } = session;
      const isFresh = Date.parse(signedInAt) > Date.now() - FRESH_MS;
      const caller: Caller = {
        ...{ user, permissions: 'write', address },
        session: { id: session.sessionId, isFresh },
      };
      const client = inProcessClient(
        (...call) => options.service.call(caller, ...call),
        async () => {},
      );
      const firstDuplicates = async () =>
        options.service.userData(caller).read((await import('../service/matching/first.ts')).firstDuplicates);
      return { ...rest, isFresh, person: personOf(user), client, firstDuplicates };
    },
    hadSession(request) {
      const token = sessionToken(request, origin);
      return token !== undefined && isIssuedToken(secret, token);
    },
    renew: (request, { sessionId, person }) =>
      renewSession(store, secret, person.id, sessionId, sessionToken(request, origin)!),
    links: {
      async look(token) {
        const found = await lookAtLink(store, secret, token);
        return typeof found === 'string' ? found : personOf(found);
      },
      async use(token, visitor) {
        const used = await signInByLink(store, secret, token, visitor);
        if (typeof used !== 'string') options.onLinkUsed?.();
        return used;
      },
    },
    passkeys: {
      optionsToAdd: async (person) => (await ceremonies()).optionsToAdd(person),
      add: async (person, response, name, { address }) => (await ceremonies()).add(person, response, name, address),
      optionsToSignIn: async () => (await ceremonies()).optionsToSignIn(),
      signIn: async (response, visitor) => (await ceremonies()).signIn(response, visitor),
    },
    provider: options.provider && providerSignIn(options.provider, options),
    hosts: {
      askedFor: authorization.askedFor,
      allow: authorization.allow,
      deny: authorization.deny,
    },
    settings: settingsServices(options),
    accounts: accountsServices(options),
    imports: once(async () => (await import('./import-jobs.ts')).importJobs({ ...options, onFault })),
    onFault,
  };
}

function onFault(error: unknown): string {
  const id = randomUUID();
  logFault(id, error);
  return id;
}
