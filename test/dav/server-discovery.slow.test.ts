import { describe, expect, test } from 'vitest';
import { appPassword, type DavDevice, deviceAt, responsesIn } from '../support/dav-device.ts';
import { CARD, CS, DAV, davServerForFile, hrefsIn, prop } from '../support/dav-server.ts';
import { makeContact } from '../support/people.ts';

// How a client discovers the address book, and its properties.

const { service, ada, eve, phone, reader } = await davServerForFile();

describe('discovery', () => {
  test.each(['GET', 'PROPFIND', 'OPTIONS', 'HEAD'])('redirects %s at the well-known URL to /dav/', async (method) => {
    const answer = await phone.send(method, '/.well-known/carddav', { as: undefined });
    expect([answer.status, answer.headers.location]).toEqual([301, '/dav/']);
  });

  test('leads to the principal, the home set, the book, and its cards', async () => {
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

  test('keeps URLs when the email changes', async () => {
    expect(phone.book).toContain(ada.id);
    expect(phone.book).not.toContain('ada@');
  });

  test('returns all book properties that clients request, and 404 for unknown ones', async () => {
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
    expect(responsesIn(minimal)[0]!.missing).toEqual([]);
  });

  test("reports a password's privileges: read-only, or write too", async () => {
    const privileges = async (device: DavDevice) => {
      const [book] = await device.propfind(device.book, '0', prop('<D:current-user-privilege-set/>'));
      const set = book!.found[`{${DAV}}current-user-privilege-set`]!.children;
      return set.map(({ children: [privilege] }) => privilege!.name);
    };
    expect(await privileges(phone)).toEqual(expect.arrayContaining(['read', 'write-content', 'bind', 'unbind']));
    expect(await privileges(reader)).toEqual(['read', 'read-current-user-privilege-set']);
  });

  test('returns names for propname, common properties for allprop, and more with include', async () => {
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

test('lists a new person as a card named by their id', async () => {
  const { id } = await makeContact(eve, { full_name: 'Made By API' });
  const device = deviceAt(service.baseUrl, eve, await appPassword(service, eve, 'second'));
  expect(await hrefsIn(device)).toContain(device.card(`${id}.vcf`));
});
