import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkFor, originOf } from '../support/browser.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { engine } from '../support/engine.ts';
import { CORPUS } from '../support/hostile.ts';
import { kith, type RunningService, startService, type User } from '../support/service.ts';
import { type Visitor, visitorAt, visitorOf, visitorSignedIn } from '../support/visitor.ts';

// Sign-in with a one-time link, and the sessions that follow, as a browser sees them.

let service: RunningService;
let database: Database;
let origin: string;
let ada: User;
beforeAll(async () => {
  service = await startService();
  database = openDatabase(service.dataDir);
  origin = originOf(service);
  ada = await service.user('ada@example.com');
});
afterAll(async () => {
  database.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

const link = (email = ada.email) => linkFor(service, email);
const browserOf = (user: User, userAgent?: string) => visitorSignedIn(service, user.email, userAgent);
const isSignedIn = async (browser: Visitor): Promise<boolean> => (await browser.get('/account')).status === 200;
const events = (event: string, user = ada) =>
  database.all('select * from security_log where event = ? and user_id = ?', event, user.id);

/** Moves all times of a user's sessions back. */
const ageSessions = (user: User, days: number, column: 'last_used_at' | 'renewed_at' | 'expires_at', from = 0) =>
  database.all(
    `update sessions set ${column} = ? where user_id = ? returning id`,
    new Date(Date.now() + (from - days) * 86_400_000).toISOString(),
    user.id,
  );

describe('a link', () => {
  test('shows its user without being used up, and signs in once', async () => {
    const browser = visitorOf(service);
    const path = await link();
    for (let look = 0; look < 3; look++) {
      const page = await browser.get(path);
      expect(page).toMatchObject({ status: 200, cookies: [] });
      expect(page.text).toContain('ada@example.com');
    }
    expect(await browser.head(path)).toMatchObject({ status: 200, text: '' });
    const used = await browser.post(path, { to: '/account' });
    expect(used).toMatchObject({ status: 303, location: '/account/passkeys/new?to=%2Faccount' });
    expect(await isSignedIn(browser)).toBe(true);
    for (const again of [await visitorOf(service).get(path), await visitorOf(service).post(path)]) {
      expect(again).toMatchObject({ status: 410, cookies: [] });
      expect(again.text).toContain('Link already used');
      expect(again.text).toContain('kith user link EMAIL');
    }
    expect(events('link.used').length).toBeGreaterThan(0);
    expect(events('session.opened').at(-1)).toMatchObject({ detail: 'link', address: '127.0.0.1' });
  });

  test('expires after ten minutes', async () => {
    const path = await link();
    const [made] = database.all(
      "select expires_at from sign_in_records where kind = 'sign-in link' order by expires_at desc limit 1",
    );
    const left = Date.parse(String(made!.expires_at)) - Date.now();
    expect(left).toBeGreaterThan(8 * 60_000);
    expect(left).toBeLessThanOrEqual(10 * 60_000);
    database.all(
      "update sign_in_records set expires_at = ? where kind = 'sign-in link' returning kind",
      new Date(Date.now() - 1).toISOString(),
    );
    for (const page of [await visitorOf(service).get(path), await visitorOf(service).post(path)]) {
      expect(page).toMatchObject({ status: 410, cookies: [] });
      expect(page.text).toContain('Link expired');
    }
  });

  test('used by two browsers at once signs one of them in', async () => {
    const path = await link();
    const pages = await Promise.all(Array.from({ length: 4 }, () => visitorOf(service).post(path)));
    expect(pages.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410]);
    expect(pages.flatMap(({ cookies }) => cookies)).toHaveLength(1);
  });

  test('for an unknown user is invalid', async () => {
    for (const token of ['x', '%00', 'a'.repeat(5_000), '..%2f..%2faccount'])
      expect((await visitorOf(service).get(`/sign-in/link/${token}`)).status).toBe(410);
  });

  test("printed by the shell contains kith's URL", async () => {
    const told = JSON.parse((await kith(service.dataDir, 'user', 'link', 'Ada@example.com', '--json')).stdout);
    expect(Object.keys(told)).toEqual(['email', 'link', 'expires_at']);
    expect(told).toMatchObject({ email: ada.email });
    const { origin: named, pathname } = new URL(told.link);
    expect(named).toBe(origin);
    expect((await visitorOf(service).get(pathname)).status).toBe(200);
    await expect(kith(service.dataDir, 'user', 'link', 'nobody@example.com')).rejects.toMatchObject({ code: 1 });
  });
});

/** Values of `to`, and the resulting redirect. */
const TRICKS: [string, string][] = [
  ['/account?done=x#y', '/account?done=x#y'],
  ['/authorize/abc', '/authorize/abc'],
  ['//evil.example', '/account'],
  ['///evil.example', '/account'],
  ['/\\evil.example', '/account'],
  ['\\/evil.example', '/account'],
  ['/\t/evil.example', '/account'],
  ['/\n/evil.example', '/account'],
  ['/.//evil.example', '/account'],
  ['/a/..//evil.example', '/account'],
  ['/%2e//evil.example', '/account'],
  ['https://evil.example', '/account'],
  ['https:evil.example', '/account'],
  ['javascript:alert(1)', '/account'],
  ['evil.example', '/account'],
  ['@evil.example', '/account'],
  ['', '/account'],
  [' //evil.example', '/account'],
  ['/x\r\nSet-Cookie: a=b', '/account'],
];

test.each(TRICKS)('redirects to=%j to %s', async (to, expected) => {
  const browser = await browserOf(ada);
  const { status, location } = await browser.get(`/sign-in?${new URLSearchParams({ to })}`);
  expect(status).toBe(303);
  expect(new URL(location!, origin).href).toBe(origin + expected);
  // The form before it has the same target.
  const page = await visitorOf(service).get(`/sign-in?${new URLSearchParams({ to })}`);
  expect(/name="to" value="([^"]*)"/.exec(page.text)![1]).toBe(expected);
});

