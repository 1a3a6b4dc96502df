import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { childOf, childrenOf, DAV, type Element, readXml } from '../../src/dav/client/xml.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { cardOf, type DavDevice, type DavReply, deviceOf, responsesIn } from '../support/dav-device.ts';
import { CORPUS, MARKUP } from '../support/hostile.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Properties that clients set on cards and the address book (RFC 4918, 4.2 and 9.2).

let service: RunningService;
let database: Database;
let ada: User;
let phone: DavDevice;
let card: string;

beforeAll(async () => {
  service = await startService();
  database = openDatabase(service.dataDir);
  ada = await service.user('ada@example.com');
  phone = await deviceOf(service, ada);
  card = phone.card('grace.vcf');
});
afterAll(async () => {
  database.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});
beforeEach(async () => {
  await phone.send('DELETE', card);
  await phone.put('grace.vcf', cardOf('grace', 'Grace'));
});

const set = (properties: string) => `<D:set><D:prop>${properties}</D:prop></D:set>`;
const remove = (properties: string) => `<D:remove><D:prop>${properties}</D:prop></D:remove>`;
const update = (steps: string) => `<D:propertyupdate xmlns:D="DAV:" xmlns:x="urn:x">${steps}</D:propertyupdate>`;
const patch = (path: string, steps: string, device = phone) =>
  device.send('PROPPATCH', path, { body: update(steps), headers: { 'content-type': 'application/xml' } });

/** Status of each property in the response. */
function codesIn(answer: DavReply): Record<string, number> {
  expect([answer.status, answer.text]).toEqual([207, expect.any(String)]);
  const parts = childrenOf(childOf(readXml(answer.text), DAV, 'response'), DAV, 'propstat');
  return Object.fromEntries(
    parts.flatMap((part) => {
      const code = Number(/ (\d{3}) /.exec(childOf(part, DAV, 'status')!.text)![1]);
      return childOf(part, DAV, 'prop')!.children.map(({ space, name }) => [`{${space}}${name}`, code]);
    }),
  );
}

const ask = async (path: string, inner: string, depth = '0', device = phone) => {
  const body = `<D:propfind xmlns:D="DAV:" xmlns:x="urn:x">${inner}</D:propfind>`;
  return device.propfind(path, depth, body);
};
const named = (names: string) => `<D:prop>${names}</D:prop>`;
const textOf = async (path: string, name: string) =>
  (await ask(path, named(`<x:${name}/>`)))[0]!.found[`{urn:x}${name}`]?.text;

/** An element's meaning: joined text, with any prefixes. */
function meaning({ space, name, attributes, foreign, nodes }: Element): unknown {
  const inside: unknown[] = [];
  for (const node of nodes) {
    if (typeof node !== 'string') inside.push(meaning(node));
    else if (typeof inside.at(-1) === 'string') inside.push(inside.pop() + node);
    else inside.push(node);
  }
  return { space, name, attributes, foreign, inside };
}

