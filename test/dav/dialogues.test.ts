import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  appPassword,
  type DavAnswer,
  type DavDevice,
  deviceAt,
  type SendOptions,
  toldIn,
} from '../support/dav-device.ts';
import { dataOf, getContact, type Json, makeContact, patchContact } from '../support/people.ts';
import { asData, picture } from '../support/pictures.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// What the contacts apps of phones and computers say to a server, in their order and with their headers, as public traces
// and their makers describe it; and of each answer what that app goes on from.

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

const DAV = 'DAV:';
const CARD = 'urn:ietf:params:xml:ns:carddav';
const CS = 'http://calendarserver.org/ns/';
const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SPACES: Record<string, string> = { D: DAV, C: CARD, CS, ME: 'http://me.com/_namespace/' };

/** `D:getetag C:address-data` as elements, each with its namespace by itself, as Apple's programs write them. */
const props = (names: string) =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `<${name} xmlns:${name.split(':')[0]}="${SPACES[name.split(':')[0]!]}"/>`)
    .join('');
const propfind = (names: string) => `${XML}<A:propfind xmlns:A="DAV:"><A:prop>${props(names)}</A:prop></A:propfind>`;
const sync = (token: string, names = 'D:getetag') =>
  `${XML}<A:sync-collection xmlns:A="DAV:"><A:sync-token>${token}</A:sync-token><A:sync-level>1</A:sync-level><A:prop>${props(names)}</A:prop></A:sync-collection>`;
const multiget = (hrefs: string[], data = '<C:address-data/>') =>
  `${XML}<C:addressbook-multiget xmlns:C="${CARD}" xmlns:A="DAV:"><A:prop><A:getetag/>${data}</A:prop>${hrefs.map((one) => `<A:href>${one}</A:href>`).join('')}</C:addressbook-multiget>`;

interface App {
  device: DavDevice;
  ada: User;
  ask(method: string, path: string, depth: string, body: string, more?: SendOptions): Promise<DavAnswer>;
}

async function app(agent: string, people: object[] = []): Promise<App> {
  const ada = await service.user();
  for (const person of people) await makeContact(ada, person);
  const device = deviceAt(service.baseUrl, ada, await appPassword(service, ada));
  return {
    ...{ ada, device },
    ask: (method, path, depth, body, more = {}) =>
      device.send(method, path, {
        ...more,
        headers: { 'user-agent': agent, depth, 'content-type': 'text/xml', accept: '*/*', ...more.headers },
        body,
      }),
  };
}

const one = (answer: DavAnswer) => toldIn(answer)[0]!.found;
const hrefIn = (answer: DavAnswer, property: string): string => one(answer)[property]!.children[0]!.text;
const tokenIn = (answer: DavAnswer): string => /<D:sync-token>([^<]+)</.exec(answer.text)![1]!;
const cardLines = (card: string): string[] => card.replace(/\r\n[ \t]/g, '').split('\r\n');
const cardsIn = (answer: DavAnswer) =>
  Object.fromEntries(toldIn(answer).map(({ href, found }) => [href, found[`{${CARD}}address-data`]?.text]));

const PEOPLE = [
  {
    first_name: 'Ann',
    last_name: 'Lee',
    birthday: '--02-29',
    contact_phone_numbers: [{ phone_number: '+43 1 5', label: 'sailing' }],
  },
  {
    first_name: 'Bo',
    last_name: 'Öst',
    birthday: '1980-12-31',
    contact_emails: [{ email: 'bo@x.example', label: 'work' }],
  },
];

