import { type Dispatcher, request } from 'undici';
import { CARD, childOf, childrenOf, DAV, type Element, readXml } from '../../src/dav/client/xml.ts';
import { addKey } from '../../src/identity/users/user-keys.ts';
import { withData } from './browser.ts';
import { makeContacts } from './people.ts';
import type { RunningService, User } from './service.ts';

// A phone as CardDAV sees one: it has an app password, and knows only kith's starting URL.

export interface DavReply {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
}

/** A multistatus response for one URL. */
export interface ResourceResponse {
  href: string;
  /** Status of the resource itself, if present. */
  status: number | undefined;
  /** By `{namespace}name`. */
  found: Record<string, Element>;
  missing: string[];
  refused: string[];
}

export interface SendOptions {
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Another `Authorization`, or none. */
  as?: string | undefined;
}

export interface DavDevice {
  baseUrl: string;
  email: string;
  password: string;
  authorization: string;
  principal: string;
  home: string;
  book: string;
  /** The URL of a card. */
  card(name: string): string;
  send(method: string, path: string, options?: SendOptions): Promise<DavReply>;
  propfind(path: string, depth: string, body?: string): Promise<ResourceResponse[]>;
  report(body: string, headers?: Record<string, string>): Promise<DavReply>;
  /** Sends sync-collection. Returns the reported cards and the next token. */
  sync(token: string, limit?: number, props?: string): Promise<{ told: ResourceResponse[]; token: string }>;
  put(name: string, card: string, headers?: Record<string, string>): Promise<DavReply>;
}

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** A new app password of a user, created as on the command line. */
export const appPassword = (
  service: RunningService,
  { email }: Pick<User, 'email'>,
  name = 'phone',
  permissions: 'read' | 'write' = 'write',
): Promise<string> =>
  withData(service, async ({ store, secret }) => {
    const key = await addKey(store, secret, email, { name, permissions, expiresAt: null, kind: 'dav' });
    return key.secret;
  });

/** A user's device, with `people` additional people in the address book. */
export async function deviceOf(
  service: RunningService,
  user: User,
  { contacts = 0, name = 'phone', permissions = 'write' as 'read' | 'write' } = {},
): Promise<DavDevice> {
  const people = Array.from({ length: contacts }, (_, at) => ({
    full_name: `Person ${at}`,
    contact_emails: [{ email: `person-${at}@example.com` }],
  }));
  await makeContacts(user, people);
  return deviceAt(service.baseUrl, user, await appPassword(service, user, name, permissions));
}

export function deviceAt(baseUrl: string, { id, email }: Pick<User, 'id' | 'email'>, password: string): DavDevice {
  const authorization = basic(email, password);
  const book = `/dav/books/${id}/contacts/`;
  const device: DavDevice = {
    ...{ baseUrl, email, password, authorization, book },
    principal: `/dav/principals/${id}/`,
    home: `/dav/books/${id}/`,
    card: (name) => book + encodeURIComponent(name),
    async send(method, path, options = {}) {
      const as = 'as' in options ? options.as : authorization;
      const answer = await request(baseUrl + path, {
        method: method as Dispatcher.HttpMethod,
        headers: { ...(as !== undefined && { authorization: as }), ...options.headers },
        ...(options.body !== undefined && { body: options.body }),
      });
      const headers = Object.entries(answer.headers).map(([name, value]) => [name, value?.toString()]);
      return { status: answer.statusCode, headers: Object.fromEntries(headers), text: await answer.body.text() };
    },
    async propfind(path, depth, body = '') {
      const headers = { depth, 'content-type': 'application/xml' };
      return responsesIn(await device.send('PROPFIND', path, { headers, body }));
    },
    report: (body, headers = {}) =>
      device.send('REPORT', book, { headers: { depth: '1', 'content-type': 'application/xml', ...headers }, body }),
    async sync(token, limit, props = '<D:getetag/>') {
      const most = limit === undefined ? '' : `<D:limit><D:nresults>${limit}</D:nresults></D:limit>`;
      const answer = await device.report(
        `<D:sync-collection xmlns:D="DAV:" xmlns:C="${CARD}"><D:sync-token>${token}</D:sync-token><D:sync-level>1</D:sync-level>${most}<D:prop>${props}</D:prop></D:sync-collection>`,
        { depth: '0' },
      );
      return { told: responsesIn(answer), token: childOf(readXml(answer.text), DAV, 'sync-token')!.text };
    },
    put: (name, card, headers = {}) =>
      device.send('PUT', device.card(name), { headers: { 'content-type': 'text/vcard', ...headers }, body: card }),
  };
  return device;
}

/** The parts of a multistatus. Throws for any other response. */
export function responsesIn(answer: DavReply): ResourceResponse[] {
  if (answer.status !== 207) throw new Error(`${answer.status} ${answer.text}`);
  return childrenOf(readXml(answer.text), DAV, 'response').map((response) => {
    const byStatus = (status: number) =>
      childrenOf(response, DAV, 'propstat')
        .filter((part) => statusIn(part) === status)
        .flatMap((part) => childOf(part, DAV, 'prop')!.children);
    const names = (elements: Element[]) => elements.map(({ space, name }) => `{${space}}${name}`);
    return {
      href: childOf(response, DAV, 'href')!.text,
      status: statusIn(response),
      found: Object.fromEntries(byStatus(200).map((one) => [`{${one.space}}${one.name}`, one])),
      missing: names(byStatus(404)),
      refused: names(byStatus(403)),
    };
  });
}

const statusIn = (element: Element): number | undefined => {
  const text = childOf(element, DAV, 'status')?.text;
  return text === undefined ? undefined : Number(/ (\d{3}) /.exec(text)![1]);
};

/** A person's card as many clients write one. */
export const cardOf = (uid: string, name: string, ...lines: string[]): string =>
  ['BEGIN:VCARD', 'VERSION:3.0', `UID:${uid}`, `N:${name};;;;`, `FN:${name}`, ...lines, 'END:VCARD', ''].join('\r\n');
