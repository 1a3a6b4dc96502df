import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, linkFor, newBrowser, originOf, signedIn } from '../support/browser.ts';
import {
  answering,
  authorizationUrl,
  type HandHost,
  letIn,
  mcpCall,
  posted,
  refreshed,
  registered,
  registering,
} from '../support/by-hand.ts';
import { openDatabase } from '../support/database.ts';
import { kith, type RunningService, startService, type User } from '../support/service.ts';

// Requests to `kith serve` from users who are not signed in: responses, cost, and stored data.

let service: RunningService;
let origin: string;
let port: number;
let ada: User;
let browser: Browser;
let host: HandHost;

beforeAll(async () => {
  service = await startService();
  origin = originOf(service);
  port = Number(new URL(origin).port);
  ada = await service.user();
  browser = await signedIn(service, ada.email);
  host = await registered(origin);
});
afterAll(() => service.stop());

const FORM = 'Content-Type: application/x-www-form-urlencoded';

/** Everything received over one connection until the service closes it. */
async function wire(text: string, at = port): Promise<string> {
  const socket = connect(at, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.write(text);
  await once(socket, 'close');
  return received;
}

/** Sends part of a request, and disconnects once the service has it. */
async function leaveWithin(text: string): Promise<void> {
  const socket: Socket = connect(port, '127.0.0.1');
  await new Promise<void>((resolve) => socket.write(text, () => resolve()));
  await fetch(`${origin}/health`);
  socket.destroy();
}

const authorizing = (changed: Record<string, string> = {}) => {
  const { pathname, search } = authorizationUrl(origin, host, changed);
  return pathname + search;
};

describe('a registration', () => {
  test.each([
    ['nothing', ''],
    ['broken JSON', '{'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"hello"'],
    ['deep nesting', '['.repeat(8_000)],
    ['no address', '{"client_name":"A host"}'],
    ['invalid addresses', '{"redirect_uris":{"length":1}}'],
    ['numbers for addresses', '{"redirect_uris":[1]}'],
    ['an object for a name', '{"redirect_uris":["https://host.example/"],"client_name":{"a":1}}'],
    ['a script for a home page', '{"redirect_uris":["https://host.example/"],"client_uri":"javascript:alert(1)"}'],
  ])('for %s is rejected in RFC 7591 terms', async (_name, body) => {
    const response = await registering(origin, body);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: string }).error).toMatch(
      /^invalid_(request|redirect_uri|client_metadata)$/,
    );
  });

  test('stores only client metadata: no id, secret, statement, or prototype', async () => {
    const body = `{"redirect_uris":["https://host.example/"],"__proto__":{"client_name":"Polluted"},"constructor":{"prototype":{"x":1}},
      "client_id":"${host.clientId}","client_secret":"mine","software_statement":"a.b.c","jwks_uri":"http://127.0.0.1:1/",
      "sector_identifier_uri":"https://127.0.0.1:1/","subject_type":"pairwise","grant_types":["password"],"scope":"admin"}`;
    const response = await registering(origin, body);
    expect(response.status).toBe(201);
    const told = (await response.json()) as Record<string, unknown>;
    expect(told.client_id).not.toBe(host.clientId);
    expect(told.token_endpoint_auth_method).toBe('none');
    for (const name of [
      'client_secret',
      'software_statement',
      'jwks_uri',
      'sector_identifier_uri',
      'scope',
      'client_name',
      'x',
    ])
      expect(told[name], name).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('is limited in size', async () => {
    const many = Array.from({ length: 2_000 }, (_, number) => `https://host.example/${number}`);
    for (const large of [{ redirect_uris: many }, { redirect_uris: [many[0]], client_name: 'x'.repeat(20_000) }]) {
      const response = await registering(origin, large);
      expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([413, 'invalid_request']);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    }
    const long = await fetch(authorizationUrl(origin, host, { state: 'x'.repeat(20_000) }), { redirect: 'manual' });
    expect(long.status).toBe(413);
  });

  test('counts as ten requests from its address', async () => {
    const limited = await startService(undefined, { KITH_RATE_LIMIT: '35' });
    const at = originOf(limited);
    const statuses = [];
    for (let times = 0; times < 5; times++)
      statuses.push((await registering(at, { redirect_uris: ['https://host.example/'] })).status);
    await limited.stop();
    expect(statuses).toEqual([201, 201, 201, 429, 429]);
  });
});

describe("an app's name", () => {
  test.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['"><img src=x onerror=alert(1)>', '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;'],
    ['\u202eedualC', 'edualC'],
    ['Claude\u2066\u200b\u00ad\ufeff', 'Claude'],
    ['Claude\n\n\u0000\tby kith', 'Claude by kith'],
    ['x'.repeat(10_000), `${'x'.repeat(60)}…`],
    [' \u200b ', 'host.example'],
    ['', 'host.example'],
  ])('is text on one line, without invisible characters: %j', async (name, shown) => {
    const named = await registered(origin, {
      client_name: name,
      client_uri: 'https://evil.example/',
      logo_uri: 'https://evil.example/logo',
    });
    const page = await browser.open(authorizationUrl(origin, named));
    expect(page.text).toContain(`<bdi>${shown}</bdi> wants to use your contacts`);
    expect(page.text).toContain(`<title>Connect ${shown}?`);
    expect(page.text).not.toContain('evil.example');
    await answering(browser, page);
  });

  test('is plain on the account page and in the log too', async () => {
    const named = await registered(origin, { client_name: '\u202e<b>\u001b[31mred' });
    await letIn(origin, browser, named);
    const account = await browser.open('/account');
    const log = (await kith(service.dataDir, 'log')).stdout;
    for (const text of [account.text, log])
      for (const hidden of ['\u202e', '\u001b[31m']) expect(text).not.toContain(hidden);
    expect(log).toContain('<b> [31mred');
  });
});

