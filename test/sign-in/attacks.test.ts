import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, originOf, signedIn } from '../support/browser.ts';
import {
  answering,
  authorizationUrl,
  back,
  codeFor,
  exchanged,
  type HandHost,
  isConsent,
  letIn,
  mcpCall,
  posted,
  REDIRECT,
  refreshed,
  registered,
  registering,
} from '../support/by-hand.ts';
import { endGracePeriod } from '../support/oauth-wire.ts';
import { kith, type RunningService, startService, type User } from '../support/service.ts';

// Attacks from RFC 9700 (Best Current Practice for OAuth 2.0 Security) and the Model Context Protocol's security
// guidance, against the authorization server of `kith serve`.

const EVIL = 'https://evil.example/callback';

let service: RunningService;
let origin: string;
let ada: User;
let browser: Browser;
let host: HandHost;
let other: HandHost;

beforeAll(async () => {
  service = await startService();
  origin = originOf(service);
  ada = await service.user();
  browser = await signedIn(service, ada.email);
  [host, other] = await Promise.all([registered(origin), registered(origin, { redirect_uris: [EVIL] })]);
});
afterAll(() => service.stop());

const statusOf = async (token: string, tool?: string, args?: object) =>
  (await mcpCall(origin, token, tool, args)).status;
/** The same without a browser: programs receive the redirect itself. */
const firstAnswer = (changed: Record<string, string | undefined>, of = host) =>
  fetch(authorizationUrl(origin, of, changed), { redirect: 'manual' });

describe('a redirect URI', () => {
  const registeredOnes = ['https://host.example/callback', 'http://127.0.0.1:7777/cb', 'com.example.app:/cb'];

  test.each([
    EVIL,
    'https://host.example/callback/',
    'https://host.example/callback/more',
    'https://host.example/callback?more=1',
    'https://host.example/callback#more',
    'https://host.example/callback/../else',
    'https://host.example/callback%2f..',
    'https://host.example/call%62ack',
    'https://HOST.example/callback',
    'https://host.example:443/callback',
    'https://host.example./callback',
    'https://host.example.evil.example/callback',
    'https://ada@host.example/callback',
    'https://host.example@evil.example/callback',
    'https://host.example\\@evil.example/callback',
    'http://host.example/callback',
    ' https://host.example/callback',
    'https://host.example/callback\n',
    'https://host.ехample/callback',
    '//host.example/callback',
    '/callback',
    'http://localhost:7777/cb',
    'https://127.0.0.1:7777/cb',
    'http://127.0.0.1:1@evil.example/cb',
    'http://ada@127.0.0.1:7777/cb',
    'http://127.0.0.1.evil.example:7777/cb',
    'http://127.1:7777/cb',
    'http://[::1]:7777/cb',
    'http://127.0.0.1:1/cb/more',
    'http://127.0.0.1:1/cb?more=1',
    'com.example.app:/cb/more',
    'com.example.app://cb',
    'javascript:alert(1)',
    'data:text/html,hello',
    undefined,
  ])('is refused unless it is the registered one: %j', async (redirect) => {
    const many = await registered(origin, { redirect_uris: registeredOnes });
    for (const mode of [undefined, 'form_post', 'fragment']) {
      const response = await firstAnswer({ redirect_uri: redirect, response_mode: mode, prompt: 'none' }, many);
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
      expect(await response.text()).toContain('This app can’t connect');
    }
  });

  test('for a local program may have any port, without other changes', async () => {
    const program = await registered(origin, { redirect_uris: ['http://127.0.0.1:7777/cb'] });
    const page = await browser.open(authorizationUrl(origin, program, { redirect_uri: 'http://127.0.0.1:1/cb' }));
    expect(isConsent(page)).toBe(true);
    expect(back(await answering(browser, page)).origin).toBe('http://127.0.0.1:1');
  });

  test.each([
    'javascript:alert(1)//',
    'data:text/html,hello',
    'file:///etc/passwd',
    'blob:https://host.example/1',
    'filesystem:https://host.example/1',
    'view-source:https://host.example/',
    'about:blank',
    'intent://host.example',
    'ms-msdt:/id',
    'search-ms:query=x',
    'mailto:ada@example.com',
    'ws://host.example/',
    'ftp://host.example/',
    'chrome://settings',
    'http://evil.example/cb',
    'http://localhost.evil.example/cb',
    'http://127.0.0.1.evil.example/cb',
    'http://127.0.0.1@evil.example/cb',
    'http://0.0.0.0/cb',
    'http://127.0.0.2/cb',
    'http://[::ffff:127.0.0.1]/cb',
    'https://ada:secret@host.example/cb',
    'https://claude.ai@evil.example/cb',
    'https://host.example/cb#fragment',
    'https://host.example/cb#',
    'https://*.example/cb',
    "https://a;script-src/'",
    'https://a,b/',
    `https://host.example/${'x'.repeat(1_000)}`,
    '//host.example/cb',
    '/cb',
    '',
    'https://a.example/cb\r\nSet-Cookie: a=b',
    'https://a.example\\@evil.example/cb',
    'https://a.example/c\tb',
    ' https://a.example/cb',
    'https://a.example/c b',
    'https://a.example/c\u0000b',
    'https://a.example/%zz',
    'https://a.example/"<b>',
    'https://exämple.example/cb',
    'https://a.example/ä',
    'https://%61.example/cb',
    'https:a.example/cb',
    'https:/a.example/cb',
    'https:///a.example/cb',
    'https:\\\\a.example\\cb',
    'http://127.1/cb',
    'http://[0:0:0:0:0:0:0:1]/cb',
    'com.example.app:/c b',
    'com.example.app:/cb\n',
    'com.example.app:/cb#',
  ])('is not registered if it is unsafe: %j', async (redirect) => {
    const response = await registering(origin, { redirect_uris: ['https://host.example/callback', redirect] });
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
      400,
      'invalid_redirect_uri',
    ]);
  });

  test.each([
    'https://HOST.example:8443/cb?a=%20b&c=/?',
    'https://xn--exmple-cua.example./cb',
    'http://[::1]:1234/cb',
    'http://localhost/cb',
    'com.example.app:/cb',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    "app://host/~a!$&'()*+,;=:@-._?q/?",
    'app:cb',
  ])('is registered if RFC 3986 allows it: %j', async (redirect) => {
    expect((await registering(origin, { redirect_uris: [redirect] })).status).toBe(201);
  });
});

