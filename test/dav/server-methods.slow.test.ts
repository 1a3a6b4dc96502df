import { describe, expect, test } from 'vitest';
import { cardOf, deviceOf } from '../support/dav-device.ts';
import { CARD, DAV, davServerForFile, hrefsIn, prop, XML } from '../support/dav-server.ts';

// Every method on every kind of resource, and unreadable bodies.

const { service, ada, eve, phone, reader } = await davServerForFile();

// Every method on every kind of resource: with a write password, a read-only one, and another user's.

const ALLOWED = {
  collection: ['OPTIONS', 'PROPFIND', 'PROPPATCH'],
  book: ['OPTIONS', 'PROPFIND', 'PROPPATCH', 'REPORT'],
  card: ['OPTIONS', 'GET', 'HEAD', 'PUT', 'DELETE', 'PROPFIND', 'PROPPATCH'],
};
const METHODS = [
  ...['OPTIONS', 'GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE', 'PROPFIND', 'PROPPATCH', 'REPORT'],
  ...['MKCOL', 'COPY', 'MOVE', 'LOCK', 'UNLOCK'],
];

describe('every method', () => {
  const kinds = (): [string, string, string[]][] => [
    ['the root', '/dav/', ALLOWED.collection],
    ['the root without a slash', '/dav', ALLOWED.collection],
    ['the principals', '/dav/principals/', ALLOWED.collection],
    ['the person', phone.principal, ALLOWED.collection],
    ['the books', '/dav/books/', ALLOWED.collection],
    ['the home', phone.home, ALLOWED.collection],
    ['the book', phone.book, ALLOWED.book],
    ['the book without a slash', phone.book.slice(0, -1), ALLOWED.book],
    ['a card', phone.card('each.vcf'), ALLOWED.card],
  ];
  /** Valid request bodies, so that only the method matters. */
  const sent: Record<string, { headers?: Record<string, string>; body?: string }> = {
    PROPFIND: { headers: { depth: '0' } },
    PROPPATCH: {
      body: `<D:propertyupdate xmlns:D="${DAV}"><D:set><D:prop><D:displayname>x</D:displayname></D:prop></D:set></D:propertyupdate>`,
    },
    REPORT: {
      body: `<C:addressbook-multiget xmlns:D="${DAV}" xmlns:C="${CARD}"><D:prop><D:getetag/></D:prop></C:addressbook-multiget>`,
    },
    PUT: { headers: { 'content-type': 'text/vcard' }, body: cardOf('each', 'Each') },
  };

  test('succeeds, or returns 405 with the allowed ones', async () => {
    for (const [kind, path, allowed] of kinds()) {
      for (const method of METHODS) {
        await phone.put('each.vcf', cardOf('each', 'Each'));
        const answer = await phone.send(method, path, sent[method]);
        const what = `${method} of ${kind}`;
        if (allowed.includes(method)) expect([what, answer.status < 300]).toEqual([what, true]);
        else {
          const told = [what, answer.status, answer.headers.allow];
          expect(told).toEqual([what, 405, allowed.join(', ')]);
        }
        expect([what, answer.headers.dav]).toEqual([what, '1, 3, addressbook, sync-collection']);
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      }
    }
  });

  test('is refused without a password, for another user, and with a read-only password', async () => {
    await phone.put('each.vcf', cardOf('each', 'Each'));
    const stranger = await deviceOf(service, eve);
    for (const [kind, path] of kinds()) {
      for (const method of METHODS) {
        const options = { ...sent[method], as: undefined };
        const nobody = await phone.send(method, path, options);
        expect([kind, method, nobody.status]).toEqual([kind, method, 401]);
        expect(nobody.headers['www-authenticate']).toBe('Basic realm="kith", charset="UTF-8"');
        if (!path.includes(ada.id)) continue;
        const foreign = await stranger.send(method, path, sent[method]);
        const expected = method === 'PUT' || method === 'MKCOL' ? 403 : 404;
        expect([kind, method, foreign.status]).toEqual([kind, method, expected]);
      }
    }
    for (const method of ['PUT', 'DELETE']) {
      const refused = await reader.send(method, phone.card('each.vcf'), sent[method]);
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('need-privileges')]);
    }
    expect((await reader.send('GET', phone.card('each.vcf'))).status).toBe(200);
  });

  test('creates nothing at an unused URL, except for a card in the book', async () => {
    const at = async (method: string, path: string) => (await phone.send(method, path, sent[method])).status;
    expect(await at('MKCOL', `${phone.home}another/`)).toBe(403);
    expect(await at('MKCOL', `${phone.book}folder/`)).toBe(403);
    expect(await at('PUT', `${phone.book}folder/card.vcf`)).toBe(409);
    expect(await at('PUT', `${phone.home}card.vcf`)).toBe(403);
    expect(await at('PUT', `${phone.book}a%2Fb.vcf`)).toBe(403);
    expect(await at('PUT', `${phone.book}a%00b.vcf`)).toBe(403);
    expect(await at('PUT', `${phone.book}${'x'.repeat(256)}`)).toBe(403);
    expect(await at('PUT', `${phone.book}%FF.vcf`)).toBe(403);
    for (const method of ['GET', 'DELETE', 'PROPFIND']) expect(await at(method, phone.card('nobody'))).toBe(404);
    for (const path of ['/dav/else', '/dav/books/me/contacts/', '/dav/%00'])
      expect(await at('PROPFIND', path)).toBe(404);
  });

  test('accepts Depth 0 or 1, and treats a missing one as infinity (RFC 4918, 9.1)', async () => {
    for (const headers of [{}, { depth: 'infinity' }]) {
      const answer = await phone.send('PROPFIND', phone.book, { headers });
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('<D:propfind-finite-depth/>')]);
    }
    expect((await phone.send('PROPFIND', phone.book, { headers: { depth: '2' } })).status).toBe(400);
    const [card] = await hrefsIn(phone);
    expect((await phone.send('PROPFIND', card!)).status).toBe(207);
  });

  test('PROPPATCH on other resources is refused', async () => {
    expect((await phone.send('PROPPATCH', phone.book, { body: '<a/>' })).status).toBe(400);
  });
});