describe('a session', () => {
  test('has a cookie for only this host, hidden from scripts', async () => {
    const browser = visitorOf(service);
    const { cookies } = await browser.post(await link());
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^kith_session=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(
      database
        .all('select * from sessions')
        .map((row) => JSON.stringify(row))
        .join(),
    ).not.toContain(browser.cookie!.split('=')[1]);
  });

  test('never keeps a token that was sent before', async () => {
    const brought = `kith_session=${'a'.repeat(43)}`;
    const { cookies } = await visitorOf(service).post(await link(), {}, { cookie: brought });
    expect(cookies[0]).toMatch(/^kith_session=/);
    expect(cookies[0]).not.toContain('aaaa');
    const fixed = visitorOf(service);
    fixed.cookie = brought;
    expect(await isSignedIn(fixed)).toBe(false);
    // Another sign-in starts a new session and ends the previous one.
    const browser = await browserOf(ada);
    const before = browser.cookie!;
    await browser.post(await link());
    expect(browser.cookie).not.toBe(before);
    expect(await isSignedIn(browser)).toBe(true);
    browser.cookie = before;
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('gets a new token after a day, and the old one works for another minute', async () => {
    const bob = await service.user();
    const browser = await browserOf(bob);
    const first = browser.cookie!;
    ageSessions(bob, 2, 'renewed_at');
    // A page loads several things at once.
    const pages = await Promise.all(Array.from({ length: 4 }, () => browser.get('/account', { cookie: first })));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(pages.flatMap(({ cookies }) => cookies)).toHaveLength(1);
    const second = browser.cookie!;
    expect(second).not.toBe(first);
    expect((await browser.get('/account', { cookie: first })).status).toBe(200);
    expect((await browser.get('/account')).cookies).toEqual([]);
    database.all(
      "update sign_in_records set expires_at = ? where kind = 'session before' returning kind",
      new Date(Date.now() - 1).toISOString(),
    );
    expect((await browser.get('/account', { cookie: first })).status).toBe(303);
    expect((await browser.get('/account', { cookie: second })).status).toBe(200);
  });

  test.runIf(engine === 'sqlite')('gets a new token after the secret was rotated', async () => {
    const browser = await browserOf(ada);
    await kith(service.dataDir, 'secret', 'rotate');
    expect((await browser.get('/account')).cookies).toHaveLength(1);
    expect((await browser.get('/account')).cookies).toEqual([]);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test.each([
    ['30 days without use', 'last_used_at', 0],
    ['its last day', 'expires_at', 30],
  ] as const)('expires after %s', async (_, column, from) => {
    const bob = await service.user();
    const browser = await browserOf(bob);
    expect(await isSignedIn(browser)).toBe(true);
    ageSessions(bob, 30.01, column, from);
    expect(await browser.get('/account')).toMatchObject({ status: 303, location: '/sign-in?to=%2Faccount' });
    const refused = await browser.post('/account/sessions/end-others');
    expect(refused.status).toBe(401);
    expect(refused.text).toContain('You are signed out');
  });

  test('is listed, and ended only by its own user', async () => {
    const [bob, eve] = [await service.user(), await service.user()];
    const here = await browserOf(bob);
    const phone = await browserOf(bob, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/605.1.15');
    const third = await browserOf(bob);
    const other = await browserOf(eve);
    const page = await here.get('/account');
    expect(page.text).toContain('Safari on iPhone');
    expect(page.text).toContain('This browser');
    const end = /action="(\/account\/sessions\/[^"]+\/end)"[\s\S]*?Safari on iPhone/.exec(
      page.text.slice(page.text.indexOf('Safari on iPhone')),
    )![1]!;
    expect((await other.post(end)).status).toBe(404);
    expect(await isSignedIn(phone)).toBe(true);
    expect(await here.post(end)).toMatchObject({ status: 303, location: '/account?done=session-ended' });
    expect(await isSignedIn(phone)).toBe(false);
    expect((await here.post(end)).status).toBe(404);
    await here.post('/account/sessions/end-others');
    expect([await isSignedIn(here), await isSignedIn(third), await isSignedIn(other)]).toEqual([true, false, true]);
    expect(events('session.ended', bob)).toHaveLength(2);
    const out = await here.post('/sign-out');
    expect(out).toMatchObject({ status: 303, location: '/sign-in' });
    expect(out.cookies[0]).toMatch(/^kith_session=; Max-Age=0;/);
  });

  test('ends on the server when the user signs out', async () => {
    const browser = await browserOf(ada);
    const { cookie } = browser;
    await browser.post('/sign-out');
    browser.cookie = cookie;
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('is deleted with its user, like all their credentials', async () => {
    const bob = await service.user('bob@example.com');
    const browser = await browserOf(bob);
    const path = await link(bob.email);
    const id = 'credential-of-bob';
    const times = { created_at: new Date().toISOString(), last_used_at: null };
    database.insert('passkeys', {
      user_id: bob.id,
      id,
      name: 'x',
      public_key: '',
      counter: 0,
      transports: '[]',
      ...times,
    });
    await kith(service.dataDir, 'user', 'remove', bob.email, '--yes', bob.email);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await visitorOf(service).get(path)).status).toBe(410);
    for (const table of ['passkeys', 'sessions', 'sign_in_records'])
      expect(database.all(`select * from ${table} where user_id = ?`, bob.id)).toEqual([]);
  });
});

test('lists connected assistants, and lets only their user disconnect them', async () => {
  const [bob, eve] = [await service.user(), await service.user()];
  const [browser, other] = [await browserOf(bob), await browserOf(eve)];
  database.insert('connected_hosts', {
    user_id: bob.id,
    id: 'host-of-bob',
    client_id: 'x',
    name: '<i>Claude</i>',
    sent_to: 'https://claude.example',
    scopes: 'kith:read kith:delete',
    created_at: new Date().toISOString(),
    last_used_at: null,
  });
  // An app counts as connected as long as it has a valid credential.
  database.insert('sign_in_records', {
    kind: 'RefreshToken',
    lookup: 'of-bob',
    sealed: '',
    user_id: bob.id,
    host_id: 'host-of-bob',
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  });
  const page = await browser.get('/settings/assistants');
  expect(page.text).toContain('&lt;i&gt;Claude&lt;/i&gt;');
  expect(page.text).toContain('Read · Delete and merge');
  expect((await other.get('/settings/assistants')).text).not.toContain('&lt;i&gt;Claude');
  const path = /action="(\/settings\/assistants\/[^"]+)"/.exec(page.text)![1]!;
  expect((await other.post(path)).status).toBe(404);
  expect(await browser.post(path)).toMatchObject({ status: 303, location: '/settings/assistants?done=host-revoked' });
  expect((await browser.get('/settings/assistants')).text).not.toContain('&lt;i&gt;Claude');
  expect((await browser.post(path)).status).toBe(404);
});

