import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findBooks } from '../../src/dav/client/discover.ts';
import { downloadBook } from '../../src/dav/client/download.ts';
import { requestSigner } from '../../src/shared/http/authentication.ts';
import { openHttpSource } from '../../src/shared/http/http-source.ts';
import { type FakeDav, type Quirks, startDav } from '../support/carddav.ts';
import { kithWith, temporaryFolder } from '../support/service.ts';
import { MALLORY, someReferences, startTrap, type Trap } from '../support/trap.ts';

// Everywhere that a CardDAV server can give a URL, it names another server, which must receive nothing.

let dav: FakeDav;
let trap: Trap;
beforeAll(async () => {
  [dav, trap] = await Promise.all([startDav(), startTrap()]);
});
afterAll(() => {
  dav.close();
  trap.close();
});
beforeEach(() => {
  trap.seen = [];
  dav.quirks = {};
  dav.cards = new Map([['ann.vcf', 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann\r\nN:Ann;;;;\r\nEND:VCARD\r\n']]);
});

/** All that an import would read, or the error. */
async function pulled(address: string): Promise<string> {
  const { authorization, learn } = requestSigner('ann', 'secret');
  const web = openHttpSource(address, { authorization, learn, pauseMs: 1 });
  try {
    const books = [];
    for (const book of await findBooks(web)) books.push(await downloadBook(web, book));
    return JSON.stringify(books);
  } catch (error) {
    return (error as Error).message;
  } finally {
    await web.close();
  }
}

const REPORTED = () => `http://${new URL(dav.url).host}//${trap.host}/x.vcf`;

type Place = (reference: string) => Quirks;
const BOOK = '/dav/home/friends/';
const onward =
  (request: string, status: number): Place =>
  (location) => ({ redirects: { [request]: { status, location: encodeURI(location) } } });

const PLACES: [string, Place][] = [
  ['the well-known place', (wellKnown) => ({ wellKnown: encodeURI(wellKnown) })],
  ['current-user-principal', (principal) => ({ hrefs: { principal } })],
  ['addressbook-home-set', (home) => ({ hrefs: { home } })],
  ['the address of a book', (book) => ({ hrefs: { book } })],
  ['the address of a card, read with others', (card) => ({ hrefs: { card } })],
  ['the URL of a card that is read alone', (card) => ({ hrefs: { card }, noMultiget: true })],
  ['the URL of a card in a response', (answered) => ({ hrefs: { answered } })],
  ['a redirect from the principal', onward('PROPFIND /dav/me/', 301)],
  ['a redirect from the home set', onward('PROPFIND /dav/home/', 307)],
  ['a redirect from the cards', onward(`REPORT ${BOOK}`, 302)],
  ['a redirect of a card', (to) => ({ ...onward(`GET ${BOOK}ann.vcf`, 303)(to), noMultiget: true })],
];

test.each(PLACES)('sends nothing elsewhere for %s', async (name, place) => {
  const number = PLACES.findIndex(([one]) => one === name);
  for (const reference of [REPORTED(), ...someReferences(new URL(dav.url).host, trap, number)]) {
    dav.quirks = place(reference);
    const read = await pulled(dav.url);
    expect({ reference, seen: trap.seen }).toEqual({ reference, seen: [] });
    expect(read).not.toContain(MALLORY);
  }
});

describe('the given address', () => {
  test.each(['//TRAP/', '/.//TRAP/dav/', '/\\TRAP/', '//TRAP/%2e%2e/'])('keeps %s on its host', async (path) => {
    await pulled(dav.url + path.replace('TRAP', trap.host));
    expect(trap.seen).toEqual([]);
  });
});

test('sends the password only to the configured server, even with proxies in the environment', async () => {
  const folder = temporaryFolder();
  const proxy = `http://${trap.host}`;
  const settings = {
    ...{ KITH_IMPORT_PASSWORD: 'secret', HTTP_PROXY: proxy, http_proxy: proxy, ALL_PROXY: proxy, HTTPS_PROXY: proxy },
    ...{ NODE_USE_ENV_PROXY: '1', NO_PROXY: '', no_proxy: '' },
  };
  dav.quirks = { hrefs: { card: REPORTED() }, noMultiget: true };
  const run = kithWith(settings, folder.path, 'import', 'carddav', dav.url, '--user', 'ann', '--json');
  const { stdout } = await run.catch((error) => error);
  expect([trap.seen, JSON.parse(stdout)[0].created]).toEqual([[], 1]);
  // The error names the other address, in case the user meant it.
  dav.quirks = { wellKnown: `http://${trap.host}/dav/` };
  const refused = kithWith(settings, folder.path, 'import', 'carddav', dav.url, '--user', 'ann', '--json');
  const [report] = JSON.parse((await refused.catch((error) => error)).stdout);
  expect(report.error).toContain(`points to another host, http://${trap.host}`);
  expect(report.hint).toContain(`http://${trap.host}/dav/`);
  expect(trap.seen).toEqual([]);
  folder.remove();
});
