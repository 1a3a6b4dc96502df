import { IncomingMessage } from 'node:http';
import { SCOPES } from '../contract/scopes.ts';

// Hosts spell the same wish in different ways. Their requests are read once, put into the one form that the
// authorization server takes, and given to it as a new request.

const MOST_BYTES = 56 * 1024;

/** The addresses of this server's endpoints; all of them POST but the first. */
export const ENDPOINTS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
} as const;

/** The resource as a host names it: with a slash at the end, or as the other names of this machine. */
export type Canonical = (resource: string) => string;

/** A request in the form the authorization server takes; undefined where its body is too large. */
export async function inOneForm(incoming: IncomingMessage, https: boolean, canonical: Canonical) {
  const body = await bodyOf(incoming);
  if (body === undefined) return undefined;
  const url = new URL(incoming.url!, 'http://here');
  const path = url.pathname;
  if (path === ENDPOINTS.authorization) withKnownScopes(url.searchParams, canonical);
  const headers: Record<string, string | string[] | undefined> = {
    ...incoming.headers,
    // Koa marks cookies as Secure by it; nobody else is believed about it.
    'x-forwarded-proto': https ? 'https' : 'http',
  };
  const text = rewritten(path, body, canonical);
  if (body.length > 0) headers['content-length'] = String(text.length);
  delete headers['transfer-encoding'];
  return requestLike(incoming, path + url.search, headers, text);
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MOST_BYTES) chunks.push(chunk);
  }
  return size > MOST_BYTES ? undefined : Buffer.concat(chunks);
}

/**
 * Scopes that are not ours are left out, as RFC 6749 (3.3) allows: hosts ask for `openid`, `offline_access` and others by
 * habit. A host that asks for none of ours asks for all, and the person decides.
 */
function withKnownScopes(query: URLSearchParams, canonical: Canonical): void {
  const asked = (query.get('scope') ?? '').split(' ');
  const known = SCOPES.filter((scope) => asked.includes(scope));
  query.set('scope', (known.length > 0 ? known : SCOPES).join(' '));
  withCanonicalResource(query, canonical);
}

function withCanonicalResource(parameters: URLSearchParams, canonical: Canonical): void {
  const resources = [...new Set(parameters.getAll('resource').map(canonical))];
  parameters.delete('resource');
  for (const resource of resources) parameters.append('resource', resource);
}

function rewritten(path: string, body: Buffer, canonical: Canonical): Buffer {
  if (path === ENDPOINTS.registration) return registration(body);
  if (path !== ENDPOINTS.token) return body;
  const form = new URLSearchParams(body.toString());
  withCanonicalResource(form, canonical);
  return Buffer.from(form.toString());
}

/** What a host tells of itself that is kept. */
const KEPT = ['client_name', 'client_uri', 'logo_uri', 'redirect_uris', 'software_id', 'software_version'];

/**
 * A registration as it is stored (RFC 7591, 3.2.1, lets the server replace values): a public client with PKCE, whatever
 * secret it asked for, and without the scopes of the challenge it came from, which would keep it from asking for more.
 */
function registration(body: Buffer): Buffer {
  let told: unknown;
  try {
    told = JSON.parse(body.toString());
  } catch {
    return body;
  }
  if (typeof told !== 'object' || told === null || Array.isArray(told)) return body;
  const kept = Object.entries(told).filter(([name, value]) => KEPT.includes(name) && value !== null && value !== '');
  return Buffer.from(JSON.stringify({ ...Object.fromEntries(kept), token_endpoint_auth_method: 'none' }));
}

/** A request of the same connection with another address, headers and body. */
function requestLike(incoming: IncomingMessage, url: string, headers: IncomingMessage['headers'], body: Buffer) {
  const request = new IncomingMessage(incoming.socket);
  Object.assign(request, { method: incoming.method, url, headers, httpVersion: incoming.httpVersion, complete: true });
  request.push(body);
  request.push(null);
  return request;
}
