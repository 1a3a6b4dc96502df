import { once } from 'node:events';
import { request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectLegacy, connectModern } from '../support/mcp.ts';
import { GIVES_NOTHING_UP } from '../support/no-long-waits.ts';
import { kith, type RunningHttp, type RunningService, startHttp, startService, type User } from '../support/service.ts';

// Faults that only a request over HTTP can have: wrong host, page, key, size, or version.

const TOKEN = 'a token of the tests';
let open: RunningHttp;
let keyed: RunningHttp;
let service: RunningService;
let ada: User;
beforeAll(async () => {
  [open, keyed, service] = await Promise.all([
    startHttp(),
    startHttp(
      {
        KITH_HTTP_TOKEN: TOKEN,
        KITH_ALLOWED_HOSTS: 'crm.example.com',
        KITH_ALLOWED_ORIGINS: 'https://app.example.com',
      },
      ['--host', '0.0.0.0'],
    ),
    startService(),
  ]);
  ada = await service.user();
});
afterAll(() => Promise.all([open.stop(), keyed.stop(), service.stop()]));

interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Sends the headers as given, including a Host that `fetch` would reject. */
async function post(
  url: string,
  body: unknown,
  headers: Record<string, string | undefined> = {},
  method = 'POST',
): Promise<Reply> {
  const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
  const sent = Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined);
  const request = send(url.replace('0.0.0.0', '127.0.0.1'), { method, headers: Object.fromEntries(sent) });
  request.end(typeof body === 'string' ? body : JSON.stringify(body));
  const [response] = await once(request, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

/** The only message in a response, either JSON or a stream. */
const message = ({ body }: Reply) => JSON.parse(body.startsWith('event:') ? /^data: (.*)$/m.exec(body)![1]! : body);

test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('speaks %s', async (version) => {
  const answer = await post(open.url, initialize(version));
  expect(message(answer).result.protocolVersion).toBe(version);
  // No session: any node may handle the next request.
  expect(answer.headers['mcp-session-id']).toBeUndefined();
});

test('speaks 2026-07-28', async () => {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'server/discover' };
  const discovered = await post(open.url, { ...list, method: 'server/discover', params: { _meta } }, headers);
  expect(message(discovered).result.supportedVersions).toContain('2026-07-28');
});

const FOREIGN: [string, Record<string, string>][] = [
  ['host', { host: 'kith.evil.example' }],
  ['host that begins like ours', { host: 'localhost.evil.example' }],
  ['page', { origin: 'https://evil.example' }],
  ['page without an origin', { origin: 'null' }],
  // An app in its own web view: it calls itself local, and may show any page.
  ['page on localhost with another scheme', { origin: 'capacitor://localhost' }],
];

test.each(FOREIGN)('rejects a foreign %s', async (_what, headers) => {
  for (const url of [open.url, `${service.baseUrl}/mcp`]) {
    const bearer = { authorization: `Bearer ${ada.apiKey}` };
    expect((await post(url, list, { ...bearer, ...headers })).status).toBe(403);
  }
});

test('accepts localhost and listed hosts, and lets listed pages read the response', async () => {
  expect((await post(open.url, list, { host: 'localhost:1', origin: 'http://127.0.0.1:3000' })).status).toBe(200);
  const bearer = { authorization: `Bearer ${TOKEN}` };
  const page = { origin: 'https://app.example.com' };
  const listed = await post(keyed.url, list, { ...bearer, ...page, host: 'crm.example.com' });
  expect(listed.status).toBe(200);
  expect(listed.headers['access-control-allow-origin']).toBe(page.origin);
  const asked = await post(keyed.url, '', { ...page, 'access-control-request-headers': 'authorization' }, 'OPTIONS');
  expect(asked.status).toBe(204);
  expect(asked.headers['access-control-allow-headers']).toBe('authorization');
  const local = await post(open.url, list, { origin: 'http://localhost:3000' });
  expect(local.headers['access-control-allow-origin']).toBeUndefined();
});

