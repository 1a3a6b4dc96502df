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

/** A request and its answer as Node has them. */
export interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

export interface AuthorizationServer {
  /** The methods of a path of this server; undefined for every other path. */
  methodsOf(path: string): readonly string[] | undefined;
  /** Answers a request on such a path. Its body has already been read. */
  answer(exchange: Exchange, body: Buffer): Promise<void>;
  /**
   * What is asked for under an id, in the browser that it was asked in, which shows by its cookies; undefined where that
   * is over, or another browser's.
   */
  askedFor(cookies: string, uid: string): Promise<ConsentRequest | undefined>;
  /** Lets the host do so much of what it asked for. Gives the path where the browser goes on; throws 404 as above. */
  allow(cookies: string, uid: string, userId: string, scopes: readonly Scope[]): Promise<string>;
  deny(cookies: string, uid: string): Promise<string>;
}

/** Characters of a host's name that are shown and kept. */
const MOST_OF_A_NAME = 60;

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
    made.use(leadingNowhereUnasked);
    return made;
  });

  return {
    methodsOf(path) {
      // The browser comes back after consent below it.
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
      // Each authorization stands alone: no session of an earlier one takes part in it.
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
      // Ids of the library may begin with a dash, and people type this one: kith app revoke.
      grant.jti = randomUUID();
      grant.addResourceScope(settings.resource, granted.join(' '));
      // What was asked for and not given is answered too: else it would be asked again.
      grant.rejectResourceScope(settings.resource, asked.scopes.filter((scope) => !granted.includes(scope)).join(' '));
      const id = await grant.save();
      const host = { user_id: userId, id, client_id: clientId, name: asked.name, sent_to: asked.sentTo };
      await settings.store.directory((db) => addHost(db, { ...host, scopes: granted.join(' ') }));
      return finish(cookies, { login: { accountId: userId, remember: false }, consent: { grantId: id } });
    },
    async deny(cookies, uid) {
      if (!(await interaction(cookies, uid))) throw over();
      await takeAnswer(uid);
      return finish(cookies, { error: 'access_denied', error_description: 'The person did not agree.' });
    },
  };

  /**
   * Anybody may register any address, and the first step is answered before the person was asked. So a page tells the
   * person what is wrong and where the way back leads: a link to kith must not open just any site (RFC 9700, 4.11.2).
   */
  async function leadingNowhereUnasked(context: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> {
    await next();
    const location = context.response.get('location');
    // What a browser says where somebody follows a link; no program does.
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
      // A policy knows no IPv6 addresses.
      leadsTo: isWeb && !sentTo.hostname.startsWith('[') ? sentTo.origin : sentTo.protocol,
      isLocal: isWeb && isLoopback(sentTo.hostname),
      scopes: scopesIn(`${found.params.scope ?? ''}`),
    };
  }

  async function scopesOf(refreshToken: string) {
    const found = await findRecord(settings.store, settings.secret, 'RefreshToken', refreshToken);
    return scopesIn(`${found?.content.scope ?? ''}`);
  }

  /** The open question of this browser, by the cookie it was given with the question. */
  async function interaction(cookies: string, uid: string) {
    const details = await (await provider()).interactionDetails(...exchangeOf(cookies)).catch(undefinedIfOver);
    return details?.uid === uid ? details : undefined;
  }

  /** Of several answers to a question, such as a double click, the first one counts. */
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

/** A name of a few words in one line. What nobody sees, or what turns the words around it, is no part of a name. */
function shownName(name: string): string {
  const words = name.replace(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+/gu, ' ').trim();
  return words.length > MOST_OF_A_NAME ? `${words.slice(0, MOST_OF_A_NAME).trimEnd()}…` : words;
}

/** For what throws where there is no question, or no longer. */
function undefinedIfOver(error: unknown): undefined {
  if (!(error instanceof Error && error.name === 'SessionNotFound')) throw error;
}

/** As much of a request as the library looks for a cookie in. */
function exchangeOf(cookies: string): [IncomingMessage, ServerResponse] {
  const incoming = new IncomingMessage(new Socket());
  incoming.headers.cookie = cookies;
  return [incoming, new ServerResponse(incoming)];
}

const over = () =>
  new KithError('NotFound', 'This request of a host is over, or belongs to another browser.', {
    hint: 'Begin again from the host.',
  });

/** It warns about Node 20, on which the suite runs it too, and says so on each start. */
async function loadLibrary() {
  const { warn } = console;
  console.warn = () => {};
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}

/** Hosts name the resource as they reached it: with a slash, as the origin alone, or by another name of this machine. */
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
