import { once } from 'node:events';
import { request as send } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningHttp, type RunningService, startHttp, startService, type User } from '../support/service.ts';

// Response headers for browsers, from the service, the MCP endpoint, and the server around them.

const TOKEN = 'a token of the tests';
const PAGE = 'https://app.example.com';
let service: RunningService;
let http: RunningHttp;
let ada: User;
beforeAll(async () => {
  const page = { KITH_ALLOWED_ORIGINS: PAGE };
  [service, http] = await Promise.all([startService(undefined, page), startHttp({ ...page, KITH_HTTP_TOKEN: TOKEN })]);
  ada = await service.user();
});
afterAll(() => Promise.all([service.stop(), http.stop()]));

interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

async function ask(url: string, method: string, headers: Record<string, string> = {}, body = ''): Promise<Reply> {
  const request = send(url, { method, headers });
  request.end(body);
  const [response] = await once(request, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

/** Response to bytes that no client would send. */
async function answerTo(url: string, sent: string): Promise<Reply> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(sent);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n', 2);
  const [first = '', ...fields] = head.split('\r\n');
  const headers = fields.map((field) => field.split(': ', 2)).map(([name = '', value]) => [name.toLowerCase(), value]);
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), body };
}

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
const call = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'list_contacts', arguments: {} },
});

/** Each program's MCP address and credential. */
const WAYS: [string, () => { root: string; bearer: string }][] = [
  ['kith serve', () => ({ root: service.baseUrl, bearer: ada.apiKey })],
  ['kith http', () => ({ root: http.url.replace('/mcp', ''), bearer: TOKEN })],
];

const ANSWERS: [number, string, (way: { root: string; bearer: string }) => Promise<Reply>][] = [
  [200, 'a list of tools', ({ root, bearer }) => ask(`${root}/mcp`, 'POST', key(bearer), list)],
  [200, 'data', ({ root, bearer }) => ask(`${root}/mcp`, 'POST', key(bearer), call)],
  [401, 'no key', ({ root }) => ask(`${root}/mcp`, 'POST', json, list)],
  [403, 'a foreign page', ({ root }) => ask(`${root}/mcp`, 'POST', { ...json, origin: 'https://evil.example' }, list)],
  [204, 'the question of a listed page', ({ root }) => ask(`${root}/mcp`, 'OPTIONS', { origin: PAGE })],
  [405, 'another method', ({ root, bearer }) => ask(`${root}/mcp`, 'GET', key(bearer))],
  [400, 'no JSON', ({ root, bearer }) => ask(`${root}/mcp`, 'POST', key(bearer), '{')],
  [
    415,
    'another type',
    ({ root, bearer }) => ask(`${root}/mcp`, 'POST', { ...key(bearer), 'content-type': 'text/plain' }, list),
  ],
  [200, 'where to bring a key', ({ root }) => ask(`${root}/.well-known/oauth-protected-resource/mcp`, 'GET')],
  [200, 'health', ({ root }) => ask(`${root}/health`, 'GET')],
  [200, 'readiness', ({ root }) => ask(`${root}/ready`, 'GET')],
  [404, 'nothing there', ({ root, bearer }) => ask(`${root}/nowhere`, 'GET', key(bearer))],
  [400, 'bytes that are no HTTP', ({ root }) => answerTo(root, 'what is this\r\n\r\n')],
  [400, 'no Host', ({ root }) => answerTo(root, 'GET /mcp HTTP/1.1\r\nConnection: close\r\n\r\n')],
  [417, 'an unknown expectation', ({ root, bearer }) => ask(`${root}/mcp`, 'GET', { ...key(bearer), expect: 'tea' })],
  [431, 'too long an address', ({ root }) => ask(`${root}/${'x'.repeat(70_000)}`, 'GET')],
];

const REST: [number, string, () => Promise<Reply>][] = [
  [200, 'the greeting', () => ask(`${service.baseUrl}/v1`, 'GET')],
  [200, 'the description', () => ask(`${service.baseUrl}/openapi.json`, 'GET')],
  [200, 'data', () => ask(`${service.baseUrl}/v2/contacts`, 'GET', key(ada.apiKey))],
  [401, 'no key', () => ask(`${service.baseUrl}/v2/contacts`, 'GET')],
  [404, 'no such link', () => ask(`${service.baseUrl}/v1/shared/x`, 'GET')],
  [405, 'another method', () => ask(`${service.baseUrl}/v2/contacts`, 'PUT', key(ada.apiKey))],
];

const key = (bearer: string) => ({ ...json, authorization: `Bearer ${bearer}` });

function expectHarmless({ headers, body }: Reply): void {
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]));
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': expect.any(String),
  });
  expect(headers.server ?? headers['x-powered-by']).toBeUndefined();
  expect(headers['set-cookie']).toBeUndefined();
  // JSON is UTF-8 and has no charset parameter (RFC 8259, 8.1). Text declares its charset.
  if (body)
    expect(headers['content-type']).toMatch(/^(?:application\/json\b|text\/event-stream$|text\/plain; charset=utf-8$)/);
}

describe.each(WAYS)('%s', (_program, way) => {
  test.each(ANSWERS)('%i, %s: keeps browsers from rendering the response as a page', async (status, _what, answer) => {
    const reply = await answer(way());
    expect(reply.status).toBe(status);
    expectHarmless(reply);
  });

  test('forbids caching of responses that need a key', async () => {
    const { root, bearer } = way();
    for (const body of [list, call]) {
      const reply = await ask(`${root}/mcp`, 'POST', key(bearer), body);
      expect(reply.status).toBe(200);
      expect(reply.headers['cache-control']).toContain('no-store');
    }
  });

  test.each(['TRACE', 'TRACK'])('%s echoes nothing', async (method) => {
    const { root, bearer } = way();
    for (const path of ['/', '/mcp', '/v2/contacts']) {
      const reply = await answerTo(
        root,
        `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bearer}\r\nConnection: close\r\n\r\n`,
      );
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(reply.status).toBeLessThan(500);
      expect(reply.body).not.toContain(bearer);
      expectHarmless(reply);
    }
  });
});

test.each(REST)('REST, %i, %s: keeps browsers from rendering the response as a page', async (status, _what, answer) => {
  const reply = await answer();
  expect(reply.status).toBe(status);
  expectHarmless(reply);
});

test('varies the resource metadata by host and protocol', async () => {
  const place = `${service.baseUrl}/.well-known/oauth-protected-resource/mcp`;
  const reply = await ask(place, 'GET', { 'x-forwarded-proto': 'https' });
  expect(JSON.parse(reply.body).resource).toMatch(/^https:/);
  expect(reply.headers.vary).toBe('Host, X-Forwarded-Proto');
});
