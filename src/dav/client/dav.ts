import { KithError } from '../../shared/error.ts';
import { type HttpSource, named } from '../../shared/http/http-source.ts';
import { CARD, childOf, childrenOf, DAV, type Element, readXml } from './xml.ts';

/** What a reply says about one resource (RFC 4918, 14.24): the properties that it has. */
export interface Resource {
  url: URL;
  /** The status of the resource itself, where the reply gives one. */
  status: number;
  properties: Element[];
}

export interface DavAnswer {
  status: number;
  resources: Resource[];
  /** What the next question about changes begins after (RFC 6578, 6.2). */
  syncToken?: string | undefined;
}

/** Sends a PROPFIND or REPORT with its XML. An answer other than a multistatus has no resources. */
export async function askDav(
  source: HttpSource,
  method: 'PROPFIND' | 'REPORT',
  url: URL,
  depth: 0 | 1,
  body: string,
): Promise<DavAnswer> {
  const answer = await sendDav(source, method, url, depth, body);
  if (answer.status === 403)
    throw new KithError('Forbidden', `${url.host} does not let this user read ${url.pathname}.`);
  return answer;
}

/** The same, where 403 may mean something else than that nothing may be read. */
export async function sendDav(
  source: HttpSource,
  method: 'PROPFIND' | 'REPORT',
  url: URL,
  depth: 0 | 1,
  body: string,
): Promise<DavAnswer> {
  const headers = { depth: String(depth), 'content-type': 'application/xml; charset=utf-8', accept: 'application/xml' };
  const answer = await source.send(url, { method, headers, body: `<?xml version="1.0" encoding="utf-8"?>\n${body}` });
  if (answer.status === 401) throw refusesSignIn(url);
  if (answer.status !== 207) return { status: answer.status, resources: [] };
  const root = readXml(answer.text);
  const resources = childrenOf(root, DAV, 'response').map((response) => resourceOf(response, answer.url));
  return { status: 207, resources, syncToken: childOf(root, DAV, 'sync-token')?.text.trim() || undefined };
}

export const refusesSignIn = (url: URL): KithError =>
  new KithError('Unauthorized', `${url.host} refuses the user name or the password.`, {
    hint: 'Where accounts have a second factor, make a password for apps in the settings of the account.',
  });

function resourceOf(response: Element, base: URL): Resource {
  const found = childrenOf(response, DAV, 'propstat').filter((part) => statusOf(childOf(part, DAV, 'status')) === 200);
  return {
    url: named(base, childOf(response, DAV, 'href')?.text.trim() ?? ''),
    status: statusOf(childOf(response, DAV, 'status')) ?? 200,
    properties: found.flatMap((part) => childOf(part, DAV, 'prop')?.children ?? []),
  };
}

/** `HTTP/1.1 200 OK` as its number. */
const statusOf = (element: Element | undefined): number | undefined =>
  element && Number(/^HTTP\/\S+ (\d{3})/.exec(element.text.trim())?.[1]);

export const property = (resource: Resource | undefined, space: string, name: string): Element | undefined =>
  resource?.properties.find((element) => element.space === space && element.name === name);

/** The addresses that a property holds. */
export const hrefsOf = (resource: Resource | undefined, space: string, name: string): URL[] =>
  childrenOf(property(resource, space, name), DAV, 'href').map(({ text }) => named(resource!.url, text.trim()));

export const isOf = (resource: Resource, space: string, type: string): boolean =>
  childOf(property(resource, DAV, 'resourcetype'), space, type) !== undefined;

/** `<d:propfind>` for properties named as `d:…` or `c:…`. */
export const propfind = (...names: string[]): string =>
  `<d:propfind xmlns:d="${DAV}" xmlns:c="${CARD}"><d:prop>${names.map((name) => `<${name}/>`).join('')}</d:prop></d:propfind>`;

/** Text inside an element. */
export const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'));
