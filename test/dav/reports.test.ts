import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardOf, type DavDevice, deviceOf, type ResourceResponse, responsesIn } from '../support/dav-device.ts';
import { makeContact, patchContact } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Reports on the whole book: some cards by URL, cards that match a filter, and changes.

const DAV = 'DAV:';
const CARD = 'urn:ietf:params:xml:ns:carddav';
const ETAG = `{${DAV}}getetag`;
const DATA = `{${CARD}}address-data`;

let service: RunningService;
let ada: User;
let phone: DavDevice;

beforeAll(async () => {
  service = await startService();
  ada = await service.user('ada@example.com');
  phone = await deviceOf(service, ada);
  await phone.put('grace', cardOf('grace', 'Grace Hopper', 'EMAIL;TYPE=INTERNET:grace@navy.example', 'NOTE:COBOL'));
  await phone.put('jose', cardOf('jose', 'José Müller', 'EMAIL;TYPE=INTERNET:jose@example.com'));
  await phone.put('none', cardOf('none', 'No Mail', 'NOTE:Straße'));
});
afterAll(async () => {
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

const report = (name: string, inner: string) => `<C:${name} xmlns:D="${DAV}" xmlns:C="${CARD}">${inner}</C:${name}>`;
const PROPS = '<D:prop><D:getetag/><C:address-data/></D:prop>';
const hrefs = (...paths: string[]) => paths.map((path) => `<D:href>${path}</D:href>`).join('');
const nameOf = ({ href }: ResourceResponse) => decodeURIComponent(href.slice(phone.book.length));
const versionIn = (card: string) => /VERSION:(.*)\r\n/.exec(card)![1];

describe('addressbook-multiget', () => {
  const multiget = async (props: string, ...paths: string[]) =>
    responsesIn(await phone.report(report('addressbook-multiget', props + hrefs(...paths))));

  test('returns each card once, as GET does, and 404 for any other URL', async () => {
    const paths = [phone.card('grace'), phone.card('gone'), phone.card('grace'), '/elsewhere/x.vcf', phone.book];
    const told = await multiget(PROPS, ...paths, `${phone.baseUrl}${phone.card('jose')}`);
    const found = told.filter(({ status }) => status === undefined);
    expect(found.map(nameOf).sort()).toEqual(['grace', 'jose']);
    expect(
      told
        .filter(({ status }) => status === 404)
        .map(({ href }) => href)
        .sort(),
    ).toEqual([phone.card('gone'), '/elsewhere/x.vcf', phone.book].sort());
    for (const one of found) {
      const { text, headers } = await phone.send('GET', one.href);
      expect([one.found[DATA]!.text, one.found[ETAG]!.text]).toEqual([text, headers.etag]);
    }
  });

  test('returns ETags only, version 4.0, and parts of a card', async () => {
    const [tags] = await multiget('<D:prop><D:getetag/></D:prop>', phone.card('grace'));
    expect(Object.keys(tags!.found)).toEqual([ETAG]);
    const [newer] = await multiget(
      '<D:prop><C:address-data content-type="text/vcard" version="4.0"/></D:prop>',
      phone.card('grace'),
    );
    expect(versionIn(newer!.found[DATA]!.text)).toBe('4.0');
    const [part] = await multiget(
      '<D:prop><C:address-data><C:prop name="uid"/><C:prop name="EMAIL" novalue="yes"/></C:address-data></D:prop>',
      phone.card('grace'),
    );
    const lines = part!.found[DATA]!.text.split('\r\n');
    expect(lines.map((line) => line.replace(/^item\d\./, '').replace(/;[^:]*/, ''))).toEqual(
      expect.arrayContaining(['BEGIN:VCARD', 'VERSION:3.0', 'UID:grace', 'EMAIL:', 'END:VCARD', '']),
    );
    expect(part!.found[DATA]!.text).not.toMatch(/FN:|COBOL|navy/);
  });

  test.each([['version="2.1"'], ['content-type="application/vcard+json"']])(
    'rejects an unsupported format: %s',
    async (attributes) => {
      const props = `<D:prop><C:address-data ${attributes}/></D:prop>`;
      const answer = await phone.report(report('addressbook-multiget', props + hrefs(phone.card('grace'))));
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('<C:supported-address-data/>')]);
    },
  );
});