test.each([
  '/oauth/authorize?client_id=<script>alert(1)</script>',
  '/oauth/authorize?client_id=x&redirect_uri=https://evil.example/"><script>alert(1)</script>',
  '/oauth/authorize/<script>alert(1)</script>',
  '/authorize/"><script>alert(1)</script>',
  '/sign-in?to=/"><script>alert(1)</script>',
  '/sign-in/link/"><script>alert(1)</script>',
])('shows link parameters only as text: %s', async (path) => {
  const page = await newBrowser(origin).open(path);
  expect(page.text).not.toContain('<script>alert');
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; (script-src 'self'|base-uri 'none');/,
  );
});

test("shows an app's error response as text", async () => {
  const url = authorizationUrl(origin, host, { prompt: 'none', state: '"><script>alert(1)</script>' });
  const page = await fetch(url, { redirect: 'manual', headers: { 'sec-fetch-dest': 'document' } });
  const text = await page.text();
  expect(text).toContain('Back to host.example');
  expect(text).not.toContain('<script>alert');
});

const PATHS = [
  ...[
    '/oauth/authorize',
    '/oauth/authorize/',
    '/oauth/authorize/x',
    '/oauth/token',
    '/oauth/register',
    '/oauth/revoke',
  ],
  ...[
    '/oauth',
    '/oauth/keys',
    '/oauth/token/',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
  ],
  ...['/authorize/x', '/sign-in', '/sign-in/link/x', '/sign-out', '/account', '/account/x', '/assets/x', '/'],
];

test.each(PATHS)(
  '%s answers each method without an internal error, and no browser can render the response',
  async (path) => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      for (const accept of ['text/html', 'application/json']) {
        const { status, headers } = await fetch(origin + path, { method, redirect: 'manual', headers: { accept } });
        const what = `${method} ${path} ${status}`;
        expect(status, what).toBeLessThan(500);
        if (status === 204) continue;
        expect(headers.get('content-security-policy'), what).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
        expect(headers.get('x-content-type-options'), what).toBe('nosniff');
        if (status !== 200 || !path.startsWith('/.well-known'))
          expect(headers.get('cache-control'), what).toContain('no-store');
        if (status === 405) expect(headers.get('allow'), what).toMatch(/GET|POST/);
        if (status === 405 && /^\/oauth\/(token|register|revoke)/.test(path))
          expect(headers.get('access-control-allow-origin'), what).toBe('*');
      }
    }
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => fetch(origin + path, { method, redirect: 'manual' })),
    );
    expect(head!.status).toBe(get!.status);
  },
);

