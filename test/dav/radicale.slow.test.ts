import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basic, cardOf, type DavReply, deviceAt, deviceOf, responsesIn } from '../support/dav-device.ts';
import { findRadicale, type Radicale, startRadicale } from '../support/radicale.ts';
import { type RunningService, startService } from '../support/service.ts';

// The same requests to kith and to Radicale, a server that clients support well. Differences are listed with reasons.

const DAV = 'DAV:';
const CARD = 'urn:ietf:params:xml:ns:carddav';
const XML = { 'content-type': 'application/xml' };

/** One address book on either server. */
interface Book {
  path: string;
  send(method: string, path: string, headers?: Record<string, string>, body?: string): Promise<DavReply>;
}

const PROPS = [
  ...['resourcetype', 'displayname', 'getetag', 'getcontenttype', 'getcontentlength', 'getlastmodified'],
  ...['current-user-principal', 'principal-URL', 'owner', 'current-user-privilege-set', 'supported-report-set'],
  ...['sync-token', 'principal-collection-set'],
].map((name) => `<D:${name}/>`);
const CARD_PROPS = ['addressbook-home-set', 'addressbook-description', 'supported-address-data', 'max-resource-size'];
const ALL = `${PROPS.join('')}${CARD_PROPS.map((name) => `<C:${name}/>`).join('')}<CS:getctag/><x:none xmlns:x="urn:x"/>`;
const SPACES = `xmlns:D="${DAV}" xmlns:C="${CARD}" xmlns:CS="http://calendarserver.org/ns/"`;
const propfind = (props: string) => `<D:propfind ${SPACES}><D:prop>${props}</D:prop></D:propfind>`;
const report = (name: string, inner: string) => `<${name} ${SPACES}>${inner}</${name}>`;
const DATA = '<D:prop><D:getetag/><C:address-data/></D:prop>';
const sync = (token: string) =>
  report(
    'D:sync-collection',
    `<D:sync-token>${token}</D:sync-token><D:sync-level>1</D:sync-level><D:prop><D:getetag/></D:prop>`,
  );

const grace = cardOf('grace', 'Grace Hopper', 'EMAIL;TYPE=INTERNET:grace@navy.example');
const typed = { 'content-type': 'text/vcard; charset=utf-8' };

const statusOf = async (answer: Promise<DavReply>) => (await answer).status;
/** Names of existing properties, by path in the book. */
async function foundIn({ path }: Book, answer: Promise<DavReply>) {
  const told = responsesIn(await answer);
  return Object.fromEntries(
    told.map(({ href, status, found }) => [href.replace(path, ''), status ?? Object.keys(found).sort()]),
  );
}