describe('addressbook-query', () => {
  const query = (filter: string, more = '', props = PROPS) =>
    phone.report(report('addressbook-query', `${props}${filter}${more}`));
  const found = async (filter: string) =>
    responsesIn(await query(filter))
      .map(nameOf)
      .sort();
  const match = (text: string, attributes = '') => `<C:text-match ${attributes}>${text}</C:text-match>`;
  const on = (name: string, inner = '', attributes = '') =>
    `<C:prop-filter name="${name}" ${attributes}>${inner}</C:prop-filter>`;
  const filter = (inner: string, test = '') => `<C:filter ${test}>${inner}</C:filter>`;

  test.each([
    ['everything', filter(''), ['grace', 'jose', 'none']],
    ['an existing property', filter(on('EMAIL')), ['grace', 'jose']],
    ['its name in any case', filter(on('email')), ['grace', 'jose']],
    ['a missing property', filter(on('EMAIL', '<C:is-not-defined/>')), ['none']],
    ['a text, whatever its case', filter(on('FN', match('gRACE'))), ['grace']],
    ['a text with accents, in other words', filter(on('FN', match('MÜLLER'))), ['jose']],
    ['ß folded to ss', filter(on('NOTE', match('STRASSE'))), ['none']],
    ['ASCII alone', filter(on('FN', match('MÜLLER', 'collation="i;ascii-casemap"'))), []],
    ['bytes', filter(on('FN', match('hopper', 'collation="i;octet"'))), []],
    ['equal', filter(on('FN', match('grace hopper', 'match-type="equals"'))), ['grace']],
    ['not equal', filter(on('FN', match('grace', 'match-type="equals"'))), []],
    ['at the start', filter(on('FN', match('jos', 'match-type="starts-with"'))), ['jose']],
    ['at the end', filter(on('EMAIL', match('.COM', 'match-type="ends-with"'))), ['jose']],
    ['values that do not match', filter(on('FN', match('grace', 'negate-condition="yes"'))), ['jose', 'none']],
    ['any of two properties', filter(on('FN', match('grace')) + on('FN', match('jos'))), ['grace', 'jose']],
    ['all of them', filter(on('FN', match('grace')) + on('NOTE', match('fortran')), 'test="allof"'), []],
    ['any of two texts', filter(on('FN', match('grace') + match('mail'))), ['grace', 'none']],
    ['all texts', filter(on('FN', match('grace') + match('hop'), 'test="allof"')), ['grace']],
    ['a parameter', filter(on('EMAIL', '<C:param-filter name="TYPE"/>')), ['grace', 'jose']],
    [
      'a parameter with a value',
      filter(on('EMAIL', `<C:param-filter name="type">${match('inter')}</C:param-filter>`)),
      ['grace', 'jose'],
    ],
    [
      'no such parameter',
      filter(on('EMAIL', '<C:param-filter name="X-NO"><C:is-not-defined/></C:param-filter>')),
      ['grace', 'jose'],
    ],
  ])('finds %s', async (_, asked, names) => {
    expect(await found(asked)).toEqual(names);
  });

  test('stops at a limit and reports it, but not at exactly the limit', async () => {
    const limited = async (count: number) => {
      const limit = `<C:limit><C:nresults>${count}</C:nresults></C:limit>`;
      const told = responsesIn(await query(filter(''), limit, '<D:prop><D:getetag/></D:prop>'));
      return told.map((one) => (one.href === phone.book ? one.status : 'card'));
    };
    expect(await limited(2)).toEqual(['card', 'card', 507]);
    expect(await limited(3)).toEqual(['card', 'card', 'card']);
  });

  test('queries the book itself with Depth: 0, and otherwise its cards', async () => {
    const asked = report('addressbook-query', PROPS + filter(''));
    expect(responsesIn(await phone.report(asked, { depth: '0' }))).toEqual([]);
    expect(responsesIn(await phone.report(asked, { depth: 'infinity' }))).toHaveLength(3);
  });

  test.each([
    ['no filter', '', 400, 'filter'],
    ['a foreign collation', filter(on('FN', match('x', 'collation="i;klingon"'))), 403, '<C:supported-collation/>'],
    [
      'a collation of every object',
      filter(on('FN', match('x', 'collation="constructor"'))),
      403,
      '<C:supported-collation/>',
    ],
    ['an unknown way to match', filter(on('FN', match('x', 'match-type="like"'))), 400, 'match-type'],
    ['no name', filter('<C:prop-filter/>'), 400, 'name'],
    ['an unknown test', filter(on('FN', match('x')), 'test="none"'), 400, 'test'],
    ['too many conditions', filter(on('FN', match('x').repeat(101))), 400, '100'],
  ])('rejects %s', async (_, asked, status, words) => {
    const answer = await query(asked);
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)]);
  });

  test('rejects a limit that is not a number', async () => {
    const answer = await query(filter(''), '<C:limit><C:nresults>0</C:nresults></C:limit>');
    expect(answer.status).toBe(400);
  });
});