/** Origin headers of a POST, and whether it is accepted. */
const SENDERS: [Record<string, string>, boolean][] = [
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'none' }, true],
  [{ 'sec-fetch-site': 'same-site' }, false],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ 'sec-fetch-site': '' }, false],
];

test.each(SENDERS)('for a POST with %j, acceptance is %s', async (headers, heard) => {
  const path = await link();
  const answer = await visitorOf(service).post(path, {}, { headers });
  expect(answer.status).toBe(heard ? 303 : 403);
  if (!heard) expect(answer.text).toContain('Request from another site');
  expect((await visitorOf(service).get(path)).status).toBe(heard ? 410 : 200);
});

test('accepts a POST from an older browser by its origin', async () => {
  const { request } = await import('undici');
  const send = async (headers: Record<string, string>) =>
    (await request(origin + (await link()), { method: 'POST', headers })).statusCode;
  expect(await send({ origin })).toBe(303);
  for (const foreign of ['https://evil.example', 'null', `${origin}.evil.example`, origin.replace('http:', 'https:')])
    expect(await send({ origin: foreign })).toBe(403);
  expect(await send({})).toBe(403);
});

test('shows text from strangers as text on a page', async () => {
  for (const text of [...CORPUS, '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>']) {
    // A header allows no line ends, and only single-byte characters.
    const browser = await browserOf(ada, text.replace(/[^\x20-\x7e]/g, ''));
    const page = await browser.get('/account');
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/<(script(?! type="module" src="\/assets\/)|system|img(?! src="\/assets\/))/);
    await browser.post('/sign-out');
  }
});

