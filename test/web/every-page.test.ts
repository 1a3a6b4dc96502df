import { gzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { originOf } from '../support/browser.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { formPaths, pagePaths, routes } from '../support/page-routes.ts';
import { dataOf, makeContacts } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';
import { type Page, type Visitor, visitorSignedIn } from '../support/visitor.ts';
import { makeWorld, type World } from '../support/world.ts';

// Rules for every page and every form, found through the registered routes.

const MAX_PAGE_BYTES = 14 * 1024;
const MAX_ASSET_BYTES = 45 * 1024;

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

/** More rows than one page per list, each with all possible data. */
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

/** A page as sent over the network. */
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
      if (bytes.length > MAX_PAGE_BYTES) large.push([path, bytes.length]);
    }
    expect(large).toEqual([]);
    expect((await visitor.get('/people')).text.match(/Head of department/g)).toHaveLength(50);
  });

  test('is not compressed for requests from other sites, so its length reveals nothing', async () => {
    const { headers } = await sentOf('/people?q=made', { 'sec-fetch-site': 'cross-site' });
    expect(headers['content-encoding']).toBeUndefined();
    expect((await sentOf('/people', { 'accept-encoding': 'gzip;q=0' })).headers['content-encoding']).toBeUndefined();
  });

  test('loads few assets, which are cached permanently', async () => {
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
      // Only installing browsers request the app's icons.
      if (!asset.endsWith('.png'))
        all += headers['content-encoding'] === 'gzip' ? bytes.length : gzipSync(bytes).length;
    }
    expect(all).toBeGreaterThan(10_000);
    expect(all).toBeLessThan(MAX_ASSET_BYTES);
  });

  test('declares its language and direction, and has one skip link to its content', async () => {
    for (const path of pagePaths(world)) {
      const { text, headers } = await visitor.get(path);
      if (!String(headers['content-type']).startsWith('text/html')) continue;
      // Only requested by a script, which takes parts of them.
      if (['/people/labels', '/navigation', '/done', '/palette', '/duplicates/list'].includes(path)) continue;
      const parts = [/^<!DOCTYPE html><html lang="en" dir="ltr">/g, /<main id="main"/g, /<h1[ >]/g];
      const found = [...parts, /<a class="skip" href="#main">/g].map((part) => text.match(part)?.length ?? 0);
      expect([path, found]).toEqual([path, [1, 1, 1, 1]]);
    }
  });

  test('forbids framing, sniffing, and caching, and runs only our script', async () => {
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

/** Headers of requests that do not come from a kith page. */
const ELSEWHERE: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  {},
];

test('rejects every form from another site, without any effect', async () => {
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

test("shows and changes nothing of another user's by their ids", async () => {
  const eve = await visitorSignedIn(service, (await service.user()).email);
  const before = database.rowsOf(ada.id);
  const { contact, other, tag, group, view, trashed } = world;
  const filter = { 'tag.any': tag, 'group.any': group, view, from: view, also: JSON.stringify({ in: [contact] }) };
  const ids = { id: contact, ids: contact, other, contact, keep: contact, as: ada.id, value: tag, ...filter };
  const texts = { name: 'Mallory', note: 'Mallory', text: 'Mallory', day: '2026-12-01', leads: 'there', mine: 'x' };
  const isNone = (status: number, text: string) =>
    status < 500 && !/\bmade (?:One|Two|Three|note|gone)|made@example/.test(text);
  for (const path of pagePaths(world)) {
    const { status, text } = await eve.get(`${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(ids)}`);
    expect([path, isNone(status, text)]).toEqual([path, true]);
  }
  const forms = [...formPaths(world), ...['restore', 'delete'].map((what) => `/trash/${trashed}/${what}`)];
  const actions = ['tag', 'group', 'star', 'archive', 'delete', 'restore', 'rhythm-back'];
  for (const path of forms.filter((one) => !/sign-(in|out)/.test(one)))
    for (const action of path.startsWith('/people/change') ? actions : ['']) {
      const fields = { ...ids, ...texts, action, before: JSON.stringify({ [contact]: ['7 days', null] }) };
      const { status, text } = await eve.post(path, { key: crypto.randomUUID(), ...fields });
      expect([path, action, isNone(status, text)]).toEqual([path, action, true]);
    }
  expect(database.rowsOf(ada.id)).toBe(before);
});

const ODD_IDS = ['%00', 'a%0d%0aX-Evil:1', '..%2f..%2f%2fevil.example', '%ff', '__proto__'];
const ODD = ['\0\u{1f600}\u2028\r\n', '__proto__', 'null', '//evil.example', '1e999'];
const FIELDS =
  'action also back before changes column.0 cursor day days done encoding expires field field.0 from id ids keep last leads name note other page q scope sort tag text time to undo until value view was';

test('answers invalid ids, numbers, and URLs, and never redirects elsewhere', async () => {
  const grace = await visitorSignedIn(service, (await service.user()).email);
  const isFine = ({ status, location, text }: Page) =>
    status < 500 && new URL(location ?? '/', origin).origin === origin && !text.includes('href="//evil');
  for (const { method, path } of routes.filter(({ path }) => !/sign-(in|out)/.test(path)))
    for (const [at, odd] of ODD.entries()) {
      const address = path.replace(/:(\w+)/g, ODD_IDS[at % ODD_IDS.length]!);
      const fields = Object.fromEntries(FIELDS.split(' ').map((name) => [name, odd]));
      const answer =
        method === 'GET'
          ? await grace.get(`${address}?${new URLSearchParams(fields)}`)
          : await grace.post(address, { key: crypto.randomUUID(), ...fields });
      expect([method, address, odd, isFine(answer)]).toEqual([method, address, odd, true]);
    }
});
