import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { davBook } from '../../src/dav/sync/dav-book.ts';
import type { BookSyncReport } from '../../src/dav/sync/report.ts';
import { syncRemoteBook } from '../../src/dav/sync/run.ts';
import { cardCodec } from '../../src/server/book-sync/codec.ts';
import { openHttpSource } from '../../src/shared/http/http-source.ts';
import { fieldsOf, type ModelKith, modelKith } from '../support/book-sync-model.ts';
import { CORPUS } from '../support/hostile.ts';

// Responses of a broken or malicious server, and how kith handles them.

interface Asked {
  method: string;
  path: string;
  body: string;
  headers: IncomingMessage['headers'];
}
interface Given {
  status?: number;
  headers?: Record<string, string>;
  text?: string;
  /** That many more bytes. */
  padding?: number;
}

const BOOK = '/dav/book/';
let server: Server;
let answer: (asked: Asked) => Given;
let asked: Asked[];
let kith: ModelKith;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const one = { method: request.method!, path: request.url!, body, headers: request.headers };
    asked.push(one);
    await send(response, answer(one));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());
beforeEach(() => {
  asked = [];
  kith = modelKith(
    () => {},
    () => '2026-01-01T00:00:00.000Z',
  );
});

async function send(response: ServerResponse, { status = 207, headers, text = '', padding = 0 }: Given): Promise<void> {
  response.writeHead(status, headers);
  response.on('error', () => {}).setMaxListeners(0);
  response.write(text);
  const piece = Buffer.alloc(2 ** 20, 'A');
  for (let left = padding; left > 0 && !response.destroyed; left -= piece.length)
    if (!response.write(piece)) await Promise.race(['drain', 'close'].map((event) => once(response, event)));
  response.end();
}
const once = (response: ServerResponse, event: string) => new Promise((resolve) => response.once(event, resolve));

const inXml = (text: string): string => text.replace(/[&<]/g, (sign) => (sign === '&' ? '&amp;' : '&lt;'));
const resource = (href: string, props: string): string =>
  `<d:response><d:href>${inXml(href)}</d:href><d:propstat><d:prop>${props}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;
const listed = (href: string, etag = '"1"'): string => resource(href, `<d:getetag>${inXml(etag)}</d:getetag>`);
const multistatus = (inside: string, token = ''): Given => ({
  text: `<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav">${inside}${token && `<d:sync-token>${token}</d:sync-token>`}</d:multistatus>`,
});
const card = (uid: string, name: string, ...more: string[]): string =>
  ['BEGIN:VCARD', 'VERSION:3.0', `UID:${uid}`, `FN:${name}`, ...more, 'END:VCARD', ''].join('\r\n');
const given = (href: string, text: string): string =>
  resource(href, `<d:getetag>"1"</d:getetag><c:address-data>${inXml(text)}</c:address-data>`);

const isSync = ({ body }: Asked): boolean => body.includes('sync-collection');
const isMultiget = ({ body }: Asked): boolean => body.includes('multiget');

/** A server that lists these cards, and returns them on request. */
function serves(cards: Record<string, string>): (one: Asked) => Given {
  return (one) => {
    if (isSync(one))
      return multistatus(
        Object.keys(cards)
          .map((href) => listed(href))
          .join(''),
        't1',
      );
    if (isMultiget(one)) {
      const wanted = Object.entries(cards).filter(([href]) => one.body.includes(`>${inXml(href)}<`));
      return multistatus(wanted.map(([href, text]) => given(href, text)).join(''));
    }
    return { status: one.method === 'GET' && cards[one.path] ? 200 : 404, text: cards[one.path] ?? '' };
  };
}

