import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../support/database.ts';
import { appPassword, basic, cardOf, type DavDevice, deviceAt, deviceOf, toldIn } from '../support/dav-device.ts';
import { CORPUS, MARKUP } from '../support/hostile.ts';
import { dataOf, getContact, makeContact, patchContact } from '../support/people.ts';
import { kith, type RunningService, startService, type User } from '../support/service.ts';

// CardDAV as a client meets it, from where it begins to each card.

const XML = 'application/xml; charset=utf-8';
const DAV = 'DAV:';
const CARD = 'urn:ietf:params:xml:ns:carddav';
const CS = 'http://calendarserver.org/ns/';

let service: RunningService;
let database: Database;
let ada: User;
let eve: User;
let phone: DavDevice;
let reader: DavDevice;

beforeAll(async () => {
  service = await startService();
  database = openDatabase(service.dataDir);
  ada = await service.user('ada@example.com');
  eve = await service.user('eve@example.com');
  phone = await deviceOf(service, ada, { contacts: 3 });
  reader = await deviceOf(service, ada, { name: 'reader', permissions: 'read' });
});
afterAll(async () => {
  database.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

const prop = (names: string, root = 'propfind') =>
  `<D:${root} xmlns:D="${DAV}" xmlns:C="${CARD}" xmlns:CS="${CS}"><D:prop>${names}</D:prop></D:${root}>`;
const namesIn = (device = phone) => device.propfind(device.book, '1', prop('<D:getetag/>'));
const hrefsIn = async (device = phone) =>
  (await namesIn(device)).map(({ href }) => href).filter((href) => href !== device.book);

describe('where a client begins', () => {
  test.each(['GET', 'PROPFIND', 'OPTIONS', 'HEAD'])('%s of the well-known address leads to /dav/', async (method) => {
    const answer = await phone.send(method, '/.well-known/carddav', { as: undefined });
    expect([answer.status, answer.headers.location]).toEqual([301, '/dav/']);
  });

  test('from there to the person, the home, the book and its cards', async () => {
    const [root] = await phone.propfind('/dav/', '0', prop('<D:current-user-principal/><D:resourcetype/>'));
    const principal = root!.found[`{${DAV}}current-user-principal`]!.children[0]!.text;
    expect(principal).toBe(phone.principal);
    const about = prop('<C:addressbook-home-set/><D:principal-URL/><D:displayname/>');
    const [person] = await phone.propfind(principal, '0', about);
    const home = person!.found[`{${CARD}}addressbook-home-set`]!.children[0]!.text;
    expect(person!.found[`{${DAV}}displayname`]!.text).toBe(ada.email);
    const inside = await phone.propfind(home, '1', prop('<D:resourcetype/><D:displayname/>'));
    const books = inside.filter(({ found }) =>
      found[`{${DAV}}resourcetype`]!.children.some(({ space, name }) => space === CARD && name === 'addressbook'),
    );
    expect(books.map(({ href }) => href)).toEqual([phone.book]);
    expect(await hrefsIn()).toHaveLength(3);
  });

  test('addresses stay when the e-mail changes', async () => {
    expect(phone.book).toContain(ada.id);
    expect(phone.book).not.toContain('ada@');
  });

  test('a book says all that clients ask of it, and 404 for what it does not know', async () => {
    const asked = [
      ...['resourcetype', 'displayname', 'current-user-principal', 'current-user-privilege-set', 'owner'],
      ...['supported-report-set', 'sync-token'],
    ].map((name) => `<D:${name}/>`);
    const more = ['supported-address-data', 'max-resource-size', 'addressbook-description', 'supported-collation-set'];
    const body = prop(
      `${asked.join('')}${more.map((name) => `<C:${name}/>`).join('')}<CS:getctag/><D:quota-used-bytes/><x:color xmlns:x="urn:x"/><x:a xmlns:x="constructor"/>`,
    );
    const [book] = await phone.propfind(phone.book, '0', body);
    expect(Object.keys(book!.found)).toHaveLength(asked.length + more.length + 1);
    expect(book!.missing).toEqual([`{${DAV}}quota-used-bytes`, '{urn:x}color', '{constructor}a']);
    const types = book!.found[`{${CARD}}supported-address-data`]!.children;
    expect(types.map(({ attributes }) => attributes)).toEqual([
      { 'content-type': 'text/vcard', version: '3.0' },
      { 'content-type': 'text/vcard', version: '4.0' },
    ]);
    const reports = book!.found[`{${DAV}}supported-report-set`]!.children;
    expect(reports.map(({ children: [report] }) => report!.children[0]!.name)).toEqual([
      'addressbook-multiget',
      'addressbook-query',
      'sync-collection',
    ]);
    const minimal = await phone.send('PROPFIND', phone.book, {
      headers: { depth: '0', prefer: 'return=minimal' },
      body,
    });
    expect(toldIn(minimal)[0]!.missing).toEqual([]);
  });

  test('what a password may do is told: reading alone, or writing too', async () => {
    const privileges = async (device: DavDevice) => {
      const [book] = await device.propfind(device.book, '0', prop('<D:current-user-privilege-set/>'));
      const set = book!.found[`{${DAV}}current-user-privilege-set`]!.children;
      return set.map(({ children: [privilege] }) => privilege!.name);
    };
    expect(await privileges(phone)).toEqual(expect.arrayContaining(['read', 'write-content', 'bind', 'unbind']));
    expect(await privileges(reader)).toEqual(['read', 'read-current-user-privilege-set']);
  });

  test('propname tells the names alone, allprop what is common, include more', async () => {
    const ask = async (inner: string) => {
      const body = `<D:propfind xmlns:D="${DAV}" xmlns:CS="${CS}">${inner}</D:propfind>`;
      return (await phone.propfind(phone.book, '0', body))[0]!;
    };
    const names = await ask('<D:propname/>');
    expect(Object.keys(names.found)).toContain(`{${CARD}}max-resource-size`);
    expect(Object.values(names.found).every(({ text, children }) => text === '' && children.length === 0)).toBe(true);
    const common = Object.keys((await phone.propfind(phone.book, '0'))[0]!.found);
    expect(common).toEqual([`{${DAV}}resourcetype`, `{${DAV}}displayname`]);
    expect(Object.keys((await ask('<D:allprop/>')).found)).toEqual(common);
    const more = await ask('<D:allprop/><D:include><CS:getctag/></D:include>');
    expect(Object.keys(more.found)).toEqual([...common, `{${CS}}getctag`]);
  });
});

// Every method at every kind of address: with a password that may write, one that may read, and another's.

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
  /** What each means to send, so that nothing but the method decides. */
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

  test('is done, or refused as one that the address does not have, with those that it has', async () => {
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

  test('is refused without a password, to another person, and with one that may only read', async () => {
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

  test('where nothing is, nothing can be made but a card in the book', async () => {
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

  test('Depth is 0 or 1, and a missing one means infinity (RFC 4918, 9.1)', async () => {
    for (const headers of [{}, { depth: 'infinity' }]) {
      const answer = await phone.send('PROPFIND', phone.book, { headers });
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('<D:propfind-finite-depth/>')]);
    }
    expect((await phone.send('PROPFIND', phone.book, { headers: { depth: '2' } })).status).toBe(400);
    const [card] = await hrefsIn();
    expect((await phone.send('PROPFIND', card!)).status).toBe(207);
  });

  test('PROPPATCH of something else is refused', async () => {
    expect((await phone.send('PROPPATCH', phone.book, { body: '<a/>' })).status).toBe(400);
  });
});

describe('a card', () => {
  test('is made, given, changed and deleted, and each state has its tag', async () => {
    const made = await phone.put('grace.vcf', cardOf('grace', 'Grace Hopper'), { 'if-none-match': '*' });
    expect(made.status).toBe(201);
    const got = await phone.send('GET', phone.card('grace.vcf'));
    expect([got.status, got.headers['content-type']]).toEqual([200, 'text/vcard; charset=utf-8']);
    expect(got.text).toContain('FN:Grace Hopper');
    expect(got.headers.etag).toBe(made.headers.etag);
    const again = await phone.put('grace.vcf', cardOf('grace', 'Grace B. Hopper'), { 'if-match': got.headers.etag! });
    expect(again.status).toBe(204);
    const now = await phone.send('GET', phone.card('grace.vcf'));
    expect(now.headers.etag).not.toBe(got.headers.etag);
    const [listed] = await phone.propfind(phone.card('grace.vcf'), '0', prop('<D:getetag/><D:getcontenttype/>'));
    expect(listed!.found[`{${DAV}}getetag`]!.text).toBe(now.headers.etag);
    expect((await phone.send('DELETE', phone.card('grace.vcf'))).status).toBe(204);
    expect((await phone.send('GET', phone.card('grace.vcf'))).status).toBe(404);
    expect((await phone.send('DELETE', phone.card('grace.vcf'))).status).toBe(404);
  });

  test('has its tag in the answer to PUT only where it is given back as it was sent (RFC 6352, 6.3.2.3)', async () => {
    const strange = cardOf(
      'strange',
      'Strange',
      'X-OWN;X-P=1:kept',
      'item1.TEL:+1 212 555 0100',
      'item1.X-ABLabel:_$!<Other>!$_',
    );
    const made = await phone.put('strange.vcf', strange);
    const got = await phone.send('GET', phone.card('strange.vcf'));
    expect([made.headers.etag, got.text.split('\r\n').sort()]).toEqual([
      got.headers.etag,
      strange.split('\r\n').sort(),
    ]);
    const dropped = await phone.put('strange.vcf', cardOf('strange', 'Strange', `NOTE:${'x'.repeat(10)}`));
    const after = await phone.send('GET', phone.card('strange.vcf'));
    expect(after.text).toContain('NOTE:xxxxxxxxxx');
    if (dropped.headers.etag !== undefined) expect(dropped.headers.etag).toBe(after.headers.etag);
    // A second device that never had the phone number keeps it where it is, and has to read what came of its card.
    const other = await deviceOf(service, ada, { name: 'other' });
    await phone.put('two.vcf', cardOf('of two', 'Of Two', 'NOTE:by the phone'));
    const changed = await other.put('two.vcf', cardOf('of two', 'Of Two', 'EMAIL:two@example.com'));
    expect([changed.status, changed.headers.etag]).toEqual([204, undefined]);
    expect((await other.send('GET', other.card('two.vcf'))).text).toMatch(
      /NOTE:by the phone[\s\S]*EMAIL|EMAIL[\s\S]*NOTE:by the phone/,
    );
    for (const name of ['strange.vcf', 'two.vcf']) await phone.send('DELETE', phone.card(name));
  });

  test('is the person that the API has, both ways', async () => {
    await phone.put('both.vcf', cardOf('both', 'Both Ways', 'EMAIL:both@example.com'));
    const { contacts } = dataOf(await ada.get('/v2/contacts?searchQuery=Both'));
    const { id } = contacts[0];
    expect((await getContact(ada, id)).contact_emails).toMatchObject([{ email: 'both@example.com' }]);
    const before = await phone.send('GET', phone.card('both.vcf'));
    await patchContact(ada, id, { full_name: 'Changed There' });
    const after = await phone.send('GET', phone.card('both.vcf'));
    expect(after.text).toContain('FN:Changed There');
    expect(after.headers.etag).not.toBe(before.headers.etag);
    await phone.send('DELETE', phone.card('both.vcf'));
    expect((await ada.get(`/v2/contacts/${id}`)).status).toBe(404);
    expect(JSON.stringify((await ada.get('/v2/trash')).body)).toContain('Changed There');
  });

  test.each([
    ['GET', { 'if-none-match': 'TAG' }, 304],
    ['GET', { 'if-none-match': 'W/TAG' }, 304],
    ['GET', { 'if-none-match': '"other", TAG' }, 304],
    ['GET', { 'if-none-match': '*' }, 304],
    ['GET', { 'if-none-match': '"other"' }, 200],
    ['GET', { 'if-match': '"other"' }, 412],
    ['GET', { 'if-match': 'TAG' }, 200],
    ['HEAD', { 'if-none-match': 'TAG' }, 304],
    ['PUT', { 'if-none-match': '*' }, 412],
    ['PUT', { 'if-none-match': 'TAG' }, 412],
    ['PUT', { 'if-none-match': '"other"' }, 204],
    ['PUT', { 'if-match': '"other"' }, 412],
    ['PUT', { 'if-match': 'W/TAG' }, 412],
    ['PUT', { 'if-match': '"other", TAG' }, 204],
    ['PUT', { 'if-match': '*' }, 204],
    ['DELETE', { 'if-match': '"other"' }, 412],
    ['DELETE', { 'if-match': 'gibberish' }, 412],
    ['DELETE', { 'if-match': 'TAG' }, 204],
  ])('%s with %o is answered with %i', async (method, headers, status) => {
    await phone.put('tag.vcf', cardOf('tag', 'Tag'));
    const tag = (await phone.send('HEAD', phone.card('tag.vcf'))).headers.etag!;
    const filled = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('TAG', tag)]),
    );
    const body = method === 'PUT' ? { body: cardOf('tag', 'Tag') } : {};
    const answer = await phone.send(method, phone.card('tag.vcf'), { headers: filled, ...body });
    expect(answer.status).toBe(status);
  });

  test.each(['PUT', 'DELETE'])('%s with If-Match: * needs one that is there', async (method) => {
    const headers = { 'if-match': '*' };
    const answer = await phone.send(method, phone.card('none.vcf'), { headers, body: cardOf('none', 'None') });
    expect(answer.status).toBe(412);
  });

  test.each([
    ['another type', { 'content-type': 'text/calendar' }, cardOf('x', 'X'), 415, 'supported-address-data'],
    [
      'another charset',
      { 'content-type': 'text/vcard; charset=latin1' },
      cardOf('x', 'X'),
      415,
      'supported-address-data',
    ],
    ['a part of one', { 'content-range': 'bytes 0-1/9' }, 'BE', 400, ''],
    ['what is no card', {}, 'hello', 403, 'valid-address-data'],
    ['nothing', {}, '', 403, 'valid-address-data'],
    ['bytes that are no text', {}, Buffer.from([0xff, 0xfe, 0x41]), 403, 'valid-address-data'],
    ['too much', {}, `BEGIN:VCARD\r\nNOTE:${'x'.repeat(16 * 1024 * 1024)}`, 413, 'max-resource-size'],
  ])('%s is refused, with the condition that fails', async (_, headers, body, status, condition) => {
    const sent = { headers: { 'content-type': 'text/vcard; charset="utf-8"', ...headers }, body };
    const answer = await phone.send('PUT', phone.card('refused.vcf'), sent);
    expect([answer.status, answer.headers['content-type']]).toEqual([status, XML]);
    expect(answer.text).toContain(condition);
    expect((await phone.send('GET', phone.card('refused.vcf'))).status).toBe(404);
  });

  test('a UID that another card has is refused, and that card is named', async () => {
    await phone.put('one.vcf', cardOf('the one', 'One'));
    const answer = await phone.put('two.vcf', cardOf('the one', 'Two'));
    expect([answer.status, answer.text]).toEqual([
      409,
      expect.stringContaining(`<C:no-uid-conflict><D:href>${phone.card('one.vcf')}</D:href></C:no-uid-conflict>`),
    ]);
  });

  test('comes in the version that is asked for, 3.0 by default', async () => {
    await phone.put('version.vcf', cardOf('version', 'Version'));
    const versionFor = async (accept: string) => {
      const { text } = await phone.send('GET', phone.card('version.vcf'), { headers: { accept } });
      return /VERSION:(.*)\r\n/.exec(text)![1];
    };
    expect(await versionFor('*/*')).toBe('3.0');
    expect(await versionFor('text/vcard')).toBe('3.0');
    expect(await versionFor('text/vcard; version=4.0')).toBe('4.0');
    expect(await versionFor('text/vcard;version="4.0";q=0.5, text/vcard;version=3.0;q=0.9')).toBe('3.0');
    expect(await versionFor('text/vcard;version=2.1, text/vcard;version=4.0;q=0.1')).toBe('4.0');
  });

  test.each([...CORPUS, MARKUP, 'a]]>b', 'tab\tand \u{fffe}\u000bcontrols', '😀'])(
    '%j as a name and as a text goes there and back',
    async (text) => {
      const uid = `hostile ${Buffer.from(text).toString('hex').slice(0, 40)}`;
      const name = `${text.replace(/[\p{Cc}/\\]/gu, '').slice(0, 40)}.vcf`;
      const note = text.replace(/\n/g, ' ').replace(/[\\,;]/g, '\\$&');
      expect((await phone.put(name, cardOf(uid, 'Hostile', `NOTE:${note}`))).status).toBe(201);
      const got = await phone.send('GET', phone.card(name));
      const report = await phone.report(
        `<C:addressbook-multiget xmlns:D="${DAV}" xmlns:C="${CARD}"><D:prop><D:getetag/><C:address-data/></D:prop><D:href>${phone.card(name).replaceAll('&', '&amp;')}</D:href></C:addressbook-multiget>`,
      );
      const [told] = toldIn(report);
      expect([told!.href, told!.found[`{${DAV}}getetag`]!.text]).toEqual([phone.card(name), got.headers.etag]);
      // What XML cannot say is left out; the rest is the very card, with its line ends.
      const writable = got.text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '');
      expect(told!.found[`{${CARD}}address-data`]!.text).toBe(writable);
      expect((await phone.send('DELETE', phone.card(name))).status).toBe(204);
    },
  );
});