describe('sync-collection', () => {
  const sorted = (told: ResourceResponse[]) => told.map((one) => [nameOf(one), one.status ?? 'there']).sort();

  test('reports everything at first, then only changes, each once', async () => {
    const device = await deviceOf(service, await service.user(), { name: 'sync', contacts: 2 });
    const first = await device.sync('');
    expect(first.told).toHaveLength(2);
    expect((await device.sync(first.token)).told).toEqual([]);
    await device.put('new.vcf', cardOf('new', 'New'));
    await device.send('DELETE', first.told[0]!.href);
    const second = await device.sync(first.token);
    expect(second.token).not.toBe(first.token);
    const named = second.told.map(({ href, status }) => [href, status ?? 'there']).sort();
    expect(named).toEqual(
      [
        [device.card('new.vcf'), 'there'],
        [first.told[0]!.href, 404],
      ].sort(),
    );
    const [listed] = await device.propfind(device.card('new.vcf'), '0');
    expect(second.told.find(({ status }) => !status)!.found[ETAG]!.text).toBe(listed!.found[ETAG]!.text);
    expect((await device.sync(second.token)).told).toEqual([]);
    // The book's own token is equal, so a client may start with it.
    const body = `<D:propfind xmlns:D="${DAV}"><D:prop><D:sync-token/></D:prop></D:propfind>`;
    const [book] = await device.propfind(device.book, '0', body);
    expect(book!.found[`{${DAV}}sync-token`]!.text).toBe(second.token);
  });

  test('reports changes by assistants and programs too, including groups', async () => {
    const { token } = await phone.sync('');
    const { id } = await makeContact(ada, { full_name: 'By A Program' });
    await ada.post('/v2/groups', { group: { name: 'Crew', groups_contacts: [{ contact_id: id }] } });
    const next = await phone.sync(token);
    expect(next.told).toHaveLength(2);
    await patchContact(ada, id, { full_name: 'By A Program, Later' });
    const last = await phone.sync(next.token, undefined, '<D:getetag/><C:address-data/>');
    expect(last.told.map(nameOf)).toContain(`${id}.vcf`);
    expect(last.told.find((one) => nameOf(one) === `${id}.vcf`)!.found[DATA]!.text).toMatch(
      /FN:By A Program\\?, Later/,
    );
  });

  test('returns parts: all but the last report more, and together they list each card once', async () => {
    const device = await deviceOf(service, await service.user(), { name: 'parts', contacts: 7 });
    const all: string[] = [];
    let token = '';
    for (let parts = 0; ; parts++) {
      const part = await device.sync(token, 3);
      all.push(...part.told.filter(({ href }) => href !== device.book).map(({ href }) => href));
      const isOver = part.told.every(({ status }) => status !== 507);
      expect([isOver, part.told.length - (isOver ? 0 : 1) <= 3]).toEqual([isOver, true]);
      // A change during the first sync is reported again at its end, never lost.
      if (parts === 0) await device.put('meanwhile.vcf', cardOf('meanwhile', 'Meanwhile'));
      token = part.token;
      if (isOver) break;
    }
    const { told } = await device.sync(token);
    const names = new Set([...all, ...told.map(({ href }) => href)]);
    expect(names.size).toBe(8);
    const { token: before } = await device.sync(token);
    await device.put('a.vcf', cardOf('a', 'A'));
    await device.put('b.vcf', cardOf('b', 'B'));
    const limited = await device.sync(before, 1);
    expect(limited.told.map(({ status }) => status)).toEqual([undefined, 507]);
  });

  test('counts deletions against the limit', async () => {
    const device = await deviceOf(service, await service.user(), { name: 'deletions', contacts: 7 });
    const { told, token: start } = await device.sync('');
    const deleted = told.slice(0, 5).map(({ href }) => href);
    for (const href of deleted) await device.send('DELETE', href);
    await device.put('new.vcf', cardOf('new', 'New'));
    const parts: [number, boolean][] = [];
    const reported: [string, number | undefined][] = [];
    let token = start;
    for (let isLast = false; !isLast; ) {
      const part = await device.sync(token, 2);
      const members = part.told.filter(({ href }) => href !== device.book);
      isLast = members.length === part.told.length;
      // A part that reports nothing would never end.
      expect(members.length).toBeGreaterThan(0);
      parts.push([members.length, isLast]);
      reported.push(...members.map(({ href, status }): [string, number | undefined] => [href, status]));
      token = part.token;
    }
    expect(parts).toEqual([
      [2, false],
      [2, false],
      [2, true],
    ]);
    expect(reported.sort()).toEqual(
      [...deleted.map((href) => [href, 404]), [device.card('new.vcf'), undefined]].sort(),
    );
  });

  test.each([
    ['gibberish', 'x', 403],
    ['of another person', 'kith:sync/0/1', 403],
    ['of a time to come', 'OWN/999999999', 403],
  ])('starts over for a token that is %s', async (_, token, status) => {
    const { token: own } = await phone.sync('');
    const asked = token.replace('OWN', own.slice(0, own.lastIndexOf('/')));
    const body = `<D:sync-collection xmlns:D="DAV:"><D:sync-token>${asked}</D:sync-token><D:sync-level>1</D:sync-level><D:prop><D:getetag/></D:prop></D:sync-collection>`;
    const answer = await phone.report(body, { depth: '0' });
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining('<D:valid-sync-token/>')]);
  });

  test('requires Depth 0 and level 1', async () => {
    const body = (level: string) =>
      `<D:sync-collection xmlns:D="DAV:"><D:sync-token/><D:sync-level>${level}</D:sync-level><D:prop/></D:sync-collection>`;
    expect((await phone.report(body('1'), { depth: 'infinity' })).status).toBe(400);
    const deep = await phone.report(body('infinite'), { depth: '0' });
    expect([deep.status, deep.text]).toEqual([403, expect.stringContaining('sync-traversal-supported')]);
    expect(sorted(responsesIn(await phone.report(body('1'), { depth: '0' }))).length).toBeGreaterThan(0);
  });

  test('rejects an unknown report by name, and any report outside the book', async () => {
    const unknown = await phone.report('<D:expand-property xmlns:D="DAV:"/>');
    expect([unknown.status, unknown.text]).toEqual([403, expect.stringContaining('<D:supported-report/>')]);
    const answer = await phone.send('REPORT', phone.book, { body: '' });
    expect(answer.status).toBe(400);
  });
});
