import { randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectModern } from '../support/mcp.ts';
import { makeContact } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Attacks by a caller with a valid key, or without one, against other users and against the process.

const LIMIT = 200;
let service: RunningService;
let ada: User;
let eve: User;
// One connection, so that requests of two keys share it.
const agent = new Agent({ connections: 1 });
beforeAll(async () => {
  service = await startService(undefined, { KITH_RATE_LIMIT: String(LIMIT) });
  [ada, eve] = [await service.user(), await service.user()];
  await makeContact(ada, { full_name: 'Private Person' });
});
afterAll(async () => {
  await agent.destroy();
  await service.stop();
});

async function post(user: User, body: unknown, headers: Record<string, string> = {}) {
  const answer = await request(`${service.baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${user.apiKey}`,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    dispatcher: agent,
  });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

const call = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

test('shows two keys on one connection only their own data', async () => {
  const asked = [ada, eve, ada, eve, eve, ada].map(async (user) => {
    const { text } = await post(user, call('list_contacts', {}));
    return [user === ada, text.includes('Private Person')];
  });
  for (const [isAda, sees] of await Promise.all(asked)) expect(sees).toBe(isAda);
});

test("ignores a session id and a cancellation of another user's request", async () => {
  const session = { 'mcp-session-id': randomUUID() };
  expect((await post(eve, call('list_contacts', {}), session)).text).not.toContain('Private Person');
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  const [answer, cancelled] = await Promise.all([post(ada, call('list_contacts', {})), post(eve, cancel)]);
  expect(cancelled.status).toBe(202);
  expect(answer.text).toContain('Private Person');
});

test('counts each request in a batch', async () => {
  const left = async (body: unknown) => Number((await post(eve, body)).headers['ratelimit-remaining']);
  const one = call('count_contacts', {});
  const before = await left(one);
  expect(await left(Array(50).fill(one))).toBe(before - 50);
  while ((await post(eve, Array(50).fill(one))).status === 200);
  const refused = await post(eve, Array(50).fill(one));
  expect([refused.status, refused.headers['ratelimit-remaining']]).toEqual([429, '0']);
  expect((await post(ada, one)).status).toBe(200);
});

describe('JSON nested 10,000 levels deep', () => {
  const nested = (levels: number) => '{"a":'.repeat(levels) + '1'.padEnd(levels + 1, '}');
  const raw = (name: string, args: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;

  test.each<[string, string, (deep: string) => string]>([
    ['an object', 'create_contact', (deep) => `{"full_name":"x","linkedin_data":${deep}}`],
    ['text', 'create_contact', (deep) => `{"full_name":"x","linkedin_data":${JSON.stringify(deep)}}`],
    ['a query', 'count_contacts', (deep) => `{"where":${deep}}`],
  ])('is rejected as %s, in process and by a remote service', async (_as, name, args) => {
    const { text } = await post(ada, raw(name, args(nested(10_000))));
    expect(text).toContain('is nested deeper than 100 levels');
    const remote = await connectModern({ env: { KITH_BASE_URL: service.baseUrl, KITH_API_KEY: ada.apiKey } });
    // The deepest nesting that the test's own client can send.
    const reply = await remote.call(name, JSON.parse(args(nested(1_000))));
    expect(JSON.parse(reply.content[0]!.text).error.message).toContain('is nested deeper than 100 levels');
    await remote.close();
  });

  test('does no harm in a place without arguments', async () => {
    const { status } = await post(
      ada,
      `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":${nested(10_000)}}}`,
    );
    expect(status).toBe(200);
    expect((await post(ada, call('count_contacts', {}))).text).toContain('"count":1');
  });
});

test("limits a user's notification streams, and leaves room for other users", async () => {
  // No rate limit, because the test polls until the service notices.
  const roomy = await startService();
  const [greedy, other] = [await roomy.user(), await roomy.user()];
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { _meta, notifications: { resourcesListChanged: true } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params });
  const [streams, anew] = [new Agent(), new Agent()];
  const listen = async (user: User, dispatcher = streams) => {
    const { statusCode, body: stream } = await request(`${roomy.baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${user.apiKey}`,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'subscriptions/listen',
      },
      body,
      dispatcher,
    });
    stream.on('error', () => {});
    return statusCode;
  };
  const statuses = [];
  for (let count = 0; count < 66; count++) statuses.push(await listen(greedy));
  expect(statuses).toEqual([...Array(64).fill(200), 429, 429]);
  expect(await listen(other)).toBe(200);
  await streams.destroy();
  // Each closed stream frees its slot once the service notices.
  let status = 429;
  while (status === 429) status = await listen(greedy, anew);
  expect(status).toBe(200);
  await anew.destroy();
  await roomy.stop();
});

test('validates and safely quotes a filter header, which can only narrow access', async () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const odd = await post(ada, list, { 'x-kith-tools': '__proto__,<script>' });
  expect([odd.status, odd.headers['content-type']]).toEqual([400, 'application/json']);
  const call_ = call('create_contact', { full_name: 'No' });
  const refused = await post(ada, call_, { 'x-kith-read-only': 'true', 'x-kith-tools': 'create_contact' });
  expect(refused.text).toContain('not offered here');
});
