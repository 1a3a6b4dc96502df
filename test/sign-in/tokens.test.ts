import { afterAll, beforeAll, expect, test } from 'vitest';
import { listHosts } from '../../src/identity/users/connected-hosts.ts';
import { readLog } from '../../src/identity/users/security-log.ts';
import { type Browser, originOf, signedIn, withData } from '../support/browser.ts';
import { connectModern } from '../support/mcp.ts';
import { consented } from '../support/oauth.ts';
import {
  authorization,
  codeForm,
  endGracePeriod,
  letIn,
  mcp,
  refreshForm,
  registered,
  token,
  toolCall,
} from '../support/oauth-wire.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Token lifecycle: use, reuse, revocation by the app, and revocation by the person.

let service: RunningService;
let ada: User;
let browser: Browser;
let origin: string;
beforeAll(async () => {
  service = await startService();
  ada = await service.user();
  browser = await signedIn(service, ada.email);
  origin = originOf(service);
});
afterAll(() => service.stop());

const works = async (bearer: string) => (await mcp(origin, bearer, toolCall('count_contacts'))).status;
const hostsOfAda = () => withData(service, ({ store }) => listHosts(store, ada.id));
const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };

test('ends the whole grant when an old refresh token is reused, and logs it', async () => {
  const host = await registered(origin, 'https://twice.example/callback');
  const first = await letIn(host, browser);
  const { body: second } = await token(origin, refreshForm(host, first.refresh_token));
  expect(await works(second.access_token)).toBe(200);
  await endGracePeriod(service);
  expect(await token(origin, refreshForm(host, first.refresh_token))).toMatchObject(invalidGrant);
  expect([await works(first.access_token), await works(second.access_token)]).toEqual([401, 401]);
  expect(await token(origin, refreshForm(host, second.refresh_token))).toMatchObject(invalidGrant);
  expect((await hostsOfAda()).filter(({ sent_to: to }) => to === 'twice.example')).toEqual([]);
  const events = await withData(service, async ({ store }) => {
    const lines = [];
    for await (const line of readLog(store, { userId: ada.id })) lines.push(line.event);
    return lines;
  });
  expect(events.filter((event) => event === 'host.disconnected')).toHaveLength(1);
});

test('ends the grant when a code is reused', async () => {
  const host = await registered(origin);
  const { url, verifier } = authorization(host);
  const code = (await consented(browser, url)).searchParams.get('code')!;
  const { body: given } = await token(origin, codeForm(host, code, verifier));
  expect(await works(given.access_token)).toBe(200);
  expect(await token(origin, codeForm(host, code, verifier))).toMatchObject(invalidGrant);
  expect(await works(given.access_token)).toBe(401);
});

test.each([2, 8])('keeps %i windows connected that refresh at once', async (windows) => {
  const host = await registered(origin);
  const { refresh_token: shared } = await letIn(host, browser);
  const answers = await Promise.all(Array.from({ length: windows }, () => token(origin, refreshForm(host, shared))));
  for (const { status, body } of answers) {
    expect([status, await works(body.access_token)]).toEqual([200, 200]);
    expect((await token(origin, refreshForm(host, body.refresh_token))).status).toBe(200);
  }
  expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(answers.length);
  await endGracePeriod(service);
  expect(await token(origin, refreshForm(host, shared))).toMatchObject(invalidGrant);
  for (const { body } of answers) expect(await works(body.access_token)).toBe(401);
});

test('returns the granted scopes, whichever scopes an app requests on refresh', async () => {
  const host = await registered(origin);
  let { refresh_token } = await letIn(host, browser, { scopes: ['kith:write'] });
  for (const [scope, got] of [
    ['kith:read kith:write kith:delete kith:agenda offline_access', 'kith:read kith:write'],
    ['openid', 'kith:read kith:write'],
    ['kith:read', 'kith:read'],
  ]) {
    const { status, body } = await token(origin, { ...refreshForm(host, refresh_token), scope });
    expect([status, body.scope]).toEqual([200, got]);
    ({ refresh_token } = body);
  }
});

test.each([['access_token'], ['refresh_token']] as const)(
  'ends the grant when an app revokes its %s',
  async (which) => {
    const host = await registered(origin);
    const tokens = await letIn(host, browser);
    const before = (await hostsOfAda()).length;
    const revoke = (client_id: string, sent: string) =>
      fetch(`${origin}/oauth/revoke`, { method: 'POST', body: new URLSearchParams({ client_id, token: sent }) });
    const other = await registered(origin);
    expect((await revoke(other.clientId, tokens[which])).status).toBe(200);
    expect(await works(tokens.access_token)).toBe(200);
    expect((await revoke(host.clientId, tokens[which])).status).toBe(200);
    expect(await works(tokens.access_token)).toBe(401);
    expect(await token(origin, refreshForm(host, tokens.refresh_token))).toMatchObject(invalidGrant);
    expect((await hostsOfAda()).length).toBe(before - 1);
    expect((await revoke(host.clientId, 'never-a-token')).status).toBe(200);
  },
);

test('disconnects an app on the account page: its next request returns 401, and its notifications end', async () => {
  const host = await registered(origin, 'https://ended.example/callback');
  const tokens = await letIn(host, browser);
  const stays = await letIn(await registered(origin), browser);
  const watching = async (bearer: string) => {
    const options = { url: `${origin}/mcp`, headers: { authorization: `Bearer ${bearer}` } };
    const client = await connectModern(options, { pin: '2026-07-28' });
    return { client, closed: (await client.watch(['kith://contacts'])).closed! };
  };
  const [ended, going] = [await watching(tokens.access_token), await watching(stays.access_token)];
  const { id } = (await hostsOfAda()).find(({ sent_to: to }) => to === 'ended.example')!;
  const page = await browser.send(`/settings/assistants/${id}/revoke`, []);
  expect(page.status, page.text).toBe(200);
  await ended.closed;
  expect(await works(tokens.access_token)).toBe(401);
  expect(await token(origin, refreshForm(host, tokens.refresh_token))).toMatchObject(invalidGrant);
  expect(await works(stays.access_token)).toBe(200);
  await Promise.all([ended.client.close(), going.client.close()]);
});

test('reports a denial to the app with its state and our issuer', async () => {
  const host = await registered(origin);
  const { url, state } = authorization(host);
  const back = await consented(browser, url, { answer: 'deny' });
  expect(back.href.startsWith(host.redirect)).toBe(true);
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state, iss: origin });
  expect(back.searchParams.has('code')).toBe(false);
});
