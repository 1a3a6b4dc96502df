import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the server deviates from a plain one. */
export interface Quirks {
  /** Requires Digest, as SabreDAV does. */
  digest?: boolean;
  /** Target of the well-known URL (default: the DAV root). */
  wellKnown?: string;
  /** Answers REPORT with 501. */
  noMultiget?: boolean;
  /** Prefix of every multistatus. */
  doctype?: string;
  /** Answers this many requests with 503 first. */
  busy?: number;
  /** A card that is listed but missing when it is read. */
  gone?: string;
  /** No address book in the home set. */
  empty?: boolean;
  /** URLs in place of its own in responses. `card` is an additional card. */
  hrefs?: Partial<Record<'principal' | 'home' | 'book' | 'card' | 'answered', string>>;
  /** Redirects, by `METHOD path`. */
  redirects?: Record<string, { status: number; location: string }>;
}

export interface FakeDav {
  url: string;
  /** `METHOD path` of each request. */
  requests: string[];
  quirks: Quirks;
  /** Cards by name in the one book, `/dav/home/friends/`. */
  cards: Map<string, string>;
  close(): void;
}

const USER = 'ann';
const PASSWORD = 'secret';
const HOME = '/dav/home/';
const BOOK = `${HOME}friends/`;

/** A CardDAV server (RFC 6352) on loopback, with one user and one book, that can be told to behave differently. */
export async function startDav(): Promise<FakeDav> {
  const dav: FakeDav = { url: '', requests: [], quirks: {}, cards: new Map(), close: () => server.close() };
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request;
    dav.requests.push(`${method} ${path}`);
    let body = '';
    for await (const chunk of request) body += chunk;
    const { status, headers = {}, text = '' } = answer(dav, request, method, path, body);
    response.writeHead(status, headers).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  dav.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return dav;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  text?: string;
}

function answer(dav: FakeDav, request: IncomingMessage, method: string, path: string, body: string): Answer {
  const { quirks } = dav;
  if (quirks.busy) {
    quirks.busy--;
    return { status: 503, headers: { 'retry-after': '0' } };
  }
  if (path === '/.well-known/carddav') {
    return { status: 301, headers: { location: quirks.wellKnown ?? '/dav/' } };
  }
  if (!signed(request, quirks.digest ?? false)) {
    const asked = quirks.digest ? 'Digest realm="dav", qop="auth", nonce="abc", opaque="o"' : 'Basic realm="dav"';
    return { status: 401, headers: { 'www-authenticate': asked } };
  }
  const onward = quirks.redirects?.[`${method} ${path}`];
  if (onward) return { status: onward.status, headers: { location: onward.location } };
  if (method === 'REPORT') return quirks.noMultiget ? { status: 501 } : multiget(dav, body);
  if (method === 'GET') {
    const card = dav.cards.get(decodeURIComponent(path.slice(BOOK.length)));
    return card === undefined ? { status: 404 } : { status: 200, text: card };
  }
  return propfind(dav, path, String(request.headers.depth ?? '0'));
}

function propfind({ cards, quirks }: FakeDav, path: string, depth: string): Answer {
  const { principal: me = '/dav/me/', home: homeSet = HOME, book: bookHref = BOOK, card } = quirks.hrefs ?? {};
  const principal = resource(
    path,
    `<d:resourcetype><d:collection/></d:resourcetype><d:current-user-principal><d:href>${inXml(me)}</d:href></d:current-user-principal>`,
  );
  if (path === '/dav/') return multistatus(quirks, [principal]);
  if (path === '/dav/me/')
    return multistatus(quirks, [
      resource(path, `<c:addressbook-home-set><d:href>${inXml(homeSet)}</d:href></c:addressbook-home-set>`),
    ]);
  const book = resource(
    inXml(bookHref),
    '<d:resourcetype><d:collection/><c:addressbook/></d:resourcetype><d:displayname>Friends &amp; <![CDATA[family]]></d:displayname>',
  );
  const home = resource(HOME, '<d:resourcetype><d:collection/></d:resourcetype>');
  if (path === HOME) return multistatus(quirks, [home, ...(depth === '1' && !quirks.empty ? [book] : [])]);
  if (path !== BOOK) return { status: 404 };
  const listed = [...[...cards.keys()].map((name) => BOOK + encodeURIComponent(name)), ...(card ? [inXml(card)] : [])];
  const inside = listed.map((href) => resource(href, '<d:resourcetype/><d:getetag>"1"</d:getetag>'));
  return multistatus(quirks, [book, ...(depth === '1' ? inside : [])]);
}

function multiget({ cards, quirks }: FakeDav, body: string): Answer {
  const asked = [...body.matchAll(/<d:href>([^<]*)<\/d:href>/g)].map(([, path]) => path!.replaceAll('&amp;', '&'));
  const found = asked.map((path) => {
    const name = decodeURIComponent(path.slice(BOOK.length));
    const card = name === quirks.gone ? undefined : cards.get(name);
    if (card === undefined)
      return `<d:response><d:href>${path}</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>`;
    // A server may write the URL in another form than the request.
    const { answered = path.replaceAll('%40', '@') } = quirks.hrefs ?? {};
    return resource(inXml(answered), `<c:address-data>${inXml(card)}</c:address-data>`);
  });
  return multistatus(quirks, found);
}

const inXml = (text: string): string => text.replace(/[&<]/g, (sign) => (sign === '&' ? '&amp;' : '&lt;'));

const resource = (path: string, properties: string): string =>
  `<d:response><d:href>${path}</d:href><d:propstat><d:prop>${properties}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>` +
  '<d:propstat><d:prop><d:quota/></d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response>';

function multistatus({ doctype = '' }: Quirks, resources: string[]): Answer {
  const spaces = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav"';
  const text = `<?xml version="1.0"?>${doctype}<d:multistatus ${spaces}>${resources.join('')}</d:multistatus>`;
  return { status: 207, headers: { 'content-type': 'application/xml' }, text };
}

function signed({ headers, method }: IncomingMessage, digest: boolean): boolean {
  const given = headers.authorization ?? '';
  if (!digest) return given === `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
  const value = (name: string) => new RegExp(`\\b${name}="?([^",]*)"?`).exec(given)?.[1] ?? '';
  const md5 = (text: string) => createHash('md5').update(text).digest('hex');
  const [secret, asked] = [md5(`${USER}:dav:${PASSWORD}`), md5(`${method}:${value('uri')}`)];
  const expected = md5(`${secret}:abc:${value('nc')}:${value('cnonce')}:auth:${asked}`);
  return given.startsWith('Digest') && value('opaque') === 'o' && value('response') === expected;
}