describe('who may come in', () => {
  const asks = (as: string | undefined, path = '/dav/') =>
    phone.send('PROPFIND', path, { headers: { depth: '0' }, as });
  const variants = (password: string) => [
    password.toUpperCase(),
    password.replaceAll('-', ''),
    password.replaceAll('-', ' '),
    password.replaceAll('-', '–'),
    ` ${password} `,
  ];

  test('a password however it is typed, and the e-mail in any case', async () => {
    expect(phone.password).toMatch(/^[a-hjkmnp-z2-9]{5}(-[a-hjkmnp-z2-9]{5}){3}$/);
    for (const password of variants(phone.password))
      expect((await asks(basic('Ada@Example.COM', password))).status).toBe(207);
  });

  test.each([
    ['nothing', () => undefined],
    ['another scheme', () => `Digest username="ada@example.com"`],
    ['no colon', () => `Basic ${Buffer.from('ada').toString('base64')}`],
    ['no base64', () => 'Basic ~~~'],
    ['a wrong password', () => basic(ada.email, 'abcde-fghjk-mnpqr-stuvw')],
    ["another person's e-mail", () => basic(eve.email, phone.password)],
    ['no e-mail', () => basic('', phone.password)],
    ['the API key as the password', () => basic(ada.email, ada.apiKey)],
    ['the API key as a bearer', () => `Bearer ${ada.apiKey}`],
    ['the password as a bearer', () => `Bearer ${phone.password}`],
  ])('not %s', async (_, as) => {
    const answer = await asks(as());
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Basic /)]);
    expect(answer.text).not.toContain(phone.password);
  });

  test('an app password opens nothing else', async () => {
    for (const as of [`Bearer ${phone.password}`, phone.authorization, `Bearer kith_${phone.password}`]) {
      for (const path of ['/v2/contacts', '/v1/groups', '/mcp', '/v2/users/me']) {
        const answer = await phone.send(path === '/mcp' ? 'POST' : 'GET', path, {
          as,
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
          ...(path === '/mcp' && { body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }),
        });
        expect([path, answer.status]).toEqual([path, 401]);
      }
    }
  });

  test('one that was revoked, is over or is of somebody on the free plan is refused at once', async () => {
    const zoe = await service.user();
    const device = deviceAt(service.baseUrl, zoe, await appPassword(service, zoe));
    const status = async () => (await device.send('PROPFIND', '/dav/', { headers: { depth: '0' } })).status;
    expect(await status()).toBe(207);
    const endAt = (time: string | null) =>
      database.all('update api_keys set expires_at = ? where user_id = ? returning user_id', time, zoe.id);
    endAt('2026-01-02T03:04:05.678Z');
    expect(await status()).toBe(401);
    endAt(null);
    await kith(service.dataDir, 'user', 'plan', zoe.email, 'free');
    expect(await status()).toBe(403);
    await kith(service.dataDir, 'user', 'plan', zoe.email, 'professional');
    expect(await status()).toBe(207);
    database.all(`delete from api_keys where user_id = ? and kind = 'dav' returning name`, zoe.id);
    expect(await status()).toBe(401);
  });

  test('the name of another host is refused: a page could be behind it', async () => {
    for (const path of ['/dav/', '/.well-known/carddav']) {
      const answer = await phone.send('PROPFIND', path, { headers: { host: 'evil.example', depth: '0' } });
      expect(answer.status).toBe(403);
    }
  });
});

