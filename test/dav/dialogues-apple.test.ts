import { describe, expect, test } from 'vitest';
import {
  appOf,
  cardLines,
  cardsIn,
  hrefIn,
  multiget,
  one,
  PEOPLE,
  propfind,
  sync,
  tokenIn,
} from '../support/dav-apps.ts';
import { type DavReply, responsesIn } from '../support/dav-device.ts';
import { CARD, CS, DAV } from '../support/dav-server.ts';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, type Json, patchContact } from '../support/people.ts';

// Requests of the iOS and macOS contacts apps, in order and with their headers, from public traces and Apple's
// documentation, and the parts of each response that the app needs.

const { service } = await serviceForFile();

describe('iOS and macOS', () => {
  const AGENT = 'iOS/17.5.1 (21F90) dataaccessd/1.0';

  test("set up an account from only the server's name", async () => {
    const { device, ask } = await appOf(service, AGENT, PEOPLE);
    // accountsd first sends no password and expects a challenge.
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
    expect(responsesIn(person)[0]!.missing).toContain(`{${CARD}}directory-gateway`);
    const books = responsesIn(
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

  test('sync fully at first, find no changes by the ctag, and then sync changes', async () => {
    const { ada, device, ask } = await appOf(service, AGENT, PEOPLE);
    const tags = () => ask('PROPFIND', device.book, '0', propfind('CS:getctag D:sync-token'));
    const ctagOf = (answer: DavReply) => one(answer)[`{${CS}}getctag`]!.text;
    const before = await tags();
    const first = await ask('REPORT', device.book, '1', sync(''));
    const hrefs = responsesIn(first).map(({ href }) => href);
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
    expect(responsesIn(nothing)).toEqual([]);
    const id = (href: string) => /([^/]+)\.vcf$/.exec(href)![1]!;
    await patchContact(ada, id(hrefs[0]!), { job_title: 'Baker' });
    dataOf(await ada.call('DELETE', `/v2/contacts/${id(hrefs[1]!)}`));
    expect(ctagOf(await tags())).not.toBe(ctagOf(before));
    const later = responsesIn(await ask('REPORT', device.book, '1', sync(tokenIn(nothing))));
    expect(later.map(({ href, status }) => [href, status]).sort()).toEqual(
      [
        [hrefs[0], undefined],
        [hrefs[1], 404],
      ].sort(),
    );
    // Some versions of macOS send a token of their own, and a token expires.
    for (const token of ['b905a5fd-ce23-4190-9be3-236969d071a8', `${tokenIn(first)}9999`]) {
      const refused = await ask('REPORT', device.book, '1', sync(token));
      expect([refused.status, refused.headers['content-type'], refused.text]).toEqual([
        403,
        expect.stringContaining('application/xml'),
        expect.stringContaining('<D:valid-sync-token/>'),
      ]);
    }
    expect(responsesIn(await ask('REPORT', device.book, '1', sync('')))).toHaveLength(1);
  });

  test('create a card, edit it, resolve a conflict, and delete it', async () => {
    const { ada, device } = await appOf(service, AGENT);
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

    // Another client changes the person in kith. The phone is refused, reads the card again, and loses nothing.
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

  test('create a group, add people, and remove one', async () => {
    const { ada, device, ask } = await appOf(service, AGENT, PEOPLE);
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
