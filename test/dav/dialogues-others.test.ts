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
import { responsesIn } from '../support/dav-device.ts';
import { CARD, DAV } from '../support/dav-server.ts';
import { serviceForFile } from '../support/file-service.ts';
import { getContact, type Json, patchContact } from '../support/people.ts';
import { asData, picture } from '../support/pictures.ts';

// Requests of DAVx5 and Thunderbird, in order and with their headers, from public traces and their documentation, and
// the parts of each response that the app needs.

const { service } = await serviceForFile();

describe('DAVx5', () => {
  const AGENT = 'DAVx5/4.4.3-ose (dav4jvm; okhttp/4.12.0) Android/14';
  const FOUR = `<C:address-data content-type="text/vcard" version="4.0"/>`;

  test('finds the book, syncs in 4.0 in parts, and uploads', async () => {
    const { ada, device, ask } = await appOf(service, AGENT, [
      ...PEOPLE,
      { full_name: 'Cy', image_url: asData(picture('cy')) },
    ]);
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
    const book = responsesIn(await ask('PROPFIND', home, '1', wanted)).find(({ href }) => href === device.book)!;
    const versions = book.found[`{${CARD}}supported-address-data`]!.children.map(
      ({ attributes }) => attributes.version,
    );
    expect(versions).toContain('4.0');
    // The password may write. Without that right, the app would make the book read-only.
    const rights = book.found[`{${DAV}}current-user-privilege-set`]!.children.map(({ children }) => children[0]!.name);
    expect(rights).toEqual(expect.arrayContaining(['write-content', 'bind', 'unbind']));

    // The first sync, in parts. All but the last report more with a 507.
    const limited = (token: string) =>
      sync(token).replace('<A:prop>', '<A:limit><A:nresults>2</A:nresults></A:limit><A:prop>');
    const hrefs: string[] = [];
    let token = '';
    for (let parts = 1; ; parts++) {
      const answer = await ask('REPORT', device.book, '0', limited(token));
      const told = responsesIn(answer);
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

    // Its own upload is listed with the known ETag, so it is not read again.
    const after = await ask('REPORT', device.book, '0', sync(token));
    expect(responsesIn(after).map(({ href, found }) => [href, found[`{${DAV}}getetag`]!.text])).toEqual([
      [device.card(`${uid}.vcf`), made.headers.etag],
    ]);
    const gone = await device.send('DELETE', device.card(`${uid}.vcf`), {
      headers: { 'if-match': made.headers.etag! },
    });
    expect(gone.status).toBe(204);
    expect(
      responsesIn(await ask('REPORT', device.book, '0', sync(tokenIn(after)))).map(({ status }) => status),
    ).toEqual([404]);
  });

  test('lets the server win a conflict, and loses neither edit', async () => {
    const { ada, device, ask } = await appOf(service, AGENT, PEOPLE);
    const first = await ask('REPORT', device.book, '0', sync(''));
    const [{ href, found }] = responsesIn(first) as [ReturnType<typeof responsesIn>[number]];
    const card = cardsIn(await ask('REPORT', device.book, '0', multiget([href], FOUR)))[href]!;
    const id = /([^/]+)\.vcf$/.exec(href)![1]!;
    await patchContact(ada, id, { company: 'Acme' });
    const path = decodeURIComponent(href.slice(device.book.length));
    const edited = card.replace('END:VCARD', 'TITLE:Baker\r\nEND:VCARD');
    const refused = await device.put(path, edited, { 'if-match': found[`{${DAV}}getetag`]!.text });
    expect(refused.status).toBe(412);
    const [told] = responsesIn(await ask('REPORT', device.book, '0', sync(tokenIn(first))));
    expect(told!.href).toBe(href);
    const again = cardLines(cardsIn(await ask('REPORT', device.book, '0', multiget([href], FOUR)))[href]!);
    expect(again).toEqual(expect.arrayContaining(['ORG:Acme', 'TITLE:Baker']));
  });
});

describe('Thunderbird', () => {
  const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.0';

  test('finds the book, gets everything, syncs with Depth 1, and sends without conditions', async () => {
    const { ada, device, ask } = await appOf(service, AGENT, PEOPLE);
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
    expect(responsesIn(books).map(({ href }) => href)).toContain(device.book);

    const all = responsesIn(await ask('PROPFIND', device.book, '1', propfind('D:resourcetype D:getetag CS:getctag')));
    const cards = all
      .filter(({ found }) => found[`{${DAV}}resourcetype`]!.children.length === 0)
      .map(({ href }) => href);
    expect(cards).toHaveLength(2);
    const got = await ask('REPORT', device.book, '1', multiget(cards));
    expect(Object.values(cardsIn(got)).join('')).toContain('FN:Ann Lee');
    // It reads these words, not the status code.
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

    // It sends a card, and reads the result at once.
    const name = decodeURIComponent(href.slice(device.book.length));
    const sent = cardsIn(changed)[href]!.replace('END:VCARD', 'NICKNAME:Lee\r\nTITLE:Baker\r\nEND:VCARD');
    expect((await device.put(name, sent)).status).toBe(204);
    const after = cardLines(cardsIn(await ask('REPORT', device.book, '1', multiget([href])))[href]!);
    expect(after).toEqual(expect.arrayContaining(['NICKNAME:Lee', 'TITLE:Baker', 'ORG:Acme']));
    expect((await device.send('DELETE', href)).status).toBe(204);
    const later = responsesIn(
      await ask('REPORT', device.book, '1', sync(tokenIn(changed), 'D:getetag C:address-data')),
    );
    expect(later).toMatchObject([{ href, status: 404 }]);
  });
});
