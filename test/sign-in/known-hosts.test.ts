import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, originOf, signedIn } from '../support/browser.ts';
import { hasOpenssl } from '../support/certificates.ts';
import { type DocumentServer, documentServer } from '../support/client-documents.ts';
import { KNOWN_HOSTS, type KnownHost } from '../support/known-hosts.ts';
import { consented, GENERATIONS, oauthHost } from '../support/oauth.ts';
import { authorization, codeForm, mcp, refreshForm, register, token, toolCall } from '../support/oauth-wire.ts';
import { type RunningService, startService } from '../support/service.ts';

// Popular assistants, each with its own sign-in, and apps identified by metadata documents.

let documents: DocumentServer;
let service: RunningService;
let browser: Browser;
let origin: string;
beforeAll(async () => {
  if (!hasOpenssl) return;
  documents = await documentServer();
  service = await startService(undefined, documents.env);
  browser = await signedIn(service, (await service.user()).email);
  origin = originOf(service);
});
afterAll(async () => {
  await service?.stop();
  documents?.close();
});

/** Discovery from the 401 to the resource metadata, and from there to the server metadata. */
async function discovered(): Promise<Record<string, unknown>> {
  const refused = await fetch(`${origin}/mcp`, { method: 'POST', body: '{}' });
  expect(refused.status).toBe(401);
  const where = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate')!)![1]!;
  const read = async (url: string) => (await (await fetch(url)).json()) as Record<string, unknown>;
  const [issuer] = (await read(where)).authorization_servers as string[];
  return read(`${issuer}/.well-known/oauth-authorization-server`);
}

let count = 0;

async function clientIdOf({ registers, document, page }: KnownHost): Promise<string> {
  if (document) return documents.put(`/${++count}/client.json`, document);
  const { status, body } = await register(origin, registers!, page ? { origin: page } : {});
  expect([status, body.error_description]).toEqual([201, undefined]);
  // Some apps accept null as a string, and send it as a secret.
  expect(Object.values(body)).not.toContain(null);
  expect(body).not.toHaveProperty('client_secret');
  expect(body).toMatchObject({ token_endpoint_auth_method: 'none', client_name: expect.any(String) });
  return body.client_id;
}

test.runIf(hasOpenssl).each(KNOWN_HOSTS.map((host) => [host.name, host] as const))(
  '%s signs in',
  async (_name, host) => {
    const metadata = await discovered();
    expect(metadata).toMatchObject({ client_id_metadata_document_supported: true, issuer: origin });
    const resources = { exact: `${origin}/mcp`, slash: `${origin}/mcp/`, origin: `${origin}/`, none: undefined };
    const { redirect, asks, adds, addsToRefresh } = host;
    const wire = { origin, clientId: await clientIdOf(host), redirect, resource: resources[host.resource ?? 'exact'] };

    const { url, verifier, state } = authorization(wire, asks);
    expect(url.href.startsWith(`${metadata.authorization_endpoint}?`)).toBe(true);
    const back = await consented(browser, url, { scopes: ['kith:write'] });
    expect(back.href.startsWith(redirect)).toBe(true);
    const { code, ...rest } = Object.fromEntries(back.searchParams);
    expect(rest).toMatchObject({ state, iss: origin });

    const headers = { ...host.headers, ...(host.page && { origin: host.page }) };
    const first = await token(origin, { ...codeForm(wire, code!, verifier), ...adds }, headers);
    const given = { token_type: 'Bearer', scope: 'kith:read kith:write', expires_in: 3_600 };
    expect(first).toMatchObject({ status: 200, body: given });
    expect((await mcp(origin, first.body.access_token, toolCall('count_contacts'))).status).toBe(200);

    const next = await token(
      origin,
      { ...refreshForm(wire, first.body.refresh_token), ...adds, ...addsToRefresh },
      headers,
    );
    expect(next).toMatchObject({ status: 200, body: given });
    expect((await mcp(origin, next.body.access_token, toolCall('count_contacts'))).status).toBe(200);

    // Errors are JSON, whatever the app accepts.
    const over = await token(origin, { ...refreshForm(wire, 'unknown'), ...adds }, headers);
    expect(over).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  },
);

test('documents each of them', () => {
  const page = readFileSync('docs/assistants.md', 'utf8');
  const missing = KNOWN_HOSTS.filter(({ name }) => !name.startsWith('a host'))
    .map(({ name }) => name.split(/,| on | under /)[0]!)
    .filter((name) => !page.includes(name));
  expect(missing).toEqual([]);
});

describe.runIf(hasOpenssl)('an app identified by its metadata document', () => {
  const metadata = (redirect: string) => ({ client_name: 'Of a document', redirect_uris: [redirect] });

  test.each(Object.entries(GENERATIONS))(
    'on SDK %s signs in by itself, without registration',
    async (_name, connect) => {
      const redirect = 'http://127.0.0.1:9/callback';
      const document = documents.put(`/sdk/${++count}.json`, metadata(redirect));
      const host = oauthHost({ document, redirect });
      const connected = await connect(
        `${origin}/mcp`,
        host,
        async (url) => (await consented(browser, url)).searchParams,
      );
      expect((await connected.call('count_contacts')).isError ?? false).toBe(false);
      expect(host.information()).toMatchObject({ client_id: document });
      await connected.close();
    },
  );

  test("is shown with its document's host, and the document is fetched once", async () => {
    const redirect = 'https://shown.example/callback';
    const clientId = documents.put('/shown.json', metadata(redirect));
    const { url } = authorization({ origin, clientId, redirect });
    const page = await browser.open(url);
    expect(page.text).toContain(new URL(clientId).host);
    expect(page.text).toContain('shown.example');
    await browser.open(url);
    expect(documents.read().filter((path) => path === '/shown.json')).toHaveLength(1);
  });

  test.each([
    ['is missing', undefined],
    ['names another client', { client_id: 'https://claude.ai/client.json', ...metadata('https://bad.example/') }],
    ['knows no such redirect', metadata('https://other.example/')],
    ['is too large', { ...metadata('https://bad.example/'), client_uri: `https://bad.example/${'x'.repeat(6_000)}` }],
    ['shares a secret', { ...metadata('https://bad.example/'), token_endpoint_auth_method: 'client_secret_post' }],
  ])('is rejected with an explanation and no redirect if the document %s', async (_what, document) => {
    const path = `/bad/${++count}.json`;
    const origins = documents.put(path, document ?? {});
    const clientId = document ? origins : `${origins}-gone`;
    const { url } = authorization({ origin, clientId, redirect: 'https://bad.example/' });
    const page = await browser.open(url);
    expect([page.status, page.headers.get('location')]).toEqual([400, null]);
    expect(page.headers.get('content-type')).toContain('text/html');
  });
});
