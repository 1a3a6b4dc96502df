import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, originOf, signedIn, withData } from '../support/browser.ts';
import { consented } from '../support/oauth.ts';
import { authorization, letIn, refreshForm, register, registered, token } from '../support/oauth-wire.ts';
import { type RunningService, startService } from '../support/service.ts';

// Client registrations (RFC 7591), and their lifetime.

let service: RunningService;
let browser: Browser;
let origin: string;
beforeAll(async () => {
  service = await startService();
  browser = await signedIn(service, (await service.user()).email);
  origin = originOf(service);
});
afterAll(() => service.stop());

const HOUR_MS = 3_600_000;

/** Moves the registrations' expiration earlier, as if time had passed. */
const hoursGoBy = (hours: number) =>
  withData(service, ({ store }) =>
    store.directory(async (db) => {
      const clients = await db
        .selectFrom('sign_in_records')
        .select(['lookup', 'expires_at'])
        .where('kind', '=', 'Client')
        .execute();
      for (const { lookup, expires_at } of clients) {
        await db
          .updateTable('sign_in_records')
          .set({ expires_at: new Date(Date.parse(expires_at) - hours * HOUR_MS).toISOString() })
          .where('kind', '=', 'Client')
          .where('lookup', '=', lookup)
          .execute();
      }
    }),
  );

const clientsKept = () =>
  withData(service, ({ store }) =>
    store.directory((db) => db.selectFrom('sign_in_records').select('lookup').where('kind', '=', 'Client').execute()),
  );

test('expires an unused registration after a day, and keeps a used one', async () => {
  const [unused, used] = [await registered(origin), await registered(origin)];
  const { refresh_token } = await letIn(used, browser);
  await hoursGoBy(23);
  expect((await browser.open(authorization(unused).url)).status).toBe(200);
  await hoursGoBy(2);

  // The person sees the error, without a redirect.
  const page = await browser.open(authorization(unused).url);
  expect([page.status, page.headers.get('location')]).toEqual([400, null]);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.text).toContain('<h1>');
  // The app sees the error, so it registers again.
  const refused = await token(origin, refreshForm(unused, 'a-token'), { accept: 'text/html' });
  expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_client' } });

  const refreshed = await token(origin, refreshForm(used, refresh_token));
  expect(refreshed.status).toBe(200);
  expect((await browser.open(authorization(used).url)).status).toBe(200);
  // The next request removes expired rows from the database.
  await registered(origin);
  expect(await clientsKept()).toHaveLength(2);
});

test('keeps a registration for half a year after its last use', async () => {
  const host = await registered(origin);
  let { refresh_token } = await letIn(host, browser);
  await hoursGoBy(179 * 24);
  const { status, body } = await token(origin, refreshForm(host, refresh_token));
  expect(status).toBe(200);
  ({ refresh_token } = body);
  await hoursGoBy(2 * 24);
  expect((await browser.open(authorization(host).url)).status).toBe(200);
  await hoursGoBy(179 * 24);
  expect(await token(origin, refreshForm(host, refresh_token))).toMatchObject({
    status: 401,
    body: { error: 'invalid_client' },
  });
});

test.each([
  ['no redirect', {}, 'redirect_uris'],
  ['http to another machine', { redirect_uris: ['http://chat.example.com/callback'] }, 'redirect_uris'],
  ['a scheme that runs what follows', { redirect_uris: ['javascript:alert(1)'] }, 'redirect_uris'],
  ['a file', { redirect_uris: ['https://ok.example/', 'file:///etc/passwd'] }, 'redirect_uris'],
  ['a fragment', { redirect_uris: ['https://ok.example/#there'] }, 'redirect_uris'],
  ['a name that is not a string', { redirect_uris: ['https://ok.example/'], client_name: 5 }, 'client_name'],
])('rejects a registration with %s and explains it', async (_what, metadata, field) => {
  const { status, body } = await register(origin, metadata);
  expect(status).toBe(400);
  expect(body.error).toMatch(/^invalid_(client_metadata|redirect_uri)$/);
  expect(body.error_description).toContain(field);
});

test('ignores parameters that the app did not register for', async () => {
  const { status, body } = await register(origin, {
    redirect_uris: ['https://plain.example/'],
    grant_types: ['password', 'client_credentials', 'implicit'],
    response_types: ['token'],
    token_endpoint_auth_method: 'client_secret_basic',
    application_type: 'web',
    client_id: 'chosen-by-the-host',
    client_secret: 'mine',
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  });
  expect(body.client_id).not.toBe('chosen-by-the-host');
  expect(body).not.toHaveProperty('client_secret');
  const host = { origin, clientId: body.client_id, redirect: 'https://plain.example/' };
  const asked = authorization(host, { response_type: 'token' });
  const sent = await browser.open(asked.url);
  expect(sent.headers.get('location')).toContain('error=unsupported_response_type');
  expect(sent.text).toContain('unsupported');
  expect((await consented(browser, authorization(host).url)).searchParams.get('code')).not.toBeNull();
});
