import { gzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { originOf } from '../support/browser.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { formPaths, pagePaths } from '../support/page-routes.ts';
import { dataOf, makeContacts } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';
import { type Visitor, visitorSignedIn } from '../support/visitor.ts';
import { makeWorld, type World } from '../support/world.ts';

// What holds for every page and every form, found by the routes that there are.

const MOST_OF_A_PAGE = 14 * 1024;
const MOST_OF_ASSETS = 45 * 1024;

let service: RunningService;
let database: Database;
let origin: string;
let ada: User;
let world: World;
let visitor: Visitor;

beforeAll(async () => {
  service = await startService();
  database = openDatabase(service.dataDir);
  origin = originOf(service);
  ada = await service.user(undefined, 'Europe/Berlin');
  world = await makeWorld(ada, 'made');
  await fillLists();
  visitor = await visitorSignedIn(service, ada.email);
});
afterAll(async () => {
  database.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

const SURNAMES = ['Lovelace', 'Hopper', 'Ramanujan', 'Kovalevskaya', 'Noether', 'Banneker', 'Agnesi', 'Turing'];
const WORK = ['Analytical Engines', 'Navy', 'Trinity College', 'Stockholm University', 'Bletchley Park', 'Almanacs'];

/** More than a page shows of each list, each row with all it can have. */
async function fillLists(): Promise<void> {
  const contacts = await makeContacts(
    ada,
    Array.from({ length: 60 }, (_, at) => ({
      full_name: `${'ABCDEFGHIJ'[at % 10]}${at * 7919} ${SURNAMES[at % 8]}-${SURNAMES[(at * 3) % 8]}`,
      company: WORK[at % 6],
      job_title: `Head of department ${at * 31}`,
      description: `Met at conference ${at * 17} on ${WORK[(at * 5) % 6]}`,
      last_seen_at: new Date(Date.UTC(2025, at % 12, (at % 28) + 1)).toISOString(),
      frequency: '7 days',
      contact_emails: [{ email: `person-${at * 104_729}@${SURNAMES[at % 8]!.toLowerCase()}.example` }],
      contact_phone_numbers: [{ phone_number: `+1212555${String(1000 + at)}` }],
      tags_contacts: [{ tag_id: world.tag }],
    })),
  );
  for (let at = 0; at < 30; at++) {
    const about = [{ contact_id: world.contact }, { contact_id: contacts[at].id }];
    const note = `On day ${at}: ${WORK.join(`, ${at * 13} `)}. ${SURNAMES.map((name) => `${name} ${at * 37}`).join(' ')}`;
    dataOf(await ada.post('/v2/timeline/notes', { note: { note, timeline_items_contacts: about } }));
    const reminder = { text: `Call about ${at * 53}`, due_at_date: '2026-01-02', reminders_contacts: about };
    dataOf(await ada.post('/v2/reminders', { reminder }));
  }
}

/** A page as it crosses the network. */
async function sentOf(path: string, headers: Record<string, string> = {}) {
  const sent = { 'accept-encoding': 'gzip, br', accept: 'text/html', cookie: visitor.cookie!, ...headers };
  const answer = await request(origin + path, { headers: sent });
  return { ...answer, bytes: await answer.body.bytes() };
}

describe('every page', () => {
  test('is compressed, and small', async () => {
    const large: [string, number][] = [];
    for (const path of pagePaths(world)) {
      const { headers, bytes } = await sentOf(path);
      if (!String(headers['content-type']).startsWith('text/html')) continue;
      expect([path, headers['content-encoding'], headers.vary]).toEqual([path, 'gzip', 'Accept-Encoding']);
      if (bytes.length > MOST_OF_A_PAGE) large.push([path, bytes.length]);
    }
    expect(large).toEqual([]);
    expect((await visitor.get('/people')).text.match(/Head of department/g)).toHaveLength(50);
  });

  test('comes as it is where another site asks for it: its length tells nothing', async () => {
    const { headers } = await sentOf('/people?q=made', { 'sec-fetch-site': 'cross-site' });
    expect(headers['content-encoding']).toBeUndefined();
    expect((await sentOf('/people', { 'accept-encoding': 'gzip;q=0' })).headers['content-encoding']).toBeUndefined();
  });

  test('loads little beside itself, and that once for good', async () => {
    const assets = new Set<string>();
    for (const path of pagePaths(world))
      for (const [, asset] of (await visitor.get(path)).text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g))
        assets.add(asset!);
    let all = 0;
    for (const asset of assets) {
      const { headers, bytes, statusCode } = await sentOf(asset);
      expect([asset, statusCode, headers['cache-control']]).toEqual([
        asset,
        200,
        'public, max-age=31536000, immutable',
      ]);
      // What a phone shows of the app is asked for by those alone who install it.
      if (!asset.endsWith('.png'))
        all += headers['content-encoding'] === 'gzip' ? bytes.length : gzipSync(bytes).length;
    }
    expect(all).toBeGreaterThan(10_000);
    expect(all).toBeLessThan(MOST_OF_ASSETS);
  });

  test('says its language and direction, and has one way to its content', async () => {
    for (const path of pagePaths(world)) {
      const { text, headers } = await visitor.get(path);
      if (!String(headers['content-type']).startsWith('text/html')) continue;
      // Asked for by a script alone, which takes a part of it.
      if (path === '/people/counts') continue;
      const parts = [/^<!DOCTYPE html><html lang="en" dir="ltr">/g, /<main id="main"/g, /<h1[ >]/g];
      const found = [...parts, /<a class="skip" href="#main">/g].map((part) => text.match(part)?.length ?? 0);
      expect([path, found]).toEqual([path, [1, 1, 1, 1]]);
    }
  });

  test('is framed, sniffed and kept by nobody, and runs nothing but our script', async () => {
    for (const path of pagePaths(world)) {
      const { text, headers } = await visitor.get(path);
      if (!String(headers['content-type']).startsWith('text/html')) continue;
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; script-src 'self'; style-src 'self'; .*frame-ancestors 'none'; base-uri 'none'$/,
        ),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      expect(text).not.toMatch(/<[^>]* (style|on\w+)=|<style|<script(?! type="module" src="\/assets\/)/);
    }
  });
});

/** What a request says of where it comes from, when that is not a page of kith. */
const ELSEWHERE: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  {},
];

test('no form is heard that another site sent, and nothing is done', async () => {
  const before = database.rowsOf(ada.id);
  const forms = formPaths(world);
  expect(forms.length).toBeGreaterThan(20);
  for (const path of forms)
    for (const from of ELSEWHERE) {
      const { statusCode, body } = await request(origin + path, {
        method: 'POST',
        headers: { cookie: visitor.cookie!, 'content-type': 'application/x-www-form-urlencoded', ...from },
        body: 'name=Mallory&note=Mallory&text=Mallory',
      });
      expect([path, from, statusCode]).toEqual([path, from, 403]);
      await body.dump();
    }
  expect(database.rowsOf(ada.id)).toBe(before);
});