describe('an authorization error', () => {
  const FAULTY: Record<string, string | undefined>[] = [
    { prompt: 'none' },
    { response_type: 'token' },
    { response_type: 'code token' },
    { response_type: undefined },
    { response_mode: 'form_post' },
    { response_mode: 'fragment' },
    { response_mode: 'web_message' },
    { resource: 'https://elsewhere.example/mcp' },
    { request: 'a.b.c' },
    { request_uri: EVIL },
    { registration: '{}' },
    { code_challenge: undefined, code_challenge_method: undefined },
    { code_challenge_method: 'plain' },
    { code_challenge_method: undefined },
    { code_challenge: 'short' },
  ];

  test.each(FAULTY)('is sent to the registered URI, in the query and with the issuer: %j', async (changed) => {
    const response = await firstAnswer(changed);
    const location = new URL(response.headers.get('location')!);
    expect([response.status, location.origin + location.pathname]).toEqual([303, REDIRECT]);
    const told = new URLSearchParams(location.hash.slice(1) || location.search);
    expect([told.get('error'), told.get('iss'), told.get('state'), told.get('code')]).toEqual([
      expect.stringMatching(/^\w+$/),
      origin,
      'the state',
      null,
    ]);
    // In the fragment only if the request asked for a token there (OAuth 2.0 Multiple Response Types, 5).
    expect(location.hash !== '').toBe(/token/.test(changed.response_type ?? ''));
  });

  test.each(FAULTY)('shows a page before it leads to a site that anyone could register: %j', async (changed) => {
    const headers = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', accept: 'text/html' };
    const page = await fetch(authorizationUrl(origin, other, changed), { redirect: 'manual', headers });
    expect([page.status, page.headers.get('location')]).toEqual([400, null]);
    expect(await page.text()).toMatch(
      /<a class="button" href="https:\/\/evil\.example\/callback[?#][^"]*">Back to evil\.example<\/a>/,
    );
  });

  test.each([
    'redirect_uri',
    'client_id',
    'state',
    'code_challenge',
    'code_challenge_method',
    'response_type',
    'resource',
  ])('for a second %s is returned instead of choosing one', async (name) => {
    const url = authorizationUrl(origin, host);
    url.searchParams.append(name, name === 'redirect_uri' ? EVIL : 'another');
    const response = await fetch(url, { redirect: 'manual' });
    const location = response.headers.get('location');
    expect(location === null || location.startsWith(`${REDIRECT}?error=invalid_`), location ?? '').toBe(true);
    expect(response.status).toBe(location === null ? 400 : 303);
  });
});

