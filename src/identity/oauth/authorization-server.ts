import { randomUUID } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { KoaContextWithOIDC, default as Provider } from 'oidc-provider';
import { SCOPES, type Scope, scopesIn } from '../../contract/scopes.ts';
import type { ConsentRequest } from '../../contract/sign-in.ts';
import { KithError } from '../../shared/error.ts';
import { isLoopback } from '../../shared/http/loopback.ts';
import { openToPages } from '../../shared/http/public-document.ts';
import { once } from '../../shared/once.ts';
import { addHost } from '../users/connected-hosts.ts';
import { consumeRecord, findRecord } from '../users/sign-in-records.ts';
import { type AuthorizationSettings, configurationOf, showPage } from './configuration.ts';
import { ENDPOINTS, inOneForm, isForPrograms, type Known } from './requests.ts';

/** Node's request and response objects. */
export interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

export interface AuthorizationServer {
  /** Methods allowed on a path of this server; undefined for any other path. */
  methodsOf(path: string): readonly string[] | undefined;
  /** Answers a request on such a path. The body has already been read. */
  answer(exchange: Exchange, body: Buffer): Promise<void>;
  /**
   * The pending consent request with this id. Undefined if it has ended or belongs to another browser, which the
   * cookies show.
   */
  askedFor(cookies: string, uid: string): Promise<ConsentRequest | undefined>;
  /**
   * Grants the app these scopes. Returns the path to which the browser continues. Throws 404 if the request has ended.
   */
  allow(cookies: string, uid: string, userId: string, scopes: readonly Scope[]): Promise<string>;
  deny(cookies: string, uid: string): Promise<string>;
}

/** Maximum characters of an app name that are stored and shown. */
const MAX_APP_NAME = 60;

const PATHS: readonly string[] = Object.values(ENDPOINTS);

