import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, newBrowser, originOf, type Page, signedIn } from '../support/browser.ts';
import { authorizationPath, registerHost } from '../support/connected-host.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { CLIENT, foreignKeys, startProvider, type TestProvider } from '../support/openid-provider.ts';
import { kith, type RunningService, startService, temporaryFolder, type User } from '../support/service.ts';

// Sign-in with a self-hosted OpenID provider: oidc-provider on a loopback port, and a person's browser.

const folder = temporaryFolder();
let provider: TestProvider;
let other: TestProvider;
let service: RunningService;
let database: Database;
let origin: string;
let ada: User;

beforeAll(async () => {
  [provider, other] = await Promise.all([startProvider(), startProvider()]);
  service = await startService(folder.path, { KITH_OIDC_ISSUER: provider.issuer, ...CLIENT });
  origin = originOf(service);
  await Promise.all([provider.register(origin), other.register(origin)]);
  ada = await service.user('ada@example.com');
  database = openDatabase(folder.path);
});
beforeEach(() => {
  for (const one of [provider, other]) {
    one.claims = { email: ada.email, email_verified: true };
    one.declines = false;
    one.instead = () => undefined;
  }
});
afterAll(async () => {
  database.close();
  await Promise.all([service.stop(), provider.stop(), other.stop()]);
  expect(service.log()).not.toContain('unexpected fault');
  folder.remove();
});

/** The target of a redirect that was not followed. */
const leadsTo = ({ headers }: Page): URL => new URL(headers.get('location')!, origin);

/** Starts in a browser. Returns the provider URL. */
const begin = async (browser: Browser, to = '/account'): Promise<URL> =>
  leadsTo(await browser.open(`/sign-in/openid?${new URLSearchParams({ to })}`));

/** Signs in at a provider. Returns the redirect URL at kith. */
async function answered(url: URL, at = provider): Promise<URL> {
  const there = new URL(url.pathname + url.search, at.issuer);
  return leadsTo(await newBrowser(at.issuer).open(there));
}

const isSignedIn = async (browser: Browser, email = ada.email): Promise<boolean> => {
  const page = await browser.open('/account');
  return page.url.pathname === '/account' && page.text.includes(email);
};

async function expectNobody(browser: Browser, page: Page, status: number, words: string): Promise<void> {
  expect([page.status, page.text]).toEqual([status, expect.stringContaining(words)]);
  expect(await isSignedIn(browser)).toBe(false);
}