describe('a key', () => {
  test('is required, and the refusal links to metadata on how to send it', async () => {
    for (const url of [keyed.url, `${service.baseUrl}/mcp`]) {
      const refused = await post(url, list);
      expect(refused.status).toBe(401);
      const place = /^Bearer resource_metadata="([^"]+)"/.exec(String(refused.headers['www-authenticate']))![1]!;
      const metadata = await post(place, '', {}, 'GET');
      expect(JSON.parse(metadata.body)).toMatchObject({
        resource: place.replace('/.well-known/oauth-protected-resource', ''),
        bearer_methods_supported: ['header'],
      });
      const bare = await post(place.replace(/\/mcp$/, ''), '', {}, 'GET');
      expect(bare.body).toBe(metadata.body);
    }
  });

  test('is rejected if it is wrong, incomplete, or in the URL', async () => {
    for (const token of ['wrong', TOKEN.slice(1), `${TOKEN}x`, '']) {
      const refused = await post(keyed.url, list, { authorization: `Bearer ${token}` });
      expect(refused.status).toBe(401);
    }
    expect((await post(`${service.baseUrl}/mcp?key=${ada.apiKey}`, list)).status).toBe(401);
    const wrong = await post(`${service.baseUrl}/mcp`, list, { authorization: 'Bearer kith_wrong' });
    expect(wrong.headers['www-authenticate']).toContain('error="invalid_token"');
  });

  test('is optional on loopback, and no metadata asks for one', async () => {
    expect((await post(open.url, list)).status).toBe(200);
    expect((await post(open.url.replace('/mcp', '/.well-known/oauth-protected-resource'), '', {}, 'GET')).status).toBe(
      404,
    );
  });

  test("shows only its user's data, and stops working once it is replaced", async () => {
    const url = `${service.baseUrl}/mcp`;
    const eve = await service.user();
    await ada.post('/v2/contacts', { full_name: 'Private Person' });
    const connect = (key: string) => connectLegacy({ url, headers: { authorization: `Bearer ${key}` } });
    const [mine, hers] = [await connect(ada.apiKey), await connect(eve.apiKey)];
    expect(await mine.read('kith://contacts')).toContain('Private Person');
    expect(await hers.read('kith://contacts')).not.toContain('Private Person');
    await kith(service.dataDir, 'key', 'regenerate', eve.email);
    await expect(hers.read('kith://contacts')).rejects.toThrow();
    await Promise.all([mine.close(), hers.close()]);
  });

  test('with read scope cannot write', async () => {
    const reader = await service.user();
    const { stdout } = await kith(
      service.dataDir,
      'key',
      'regenerate',
      reader.email,
      '--permissions',
      'read',
      '--json',
    );
    const headers = { authorization: `Bearer ${JSON.parse(stdout).api_key}` };
    const client = await connectModern({ url: `${service.baseUrl}/mcp`, headers });
    expect((await client.call('list_contacts')).isError).toBeFalsy();
    const refused = await client.call('create_contact', { full_name: 'Nobody' });
    expect(refused.content[0]!.text).toContain('Forbidden');
    await client.close();
  });
});

test('rejects a public address without a token', async () => {
  await expect(startHttp({ KITH_HTTP_TOKEN: '' }, ['--host', '0.0.0.0'])).rejects.toThrow('KITH_HTTP_TOKEN');
});

test('rejects other methods, and bodies that are too large, broken, or of another type', async () => {
  const large = { ...list, params: { filler: 'x'.repeat(6 * 1024 * 1024) } };
  expect((await post(open.url, large)).status).toBe(413);
  expect((await post(open.url, '{"jsonrpc":')).status).toBe(400);
  expect((await post(open.url, 'null')).status).toBe(400);
  expect((await post(open.url, list, { 'content-type': 'text/plain' })).status).toBe(415);
  for (const method of ['GET', 'DELETE']) {
    const refused = await post(open.url, '', {}, method);
    expect([refused.status, refused.headers.allow]).toEqual([405, 'POST']);
  }
  expect((await post(open.url.replace('/mcp', '/other'), list)).status).toBe(404);
});