describe('a property', () => {
  test.each(['book', 'card'] as const)('on a %s is set, returned, changed, and removed', async (kind) => {
    const path = kind === 'book' ? phone.book : card;
    expect(codesIn(await patch(path, set('<x:color>red</x:color>')))).toEqual({ '{urn:x}color': 200 });
    expect(await textOf(path, 'color')).toBe('red');
    expect(codesIn(await patch(path, set('<x:color>blue</x:color><x:size/>')))).toEqual({
      '{urn:x}color': 200,
      '{urn:x}size': 200,
    });
    const [all] = await ask(path, '<D:allprop/>');
    expect(all!.found['{urn:x}color']!.text).toBe('blue');
    expect(all!.found[`{${DAV}}resourcetype`]).toBeDefined();
    const [names] = await ask(path, '<D:propname/>');
    expect([names!.found['{urn:x}color']!.text, names!.found['{urn:x}size']!.text]).toEqual(['', '']);
    expect(codesIn(await patch(path, remove('<x:color/><x:size/><x:never/>')))).toEqual({
      '{urn:x}color': 200,
      '{urn:x}size': 200,
      '{urn:x}never': 200,
    });
    expect((await ask(path, named('<x:color/>')))[0]!.missing).toEqual(['{urn:x}color']);
    expect(Object.keys((await ask(path, '<D:allprop/>'))[0]!.found)).not.toContain('{urn:x}size');
  });

  test('is changed in the requested order', async () => {
    await patch(card, set('<x:a>1</x:a>') + remove('<x:a/>') + remove('<x:b/>') + set('<x:b>2</x:b>'));
    expect([await textOf(card, 'a'), await textOf(card, 'b')]).toEqual([undefined, '2']);
  });

  test('is returned for each card in listings and reports, and for no other', async () => {
    await phone.put('other.vcf', cardOf('other', 'Other'));
    await patch(card, set('<x:color>red</x:color>'));
    const colors = (told: Awaited<ReturnType<typeof ask>>) =>
      told.flatMap(({ href, found }) => (found['{urn:x}color'] ? [[href, found['{urn:x}color'].text]] : []));
    expect(colors(await ask(phone.book, named('<x:color/>'), '1'))).toEqual([[card, 'red']]);
    const multiget = `<C:addressbook-multiget xmlns:C="urn:ietf:params:xml:ns:carddav" xmlns:D="DAV:"><D:prop><x:color xmlns:x="urn:x"/></D:prop><D:href>${card}</D:href></C:addressbook-multiget>`;
    expect(colors(responsesIn(await phone.report(multiget)))).toEqual([[card, 'red']]);
    expect(colors((await phone.sync('', undefined, '<x:color xmlns:x="urn:x"/>')).told)).toEqual([[card, 'red']]);
    const eve = await deviceOf(service, await service.user());
    await eve.put('grace.vcf', cardOf('grace', 'Grace'));
    expect(colors(await ask(eve.book, named('<x:color/>'), '1', eve))).toEqual([]);
  });

  test("changes neither its card's ETag nor the sync state", async () => {
    const tag = async () => (await phone.send('HEAD', card)).headers.etag;
    const [before, { token }] = [await tag(), await phone.sync('')];
    await patch(card, set('<x:color>red</x:color>'));
    await patch(phone.book, set('<x:color>red</x:color>'));
    expect([await tag(), await phone.sync(token)]).toEqual([before, { told: [], token }]);
  });

  test('is deleted with its card, and not inherited by a new card with that name', async () => {
    await patch(card, set('<x:color>red</x:color>'));
    await phone.send('DELETE', card);
    expect((await patch(card, set('<x:color>red</x:color>'))).status).toBe(404);
    expect((await patch(card, set('<D:getetag/>'))).status).toBe(404);
    await phone.put('grace.vcf', cardOf('grace', 'Another Grace'));
    expect(await textOf(card, 'color')).toBeUndefined();
  });

  test('is encrypted in the data', async () => {
    await patch(card, set('<x:color>violet-blue</x:color>'));
    const rows = database.all(`select * from card_properties where user_id = '${ada.id}' and name = 'color'`);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('violet');
  });
});

describe('PROPPATCH refuses', () => {
  const PROTECTED = ['getetag', 'resourcetype', 'sync-token', 'getcontentlength', 'lockdiscovery', 'displayname'];
  test.each(PROTECTED)('%s of a card, which only kith sets, and does nothing else', async (name) => {
    const answer = await patch(card, set(`<x:color>red</x:color><D:${name}>x</D:${name}>`) + remove('<x:none/>'));
    expect(codesIn(answer)).toEqual({ [`{DAV:}${name}`]: 403, '{urn:x}color': 424, '{urn:x}none': 424 });
    expect(answer.text).toContain('<D:cannot-modify-protected-property/>');
    expect(await textOf(card, 'color')).toBeUndefined();
  });

  test('all properties on resources other than cards and the book', async () => {
    for (const path of ['/dav/', phone.principal, phone.home]) {
      const steps = set('<x:color>red</x:color><D:displayname>x</D:displayname>');
      expect(codesIn(await patch(path, steps))).toEqual({ '{urn:x}color': 403, '{DAV:}displayname': 403 });
    }
  });

  test('all changes with a read-only password', async () => {
    const reader = await deviceOf(service, ada, { name: 'reader', permissions: 'read' });
    for (const path of [card, phone.book]) {
      const answer = await patch(path, set('<x:shade>red</x:shade>'), reader);
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('<D:write-properties/>')]);
      expect(await textOf(path, 'shade')).toBeUndefined();
    }
  });

  test('more than 50 properties, or 64 KiB of them, without any effect', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `<x:p${at}>v</x:p${at}>`).join('');
    await patch(card, set('<x:color>red</x:color>'));
    const full = codesIn(await patch(card, remove('<x:color/>') + set(many(51))));
    expect([full['{urn:x}color'], full['{urn:x}p0'], full['{urn:x}p50']]).toEqual([424, 507, 507]);
    expect([await textOf(card, 'color'), await textOf(card, 'p0')]).toEqual(['red', undefined]);
    expect(codesIn(await patch(card, set(many(49))))['{urn:x}p48']).toBe(200);
    expect(codesIn(await patch(card, set('<x:more/>')))).toEqual({ '{urn:x}more': 507 });
    const long = `<x:color>${'é'.repeat(33 * 1024)}</x:color>`;
    expect(codesIn(await patch(card, set(long)))).toEqual({ '{urn:x}color': 507 });
    expect(await textOf(card, 'color')).toBe('red');
    expect((await patch(card, set(many(201)))).status).toBe(400);
  });
});

