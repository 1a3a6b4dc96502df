import { KithError } from '../../shared/error.ts';
import { type HttpSource, resolveReference } from '../../shared/http/http-source.ts';
import { CARD, childOf, childrenOf, DAV, type Element, readXml } from './xml.ts';

/** A resource in a multistatus reply (RFC 4918, 14.24) with its found properties. */
export interface DavResponse {
  url: URL;
  /** Status of the resource itself; 200 if the reply has none. */
  status: number;
  properties: Element[];
}

export interface Multistatus {
  status: number;
  resources: DavResponse[];
  /** Token for the next sync request (RFC 6578, 6.2). */
  syncToken?: string | undefined;
}

/** Sends a PROPFIND or REPORT with an XML body. A reply other than a multistatus has no resources. */
export async function requestMultistatus(
  source: HttpSource,
  method: 'PROPFIND' | 'REPORT',
  url: URL,
  depth: 0 | 1,
  body: string,
): Promise<Multistatus> {
  const answer = await sendDavRequest(source, method, url, depth, body);
  if (answer.status === 403)
    throw new KithError('Forbidden', `${url.host} does not allow this user to read ${url.pathname}.`);
  return answer;
}

/** Like `askDav`, but returns a 403, which can have other causes than missing read access. */
export async function sendDavRequest(
  source: HttpSource,
  method: 'PROPFIND' | 'REPORT',
  url: URL,
  depth: 0 | 1,
  body: string,
): Promise<Multistatus> {
  const headers = { depth: String(depth), 'content-type': 'application/xml; charset=utf-8', accept: 'application/xml' };
  const answer = await source.send(url, { method, headers, body: `<?xml version="1.0" encoding="utf-8"?>\n${body}` });
  if (answer.status === 401) throw refusesSignIn(url);
  if (answer.status !== 207) return { status: answer.status, resources: [] };
  const root = readXml(answer.text);
  const resources = childrenOf(root, DAV, 'response').map((response) => resourceOf(response, answer.url));
  return { status: 207, resources, syncToken: childOf(root, DAV, 'sync-token')?.text.trim() || undefined };
}

export const refusesSignIn = (url: URL): KithError =>
  new KithError('Unauthorized', `${url.host} rejected the user name or password.`, {
    hint: 'If the account uses two-factor authentication, create an app password in its settings.',
  });

function resourceOf(response: Element, base: URL): DavResponse {
  const found = childrenOf(response, DAV, 'propstat').filter((part) => statusOf(childOf(part, DAV, 'status')) === 200);
  return {
    url: resolveReference(base, childOf(response, DAV, 'href')?.text.trim() ?? ''),
    status: statusOf(childOf(response, DAV, 'status')) ?? 200,
    properties: found.flatMap((part) => childOf(part, DAV, 'prop')?.children ?? []),
  };
}

/** Parses a status line such as `HTTP/1.1 200 OK`. */
const statusOf = (element: Element | undefined): number | undefined =>
  element && Number(/^HTTP\/\S+ (\d{3})/.exec(element.text.trim())?.[1]);

export const property = (resource: DavResponse | undefined, space: string, name: string): Element | undefined =>
  resource?.properties.find((element) => element.space === space && element.name === name);

/** The URLs in a property. */
export const hrefsOf = (resource: DavResponse | undefined, space: string, name: string): URL[] =>
  childrenOf(property(resource, space, name), DAV, 'href').map(({ text }) =>
    resolveReference(resource!.url, text.trim()),
  );

export const isOf = (resource: DavResponse, space: string, type: string): boolean =>
  childOf(property(resource, DAV, 'resourcetype'), space, type) !== undefined;

/** A `<d:propfind>` for properties named `d:…` or `c:…`. */
export const propfindBody = (...names: string[]): string =>
  `<d:propfind xmlns:d="${DAV}" xmlns:c="${CARD}"><d:prop>${names.map((name) => `<${name}/>`).join('')}</d:prop></d:propfind>`;

/** Escapes text for XML. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'));