/** kith as an authorization server (OAuth 2.1, RFC 8414, RFC 7591, RFC 9207): oidc-provider, loaded on first use. */
export function makeAuthorizationServer(settings: AuthorizationSettings): AuthorizationServer {
  const isHttps = settings.issuer.startsWith('https:');
  const known = { canonical: canonicalOf(settings), scopesOf };
  const provider = once(async () => {
    const { Provider, errors } = await loadLibrary();
    const made = new Provider(settings.issuer, configurationOf(settings, errors));
    made.proxy = true;
    made.on('server_error', (_context, error) => settings.onFault(error));
    made.use(confirmErrorRedirect);
    return made;
  });

  return {
    methodsOf(path) {
      // After consent, the browser returns to a path below this one.
      if (`${path}/`.startsWith(`${ENDPOINTS.authorization}/`)) return ['GET', 'HEAD'];
      return PATHS.includes(path) ? ['POST', 'OPTIONS'] : undefined;
    },
    async answer({ incoming, outgoing }, body) {
      if (isForPrograms(incoming.url)) {
        const requested = incoming.headers['access-control-request-headers'];
        for (const [name, value] of Object.entries(openToPages('POST', requested))) outgoing.setHeader(name, value);
        if (incoming.method === 'OPTIONS') return void outgoing.writeHead(204).end();
      }
      const request = await inOneForm(incoming, body, isHttps, known);
      // Each authorization is independent, so the cookie of an earlier one is dropped.
      withoutCookie(request, 'kith_oauth');
      await (await provider()).callback()(request, outgoing);
    },
    askedFor,
    async allow(cookies, uid, userId, scopes) {
      const asked = await askedFor(cookies, uid);
      const found = await interaction(cookies, uid);
      if (!asked || !found) throw over();
      await takeAnswer(uid);
      const granted = SCOPES.filter((scope) => asked.scopes.includes(scope) && scopes.includes(scope));
      const { Grant } = await provider();
      const clientId = `${found.params.client_id}`;
      const grant = new Grant({ accountId: userId, clientId });
      // The library's ids can begin with a dash, but people type this one in `kith app revoke`.
      grant.jti = randomUUID();
      grant.addResourceScope(settings.resource, granted.join(' '));
      // Scopes that were not granted are rejected explicitly. Otherwise the library would ask again.
      grant.rejectResourceScope(settings.resource, asked.scopes.filter((scope) => !granted.includes(scope)).join(' '));
      const id = await grant.save();
      const host = { user_id: userId, id, client_id: clientId, name: asked.name, sent_to: asked.sentTo };
      await settings.store.directory((db) => addHost(db, { ...host, scopes: granted.join(' ') }));
      return finish(cookies, { login: { accountId: userId, remember: false }, consent: { grantId: id } });
    },
    async deny(cookies, uid) {
      if (!(await interaction(cookies, uid))) throw over();
      await takeAnswer(uid);
      return finish(cookies, { error: 'access_denied', error_description: 'The user denied the request.' });
    },
  };

  /**
   * Anyone can register any redirect URL, and a request can fail before the person is asked. The error page therefore
   * shows the problem and the destination first: a link to kith must not redirect to an arbitrary site (RFC 9700,
   * 4.11.2).
   */
  async function confirmErrorRedirect(context: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> {
    await next();
    const location = context.response.get('location');
    // Browsers send this header when a person follows a link. Other programs do not.
    const isFollowed = context.get('sec-fetch-dest') === 'document';
    if (!isFollowed || context.path !== ENDPOINTS.authorization || !URL.canParse(location)) return;
    const backTo = new URL(location);
    const told = new URLSearchParams(backTo.hash.slice(1) || backTo.search);
    const [error, description] = [told.get('error')!, told.get('error_description') ?? undefined];
    context.remove('location');
    context.status = 400;
    await showPage(context, await settings.errorPage({ error, description, backTo }));
  }

  async function askedFor(cookies: string, uid: string): Promise<ConsentRequest | undefined> {
    const found = await interaction(cookies, uid);
    if (!found) return undefined;
    const client = await (await provider()).Client.find(`${found.params.client_id}`);
    if (!client) return undefined;
    const sentTo = new URL(`${found.params.redirect_uri}`);
    const isWeb = /^https?:$/.test(sentTo.protocol);
    return {
      name: shownName(client.clientName ?? '') || sentTo.host,
      documentHost: URL.canParse(client.clientId) ? new URL(client.clientId).host : undefined,
      sentTo: isWeb ? sentTo.host : sentTo.protocol,
      // A content security policy cannot name IPv6 addresses.
      leadsTo: isWeb && !sentTo.hostname.startsWith('[') ? sentTo.origin : sentTo.protocol,
      isLocal: isWeb && isLoopback(sentTo.hostname),
      scopes: scopesIn(`${found.params.scope ?? ''}`),
    };
  }

  async function scopesOf(refreshToken: string) {
    const found = await findRecord(settings.store, settings.secret, 'RefreshToken', refreshToken);
    return scopesIn(`${found?.content.scope ?? ''}`);
  }

  /** The pending interaction of this browser, identified by its cookie. */
  async function interaction(cookies: string, uid: string) {
    const details = await (await provider()).interactionDetails(...exchangeOf(cookies)).catch(undefinedIfOver);
    return details?.uid === uid ? details : undefined;
  }

  /** If an interaction is answered more than once, for example with a double click, the first answer counts. */
  async function takeAnswer(uid: string): Promise<void> {
    const { store, secret } = settings;
    if (!(await store.directory((db) => consumeRecord(db, secret, 'Interaction', uid)))) throw over();
  }

  async function finish(cookies: string, result: Parameters<Provider['interactionResult']>[2]) {
    const options = { mergeWithLastSubmission: false };
    const next = await (await provider()).interactionResult(...exchangeOf(cookies), result, options);
    return new URL(next).pathname;
  }
}

/** Shortens a name to one line and removes invisible and direction-changing characters. */
function shownName(name: string): string {
  const words = name.replace(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+/gu, ' ').trim();
  return words.length > MAX_APP_NAME ? `${words.slice(0, MAX_APP_NAME).trimEnd()}…` : words;
}

/** Converts the library's error for an ended interaction to undefined. */
function undefinedIfOver(error: unknown): undefined {
  if (!(error instanceof Error && error.name === 'SessionNotFound')) throw error;
}

/** A minimal request and response, in which the library looks for a cookie. */
function exchangeOf(cookies: string): [IncomingMessage, ServerResponse] {
  const incoming = new IncomingMessage(new Socket());
  incoming.headers.cookie = cookies;
  return [incoming, new ServerResponse(incoming)];
}

const over = () =>
  new KithError('NotFound', 'This sign-in request has ended or was opened in another browser.', {
    hint: 'Start again from the app.',
  });

/** Suppresses the library's warning about Node 20 at each start. The test suite also runs the library on Node 20. */
async function loadLibrary() {
  const { warn } = console;
  console.warn = () => {};
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}

/**
 * Apps name the resource in different ways: with a trailing slash, as the origin only, or with another name of this
 * computer.
 */
function canonicalOf({ issuer, resource }: AuthorizationSettings): Known['canonical'] {
  const own = new URL(issuer);
  return (named) => {
    if (!URL.canParse(named)) return named;
    const { protocol, hostname, port, pathname, search, hash } = new URL(named);
    const isHere = hostname === own.hostname || (isLoopback(hostname) && isLoopback(own.hostname));
    const isWhole = search === '' && hash === '' && ['/', '/mcp', '/mcp/'].includes(pathname);
    return isHere && isWhole && protocol === own.protocol && port === own.port ? resource : named;
  };
}

function withoutCookie(request: IncomingMessage, name: string): void {
  const cookies = (request.headers.cookie ?? '').split(/; */).filter((cookie) => !cookie.startsWith(name));
  request.headers.cookie = cookies.join('; ');
}
