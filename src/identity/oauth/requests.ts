import { IncomingMessage } from 'node:http';
import { SCOPES } from '../../contract/scopes.ts';

// Hosts spell the same wish in different ways. Their requests are read once, put into the one form that the
// authorization server takes, and given to it as a new request.

/** The addresses of this server's endpoints; all of them POST but the first. */
export const ENDPOINTS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
} as const;

const FOR_PROGRAMS: readonly string[] = [ENDPOINTS.token, ENDPOINTS.registration, ENDPOINTS.revocation];

/** Whether an address is one that no browser is sent to. */
export const isForPrograms = (url: string | undefined): boolean => FOR_PROGRAMS.includes(url!.split('?')[0]!);

export interface Known {
  /** The resource that a host means: with a slash at the end, or by another name of this machine. */
  canonical(resource: string): string;
  /** The scopes that a refresh token stands for. */
  scopesOf(refreshToken: string): Promise<readonly string[]>;
}

/** A request in the form the authorization server takes. */
export async function inOneForm(incoming: IncomingMessage, body: Buffer, https: boolean, known: Known) {
  const url = new URL(incoming.url!, 'http://here');
  const path = url.pathname;
  if (path === ENDPOINTS.authorization) withKnownParameters(url.searchParams, known);
  const headers: Record<string, string | string[] | undefined> = {
    ...incoming.headers,
    // Koa marks cookies as Secure by it; nobody else is believed about it.
    'x-forwarded-proto': https ? 'https' : 'http',
    // Programs read the errors of these, whatever they say they accept.
    ...(isForPrograms(path) && { accept: 'application/json' }),
  };
  const text = path === ENDPOINTS.token ? await tokenRequest(body, known) : body;
  if (body.length > 0) headers['content-length'] = String(text.length);
  delete headers['transfer-encoding'];
  delete headers['content-encoding'];
  return requestLike(incoming, path + url.search, headers, text);
}

/** What an authorization may say; the last ones so that they are refused in the library's words. */
const PARAMETERS = [
  ...['client_id', 'redirect_uri', 'response_type', 'response_mode', 'state', 'scope', 'resource', 'prompt'],
  ...['code_challenge', 'code_challenge_method', 'request', 'request_uri', 'registration'],
];

/**
 * Other parameters are left out (RFC 6749, 3.1), such as those of OpenID Connect, and so are scopes that are not ours
 * (3.3): hosts ask for `openid`, `offline_access` and others by habit. A host that asks for none of ours asks for all,
 * and the person decides.
 */
function withKnownParameters(query: URLSearchParams, known: Known): void {
  for (const name of [...query.keys()]) if (!PARAMETERS.includes(name)) query.delete(name);
  // The person is asked each time, whatever a host wishes; only `none` forbids it.
  if (query.get('prompt') !== 'none') query.delete('prompt');
  const asked = (query.get('scope') ?? '').split(' ');
  // In the other modes an answer would come as a page or a fragment: a name that the library does not know is refused.
  if ((query.get('response_mode') ?? 'query') !== 'query') query.set('response_mode', 'other than query');
  const asksForOurs = SCOPES.some((scope) => asked.includes(scope));
  // Nothing can be done without reading: what is written is also shown.
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
 * Some hosts refresh with the scopes that they asked for at first. Those that the person did not give are left out, as
 * they were at the authorization.
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

/** A request of the same connection with another address, headers and body. */
function requestLike(incoming: IncomingMessage, url: string, headers: IncomingMessage['headers'], body: Buffer) {
  const request = new IncomingMessage(incoming.socket);
  Object.assign(request, { method: incoming.method, url, headers, httpVersion: incoming.httpVersion, complete: true });
  request.push(body);
  request.push(null);
  return request;
}