describe('iOS and macOS', () => {
  const AGENT = 'iOS/17.5.1 (21F90) dataaccessd/1.0';

  test('set an account up, from the name of the server alone', async () => {
    const { device, ask } = await app(AGENT, PEOPLE);
    // accountsd begins without a password and wants to be asked for one.
    const known = await ask('PROPFIND', '/.well-known/carddav', '0', propfind('D:current-user-principal'), {
      as: undefined,
    });
    expect([known.status, known.headers.location]).toEqual([301, '/dav/']);
    const begin = propfind('D:current-user-principal D:principal-URL D:resourcetype');
    const asked = await ask('PROPFIND', '/dav/', '0', begin, { as: undefined });
    expect(asked.status).toBe(401);
    expect(asked.headers['www-authenticate']).toMatch(/^Basic realm=/);
    const principal = hrefIn(await ask('PROPFIND', '/dav/', '0', begin), `{${DAV}}current-user-principal`);
    const options = await ask('OPTIONS', principal, '0', '');
    expect(options.headers.dav?.split(', ')).toEqual(expect.arrayContaining(['1', '3', 'addressbook']));
    const person = await ask(
      'PROPFIND',
      principal,
      '0',
      propfind(
        'C:addressbook-home-set C:directory-gateway D:displayname CS:email-address-set D:principal-collection-set D:principal-URL D:resource-id D:supported-report-set',
      ),
    );
    const home = hrefIn(person, `{${CARD}}addressbook-home-set`);
    expect(toldIn(person)[0]!.missing).toContain(`{${CARD}}directory-gateway`);
    const books = toldIn(
      await ask(
        'PROPFIND',
        home,
        '1',
        propfind(
          'D:add-member ME:bulk-requests D:current-user-privilege-set D:displayname CS:max-image-size C:max-resource-size CS:me-card D:owner CS:push-transports CS:pushkey D:quota-available-bytes D:quota-used-bytes D:resource-id D:resourcetype D:supported-report-set D:sync-token',
        ),
      ),
    );
    const book = books.find(({ found }) =>
      found[`{${DAV}}resourcetype`]!.children.some(({ name }) => name === 'addressbook'),
    )!;
    expect(book.href).toBe(device.book);
    const reports = book.found[`{${DAV}}supported-report-set`]!.children.map(
      ({ children }) => children[0]!.children[0]!.name,
    );
    expect(reports).toEqual(expect.arrayContaining(['sync-collection', 'addressbook-multiget']));
    expect(book.found[`{${DAV}}sync-token`]!.text).not.toBe('');
  });

  test('sync at first, find nothing new by the ctag, and then what changed', async () => {
    const { ada, device, ask } = await app(AGENT, PEOPLE);
    const tags = () => ask('PROPFIND', device.book, '0', propfind('CS:getctag D:sync-token'));
    const ctagOf = (answer: DavAnswer) => one(answer)[`{${CS}}getctag`]!.text;
    const before = await tags();
    const first = await ask('REPORT', device.book, '1', sync(''));
    const hrefs = toldIn(first).map(({ href }) => href);
    expect(hrefs).toHaveLength(2);
    const cards = cardsIn(await ask('REPORT', device.book, '1', multiget(hrefs)));
    const ann = cardLines(Object.values(cards).find((card) => card!.includes('FN:Ann Lee'))!);
    expect(ann).toEqual(
      expect.arrayContaining([
        'VERSION:3.0',
        'N:Lee;Ann;;;',
        'BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29',
        'item1.TEL:+43 1 5',
        'item1.X-ABLabel:sailing',
      ]),
    );
    expect(ctagOf(await tags())).toBe(ctagOf(before));
    const nothing = await ask('REPORT', device.book, '1', sync(tokenIn(first)));
    expect(toldIn(nothing)).toEqual([]);
    const id = (href: string) => /([^/]+)\.vcf$/.exec(href)![1]!;
    await patchContact(ada, id(hrefs[0]!), { job_title: 'Baker' });
    dataOf(await ada.call('DELETE', `/v2/contacts/${id(hrefs[1]!)}`));
    expect(ctagOf(await tags())).not.toBe(ctagOf(before));
    const later = toldIn(await ask('REPORT', device.book, '1', sync(tokenIn(nothing))));
    expect(later.map(({ href, status }) => [href, status]).sort()).toEqual(
      [
        [hrefs[0], undefined],
        [hrefs[1], 404],
      ].sort(),
    );
    // Versions of macOS have sent a token of their own making; and a token ages.
    for (const token of ['b905a5fd-ce23-4190-9be3-236969d071a8', `${tokenIn(first)}9999`]) {
      const refused = await ask('REPORT', device.book, '1', sync(token));
      expect([refused.status, refused.headers['content-type'], refused.text]).toEqual([
        403,
        expect.stringContaining('application/xml'),
        expect.stringContaining('<D:valid-sync-token/>'),
      ]);
    }
    expect(toldIn(await ask('REPORT', device.book, '1', sync('')))).toHaveLength(1);
  });

  test('make a card, edit it, meet a conflict, and delete it', async () => {
    const { ada, device } = await app(AGENT);
    const name = 'EFA1B5F0-29C9-4E0B-9C2B-6F3F36A0F77A.vcf';
    const card = [
      ...['BEGIN:VCARD', 'VERSION:3.0', 'PRODID:-//Apple Inc.//iOS 17.5.1//EN', 'N:Lee;Ann;;;', 'FN:Ann Lee'],
      ...[
        'item1.EMAIL;type=INTERNET;type=pref:ann@x.example',
        'item1.X-ABLabel:Segelclub',
        'TEL;type=CELL;type=VOICE;type=pref:+43 1 5',
      ],
      ...[
        'BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29',
        'item2.X-ABDATE;type=pref:2012-06-23',
        'item2.X-ABLabel:_$!<Anniversary>!$_',
      ],
      ...['X-IMAGEHASH:abc', 'REV:2026-01-01T10:00:00Z', 'UID:EFA1B5F0-29C9-4E0B-9C2B-6F3F36A0F77A', 'END:VCARD', ''],
    ].join('\r\n');
    const made = await device.put(name, card, { 'if-none-match': '*' });
    expect(made.status).toBe(201);
    const { contacts } = dataOf(await ada.get('/v2/contacts?include[contact_emails]=true'));
    const [{ id, birthday, birthday_year, contact_emails }]: Json[] = contacts;
    expect([birthday, birthday_year]).toEqual(['1604-02-29T00:00:00.000Z', null]);
    expect(contact_emails).toMatchObject([{ email: 'ann@x.example', label: 'Segelclub' }]);

    const edited = card
      .replace('TEL;type', 'TITLE:Baker\r\nTEL;type')
      .replace('item1.X-ABLabel:Segelclub', 'item1.X-ABLabel:Ruderclub');
    const changed = await device.put(name, edited, { 'if-match': made.headers.etag! });
    expect(changed.status).toBe(204);
    const back = await device.send('GET', device.card(name));
    expect(back.headers.etag).toBe(changed.headers.etag);
    expect(cardLines(back.text).sort()).toEqual(cardLines(edited).sort());

    // Somebody writes to kith meanwhile: the phone is refused, reads the card again, and loses nothing.
    await patchContact(ada, id, { company: 'Acme' });
    const late = edited.replace('TITLE:Baker', 'TITLE:Miller');
    expect((await device.put(name, late, { 'if-match': changed.headers.etag! })).status).toBe(412);
    const merged = await device.send('GET', device.card(name));
    expect(cardLines(merged.text)).toEqual(
      expect.arrayContaining(['ORG:Acme', 'TITLE:Miller', 'item1.X-ABLabel:Ruderclub']),
    );

    expect(
      (await device.send('DELETE', device.card(name), { headers: { 'if-match': changed.headers.etag! } })).status,
    ).toBe(412);
    expect(
      (await device.send('DELETE', device.card(name), { headers: { 'if-match': merged.headers.etag! } })).status,
    ).toBe(204);
    expect(dataOf(await ada.get('/v2/trash')).items).toMatchObject([{ id, name: 'Ann Lee' }]);
  });

  test('make a group, put people into it, and take one out', async () => {
    const { ada, device, ask } = await app(AGENT, PEOPLE);
    const { contacts } = dataOf(await ada.get('/v2/contacts?sort=full_name&order=asc'));
    const [ann, bo]: string[] = contacts.map(({ id }: Json) => id);
    const group = (...members: string[]) =>
      [
        ...['BEGIN:VCARD', 'VERSION:3.0', 'PRODID:-//Apple Inc.//iOS 17.5.1//EN', 'N:Crew', 'FN:Crew'],
        ...['X-ADDRESSBOOKSERVER-KIND:group', ...members.map((id) => `X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:${id}`)],
        ...['REV:2026-01-01T10:00:00Z', 'UID:9E9F7E2A-1E0F-4C4B-BB1E-2A3B6D9D0001', 'END:VCARD', ''],
      ].join('\r\n');
    const members = async () => {
      const [{ id, name }] = dataOf(await ada.get('/v2/groups')).groups;
      const inside = dataOf(await ada.get(`/v2/groups/${id}/contacts`)).contacts;
      return [name, inside.map((one: Json) => one.full_name).sort()];
    };
    const made = await device.put('crew.vcf', group(ann!, bo!), { 'if-none-match': '*' });
    expect(made.status).toBe(201);
    expect(await members()).toEqual(['Crew', ['Ann Lee', 'Bo Öst']]);
    const { headers } = await device.send('GET', device.card('crew.vcf'));
    expect((await device.put('crew.vcf', group(bo!), { 'if-match': headers.etag! })).status).toBe(204);
    expect(await members()).toEqual(['Crew', ['Bo Öst']]);
    const cards = Object.values(cardsIn(await ask('REPORT', device.book, '1', multiget([device.card('crew.vcf')]))));
    expect(cardLines(cards[0]!)).toEqual(
      expect.arrayContaining(['X-ADDRESSBOOKSERVER-KIND:group', `X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:${bo}`]),
    );
    expect((await device.send('DELETE', device.card('crew.vcf'))).status).toBe(204);
    expect(dataOf(await ada.get('/v2/groups')).groups).toEqual([]);
    expect(dataOf(await ada.get('/v2/contacts')).contacts).toHaveLength(2);
  });
});