const MEDIA_TYPES: [accept: string | undefined, contentType: string, form: string][] = [
  ['*/*', 'application/json', 'application/json'],
  [undefined, 'application/json', 'application/json'],
  ['application/*', 'application/json', 'application/json'],
  ['application/json', 'application/json', 'application/json'],
  ['application/json, text/event-stream;q=0', 'application/json', 'application/json'],
  ['Application/JSON, Text/Event-Stream', 'Application/JSON; charset=UTF-8', 'text/event-stream'],
  ['text/event-stream', 'application/json', 'text/event-stream'],
];

describe.each(MEDIA_TYPES)('Accept: %s with Content-Type: %s', (accept, contentType, form) => {
  const headers = { accept, 'content-type': contentType };

  test(`gets ${form} from 2025`, async () => {
    const bearer = { authorization: `Bearer ${ada.apiKey}` };
    for (const [url, more] of [[open.url, {}] as const, [`${service.baseUrl}/mcp`, bearer] as const]) {
      const listed = await post(url, list, { ...headers, ...more });
      expect([listed.status, listed.headers['content-type']]).toEqual([200, expect.stringContaining(form)]);
      expect(message(listed).result.tools).toContainEqual(expect.objectContaining({ name: 'get_contact' }));
    }
  });

  test('gets the result of a 2026 call that asked for progress', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      progressToken: 'p',
    };
    const name = 'bulk_create_contacts';
    const params = { name, arguments: { contacts: Array(2).fill({ full_name: 'In Bulk' }) }, _meta };
    const called = await post(
      open.url,
      { ...list, method: 'tools/call', params },
      { ...headers, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name },
    );
    expect([called.status, called.headers['content-type']]).toEqual([200, expect.stringContaining(form)]);
    const answers = called.body.startsWith('{')
      ? [JSON.parse(called.body)]
      : called.body.match(/^data: \{.*$/gm)!.map((line) => JSON.parse(line.slice('data: '.length)));
    expect(answers.at(-1).result.structuredContent.contacts).toContainEqual(
      expect.objectContaining({ full_name: 'In Bulk' }),
    );
  });
});

test('returns a list for a batch from a client that reads only JSON', async () => {
  const batch = [list, { jsonrpc: '2.0', method: 'notifications/initialized' }, { ...list, id: 2, method: 'ping' }];
  const { body } = await post(open.url, batch, { accept: '*/*', 'mcp-protocol-version': '2025-03-26' });
  expect(
    JSON.parse(body)
      .map(({ id }: { id: number }) => id)
      .sort(),
  ).toEqual([1, 2]);
});

test('accepts the largest bulk call that the API allows', async () => {
  const contacts = Array.from({ length: 500 }, (_, index) => ({
    full_name: `Large ${index}`,
    description: 'd'.repeat(9_500),
  }));
  const client = await connectLegacy({ url: open.url });
  const made = await client.call('bulk_create_contacts', { contacts, dry_run: true });
  expect(made.isError).toBeFalsy();
  await client.close();
});

test('counts each request to /mcp once toward the rate limit', async () => {
  const limited = await startService(undefined, { KITH_RATE_LIMIT: '5' });
  const { apiKey } = await limited.user();
  const ask = () => post(`${limited.baseUrl}/mcp`, list, { authorization: `Bearer ${apiKey}` });
  const first = await ask();
  expect(first.headers['ratelimit-remaining']).toBe('4');
  const call = { ...list, method: 'tools/call', params: { name: 'list_contacts', arguments: {} } };
  const called = await post(`${limited.baseUrl}/mcp`, call, { authorization: `Bearer ${apiKey}` });
  expect(called.headers['ratelimit-remaining']).toBe('3');
  for (let left = 3; left > 0; left--) expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
  await limited.stop();
});

test.runIf(process.platform !== 'win32')('ends within a second of SIGTERM and tells those who listen', async () => {
  const going = await startHttp(GIVES_NOTHING_UP);
  const client = await connectModern({ url: going.url }, { pin: '2026-07-28' });
  await client.call('create_contact', { full_name: 'Here Already' });
  const { closed } = await client.watch(['kith://contacts']);
  const exited = once(going.process, 'exit');
  going.process.kill('SIGTERM');
  expect(await closed).toBe('graceful');
  expect(await exited).toEqual([0, null]);
  await going.stop();
});