test("stores the book's name and description for the user until a client removes them", async () => {
  const said = async (device: DavDevice) => {
    const names = '<D:displayname/><C:addressbook-description xmlns:C="urn:ietf:params:xml:ns:carddav"/>';
    const [told] = await ask(device.book, named(names), '0', device);
    return Object.values(told!.found).map(({ text }) => text);
  };
  const byDefault = await said(phone);
  const description = `<C:addressbook-description xmlns:C="urn:ietf:params:xml:ns:carddav">Mine</C:addressbook-description>`;
  await patch(phone.book, set(`<D:displayname>Ada’s &lt;people&gt;</D:displayname>${description}`));
  expect(await said(phone)).toEqual(['Ada’s <people>', 'Mine']);
  const [all] = await ask(phone.book, '<D:allprop/>');
  expect(all!.found['{DAV:}displayname']!.text).toBe('Ada’s <people>');
  expect(await said(await deviceOf(service, await service.user()))).toEqual(byDefault);
  const odd = await patch(phone.book, set('<D:displayname><x:b>x</x:b></D:displayname><x:color/>'));
  expect(codesIn(odd)).toEqual({ '{DAV:}displayname': 409, '{urn:x}color': 424 });
  await patch(phone.book, remove(`<D:displayname/>${description}`));
  expect(await said(phone)).toEqual(byDefault);
});

describe('returns an equivalent value', () => {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const writable = (text: string) => text.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
  const VALUES: [what: string, property: string][] = [
    ['elements between text', '<x:v> a <x:b>c</x:b> d<e xmlns="urn:e" f="1"/> </x:v>'],
    ['no namespace', '<v xmlns="">a<b/></v>'],
    ['no namespace inside another', '<v xmlns="urn:v"><b xmlns=""><c xmlns="urn:v"/></b></v>'],
    [
      'prefixes that we use',
      '<D:v xmlns:D="urn:not-dav"><C:b xmlns:C="urn:b" xmlns:D="urn:d" D:at="1" C:at="2"/></D:v>',
    ],
    [
      'attributes',
      '<x:v><b xmlns:n0="urn:0" xmlns:n1="urn:1" n1:a="&quot;&lt;&amp;&#10;&#9;&#13;" n0:a="" a="\'"/></x:v>',
    ],
    ['a language', '<x:v xml:lang="de">Wert<x:b xml:lang="fr" xml:space="preserve"> </x:b></x:v>'],
    ['the namespace of XML', '<xml:v><x:b/><xml:c><b/></xml:c></xml:v>'],
    ['a namespace that looks like markup', '<q:v xmlns:q="&quot;/>&lt;x&gt;&amp;#10;"><q:b/></q:v>'],
    ['CDATA sections', '<x:v><![CDATA[<D:status>&amp;]]>]]&gt;<![CDATA[</x:v>]]></x:v>'],
    ['references and line ends', '<x:v>&#13;&#10;&#x1F600;&amp;lt;\r\n&apos;</x:v>'],
    ['four bytes', '<x:v a="𝒳">😀 𐀀 \u{10fffd}<𐀀/></x:v>'],
    ['depth', `<x:v>${'<a>'.repeat(90)}x${'</a>'.repeat(90)}</x:v>`],
    ['names of objects', '<x:v __proto__="1" constructor="2"><__proto__/><constructor/></x:v>'],
    ['a name of objects', '<__proto__ xmlns="">x</__proto__>'],
    ['a multistatus', '<x:v><D:response><D:href>/</D:href><D:status>HTTP/1.1 200 OK</D:status></D:response></x:v>'],
    ['markup', `<x:v>${escaped(MARKUP)}</x:v>`],
    ...CORPUS.map((text): [string, string] => ['hostile text', `<x:v>${escaped(writable(text))}</x:v>`]),
  ];
  test.each(VALUES)('%s', async (_, property) => {
    const body = update(set(property));
    const sent = childOf(childOf(readXml(body), DAV, 'set'), DAV, 'prop')!.children[0]!;
    expect(Object.values(codesIn(await phone.send('PROPPATCH', card, { body })))).toEqual([200]);
    const empty = `<q:${sent.name} xmlns:q="${escaped(sent.space).replaceAll('"', '&quot;')}"/>`;
    const name = sent.space === '' ? `<${sent.name} xmlns=""/>` : empty;
    const byName = named(sent.space.endsWith('/namespace') ? '<xml:v/>' : name);
    for (const inner of [byName, '<D:allprop/>']) {
      const told = await ask(card, inner);
      expect(told.map(({ href }) => href)).toEqual([card]);
      const [back] = Object.values(told[0]!.found).filter((one) => one.name === sent.name);
      expect(meaning(back!)).toEqual(meaning(sent));
    }
    expect(Object.keys((await ask(card, '<D:propname/>'))[0]!.found)).toContain(`{${sent.space}}${sent.name}`);
  });

  test('with the language that was sent', async () => {
    const body = `<D:propertyupdate xmlns:D="DAV:" xml:lang="en"><D:set xml:lang="de"><D:prop><v xmlns="urn:x">Wert</v></D:prop></D:set></D:propertyupdate>`;
    await phone.send('PROPPATCH', card, { body });
    const [told] = await ask(card, named('<x:v/>'));
    expect(told!.found['{urn:x}v']!.foreign).toEqual([expect.objectContaining({ name: 'lang', value: 'de' })]);
  });
});