/** Requests, in this order, to a book that contains only the card `grace.vcf`. */
const REQUESTS: Record<string, (book: Book) => Promise<unknown>> = {
  'PROPFIND of the book': (book) =>
    foundIn(book, book.send('PROPFIND', book.path, { ...XML, depth: '0' }, propfind(ALL))),
  'PROPFIND of a card': (book) =>
    foundIn(book, book.send('PROPFIND', `${book.path}grace.vcf`, { ...XML, depth: '0' }, propfind(ALL))),
  'PROPFIND of the book and its cards': (book) =>
    foundIn(book, book.send('PROPFIND', book.path, { ...XML, depth: '1' }, propfind('<D:getetag/>'))),
  'PROPFIND without end': (book) =>
    statusOf(book.send('PROPFIND', book.path, { ...XML, depth: 'infinity' }, propfind('<D:getetag/>'))),
  'PROPFIND of what is not there': (book) =>
    statusOf(book.send('PROPFIND', `${book.path}none.vcf`, { ...XML, depth: '0' }, propfind('<D:getetag/>'))),
  'PROPFIND of what is no XML': (book) => statusOf(book.send('PROPFIND', book.path, { ...XML, depth: '0' }, '<a')),
  OPTIONS: (book) => statusOf(book.send('OPTIONS', book.path)),
  GET: async (book) => {
    const { status, headers } = await book.send('GET', `${book.path}grace.vcf`);
    return [status, headers['content-type'], /^".+"$/.test(headers.etag ?? ''), headers['last-modified'] !== undefined];
  },
  HEAD: async (book) => {
    const { status, headers } = await book.send('HEAD', `${book.path}grace.vcf`);
    return [status, /^".+"$/.test(headers.etag ?? '')];
  },
  'GET of what is not there': (book) => statusOf(book.send('GET', `${book.path}none.vcf`)),
  'PUT of a new card': async (book) => {
    const { status } = await book.send(
      'PUT',
      `${book.path}new.vcf`,
      { ...typed, 'if-none-match': '*' },
      cardOf('new', 'New'),
    );
    return status;
  },
  'PUT where there is one, and must not be': (book) =>
    statusOf(book.send('PUT', `${book.path}new.vcf`, { ...typed, 'if-none-match': '*' }, cardOf('new', 'New'))),
  'PUT over another state': (book) =>
    statusOf(book.send('PUT', `${book.path}new.vcf`, { ...typed, 'if-match': '"other"' }, cardOf('new', 'New'))),
  'PUT over the present state': async (book) => {
    const { headers } = await book.send('GET', `${book.path}new.vcf`);
    return statusOf(
      book.send('PUT', `${book.path}new.vcf`, { ...typed, 'if-match': headers.etag! }, cardOf('new', 'Newer')),
    );
  },
  'PUT of a UID that another card has': (book) =>
    statusOf(book.send('PUT', `${book.path}other.vcf`, typed, cardOf('grace', 'Other'))),
  'PUT of what is no card': (book) => statusOf(book.send('PUT', `${book.path}bad.vcf`, typed, 'hello')),
  'PUT into a folder that is not there': (book) =>
    statusOf(book.send('PUT', `${book.path}folder/x.vcf`, typed, cardOf('x', 'X'))),
  'DELETE of another state': (book) => statusOf(book.send('DELETE', `${book.path}new.vcf`, { 'if-match': '"other"' })),
  DELETE: (book) => statusOf(book.send('DELETE', `${book.path}new.vcf`)),
  'DELETE of what is not there': (book) => statusOf(book.send('DELETE', `${book.path}new.vcf`)),
  'addressbook-multiget': (book) =>
    foundIn(
      book,
      book.send(
        'REPORT',
        book.path,
        { ...XML, depth: '1' },
        report(
          'C:addressbook-multiget',
          `${DATA}<D:href>${book.path}grace.vcf</D:href><D:href>${book.path}none.vcf</D:href>`,
        ),
      ),
    ),
  'addressbook-query': (book) =>
    foundIn(
      book,
      book.send(
        'REPORT',
        book.path,
        { ...XML, depth: '1' },
        report(
          'C:addressbook-query',
          `${DATA}<C:filter><C:prop-filter name="FN"><C:text-match>hopper</C:text-match></C:prop-filter></C:filter>`,
        ),
      ),
    ),
  'sync-collection at first': (book) => foundIn(book, book.send('REPORT', book.path, XML, sync(''))),
  'sync-collection after a change and a deletion': async (book) => {
    await book.send('PUT', `${book.path}gone.vcf`, typed, cardOf('gone', 'Gone'));
    const { text } = await book.send('REPORT', book.path, XML, sync(''));
    const token = /<(?:\w+:)?sync-token[^>]*>([^<]*)</.exec(text)![1]!;
    await book.send('DELETE', `${book.path}gone.vcf`);
    await book.send('PUT', `${book.path}grace.vcf`, typed, grace.replace('Grace', 'Amazing Grace'));
    return foundIn(book, book.send('REPORT', book.path, XML, sync(token)));
  },
  'sync-collection after a token of nobody': (book) =>
    statusOf(book.send('REPORT', book.path, XML, sync('http://x.example/1'))),
  'a report that there is not': (book) => statusOf(book.send('REPORT', book.path, XML, '<D:nothing xmlns:D="DAV:"/>')),
  'MKCOL of what is there': (book) => statusOf(book.send('MKCOL', book.path)),
  LOCK: (book) => statusOf(book.send('LOCK', `${book.path}grace.vcf`)),
  'without a password': (book) => statusOf(book.send('PROPFIND', book.path, { authorization: '' })),
};

