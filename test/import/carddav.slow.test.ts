import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findBooks } from '../../src/dav/client/discover.ts';
import { downloadBook } from '../../src/dav/client/download.ts';
import { parseCards } from '../../src/import/formats/parse-cards.ts';
import { requestSigner } from '../../src/shared/http/authentication.ts';
import { openHttpSource } from '../../src/shared/http/http-source.ts';
import { type FakeDav, startDav } from '../support/carddav.ts';
import type { Json } from '../support/people.ts';
import { findRadicale, type Radicale, startRadicale } from '../support/radicale.ts';
import { kith, kithWith, temporaryFolder } from '../support/service.ts';

const card = (name: string, ...more: string[]): string =>
  ['BEGIN:VCARD', 'VERSION:3.0', `UID:${name}@test`, `FN:${name}`, `N:${name};;;;`, ...more, 'END:VCARD', ''].join(
    '\r\n',
  );

let dav: FakeDav;
beforeAll(async () => {
  dav = await startDav();
});
afterAll(() => dav.close());
beforeEach(() => {
  dav.quirks = {};
  dav.requests = [];
  dav.cards = new Map([
    ['ann@x & y.vcf', card('Ann', 'EMAIL:ann@x.example', 'NOTE:a < b & c')],
    ['bob.vcf', card('Bob', 'TEL:+12025550101')],
  ]);
});

async function pull(path = '', password = 'secret'): Promise<{ name: string; names: unknown[]; missing: string[] }[]> {
  const sign = requestSigner('ann', password);
  const web = openHttpSource(dav.url + path, { authorization: sign.authorization, learn: sign.learn, pauseMs: 1 });
  const books = [];
  for (const book of await findBooks(web)) {
    const pulled = await downloadBook(web, book);
    const names = parseCards(pulled).records.map(({ contact }) => contact.first_name ?? contact.last_name);
    books.push({ name: book.name, names, missing: pulled.missing });
  }
  await web.close();
  return books;
}

const FRIENDS = [{ name: 'Friends & family', names: ['Ann', 'Bob'], missing: [] }];

test.each([
  ['', 'a host'],
  ['/dav/', 'a path'],
  ['/dav/home/', 'a home'],
  ['/dav/home/friends/', 'a book'],
  ['/elsewhere', 'a path of nothing'],
])('finds address books from "%s": %s', async (path) => {
  expect(await pull(path)).toEqual(FRIENDS);
});

test.each([
  [{ digest: true }, 'asks for Digest'],
  [{ noMultiget: true }, 'knows no multiget'],
  [{ busy: 2 }, 'is busy at first'],
])('handles a server that %j: %s', async (quirks, _) => {
  dav.quirks = quirks;
  expect(await pull()).toEqual(FRIENDS);
});

test.each([
  [{ wellKnown: 'http://127.0.0.2:9/dav/' }, 'points to another host, http://127.0.0.2:9'],
  [{ wellKnown: '/.well-known/carddav' }, 'redirects endlessly'],
  [{ empty: true }, 'There is no address book at'],
  [{ doctype: '<!DOCTYPE x [<!ENTITY a "aaaa">]>' }, 'declares a document type'],
  [{ busy: 100 }, 'keeps returning status 503'],
])('reports unreadable responses: %j', async (quirks, message) => {
  dav.quirks = quirks;
  await expect(pull()).rejects.toThrow(message);
});

test.each([false, true])('reports a wrong password at once (digest: %s)', async (digest) => {
  dav.quirks = { digest };
  await expect(pull('', 'wrong')).rejects.toThrow('rejected the user name or password');
  expect(dav.requests.length).toBeLessThan(5);
});

test.each([
  ['http://dav.example.com', 'over http://'],
  ['https://ann:secret@dav.example.com', 'must not contain a user'],
  ['dav.example.com', 'is not a web address'],
])('rejects a URL before sending anything: %s', (address, message) => {
  expect(() => openHttpSource(address, { authorization: () => undefined })).toThrow(message);
});

test('reports a card that was removed before it was read', async () => {
  dav.quirks = { gone: 'bob.vcf' };
  expect(await pull()).toEqual([{ ...FRIENDS[0], names: ['Ann'], missing: ['/dav/home/friends/bob.vcf'] }]);
});