describe('XML that is no good', () => {
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
    ['bytes that are no text', Buffer.from([0x3c, 0xff, 0x3e])],
  ])('%s is refused with 400', async (_, body) => {
    for (const method of ['PROPFIND', 'REPORT', 'PROPPATCH']) {
      const answer = await phone.send(method, phone.book, { headers: { depth: '0' }, body });
      const isOther =
        method === 'REPORT' && typeof body === 'string' && /^(<a\/>|<D:propfind)/.test(body) && answer.status === 403;
      expect([method, isOther ? 400 : answer.status, answer.headers['content-type']]).toEqual([method, 400, XML]);
      expect(answer.text).not.toContain('root:');
    }
  });

  test('more than a megabyte of it is not read', async () => {
    const body = `<D:propfind xmlns:D="DAV:"><D:prop><D:a>${'x'.repeat(1024 * 1024)}</D:a></D:prop></D:propfind>`;
    expect((await phone.send('PROPFIND', phone.book, { headers: { depth: '0' }, body })).status).toBe(413);
  });

  test('UTF-16 with its mark is read', async () => {
    const body = Buffer.from(`\ufeff${prop('<D:displayname/>')}`, 'utf16le');
    expect((await phone.send('PROPFIND', phone.book, { headers: { depth: '0' }, body })).status).toBe(207);
  });
});

test('a person who is new in kith is a card, with the id as its name', async () => {
  const { id } = await makeContact(eve, { full_name: 'Made By API' });
  const device = deviceAt(service.baseUrl, eve, await appPassword(service, eve, 'second'));
  expect(await hrefsIn(device)).toContain(device.card(`${id}.vcf`));
});