describe('a request', () => {
  const ASKING = `Host: localhost\r\nConnection: close\r\n`;
  const post = (headers: string, body: string) =>
    `POST /oauth/token HTTP/1.1\r\nHost: localhost\r\n${FORM}\r\n${headers}\r\n\r\n${body}`;
  const health = `GET /health HTTP/1.1\r\n${ASKING}\r\n`;

  test.each([
    ['answered', post('Content-Length: 12', 'grant_type=x'), '400 Bad Request'],
    ['too large', post('Content-Length: 60000', 'x'.repeat(60_000)), '413 Payload Too Large'],
    [
      'of an unknown method',
      `PUT /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello`,
      '405 Method Not Allowed',
    ],
    [
      'compressed by something else',
      post('Content-Encoding: br\r\nContent-Length: 5', 'hello'),
      '415 Unsupported Media Type',
    ],
  ])('that is %s leaves the connection open for the next one', async (_name, text, status) => {
    const received = await wire(text + health);
    expect(received.match(/HTTP\/1\.1 \d+ [^\r]*/g)).toEqual([`HTTP/1.1 ${status}`, 'HTTP/1.1 200 OK']);
  });

  test('with HTTP/1.0, or with an absolute URL, is answered', async () => {
    expect(await wire(`POST /oauth/token HTTP/1.0\r\n${FORM}\r\nContent-Length: 12\r\n\r\ngrant_type=x`)).toMatch(
      /^HTTP\/1\.1 400 /,
    );
    const whole = await wire(`GET http://evil.example${authorizing({ prompt: 'none' })} HTTP/1.1\r\n${ASKING}\r\n`);
    expect(whole).toContain(`iss=${encodeURIComponent(origin)}`);
  });

  test.each(['evil.example', 'evil.example:80', 'localhost.evil.example'])(
    'for the host name %s does not change the issuer',
    async (name) => {
      const asking = `Host: ${name}\r\nX-Forwarded-Host: ${name}\r\nForwarded: host=${name}\r\nConnection: close\r\n`;
      const metadata = await wire(`GET /.well-known/oauth-authorization-server HTTP/1.1\r\n${asking}\r\n`);
      expect(metadata).toContain(`"issuer":"${origin}"`);
      for (const path of [authorizing(), authorizing({ prompt: 'none' })])
        expect(await wire(`GET ${path} HTTP/1.1\r\n${asking}\r\n`)).not.toContain('evil.example');
      expect(await wire(`GET /sign-in HTTP/1.1\r\n${asking}\r\n`)).toMatch(/^HTTP\/1\.1 403 /);
    },
  );

  test('with JSON in place of a form, or a compressed form, is rejected', async () => {
    const json = await fetch(`${origin}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'refresh_token', client_id: host.clientId, refresh_token: 'x' }),
    });
    expect([json.status, ((await json.json()) as { error: string }).error]).toEqual([400, 'invalid_request']);
    const sendPacked = (body: Buffer) =>
      fetch(`${origin}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' },
        body: new Uint8Array(body),
      });
    const packed = await sendPacked(gzipSync(`grant_type=refresh_token&client_id=${host.clientId}&refresh_token=x`));
    expect([packed.status, ((await packed.json()) as { error: string }).error]).toEqual([400, 'invalid_grant']);
    expect((await sendPacked(gzipSync('x'.repeat(10_000_000)))).status).toBe(413);
  });

  test('interrupted by its sender is no error, and affects no one', async () => {
    for (const path of ['/oauth/token', '/oauth/register', '/oauth/revoke', '/sign-in/link/x', '/authorize/x']) {
      await leaveWithin(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\nhello`);
      await leaveWithin(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel`);
    }
    await leaveWithin(`GET ${authorizing()} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    expect((await fetch(`${origin}/health`)).status).toBe(200);
    expect(service.log()).not.toContain('unexpected fault');
  });
});

test('marks every cookie as secure under an https URL, whatever headers say', async () => {
  const https = await startService(undefined, { KITH_PUBLIC_URL: 'https://kith.example/' });
  const user = await https.user();
  const at = Number(new URL(https.baseUrl).port);
  const known = await registered(https.baseUrl);
  const { pathname, search } = authorizationUrl('https://kith.example', known);
  const asking = 'Host: kith.example\r\nX-Forwarded-Proto: http\r\nForwarded: proto=http\r\nConnection: close\r\n';
  const begun = await wire(`GET ${pathname}${search} HTTP/1.1\r\n${asking}\r\n`, at);
  const link = await linkFor(https, user.email);
  const sent = await wire(
    `POST ${link} HTTP/1.1\r\nOrigin: https://kith.example\r\nContent-Length: 0\r\n${asking}\r\n`,
    at,
  );
  await https.stop();
  const cookies = (begun + sent).match(/^set-cookie: .*(?=\r)/gim)!;
  expect(cookies.length).toBeGreaterThan(2);
  for (const cookie of cookies) expect(cookie).toMatch(/; secure.*httponly|httponly; secure/i);
  expect(sent).toMatch(/set-cookie: __Host-kith=/i);
  expect(begun).toMatch(/^Location: \/authorize\//m);
});

test('answers an endless body without using up memory', async () => {
  const alone = await startService();
  const at = Number(new URL(alone.baseUrl).port);
  const endless = connect(at, '127.0.0.1').on('error', () => {});
  endless.write(`POST /oauth/token HTTP/1.1\r\nHost: localhost\r\n${FORM}\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  const more = () => {
    while (endless.writable && endless.write(chunk));
  };
  endless.on('drain', more);
  more();
  const [answer] = await once(endless, 'data');
  expect(`${answer}`).toMatch(/^HTTP\/1\.1 413 /);
  const waiting = connect(at, '127.0.0.1').on('error', () => {});
  await new Promise<void>((resolve) =>
    waiting.write(`POST /oauth/register HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{`, () => resolve()),
  );
  await alone.stop();
  expect(alone.process.exitCode).toBe(0);
  endless.destroy();
  waiting.destroy();
});

test('reports an internal error without its reason, and logs it without credentials', async () => {
  const broken = await startService();
  const at = originOf(broken);
  const page = await signedIn(broken, (await broken.user()).email);
  const known = await registered(at);
  const tokens = await letIn(at, page, known);
  const asked = await page.open(authorizationUrl(at, known));
  const database = openDatabase(broken.dataDir);
  database.all('drop table sign_in_records');
  database.close();
  for (const answer of [await page.open(authorizationUrl(at, known)), await page.open(asked.url)]) {
    expect([answer.status, /<h1>(.*?)<\/h1>/.exec(answer.text)?.[1]]).toEqual([500, 'Something went wrong']);
    expect(answer.text).not.toContain('sign_in_records');
  }
  const answers = [
    await refreshed(at, known, tokens.refresh_token),
    await posted(at, '/oauth/revoke', { client_id: known.clientId, token: tokens.access_token }),
    { status: (await registering(at, { redirect_uris: ['https://host.example/'] })).status },
    { status: (await mcpCall(at, tokens.access_token)).status },
  ];
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500]);
  expect(JSON.stringify(answers)).not.toContain('sign_in_records');
  await broken.logged('unexpected fault', answers.length + 2);
  for (const secret of [tokens.access_token, tokens.refresh_token, known.verifier, asked.url.pathname.split('/')[2]!])
    expect(broken.log()).not.toContain(secret);
  await broken.stop();
});