describe('DAVx5', () => {
  const AGENT = 'DAVx5/4.4.3-ose (dav4jvm; okhttp/4.12.0) Android/14';
  const FOUR = `<C:address-data content-type="text/vcard" version="4.0"/>`;

  test('finds the book, syncs in 4.0 by parts, and uploads', async () => {
    const { ada, device, ask } = await app(AGENT, [...PEOPLE, { full_name: 'Cy', image_url: asData(picture('cy')) }]);
    const known = await ask('PROPFIND', '/.well-known/carddav', '0', propfind('D:current-user-principal'));
    expect(known.status).toBe(301);
    const principal = hrefIn(
      await ask('PROPFIND', known.headers.location!, '0', propfind('D:current-user-principal')),
      `{${DAV}}current-user-principal`,
    );
    const home = hrefIn(
      await ask('PROPFIND', principal, '0', propfind('C:addressbook-home-set D:group-membership')),
      `{${CARD}}addressbook-home-set`,
    );
    const wanted = propfind(
      'D:resourcetype D:displayname C:addressbook-description D:current-user-privilege-set D:owner D:sync-token C:supported-address-data D:supported-report-set',
    );
    const book = toldIn(await ask('PROPFIND', home, '1', wanted)).find(({ href }) => href === device.book)!;
    const versions = book.found[`{${CARD}}supported-address-data`]!.children.map(
      ({ attributes }) => attributes.version,
    );
    expect(versions).toContain('4.0');
    // The password may write: without that right it would make the book one to read only.
    const rights = book.found[`{${DAV}}current-user-privilege-set`]!.children.map(({ children }) => children[0]!.name);
    expect(rights).toEqual(expect.arrayContaining(['write-content', 'bind', 'unbind']));

    // The first sync, in parts: each but the last says by 507 that there is more.
    const limited = (token: string) =>
      sync(token).replace('<A:prop>', '<A:limit><A:nresults>2</A:nresults></A:limit><A:prop>');
    const hrefs: string[] = [];
    let token = '';
    for (let parts = 1; ; parts++) {
      const answer = await ask('REPORT', device.book, '0', limited(token));
      const told = toldIn(answer);
      token = tokenIn(answer);
      hrefs.push(...told.filter(({ status }) => status === undefined).map(({ href }) => href));
      const more = told.some(({ href, status }) => status === 507 && href === device.book);
      if (!more) {
        expect(parts).toBe(2);
        break;
      }
    }
    expect(new Set(hrefs).size).toBe(3);
    const cards = Object.values(cardsIn(await ask('REPORT', device.book, '0', multiget(hrefs, FOUR)))).map((card) =>
      cardLines(card!),
    );
    expect(cards.every((card) => card.includes('VERSION:4.0'))).toBe(true);
    expect(cards.flat()).toContain('BDAY:--0229');
    expect(cards.flat()).toContain(`PHOTO:data:image/png;base64,${picture('cy').toString('base64')}`);

    const uid = '2f0f9a38-4e6d-4a3c-9f0f-0a6b4d1c7e01';
    const card = [
      'BEGIN:VCARD',
      'VERSION:4.0',
      'PRODID:DAVx5/4.4.3-ose ez-vcard/0.12.1',
      `UID:${uid}`,
      'FN:Dee Ray',
      'N:Ray;Dee;;;',
      'CATEGORIES:Crew,Über\\, alle',
      'BDAY:--0301',
      'REV:20260101T100000Z',
      'END:VCARD',
      '',
    ].join('\r\n');
    const typed = { 'content-type': 'text/vcard;version=4.0; charset=utf-8' };
    const made = await device.put(`${uid}.vcf`, card, { ...typed, 'if-none-match': '*' });
    expect([made.status, typeof made.headers.etag]).toEqual([201, 'string']);
    const said = await getContact(ada, uid);
    expect(said.tags_contacts.map(({ tags }: Json) => tags.name).sort()).toEqual(['Crew', 'Über, alle']);
    expect([said.birthday.slice(5, 10), said.birthday_year]).toEqual(['03-01', null]);
    expect((await device.put(`${uid}.vcf`, card, { ...typed, 'if-none-match': '*' })).status).toBe(412);

    // Its own upload comes back under the ETag it was told, and is not read again.
    const after = await ask('REPORT', device.book, '0', sync(token));
    expect(toldIn(after).map(({ href, found }) => [href, found[`{${DAV}}getetag`]!.text])).toEqual([
      [device.card(`${uid}.vcf`), made.headers.etag],
    ]);
    const gone = await device.send('DELETE', device.card(`${uid}.vcf`), {
      headers: { 'if-match': made.headers.etag! },
    });
    expect(gone.status).toBe(204);
    expect(toldIn(await ask('REPORT', device.book, '0', sync(tokenIn(after)))).map(({ status }) => status)).toEqual([
      404,
    ]);
  });

  test('meets a conflict, lets the server win, and loses neither edit', async () => {
    const { ada, device, ask } = await app(AGENT, PEOPLE);
    const first = await ask('REPORT', device.book, '0', sync(''));
    const [{ href, found }] = toldIn(first) as [ReturnType<typeof toldIn>[number]];
    const card = cardsIn(await ask('REPORT', device.book, '0', multiget([href], FOUR)))[href]!;
    const id = /([^/]+)\.vcf$/.exec(href)![1]!;
    await patchContact(ada, id, { company: 'Acme' });
    const path = decodeURIComponent(href.slice(device.book.length));
    const edited = card.replace('END:VCARD', 'TITLE:Baker\r\nEND:VCARD');
    const refused = await device.put(path, edited, { 'if-match': found[`{${DAV}}getetag`]!.text });
    expect(refused.status).toBe(412);
    const [told] = toldIn(await ask('REPORT', device.book, '0', sync(tokenIn(first))));
    expect(told!.href).toBe(href);
    const again = cardLines(cardsIn(await ask('REPORT', device.book, '0', multiget([href], FOUR)))[href]!);
    expect(again).toEqual(expect.arrayContaining(['ORG:Acme', 'TITLE:Baker']));
  });
});