describe('an authorization code', () => {
  test('is valid only for its client, verifier, and redirect URI, and stays so after other attempts', async () => {
    const code = await codeFor(origin, browser, host);
    const refused = [
      exchanged(origin, host, code, { code_verifier: 'x'.repeat(43) }),
      exchanged(origin, host, code, { code_verifier: undefined }),
      exchanged(origin, host, code, { code_verifier: '' }),
      exchanged(origin, other, code),
      exchanged(origin, { ...other, verifier: host.verifier }, code),
      exchanged(origin, { ...host, redirect: other.redirect }, code),
      exchanged(origin, host, `${code}x`),
      exchanged(origin, host, code, { client_id: 'nobody' }),
      exchanged(origin, host, code, { client_id: undefined }),
    ];
    for (const { status, body } of await Promise.all(refused)) {
      expect([400, 401]).toContain(status);
      expect(body.error).toMatch(/^invalid_(grant|client|request)$/);
    }
    const { status, body } = await exchanged(origin, host, code);
    expect(status).toBe(200);
    expect(await statusOf(body.access_token)).toBe(200);
  });

  test('issued to a public client is useless to anyone who intercepts it (injection)', async () => {
    const seen = await codeFor(origin, browser, host);
    const thief = { ...host, verifier: 'of-the-thief'.repeat(4) };
    await browser.open(authorizationUrl(origin, thief));
    expect((await exchanged(origin, thief, seen)).body.error).toBe('invalid_grant');
  });

  test('that is used twice ends its grant', async () => {
    const code = await codeFor(origin, browser, host);
    const { body: tokens } = await exchanged(origin, host, code);
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect((await exchanged(origin, host, code)).body.error).toBe('invalid_grant');
    expect(await statusOf(tokens.access_token)).toBe(401);
    expect((await refreshed(origin, host, tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('opens at most one grant under concurrent requests', async () => {
    const code = await codeFor(origin, browser, host);
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchanged(origin, host, code)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { body } of answers) expect(body.error ?? 'invalid_grant').toBe('invalid_grant');
  });
});

test('uses the identical issuer in metadata, responses, and errors', async () => {
  const metadata = await (await fetch(`${origin}/.well-known/oauth-authorization-server`)).json();
  const resource = await (await fetch(`${origin}/.well-known/oauth-protected-resource/mcp`)).json();
  const agreed = await answering(browser, await browser.open(authorizationUrl(origin, host)));
  const denied = await answering(browser, await browser.open(authorizationUrl(origin, host)), { answer: 'deny' });
  expect(back(denied).searchParams.get('error')).toBe('access_denied');
  expect([
    (metadata as { issuer: string }).issuer,
    (resource as { authorization_servers: string[] }).authorization_servers[0],
    back(agreed).searchParams.get('iss'),
    back(denied).searchParams.get('iss'),
  ]).toEqual([origin, origin, origin, origin]);
});

describe('a token', () => {
  test('opens only /mcp, and only in the header', async () => {
    const { access_token: token, refresh_token: refresh } = await letIn(origin, browser, host);
    const authorization = `Bearer ${token}`;
    expect(await statusOf(token)).toBe(200);
    for (const path of ['/v1/contacts', '/v2/contacts', '/v2/users/me', '/v2/export'])
      expect((await fetch(origin + path, { headers: { authorization } })).status, path).toBe(401);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    for (const [path, more] of [
      [`/mcp?access_token=${token}`, {}],
      ['/mcp', { cookie: `access_token=${token}` }],
      ['/mcp', { authorization: `Basic ${btoa(`${token}:`)}` }],
      ['/mcp', { authorization: `Bearer ${token} ${token}` }],
    ] as const) {
      const { status } = await fetch(origin + path, { method: 'POST', headers: { ...headers, ...more }, body });
      expect(status, path).toBe(401);
    }
    expect(await statusOf(refresh)).toBe(401);
    expect(await statusOf(await codeFor(origin, browser, host))).toBe(401);
  });

  test('cannot be used as an API key, nor an API key as a token', async () => {
    const bearer = { authorization: `Bearer ${ada.apiKey}` };
    const asked = await posted(
      origin,
      '/oauth/token',
      { grant_type: 'client_credentials', client_id: host.clientId },
      bearer,
    );
    expect([asked.status, asked.body.error]).toEqual([400, 'invalid_request']);
    expect((await refreshed(origin, host, ada.apiKey)).body.error).toBe('invalid_grant');
    await posted(origin, '/oauth/revoke', { client_id: host.clientId, token: ada.apiKey });
    expect((await ada.get('/v2/users/me')).status).toBe(200);
  });

  test('for another resource is refused', async () => {
    for (const resource of [
      'https://elsewhere.example/mcp',
      `${origin}/v2`,
      `${origin}/mcp#more`,
      `${origin}.evil.example/mcp`,
    ]) {
      const response = await firstAnswer({ resource });
      expect(new URL(response.headers.get('location')!).searchParams.get('error'), resource).toBe('invalid_target');
    }
    const code = await codeFor(origin, browser, host);
    expect((await exchanged(origin, host, code, { resource: 'https://elsewhere.example/mcp' })).status).toBe(400);
  });

  test('is issued only for a code with PKCE or a refresh token', async () => {
    for (const grant of [
      'client_credentials',
      'password',
      'implicit',
      'urn:ietf:params:oauth:grant-type:device_code',
      '__proto__',
    ]) {
      const { status, body } = await posted(origin, '/oauth/token', { grant_type: grant, client_id: host.clientId });
      expect([grant, status, body.error]).toEqual([grant, 400, 'unsupported_grant_type']);
    }
  });

  test('opens nothing for a user who is on the free plan, or was removed', async () => {
    const bob = await service.user();
    const tokens = await letIn(origin, await signedIn(service, bob.email), host);
    expect(await statusOf(tokens.access_token)).toBe(200);
    await kith(service.dataDir, 'user', 'plan', bob.email, 'free');
    expect(await statusOf(tokens.access_token)).toBe(403);
    await kith(service.dataDir, 'user', 'remove', bob.email, '--yes', bob.email);
    expect(await statusOf(tokens.access_token)).toBe(401);
    expect((await refreshed(origin, host, tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('cannot be revoked by another client', async () => {
    const tokens = await letIn(origin, browser, host);
    for (const token of [tokens.access_token, tokens.refresh_token])
      await posted(origin, '/oauth/revoke', { client_id: other.clientId, token });
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect((await refreshed(origin, host, tokens.refresh_token)).status).toBe(200);
  });

  test('that is revoked ends the whole grant', async () => {
    const tokens = await letIn(origin, browser, host);
    await posted(origin, '/oauth/revoke', { client_id: host.clientId, token: tokens.refresh_token });
    expect(await statusOf(tokens.access_token)).toBe(401);
    expect((await refreshed(origin, host, tokens.refresh_token)).body.error).toBe('invalid_grant');
  });
});

describe('a refresh token', () => {
  test('is valid only for its client, and for the granted scopes', async () => {
    const tokens = await letIn(origin, browser, host, []);
    expect(tokens.scope).toBe('kith:read');
    expect((await refreshed(origin, other, tokens.refresh_token)).body.error).toBe('invalid_grant');
    const more = await refreshed(origin, host, tokens.refresh_token, { scope: 'kith:read kith:write kith:delete' });
    // Some servers return invalid_scope, others the granted scopes.
    const latest = more.status === 200 ? more : await refreshed(origin, host, tokens.refresh_token);
    expect(latest.body.scope).toBe('kith:read');
    expect(await statusOf(latest.body.access_token)).toBe(200);
    expect(await statusOf(latest.body.access_token, 'create_contact', { first_name: 'Grace' })).toBe(403);
  });

  test('that is reused ends the grant with all later tokens', async () => {
    const first = await letIn(origin, browser, host);
    const { body: second } = await refreshed(origin, host, first.refresh_token);
    expect(await statusOf(second.access_token)).toBe(200);
    await endGracePeriod(service);
    expect((await refreshed(origin, host, first.refresh_token)).body.error).toBe('invalid_grant');
    expect(await statusOf(second.access_token)).toBe(401);
    expect((await refreshed(origin, host, second.refresh_token)).body.error).toBe('invalid_grant');
  });
});

test('keeps credentials out of every log', async () => {
  const code = await codeFor(origin, browser, host);
  const { body } = await exchanged(origin, host, code);
  await refreshed(origin, host, body.refresh_token);
  await exchanged(origin, host, code);
  await mcpCall(origin, `${body.access_token}x`);
  const held = [code, body.access_token, body.refresh_token, host.verifier, browser.cookies.get('kith_session')!.value];
  const logs = service.log() + (await kith(service.dataDir, 'log', '--json')).stdout;
  expect(logs).toContain('host.connected');
  for (const secret of held) expect(logs).not.toContain(secret);
});