test('loses no other card to a broken one, and never prints the password', async () => {
  dav.cards.set('broken.vcf', 'BEGIN:VCARD\r\nVERSION:3.0\r\nNOTE:Half');
  const folder = temporaryFolder();
  const settings = { KITH_IMPORT_PASSWORD: 'secret' };
  const run = kithWith(settings, folder.path, 'import', 'carddav', dav.url, '--user', 'ann', '--json');
  const { stdout, stderr } = await run.catch((error) => error);
  const [report] = JSON.parse(stdout);
  expect(report).toMatchObject({ file: 'Friends & family', format: 'CardDAV', created: 2, failed: 1 });
  expect(report.rows[2]).toMatchObject({ line: 3, outcome: 'failed' });
  expect(stdout + stderr).not.toContain('secret');
  const noPassword = kith(folder.path, 'import', 'carddav', dav.url, '--user', 'ann').catch((error) => error);
  expect((await noPassword).stdout).toContain('KITH_IMPORT_PASSWORD');
  folder.remove();
});

const modules = findRadicale();

describe.skipIf(modules === undefined)('a real server, Radicale', () => {
  let radicale: Radicale;
  const folder = temporaryFolder();
  beforeAll(async () => {
    radicale = await startRadicale(modules!);
    await radicale.makeBook('friends', 'Friends');
    await radicale.makeBook('work', 'At work');
    for (let index = 0; index < 60; index++) {
      await radicale.putCard('friends', `p${index}.vcf`, card(`Person ${index}`, `EMAIL:p${index}@x.example`));
    }
    await radicale.putCard('work', 'boss.vcf', card('Zoë', 'TEL:+12025550101', 'CATEGORIES:Office', 'NOTE:Likes tea'));
  });
  afterAll(async () => {
    await radicale.stop();
    folder.remove();
  });

  const importInto = async (name: string, ...more: string[]): Promise<Json[]> => {
    const { url, user, password } = radicale;
    const command = kithWith(
      { KITH_IMPORT_PASSWORD: password },
      join(folder.path, name),
      'import',
      'carddav',
      url,
      '--user',
      user,
      '--json',
      ...more,
    );
    return JSON.parse((await command.catch((error) => error)).stdout);
  };

  test('imports all its books, changes nothing the second time, and adds new cards', async () => {
    const dry = await importInto('a', '--dry-run');
    expect(dry.map(({ file, created }) => [file, created]).sort()).toEqual([
      ['At work', 1],
      ['Friends', 60],
    ]);
    const first = await importInto('a');
    expect(first.map(({ created, failed }) => [created, failed])).toEqual(dry.map(({ created }) => [created, 0]));
    expect((await importInto('a')).map(({ created, updated }) => [created, updated])).toEqual([
      [0, 0],
      [0, 0],
    ]);

    await radicale.putCard(
      'work',
      'boss.vcf',
      card('Zoë', 'TEL:+12025550101', 'EMAIL:zoe@x.example', 'CATEGORIES:Office'),
    );
    await radicale.putCard('work', 'new.vcf', card('Newcomer'));
    const later = (await importInto('a')).find(({ file }) => file === 'At work');
    expect(later).toMatchObject({ created: 1, updated: 1, failed: 0 });
    const { stdout } = await kith(join(folder.path, 'a'), 'export');
    const held = JSON.parse(stdout);
    expect(held.contacts).toHaveLength(62);
    expect(held.contact_emails.map(({ email }: Json) => email)).toContain('zoe@x.example');
  });

  test("reports a wrong password as the import's result", async () => {
    radicale.password = 'wrong';
    expect(await importInto('b')).toMatchObject([{ error: expect.stringContaining('rejected the user name') }]);
  });
});

test("loses no card to a broken line, and reports the line's number within its card", () => {
  const cards = [
    card('Ann'),
    card('Bob', 'broken', 'X-OWN:1').replace('VERSION:3.0', 'VERSION:9.0'),
    card('Cleo').replace('END:VCARD', ''),
    card('Dora'),
  ];
  const { records, bad, unmapped, warnings } = parseCards({ cards, missing: [] });
  expect(records.map(({ line, contact }) => [line, contact.last_name])).toEqual([
    [1, 'Ann'],
    [2, 'Bob'],
    [3, 'Cleo'],
    [4, 'Dora'],
  ]);
  expect(records[1]!.warnings).toEqual([
    'unknown vCard version 9.0, read as 4.0',
    'line 6 is not a property and was left out',
  ]);
  expect(records[2]!.warnings).toEqual(['END:VCARD is missing; the next card begins before it']);
  expect([bad, warnings, unmapped]).toEqual([[], [], [{ name: 'X-OWN', contacts: 1, lines: [] }]]);
});
