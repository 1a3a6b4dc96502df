import { describe, expect, test } from 'vitest';
import { appPassword, type DavDevice, deviceAt, toldIn } from '../support/dav-device.ts';
import { CARD, CS, DAV, davServerForFile, hrefsIn, prop } from '../support/dav-server.ts';
import { makeContact } from '../support/people.ts';

// How a client finds the address book, and what it is told of it.

const { service, ada, eve, phone, reader } = await davServerForFile();

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
    expect(await hrefsIn(phone)).toHaveLength(3);
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

test('a person who is new in kith is a card, with the id as its name', async () => {
  const { id } = await makeContact(eve, { full_name: 'Made By API' });
  const device = deviceAt(service.baseUrl, eve, await appPassword(service, eve, 'second'));
  expect(await hrefsIn(device)).toContain(device.card(`${id}.vcf`));
});