test('offers the provider by its host name, and sends the required parameters', async () => {
  const browser = newBrowser(origin);
  const page = await browser.open('/sign-in?to=%2Faccount%3Fx');
  expect(page.text).toContain(`Sign in with ${new URL(provider.issuer).host}`);
  expect(page.text).toContain('href="/sign-in/openid?to=%2Faccount%3Fx"');
  const url = await begin(browser);
  expect(url.origin).toBe(provider.issuer);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'kith',
    redirect_uri: `${origin}/sign-in/openid/callback`,
    response_type: 'code',
    scope: 'openid email',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  const { headers } = await fetch(`${origin}/sign-in/openid`, { redirect: 'manual' });
  expect(headers.get('set-cookie')).toMatch(/^kith_openid=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(headers.get('cache-control')).toBe('no-store');
});

test('signs in a user with a verified email, and returns to the requested page', async () => {
  const browser = newBrowser(origin);
  provider.claims.email = 'Ada@Example.com';
  const page = await browser.open(await answered(await begin(browser, '/account?from=provider')));
  expect([page.status, page.url.href]).toEqual([200, `${origin}/account?from=provider`]);
  expect(await isSignedIn(browser)).toBe(true);
  expect([...browser.cookies.keys()]).toEqual(['kith_session']);
  const [opened] = database.all("select * from security_log where event = 'session.opened' order by at desc");
  expect(opened).toMatchObject({ user_id: ada.id, detail: 'provider', address: '127.0.0.1' });
  expect(provider.asked).toContain('/me');
});

test("ends the browser's earlier session", async () => {
  const bob = await service.user('bob@example.com');
  const browser = await signedIn(service, bob.email);
  const before = browser.cookies.get('kith_session')!;
  await browser.open(await answered(await begin(browser)));
  expect(await isSignedIn(browser)).toBe(true);
  const left = newBrowser(origin);
  left.cookies.set('kith_session', before);
  expect(await isSignedIn(left, bob.email)).toBe(false);
});

test('continues to the consent page for an app', async () => {
  const clientId = await registerHost(service, 'By a provider');
  const browser = newBrowser(origin);
  const asked = await browser.open(authorizationPath(clientId));
  expect(asked.url.pathname).toBe('/sign-in');
  const page = await browser.open(await answered(await begin(browser, asked.url.searchParams.get('to')!)));
  expect([page.status, page.url.pathname]).toEqual([200, expect.stringMatching(/^\/authorize\/./)]);
  expect(page.text).toContain('By a provider');
  expect(page.text).toContain(ada.email);
});

test('requests no user info if the token has the email, and needs no client secret', async () => {
  const telling = await startProvider({ inToken: true });
  const { KITH_OIDC_CLIENT_ID } = CLIENT;
  const public_ = await startService(undefined, { KITH_OIDC_ISSUER: `${telling.issuer}/`, KITH_OIDC_CLIENT_ID });
  await telling.register(originOf(public_), { secret: false });
  await public_.user('ada@example.com');
  telling.claims = { email: 'ada@example.com', email_verified: true };
  const browser = newBrowser(originOf(public_));
  const url = leadsTo(await browser.open('/sign-in/openid'));
  const back = leadsTo(await newBrowser(telling.issuer).open(url));
  const page = await browser.open(back);
  expect([page.status, page.url.pathname]).toEqual([200, '/account']);
  expect(telling.asked).not.toContain('/me');
  await Promise.all([public_.stop(), telling.stop()]);
});

describe('refuses to sign in', () => {
  test.each([
    ['not verified', { email_verified: false }],
    ['said to be verified in words', { email_verified: 'true' }],
    ['not said to be verified', { email_verified: undefined }],
    ['not told', { email: undefined }],
    ['no text', { email: ['ada@example.com'] }],
  ])('an email that is %s', async (_what, claims) => {
    const browser = newBrowser(origin);
    Object.assign(provider.claims, claims);
    const page = await browser.open(await answered(await begin(browser)));
    await expectNobody(browser, page, 403, 'Your email address is not verified');
  });

  test('an unknown user, and creates none', async () => {
    const browser = newBrowser(origin);
    provider.claims.email = 'eve@example.com"><script>alert(1)</script>';
    const page = await browser.open(await answered(await begin(browser)));
    await expectNobody(browser, page, 403, 'signed you in as eve@example.com&quot;&gt;&lt;script&gt;');
    expect(page.text).toContain('kith user add EMAIL');
    expect(database.all("select email from users where email like 'eve%'")).toEqual([]);
  });

  test('a user whom the provider refuses', async () => {
    const browser = newBrowser(origin);
    provider.declines = true;
    const page = await browser.open(await answered(await begin(browser)));
    await expectNobody(browser, page, 403, 'did not let you sign in to kith');
  });

  test('a response used before, in the same browser or another', async () => {
    const browser = newBrowser(origin);
    const url = await begin(browser);
    const cookies = [...browser.cookies];
    const back = await answered(url);
    expect((await browser.open(back)).status).toBe(200);
    const again = newBrowser(origin);
    for (const [name, cookie] of cookies) again.cookies.set(name, cookie);
    await expectNobody(again, await again.open(back), 410, 'Sign-in expired');
  });

  test('a response to a sign-in from another browser, so no link can sign a victim in to another account', async () => {
    const back = await answered(await begin(newBrowser(origin)));
    const victim = newBrowser(origin);
    await expectNobody(victim, await victim.open(back), 410, 'started in another browser');
    // Not even while the victim has a sign-in in progress.
    await begin(victim);
    await expectNobody(victim, await victim.open(back), 410, 'started in another browser');
    const bob = await service.user();
    const other = await signedIn(service, bob.email);
    expect((await other.open(back)).status).toBe(410);
    expect(await isSignedIn(other, bob.email)).toBe(true);
  });

  test('a response after ten minutes', async () => {
    const browser = newBrowser(origin);
    const back = await answered(await begin(browser));
    const [made] = database.all(
      "select expires_at from sign_in_records where kind = 'openid sign-in' order by expires_at desc limit 1",
    );
    const left = Date.parse(String(made!.expires_at)) - Date.now();
    expect(left > 8 * 60_000 && left <= 10 * 60_000).toBe(true);
    const past = new Date(Date.now() - 1).toISOString();
    database.all("update sign_in_records set expires_at = ? where kind = 'openid sign-in' returning kind", past);
    await expectNobody(browser, await browser.open(back), 410, 'more than ten minutes');
  });

  /** A sign-in with a modified request or response. */
  async function changed(there: (url: URL) => void, back: (url: URL) => void = () => {}): Promise<[Browser, Page]> {
    const browser = newBrowser(origin);
    const url = await begin(browser);
    there(url);
    const answer = await answered(url);
    back(answer);
    return [browser, await browser.open(answer)];
  }
  const same = () => {};
  const set =
    (name: string, value: string) =>
    ({ searchParams }: URL) =>
      searchParams.set(name, value);

  const CHANGES: [string, (url: URL) => void, (url: URL) => void, number][] = [
    ['for another nonce', set('nonce', 'x'.repeat(43)), same, 400],
    ['for another verifier', set('code_challenge', 'x'.repeat(43)), same, 400],
    ['with another state', same, set('state', 'x'.repeat(43)), 410],
    ['without a state', same, ({ searchParams }) => searchParams.delete('state'), 410],
    ['with two states', same, ({ searchParams }) => searchParams.append('state', 'x'), 400],
    ['with a code that was never issued', same, set('code', 'x'.repeat(43)), 400],
    ['without a code', same, ({ searchParams }) => searchParams.delete('code'), 400],
    ['from another issuer', same, set('iss', 'https://provider.example'), 400],
    ['that names no issuer', same, ({ searchParams }) => searchParams.delete('iss'), 400],
    ['that says no', same, set('error', 'server_error'), 403],
  ];
  test.each(CHANGES)('a response %s', async (_what, there, back, status) => {
    const [browser, page] = await changed(there, back);
    expect(page.status).toBe(status);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('a code from another provider, even if it claims to be from this one', async () => {
    for (const mixedUp of [same, set('iss', provider.issuer)]) {
      const browser = newBrowser(origin);
      const back = await answered(await begin(browser), other);
      expect(back.searchParams.get('iss')).toBe(other.issuer);
      mixedUp(back);
      await expectNobody(browser, await browser.open(back), 400, 'Sign-in failed');
    }
    expect(other.asked).not.toContain('/token');
  });

  test('a token signed with another key', async () => {
    const forged = await startProvider();
    forged.claims = { email: 'ada@example.com', email_verified: true };
    const own = await startService(undefined, { KITH_OIDC_ISSUER: forged.issuer, ...CLIENT });
    await Promise.all([forged.register(originOf(own)), own.user('ada@example.com')]);
    const keys = foreignKeys();
    forged.instead = (path) => (path === '/jwks' ? keys : undefined);
    const browser = newBrowser(originOf(own));
    const url = leadsTo(await browser.open('/sign-in/openid'));
    const page = await browser.open(leadsTo(await newBrowser(forged.issuer).open(url)));
    await expectNobody(browser, page, 400, 'Sign-in failed');
    expect(forged.asked).toContain('/jwks');
    await Promise.all([own.stop(), forged.stop()]);
  });

  test('user info about someone else', async () => {
    const browser = newBrowser(origin);
    const back = await answered(await begin(browser));
    provider.instead = (path) =>
      path === '/me' ? JSON.stringify({ sub: 'somebody else', email: ada.email, email_verified: true }) : undefined;
    await expectNobody(browser, await browser.open(back), 400, 'Sign-in failed');
  });
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '@evil.example',
  '',
])('does not redirect to %j', async (to) => {
  const browser = newBrowser(origin);
  const page = await browser.open(await answered(await begin(browser, to)));
  expect(page.url.href).toBe(`${origin}/account`);
});

test('explains that a provider is down or redirects elsewhere', async () => {
  const down = await startProvider();
  const lonely = await startService(undefined, { KITH_OIDC_ISSUER: down.issuer, ...CLIENT });
  const browser = newBrowser(originOf(lonely));
  const told = async () => (await browser.open('/sign-in/openid')).text;
  const { host } = new URL(down.issuer);
  expect(await told()).toContain(`${host} does not respond`);
  const endpoints = { token_endpoint: `${down.issuer}/token`, jwks_uri: `${down.issuer}/jwks` };
  const said = (more: object) => JSON.stringify({ issuer: down.issuer, ...endpoints, ...more });
  for (const wrong of [
    said({ authorization_endpoint: 'http://provider.example/authorize' }),
    said({ authorization_endpoint: 'javascript:alert(1)' }),
    said({ authorization_endpoint: `${down.issuer}/auth`, issuer: 'https://provider.example' }),
    '<!doctype html>',
  ]) {
    down.instead = () => wrong;
    expect(await told()).toContain(`${host} does not respond`);
  }
  await down.stop();
  expect(await told()).toContain(`${host} does not respond`);
  await lonely.stop();
});

test("logs who signed in and why others did not, without other people's emails", async () => {
  const own = temporaryFolder();
  const asked = await startProvider();
  const { KITH_OIDC_CLIENT_ID } = CLIENT;
  const logging = await startService(own.path, { KITH_OIDC_ISSUER: asked.issuer, KITH_OIDC_CLIENT_ID });
  await asked.register(originOf(logging), { secret: false });
  await logging.user('ada@example.com');
  const browser = newBrowser(originOf(logging));
  const attempt = async (claims: TestProvider['claims']) => {
    asked.claims = claims;
    const url = leadsTo(await browser.open('/sign-in/openid'));
    const back = leadsTo(await newBrowser(asked.issuer).open(url));
    await browser.open(back);
    return back;
  };
  await attempt({ email: 'ada@example.com' });
  await attempt({ email: 'eve@example.com', email_verified: true });
  await browser.open(await attempt({ email: 'ada@example.com', email_verified: true }));
  // It writes pending lines before it exits.
  await logging.stop();
  const { stdout } = await kith(own.path, 'log', '--json');
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const told = lines.filter(({ event }) => /^(provider|session)\./.test(event));
  expect(told.map(({ event, outcome, email, detail }) => [event, outcome, email, detail])).toEqual(
    expect.arrayContaining([
      ['provider.refused', 'refused', null, 'unverified'],
      ['provider.refused', 'refused', null, 'unknown'],
      ['session.opened', 'done', 'ada@example.com', 'provider'],
      ['provider.refused', 'refused', null, 'late'],
    ]),
  );
  expect(stdout).not.toContain('eve@');
  await asked.stop();
  own.remove();
});

test('uses a cookie under https that no other host can set, and returns there', async () => {
  const named = await startService(undefined, {
    KITH_PUBLIC_URL: 'https://kith.example.com',
    KITH_OIDC_ISSUER: provider.issuer,
    ...CLIENT,
  });
  const { headers } = await fetch(`${named.baseUrl}/sign-in/openid`, { redirect: 'manual' });
  expect(headers.get('set-cookie')).toMatch(
    /^__Host-kith-openid=[\w-]{43}; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const { searchParams } = new URL(headers.get('location')!);
  expect(searchParams.get('redirect_uri')).toBe('https://kith.example.com/sign-in/openid/callback');
  await named.stop();
});

test('shows no button and serves nothing at its URL without a provider', async () => {
  const plain = await startService();
  const browser = newBrowser(originOf(plain));
  expect((await browser.open('/sign-in')).text).not.toContain('/sign-in/openid');
  expect((await browser.open('/sign-in/openid')).status).toBe(404);
  await plain.stop();
});

test('refuses to start kith serve with an incomplete or unencrypted provider', async () => {
  await expect(startService(undefined, { KITH_OIDC_ISSUER: provider.issuer })).rejects.toThrow(/KITH_OIDC_CLIENT_ID/);
  await expect(startService(undefined, { ...CLIENT })).rejects.toThrow(/KITH_OIDC_ISSUER is not set/);
  const inClear = startService(undefined, { KITH_OIDC_ISSUER: 'http://provider.example', ...CLIENT });
  await expect(inClear).rejects.toThrow(/must begin with https/);
});