test('sends a strict policy with every page, and forbids caching', async () => {
  const browser = await browserOf(ada);
  const pages = [
    ...[await visitorOf(service).get('/sign-in'), await visitorOf(service).get(await link())],
    ...[await browser.get('/account'), await browser.get('/account/passkeys/new'), await browser.get('/sign-in/x')],
  ];
  for (const { headers, text } of pages) {
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    // Nothing inline that the policy would block.
    expect(text).not.toMatch(/ style=| on\w+=|<style/);
    for (const [, path] of text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
      const asset = await browser.get(path!);
      expect(asset.status).toBe(200);
      expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  }
});

test('only pages that an app opens in a popup keep their opener', async () => {
  const policyOf = async (path: string, visitor = visitorOf(service)) =>
    (await visitor.get(path)).headers['cross-origin-opener-policy'];
  const browser = await browserOf(ada);
  for (const path of ['/sign-in', '/sign-in/link/x', '/sign-in/x', '/authorize/x', '/oauth/authorize'])
    expect([path, await policyOf(path)]).toEqual([path, 'unsafe-none']);
  expect(await policyOf('/account/passkeys/new', browser)).toBe('unsafe-none');
  for (const path of ['/account', '/today', '/people', '/settings', '/settings/assistants', '/trash', '/people/x'])
    expect([path, await policyOf(path, browser)]).toEqual([path, 'same-origin']);
});

test('redirects people from / to their page, and returns 404 to programs', async () => {
  expect(await visitorOf(service).get('/')).toMatchObject({ status: 302, location: '/sign-in' });
  expect(await (await browserOf(ada)).get('/')).toMatchObject({ status: 302, location: '/today' });
  expect(await ada.get('/')).toMatchObject({ status: 404, body: { error: { code: 'NotFound' } } });
  // By number, it is another site to a browser: cookies and passkeys belong to the name.
  expect(await visitorAt(service.baseUrl).get('/sign-in?to=/x')).toMatchObject({
    status: 302,
    location: `${origin}/sign-in?to=/x`,
  });
});

test('shows no page for a foreign host', async () => {
  const answer = await visitorOf(service).get('/sign-in', { headers: { host: 'evil.example' } });
  expect(answer.status).toBe(403);
  expect(answer.text).toContain('Unknown server name');
});

test('rejects more than a form can contain', async () => {
  const answer = await visitorOf(service).post(await link(), { to: '/'.padEnd(300_000, 'x') });
  expect(answer.status).toBe(413);
  const long = await visitorOf(service).post(await link(), { to: '/'.padEnd(100_000, 'x') });
  expect([long.status, long.text]).toEqual([400, expect.stringContaining('to: has more than 10,000 characters')]);
});
