import { IncomingMessage } from 'node:http';
import { SCOPES } from '../../contract/scopes.ts';

// Apps write the same request in different ways. Requests are normalized once and passed to the authorization server as
// new requests.

/** Paths of the endpoints. All except the first accept POST. */
export const ENDPOINTS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
} as const;

const FOR_PROGRAMS: readonly string[] = [ENDPOINTS.token, ENDPOINTS.registration, ENDPOINTS.revocation];

/** Returns whether only programs, never browsers, use a URL. */
export const isForPrograms = (url: string | undefined): boolean => FOR_PROGRAMS.includes(url!.split('?')[0]!);

export interface Known {
  /** Canonical name for a resource. Apps may add a trailing slash or use another host name. */
  canonical(resource: string): string;
  /** Scopes of a refresh token. */
  scopesOf(refreshToken: string): Promise<readonly string[]>;
}

/** Normalizes a request for the authorization server. */
export async function inOneForm(incoming: IncomingMessage, body: Buffer, https: boolean, known: Known) {
  const url = new URL(incoming.url!, 'http://here');
  const path = url.pathname;
  if (path === ENDPOINTS.authorization) withKnownParameters(url.searchParams, known);
  const headers: Record<string, string | string[] | undefined> = {
    ...incoming.headers,
    // Koa uses this header to mark cookies as Secure. The client's own value is ignored.
    'x-forwarded-proto': https ? 'https' : 'http',
    // Programs parse these errors, whatever their Accept header says.
    ...(isForPrograms(path) && { accept: 'application/json' }),
  };
  const text = path === ENDPOINTS.token ? await tokenRequest(body, known) : body;
  if (body.length > 0) headers['content-length'] = String(text.length);
  delete headers['transfer-encoding'];
  delete headers['content-encoding'];
  return requestLike(incoming, path + url.search, headers, text);
}

/** Accepted authorization parameters. The last ones are passed on so that the library rejects them. */
const PARAMETERS = [
  ...['client_id', 'redirect_uri', 'response_type', 'response_mode', 'state', 'scope', 'resource', 'prompt'],
  ...['code_challenge', 'code_challenge_method', 'request', 'request_uri', 'registration'],
];

/**
 * Drops other parameters (RFC 6749, 3.1), such as those of OpenID Connect, and unknown scopes (3.3), because apps
 * request `openid`, `offline_access`, and others by habit. An app that requests none of our scopes requests all of
 * them, and the person decides.
 */
function withKnownParameters(query: URLSearchParams, known: Known): void {
  for (const name of [...query.keys()]) if (!PARAMETERS.includes(name)) query.delete(name);
  // The person is asked each time. Only `prompt=none` prevents it.
  if (query.get('prompt') !== 'none') query.delete('prompt');
  const asked = (query.get('scope') ?? '').split(' ');
  // Other response modes would respond with a page or a fragment. An unknown name makes the library reject them.
  if ((query.get('response_mode') ?? 'query') !== 'query') query.set('response_mode', 'other than query');
  const asksForOurs = SCOPES.some((scope) => asked.includes(scope));
  // Every grant includes reading, because write operations return the data.
  const scopes = SCOPES.filter((scope) => !asksForOurs || scope === 'kith:read' || asked.includes(scope));
  query.set('scope', scopes.join(' '));
  withCanonicalResource(query, known);
}

function withCanonicalResource(parameters: URLSearchParams, { canonical }: Known): void {
  const resources = [...new Set(parameters.getAll('resource').map(canonical))];
  parameters.delete('resource');
  for (const resource of resources) parameters.append('resource', resource);
}

/**
 * Some apps refresh with all scopes that they first requested. Scopes that the person did not grant are removed, as in
 * the authorization.
 */
async function tokenRequest(body: Buffer, known: Known): Promise<Buffer> {
  const form = new URLSearchParams(body.toString());
  withCanonicalResource(form, known);
  const asked = form.get('scope')?.split(' ');
  if (asked) {
    const given = await known.scopesOf(form.get('refresh_token') ?? '');
    const scopes = given.filter((scope) => asked.includes(scope));
    form.delete('scope');
    if (scopes.length > 0) form.set('scope', scopes.join(' '));
  }
  return Buffer.from(form.toString());
}

/** Copies a request of the same connection with another URL, headers, and body. */
function requestLike(incoming: IncomingMessage, url: string, headers: IncomingMessage['headers'], body: Buffer) {
  const request = new IncomingMessage(incoming.socket);
  Object.assign(request, { method: incoming.method, url, headers, httpVersion: incoming.httpVersion, complete: true });
  request.push(body);
  request.push(null);
  return request;
}