const ETAG = '{DAV:}getetag';

/** Differences in kith's responses, and why. */
const OTHERWISE: Record<string, [ours: unknown, reason: string]> = {
  'PROPFIND of the book': [
    { '': expect.not.arrayContaining([ETAG]) },
    'Of a book there is nothing to GET, so it has no type, tag and length; it says what a card may be, which Radicale does not',
  ],
  'PROPFIND of a card': [
    { 'grace.vcf': expect.arrayContaining([ETAG, '{DAV:}getcontenttype']) },
    'Its length and the time of its change are not known without writing it; nobody asks for them beside the tag',
  ],
  'PROPFIND of the book and its cards': [{ '': [], 'grace.vcf': [ETAG] }, 'A book has a ctag and a token, and no tag'],
  'PROPFIND without end': [403, 'RFC 4918, 9.1 lets a server refuse it'],
  OPTIONS: [204, 'Nothing follows'],
  GET: [[200, 'text/vcard; charset=utf-8', true, false], 'The tag says more than a time in seconds does'],
  'PUT over the present state': [204, 'Nothing was made (RFC 9110, 9.3.4)'],
  'PUT of what is no card': [403, 'The condition that fails is named (RFC 6352, 6.3.2.1)'],
  'PUT into a folder that is not there': [409, 'RFC 4918, 9.7.1'],
  DELETE: [204, 'Nothing follows'],
  'sync-collection at first': [{ 'grace.vcf': [ETAG] }, 'Who begins had nothing that could be gone (RFC 6578, 3.4)'],
  'a report that there is not': [403, 'RFC 3253, 3.6'],
  'MKCOL of what is there': [405, 'RFC 4918, 9.3.1'],
};

const modules = findRadicale();

describe.skipIf(modules === undefined)('responds like Radicale', () => {
  let service: RunningService;
  let radicale: Radicale;
  let books: { kith: Book; radicale: Book };

  beforeAll(async () => {
    [service, radicale] = await Promise.all([startService(), startRadicale(modules!)]);
    const phone = await deviceOf(service, await service.user());
    const { url, user, password } = radicale;
    const other = deviceAt(url, { id: user, email: user }, password);
    await radicale.makeBook('book', 'Book');
    const bookOf = (device: typeof phone, path: string): Book => ({
      path,
      send: (method, to, { authorization, ...headers } = {}, body) =>
        device.send(method, to, {
          headers,
          ...(body !== undefined && { body }),
          ...(authorization === '' && { as: undefined }),
        }),
    });
    books = { kith: bookOf(phone, phone.book), radicale: bookOf(other, `/${user}/book/`) };
    expect(basic(user, password)).toBe(other.authorization);
    for (const book of Object.values(books))
      expect(await statusOf(book.send('PUT', `${book.path}grace.vcf`, typed, grace))).toBe(201);
  });
  afterAll(async () => {
    await Promise.all([service.stop(), radicale.stop()]);
    expect(service.log()).not.toContain('unexpected fault');
  });

  test.each(Object.keys(REQUESTS))('%s', async (name) => {
    const ask = REQUESTS[name]!;
    const [ours, theirs] = [await ask(books.kith), await ask(books.radicale)];
    if (!(name in OTHERWISE)) return expect(ours).toEqual(theirs);
    expect(ours).toEqual(OTHERWISE[name]![0]);
    expect(ours).not.toEqual(theirs);
  });
});