async function follow(): Promise<BookSyncReport> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${BOOK}`;
  const source = openHttpSource(url, { authorization: () => 'Basic eDp5', pauseMs: 1, tries: 2 });
  const options = { bookId: 'b', codec: cardCodec, kith, bothWays: true, takesNew: true };
  try {
    return await syncRemoteBook({ ...options, remote: davBook(source, new URL(url)) });
  } finally {
    await source.close();
  }
}

const people = () => [...kith.people.values()].map(({ fields }) => fields.full_name).sort();

test.each([
  ['a list in parts without end', (count: number) => `t${count}`],
  ['a list with an unchanging token', () => 'same'],
])('gives up on %s', async (_, token) => {
  let count = 0;
  const part = `<d:response><d:href>${BOOK}</d:href><d:status>HTTP/1.1 507 Insufficient Storage</d:status></d:response>`;
  answer = () => multistatus(part + listed(`${BOOK}${count}.vcf`), token(++count));
  await expect(follow()).rejects.toThrow('an endless listing');
  expect(people()).toEqual([]);
});

test('skips URLs of other users, and stops at URLs of other servers', async () => {
  const own = serves({ [`${BOOK}ann.vcf`]: card('ann', 'Ann') });
  const others = ['/dav/other/x.vcf', `${BOOK}below/x.vcf`, `${BOOK}../other/y.vcf`, '/', BOOK];
  answer = (one) => {
    const answered = own(one);
    return isSync(one)
      ? { text: answered.text!.replace('<d:sync-token', `${others.map((href) => listed(href)).join('')}<d:sync-token`) }
      : answered;
  };
  expect(await follow()).toMatchObject({ strange: 4, here: { created: 1 } });
  expect(
    asked
      .filter(isMultiget)
      .map(({ body }) => body)
      .join(),
  ).not.toContain('other');
  answer = () => multistatus(listed('http://127.0.0.2:9/dav/book/a.vcf'), 't2');
  kith = modelKith(
    () => {},
    () => '',
  );
  await expect(follow()).rejects.toThrow('points to another host');
});

test('imports none of the cards in a response if some were not requested', async () => {
  const own = serves({ [`${BOOK}ann.vcf`]: card('ann', 'Ann') });
  answer = (one) => {
    const answered = own(one);
    const strange = given('/dav/other/eve.vcf', card('eve', 'Eve')) + given(`${BOOK}eve.vcf`, card('eve', 'Eve'));
    return isMultiget(one)
      ? { text: answered.text!.replace('</d:multistatus>', `${strange}</d:multistatus>`) }
      : answered;
  };
  await follow();
  expect(people()).toEqual(['Ann']);
});

test('loses no other card to one of 100 MB', async () => {
  const own = serves({ [`${BOOK}ann.vcf`]: card('ann', 'Ann'), [`${BOOK}huge.vcf`]: '' });
  answer = (one) => {
    const isHuge = one.path.endsWith('huge.vcf') || (isMultiget(one) && one.body.includes('huge.vcf'));
    return isHuge ? { status: isMultiget(one) ? 207 : 200, padding: 100 * 2 ** 20 } : own(one);
  };
  const report = await follow();
  expect(people()).toEqual(['Ann']);
  expect(report.told).toMatchObject([{ name: 'huge.vcf', what: 'could not be read on the server' }]);
  // It is not read again until it changes.
  asked = [];
  expect((await follow()).told).toEqual([]);
  expect(asked.some(({ path }) => path.endsWith('huge.vcf'))).toBe(false);
});

test.each([
  ['nothing', ''],
  ['a page', '<html><body>Sign in</body></html>'],
  ['half an answer', '<d:multistatus xmlns:d="DAV:"><d:response>'],
  ['entities', '<!DOCTYPE x [<!ENTITY a "aaaa">]><d:multistatus xmlns:d="DAV:">&a;</d:multistatus>'],
  ['an empty list', multistatus('', 't2').text!],
])('deletes no one for a response that is %s', async (_, text) => {
  const cards = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`${BOOK}${at}.vcf`, card(`u${at}`, `P${at}`)]),
  );
  answer = serves(cards);
  await follow();
  expect(people()).toHaveLength(12);
  kith.looked = async () => undefined;
  answer = () => ({ text });
  const report = await follow().catch((error) => error);
  expect(report instanceof Error || report.waiting !== undefined).toBe(true);
  expect(people()).toHaveLength(12);
});

test('imports malicious input as text, and returns it unchanged', async () => {
  const texts = CORPUS.map((text) => text.replace(/[\r\n]/g, ' '));
  const escaped = (text: string) => text.replace(/[\\,;]/g, '\\$&');
  // Without characters that XML cannot contain.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what XML cannot carry
  const carried = texts.filter((text) => !/[\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]/.test(text));
  const cards = Object.fromEntries(
    carried.map((text, at) => [`${BOOK}${at}.vcf`, card(`u${at}`, `P${at}`, `NOTE:${escaped(text)}`)]),
  );
  answer = serves(cards);
  const report = await follow();
  expect(report.here.created + report.told.length).toBe(carried.length);
  const puts: string[] = [];
  const own = answer;
  answer = (one) => {
    if (one.method !== 'PUT') return own(one);
    puts.push(one.body);
    return { status: 204, headers: { etag: '"2"' } };
  };
  for (const name of [...kith.people.keys()]) kith.edit(name, (fields) => fieldsOf({ ...fields, company: 'New' }));
  expect((await follow()).there.changed).toBe(puts.length);
  expect(puts).toHaveLength(report.here.created);
  for (const [at, text] of carried.entries()) {
    const put = puts.find((one) => one.includes(`UID:u${at}\r\n`));
    const read = put && cardCodec.read(put);
    if (read && 'fields' in read) expect(read.fields.description?.trim() ?? '').toBe(text.trim());
  }
});