describe('Thunderbird', () => {
  const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.0';

  test('finds the book, gets all, syncs with Depth 1, and sends without conditions', async () => {
    const { ada, device, ask } = await app(AGENT, PEOPLE);
    const begin = propfind('D:resourcetype D:displayname D:current-user-principal D:current-user-privilege-set');
    const root = await ask('PROPFIND', '/dav/', '0', begin);
    const principal = hrefIn(root, `{${DAV}}current-user-principal`);
    const home = hrefIn(
      await ask('PROPFIND', principal, '0', propfind('C:addressbook-home-set')),
      `{${CARD}}addressbook-home-set`,
    );
    const books = await ask(
      'PROPFIND',
      home,
      '1',
      propfind('D:resourcetype D:displayname D:current-user-privilege-set'),
    );
    expect(toldIn(books).map(({ href }) => href)).toContain(device.book);

    const all = toldIn(await ask('PROPFIND', device.book, '1', propfind('D:resourcetype D:getetag CS:getctag')));
    const cards = all
      .filter(({ found }) => found[`{${DAV}}resourcetype`]!.children.length === 0)
      .map(({ href }) => href);
    expect(cards).toHaveLength(2);
    const got = await ask('REPORT', device.book, '1', multiget(cards));
    expect(Object.values(cardsIn(got)).join('')).toContain('FN:Ann Lee');
    // It reads these words, and not the number.
    expect(got.text).toContain('HTTP/1.1 200 OK');

    const token = one(await ask('PROPFIND', device.book, '0', propfind('D:displayname CS:getctag D:sync-token')))[
      `{${DAV}}sync-token`
    ]!.text;
    const [href] = cards as [string];
    const uid = /([^/]+)\.vcf$/.exec(href)![1]!;
    await patchContact(ada, uid, { company: 'Acme' });
    const changed = await ask('REPORT', device.book, '1', sync(token, 'D:getetag C:address-data'));
    expect(Object.keys(cardsIn(changed))).toEqual([href]);
    expect(cardsIn(changed)[href]).toContain('ORG:Acme');

    // It sends a card, and asks at once what became of it.
    const name = decodeURIComponent(href.slice(device.book.length));
    const sent = cardsIn(changed)[href]!.replace('END:VCARD', 'NICKNAME:Lee\r\nTITLE:Baker\r\nEND:VCARD');
    expect((await device.put(name, sent)).status).toBe(204);
    const after = cardLines(cardsIn(await ask('REPORT', device.book, '1', multiget([href])))[href]!);
    expect(after).toEqual(expect.arrayContaining(['NICKNAME:Lee', 'TITLE:Baker', 'ORG:Acme']));
    expect((await device.send('DELETE', href)).status).toBe(204);
    const later = toldIn(await ask('REPORT', device.book, '1', sync(tokenIn(changed), 'D:getetag C:address-data')));
    expect(later).toMatchObject([{ href, status: 404 }]);
  });
});