describe('invalid XML', () => {
  test.each([
    ['not XML', 'hello'],
    ['cut off', '<D:propfind xmlns:D="DAV:">'],
    [
      'a document type',
      '<!DOCTYPE a [<!ENTITY b "c">]><D:propfind xmlns:D="DAV:"><D:prop><D:a>&b;</D:a></D:prop></D:propfind>',
    ],
    ['an outside entity', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><D:propfind xmlns:D="DAV:"/>'],
    ['an unknown prefix', '<D:propfind xmlns:D="DAV:"><D:prop><q:a/></D:prop></D:propfind>'],
    ['an empty namespace', '<D:propfind xmlns:D="DAV:"><D:prop><bar:foo xmlns:bar=""/></D:prop></D:propfind>'],
    ['another root', '<a/>'],
    ['depths', `${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}`],
    ['too many properties', prop(Array.from({ length: 201 }, (_, at) => `<D:p${at}/>`).join(''))],
    ['bytes that are not text', Buffer.from([0x3c, 0xff, 0x3e])],
  ])('%s is rejected with 400', async (_, body) => {
    for (const method of ['PROPFIND', 'REPORT', 'PROPPATCH']) {
      const answer = await phone.send(method, phone.book, { headers: { depth: '0' }, body });
      const isOther =
        method === 'REPORT' && typeof body === 'string' && /^(<a\/>|<D:propfind)/.test(body) && answer.status === 403;
      expect([method, isOther ? 400 : answer.status, answer.headers['content-type']]).toEqual([method, 400, XML]);
      expect(answer.text).not.toContain('root:');
    }
  });

  test('is not read beyond a megabyte', async () => {
    const body = `<D:propfind xmlns:D="DAV:"><D:prop><D:a>${'x'.repeat(1024 * 1024)}</D:a></D:prop></D:propfind>`;
    expect((await phone.send('PROPFIND', phone.book, { headers: { depth: '0' }, body })).status).toBe(413);
  });

  test('may be UTF-16 with a byte order mark', async () => {
    const body = Buffer.from(`\ufeff${prop('<D:displayname/>')}`, 'utf16le');
    expect((await phone.send('PROPFIND', phone.book, { headers: { depth: '0' }, body })).status).toBe(207);
  });
});
