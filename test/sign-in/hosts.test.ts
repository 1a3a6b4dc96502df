import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listHosts, removeHost } from '../../src/identity/users/connected-hosts.ts';
import { type Browser, originOf, signedIn, withData } from '../support/browser.ts';
import { consented, GENERATIONS, oauthHost, type SignIn } from '../support/oauth.ts';
import { letIn, mcp, registered, toolCall } from '../support/oauth-wire.ts';
import { type RunningService, startService, temporaryFolder, type User } from '../support/service.ts';

// Apps sign in at `kith serve`: the official SDK's clients, and a person who answers the consent page.

const folder = temporaryFolder();
let service: RunningService;
let ada: User;
let browser: Browser;
let origin: string;

beforeAll(async () => {
  service = await startService(folder.path);
  ada = await service.user();
  browser = await signedIn(service, ada.email);
  origin = originOf(service);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

/** Answers consent pages with the given scopes, or all after the last, and records the requested ones. */
function person(...given: string[][]) {
  const asked: string[] = [];
  const signIn: SignIn = async (url) => {
    asked.push(url.searchParams.get('scope') ?? '');
    const scopes = given.shift();
    return (await consented(browser, url, scopes ? { scopes } : {})).searchParams;
  };
  return { asked, signIn };
}

/** Expires a user's access tokens, as an hour does. */
const anHourLater = () =>
  withData(service, ({ store }) =>
    store.directory((db) =>
      db
        .updateTable('sign_in_records')
        .set({ expires_at: new Date(0).toISOString() })
        .where('kind', '=', 'AccessToken')
        .where('user_id', '=', ada.id)
        .execute(),
    ),
  );

const everything = 'kith:read kith:write kith:delete kith:agenda';

describe.each(Object.entries(GENERATIONS))('an app on SDK %s', (_name, connect) => {
  test('registers, signs in by itself, and refreshes an expired token', async () => {
    const host = oauthHost();
    const { asked, signIn } = person();
    const connected = await connect(`${origin}/mcp`, host, signIn);
    const made = await connected.call('create_contact', { first_name: 'Grace', last_name: 'Hopper' });
    expect(made.isError ?? false, JSON.stringify(made)).toBe(false);
    expect(asked).toEqual([everything]);

    const before = host.tokens()!;
    expect(before).toMatchObject({ scope: everything, expires_in: 3_600 });
    await anHourLater();
    expect((await connected.call('count_contacts')).isError ?? false).toBe(false);
    expect(host.tokens()!.access_token).not.toBe(before.access_token);
    expect(host.tokens()!.refresh_token).not.toBe(before.refresh_token);
    expect(asked).toHaveLength(1);
    await connected.close();
  });

  test('connects again after the person disconnected it', async () => {
    const host = oauthHost();
    const { asked, signIn } = person();
    const connected = await connect(`${origin}/mcp`, host, signIn);
    await connected.close();
    const { access_token: token } = host.tokens()!;
    await withData(service, async ({ store }) => {
      for (const { id } of await listHosts(store, ada.id)) await removeHost(store, ada.id, id);
    });
    expect((await mcp(origin, token, toolCall('count_contacts'))).status).toBe(401);
    const again = await connect(`${origin}/mcp`, host, signIn);
    expect((await again.call('count_contacts')).isError ?? false).toBe(false);
    expect(asked).toHaveLength(2);
    await again.close();
  });
});

const MODERN = Object.entries(GENERATIONS).filter(([name]) => name.startsWith('2.x'));

test.each(MODERN)('%s: requests more scopes when a read-only app needs them', async (_name, connect) => {
  const host = oauthHost({ scope: 'kith:read' });
  const { asked, signIn } = person(['kith:agenda'], ['kith:agenda', 'kith:write']);
  const connected = await connect(`${origin}/mcp`, host, signIn);
  expect(host.tokens()!.scope).toBe('kith:read kith:agenda');
  const made = await connected.call('create_contact', { first_name: 'Step', last_name: 'Up' });
  expect(made.isError ?? false, JSON.stringify(made)).toBe(false);
  expect(asked.map((scopes) => scopes.split(' ').sort())).toEqual([
    ['kith:agenda', 'kith:delete', 'kith:read', 'kith:write'],
    ['kith:agenda', 'kith:read', 'kith:write'],
  ]);
  expect(host.tokens()!.scope).toBe('kith:read kith:write kith:agenda');
  await connected.close();
});

test('SDK 1.x cannot request more scopes while it can refresh: it reports that, and keeps its access', async () => {
  const host = oauthHost();
  const { signIn } = person([]);
  const connected = await GENERATIONS['1.x']!(`${origin}/mcp`, host, signIn);
  expect(host.tokens()!.scope).toBe('kith:read');
  await expect(connected.call('create_contact', { first_name: 'No' })).rejects.toThrow('403');
  expect((await connected.call('count_contacts')).isError ?? false).toBe(false);
  await connected.close();
});

test('grants fewer scopes than requested, and returns 403 with the required scopes beyond them', async () => {
  const host = await registered(origin);
  const { access_token: token, scope } = await letIn(host, browser, { scopes: ['kith:write'] });
  expect(scope).toBe('kith:read kith:write');
  const called = async (message: object) => {
    const answer = await mcp(origin, token, message);
    const challenge = answer.headers.get('www-authenticate') ?? '';
    return [answer.status, /error="([^"]*)"/.exec(challenge)?.[1], /scope="([^"]*)"/.exec(challenge)?.[1]];
  };
  const read = (uri: string) => ({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } });
  const listen = {
    jsonrpc: '2.0',
    id: 1,
    method: 'subscriptions/listen',
    params: { notifications: { resourceSubscriptions: ['kith://contacts', 'kith://agenda/week'] } },
  };
  const allowed = [200, undefined, undefined];
  const [toDelete, forAgenda] = [
    [403, 'insufficient_scope', 'kith:read kith:delete'],
    [403, 'insufficient_scope', 'kith:read kith:agenda'],
  ];
  expect(await called(toolCall('count_contacts'))).toEqual(allowed);
  expect(await called(toolCall('create_contact', { first_name: 'May' }))).toEqual(allowed);
  expect(await called(toolCall('delete_contact', { contactId: crypto.randomUUID() }))).toEqual(toDelete);
  expect(await called(toolCall('list_calendar_events'))).toEqual(forAgenda);
  expect(await called(read('kith://contacts'))).toEqual(allowed);
  expect(await called(read('kith://agenda/week'))).toEqual(forAgenda);
  expect(await called(listen)).toEqual(forAgenda);
  const operation = (name: string) => ({ operation: name, arguments: { contactId: crypto.randomUUID() } });
  expect(await called(toolCall('write_operation', operation('delete_contact')))).toEqual(toDelete);
  expect(
    await called([toolCall('count_contacts'), toolCall('delete_contact', {}, 2), read('kith://agenda/week')]),
  ).toEqual([403, 'insufficient_scope', 'kith:read kith:delete kith:agenda']);
});

test("accepts an API key beside tokens, and logs each one's last use", async () => {
  expect((await mcp(origin, ada.apiKey, toolCall('count_contacts'))).status).toBe(200);
  const { access_token: token } = await letIn(await registered(origin, 'https://used.example/callback'), browser);
  const usedAt = () =>
    withData(service, async ({ store }) => {
      const hosts = await listHosts(store, ada.id);
      return hosts.find(({ sent_to: to }) => to === 'used.example')!.last_used_at;
    });
  expect(await usedAt()).toBeNull();
  expect((await mcp(origin, token, toolCall('count_contacts'))).status).toBe(200);
  await service.stop();
  expect(await usedAt()).toMatch(/^\d{4}-/);
  expect((await ada.get('/v1/contacts').catch((error: Error) => error)) instanceof Error).toBe(true);
});
