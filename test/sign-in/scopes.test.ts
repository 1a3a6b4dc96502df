import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/contract/operations.ts';
import { SCOPES, type Scope, scopesFor } from '../../src/contract/scopes.ts';
import { originOf, signedIn } from '../support/browser.ts';
import { type Mailboxes, startMailboxes } from '../support/mailboxes.ts';
import { connectModern, type TestClient } from '../support/mcp.ts';
import { letIn, registered } from '../support/oauth-wire.ts';
import { type RunningService, startService, type User } from '../support/service.ts';
import { tokensFor } from '../support/tokens.ts';

// Permissions of tokens with some scopes, for every operation in the contract.

const SECRET = 'Zanzibar';
const SETS: readonly Scope[][] = [
  ['kith:read'],
  ['kith:read', 'kith:write'],
  ['kith:read', 'kith:delete'],
  ['kith:read', 'kith:agenda'],
  [...SCOPES],
];

let mailboxes: Mailboxes;
let service: RunningService;
let ada: User;
let url: string;
const tokens = new Map<string, string>();

beforeAll(async () => {
  mailboxes = await startMailboxes();
  service = await startService(undefined, mailboxes.env);
  ada = await service.user();
  await mailboxes.fill(service, ada, SECRET);
  url = `${service.baseUrl}/mcp`;
  const browser = await signedIn(service, ada.email);
  for (const scopes of SETS) tokens.set(`${scopes}`, (await tokensFor(service, browser, scopes)).access_token);
});
afterAll(async () => {
  await service.stop();
  await mailboxes.fake.stop();
});

async function send(scopes: readonly Scope[], message: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokens.get(`${scopes}`)}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(message),
  });
  return {
    status: response.status,
    challenge: response.headers.get('www-authenticate') ?? '',
    body: await response.text(),
  };
}

const call = (name: string, args: Record<string, unknown> = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

// Without arguments, so that an allowed call fails and has no effect.
test.each(SETS.map((scopes) => [scopes]))("runs what a token's scopes cover: %s", async (scopes) => {
  const verdicts = Object.values(operations).map(async ({ name, ...operation }) => {
    const needed = scopesFor(operation);
    const through = operation.effect === 'read' ? 'read_operation' : 'write_operation';
    const answers = await Promise.all([
      send(scopes, call(name)),
      send(scopes, call(through, { operation: name, arguments: {} }), { 'x-kith-catalogue': '1' }),
    ]);
    return answers.map(({ status, challenge }) => ({ name, needed, status, challenge }));
  });
  for (const { name, needed, status, challenge } of (await Promise.all(verdicts)).flat()) {
    const may = needed.every((scope) => scopes.includes(scope));
    expect([name, status === 403]).toEqual([name, !may]);
    if (may) continue;
    expect(challenge).toContain('error="insufficient_scope"');
    expect(challenge).toContain(`scope="${needed.join(' ')}"`);
  }
});

test.each([
  ['kith:write', 'kith:read kith:write'],
  ['openid offline_access', SCOPES.join(' ')],
  ['kith:agenda profile', 'kith:read kith:agenda'],
])('grants the scopes needed for %s: %s', async (asked, got) => {
  const browser = await signedIn(service, ada.email);
  const { scope } = await letIn(
    await registered(originOf(service)),
    browser,
    { scopes: [...SCOPES] },
    { scope: asked },
  );
  expect(scope).toBe(got);
});

test('checks every message in a batch', async () => {
  const { status, challenge } = await send(
    ['kith:read'],
    [call('list_contacts'), call('delete_tag'), call('create_tag')],
  );
  expect(status).toBe(403);
  expect(challenge).toContain('scope="kith:read kith:write kith:delete"');
});

describe('mail and calendars', () => {
  const connect = (scopes: readonly Scope[]): Promise<TestClient> =>
    connectModern({ url, headers: { authorization: `Bearer ${tokens.get(`${scopes}`)}` } });

  test.each([
    ['list_timeline', { startDate: '2020-01-01', endDate: '2027-12-31' }],
    ['list_timeline', { startDate: '2020-01-01', endDate: '2027-12-31', sources: ['emails', 'events'] }],
    ['get_briefing', {}],
  ])('%s %j withholds them without kith:agenda', async (name, args) => {
    const [withThem, without] = [await connect(SCOPES), await connect(['kith:read', 'kith:write'])];
    const shown = await withThem.call(name, args);
    expect(JSON.stringify(shown)).toContain(SECRET);
    const withheld = await without.call(name, args);
    expect(withheld.isError ?? false).toBe(false);
    expect(JSON.stringify(withheld)).not.toContain(SECRET);
    if (name === 'get_briefing' || 'sources' in args) expect(JSON.stringify(withheld)).toContain('kith:agenda');
    await Promise.all([withThem.close(), without.close()]);
  });

  test('the overview has no accounts without kith:agenda', async () => {
    for (const [scopes, count] of [[SCOPES, 2] as const, [['kith:read', 'kith:write'] as const, 0] as const]) {
      const client = await connect(scopes);
      expect((await client.call('overview')).structuredContent.accounts).toHaveLength(count);
      await client.close();
    }
  });

  test.each(['kith://agenda/today', 'kith://agenda/week', 'kith://emails/recent'])('%s needs it', async (uri) => {
    const read = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } };
    expect((await send(['kith:read'], read)).challenge).toContain('scope="kith:read kith:agenda"');
    expect((await send(['kith:read', 'kith:agenda'], read)).status).toBe(200);
  });
});
