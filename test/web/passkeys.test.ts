import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Device, makeDevice, type Oddity } from '../support/authenticator.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { type RunningService, startService, type User } from '../support/service.ts';
import { type Visitor, visitorOf, visitorSignedIn } from '../support/visitor.ts';

// Passkeys on the server side, under an https origin, with every possible error in a device's response.

const ORIGIN = 'https://kith.example.com';
const HOST = { host: 'kith.example.com' };

let service: RunningService;
let database: Database;
beforeAll(async () => {
  service = await startService(undefined, { KITH_PUBLIC_URL: ORIGIN });
  database = openDatabase(service.dataDir);
});
afterAll(async () => {
  database.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

const visitor = (): Visitor => visitorOf(service);
const question = async (browser: Visitor, path: string) =>
  (await browser.json(path, {}, { headers: HOST })).body.options as Parameters<Device['use']>[0];
const toAdd = (browser: Visitor) => question(browser, '/account/passkeys/options');
const toSignIn = (browser: Visitor) => question(browser, '/sign-in/passkey/options');
const add = (browser: Visitor, response: unknown, more: object = {}) =>
  browser.json('/account/passkeys', { response, name: 'Laptop', to: '/account', ...more }, { headers: HOST });
const signIn = (browser: Visitor, response: unknown, more: object = {}) =>
  browser.json('/sign-in/passkey', { response, to: '/account', ...more }, { headers: HOST });
const page = (browser: Visitor, path: string) => browser.get(path, { headers: HOST });
const browserOf = (user: User) => visitorSignedIn(service, user.email);
const rowsOf = (user: User) => database.all('select * from passkeys where user_id = ?', user.id);

/** A user with a passkey, and its browser. */
async function withPasskey(): Promise<{ user: User; browser: Visitor; device: Device }> {
  const user = await service.user();
  const browser = await browserOf(user);
  const device = makeDevice(ORIGIN);
  expect((await add(browser, device.make(await toAdd(browser)))).status).toBe(200);
  return { user, browser, device };
}

describe('a passkey', () => {
  test('is created by a signed-in user, and signs in without a user name', async () => {
    const { user, browser, device } = await withPasskey();
    expect(rowsOf(user)).toMatchObject([{ name: 'Laptop', transports: '["internal"]', last_used_at: null }]);
    const other = visitor();
    const asked = await toSignIn(other);
    expect(asked).toMatchObject({ rpId: 'kith.example.com', userVerification: 'required' });
    expect(asked).not.toHaveProperty('allowCredentials.0');
    const signed = await signIn(other, device.use(asked), { to: '/authorize/x' });
    expect(signed.body).toEqual({ to: '/authorize/x' });
    expect(signed.cookies).toHaveLength(1);
    expect(signed.cookies[0]).toMatch(
      /^__Host-kith=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect((await page(other, '/account')).text).toContain(user.email);
    expect(rowsOf(user)[0]!.last_used_at).not.toBeNull();
    await browser.post('/sign-out', {}, { headers: HOST });
    expect((await page(other, '/account')).status).toBe(200);
  });

  test('is requested with all required properties', async () => {
    const { user, browser, device } = await withPasskey();
    const asked = await toAdd(browser);
    expect(asked).toMatchObject({
      rp: { id: 'kith.example.com', name: 'kith' },
      user: { name: user.email, id: Buffer.from(user.id).toString('base64url') },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      excludeCredentials: [{ id: rowsOf(user)[0]!.id, transports: ['internal'] }],
    });
    // The same device again, despite the exclude list: stored once.
    const again = await add(browser, device.make(asked));
    expect(again).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('This passkey is already registered.') },
    });
    expect(rowsOf(user)).toHaveLength(1);
  });

  test('may be one of several, has a name, and cannot sign in once it is removed', async () => {
    const { user, browser, device } = await withPasskey();
    const second = makeDevice(ORIGIN);
    expect((await add(browser, second.make(await toAdd(browser)), { name: '<b>Phone</b>\n\u0000' })).status).toBe(200);
    const first = rowsOf(user).find(({ name }) => name === 'Laptop');
    const shown = (await page(browser, '/account')).text;
    expect(shown).toContain('&lt;b&gt;Phone&lt;/b&gt;');
    expect(shown).not.toContain('<b>Phone');

    const eve = (await withPasskey()).browser;
    for (const what of ['rename', 'remove'])
      expect((await eve.post(`/account/passkeys/${first!.id}/${what}`, { name: 'x' }, { headers: HOST })).status).toBe(
        404,
      );
    await browser.post(`/account/passkeys/${first!.id}/rename`, { name: 'Old laptop' }, { headers: HOST });
    expect((await page(browser, '/account')).text).toContain('Old laptop');
    await browser.post(`/account/passkeys/${first!.id}/remove`, {}, { headers: HOST });
    const refused = await signIn(visitor(), device.use(await toSignIn(visitor())));
    expect(refused).toMatchObject({ status: 400, cookies: [] });
    expect(refused.body.error).toContain('Unknown passkey');
    expect((await signIn(visitor(), second.use(await toSignIn(visitor())))).status).toBe(200);
  });

  test('cannot sign in by a replayed response', async () => {
    const { device } = await withPasskey();
    const answer = device.use(await toSignIn(visitor()));
    const tries = await Promise.all(Array.from({ length: 3 }, () => signIn(visitor(), answer)));
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(tries.flatMap(({ cookies }) => cookies)).toHaveLength(1);
  });

  test('is rejected and logged as a copy when its counter goes back', async () => {
    const { user, device } = await withPasskey();
    expect((await signIn(visitor(), device.use(await toSignIn(visitor()), { counter: 7 }))).status).toBe(200);
    for (const counter of [7, 3, 0])
      expect((await signIn(visitor(), device.use(await toSignIn(visitor()), { counter }))).status).toBe(400);
    expect((await signIn(visitor(), device.use(await toSignIn(visitor()), { counter: 8 }))).status).toBe(200);
    const lines = database.all(
      "select detail from security_log where event = 'passkey.refused' and user_id = ?",
      user.id,
    );
    expect(lines).toEqual([7, 3, 0].map(() => ({ detail: 'counter' })));
  });

  test('without a counter keeps working', async () => {
    const { device } = await withPasskey();
    for (const expected of [400, 400])
      expect((await signIn(visitor(), device.use(await toSignIn(visitor()), { counter: 0 }))).status).toBe(expected);
    const user = await service.user();
    const browser = await browserOf(user);
    const other = makeDevice(ORIGIN);
    await add(browser, other.make(await toAdd(browser), { counter: 0 }));
    for (let time = 0; time < 2; time++)
      expect((await signIn(visitor(), other.use(await toSignIn(visitor()), { counter: 0 }))).status).toBe(200);
  });

  const WRONG: [string, Oddity][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['http in place of https', { origin: 'http://kith.example.com' }],
    ['another host', { rpId: 'evil.example' }],
    ['no user verification', { unverified: true }],
    ['a challenge that was never asked', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['the other ceremony', { type: 'webauthn.payment' }],
  ];

  test.each([
    ...WRONG,
    ['another user', { userHandle: Buffer.from('somebody').toString('base64url') }],
    ['another signature', { forged: true }],
  ] as [string, Oddity][])('that signs in with %s is rejected', async (_, oddity) => {
    const { device } = await withPasskey();
    const refused = await signIn(visitor(), device.use(await toSignIn(visitor()), oddity));
    expect(refused).toMatchObject({ status: 400, cookies: [] });
  });

  test.each([
    ...WRONG,
    ['an attestation of a maker', { attestation: ['packed', new Map([['x5c', [Buffer.alloc(8)]]])] }],
    ['an attestation of another kind', { attestation: ['android-safetynet', new Map()] }],
  ] as [string, Oddity][])('that is created with %s is rejected', async (_, oddity) => {
    const user = await service.user();
    const browser = await browserOf(user);
    expect((await add(browser, makeDevice(ORIGIN).make(await toAdd(browser), oddity))).status).toBe(400);
    expect(rowsOf(user)).toEqual([]);
  });

  test("is not created with another user's challenge, nor with one for signing in", async () => {
    const [bob, eve] = [await service.user(), await service.user()];
    const [bobs, eves] = [await browserOf(bob), await browserOf(eve)];
    expect((await add(eves, makeDevice(ORIGIN).make(await toAdd(bobs)))).status).toBe(400);
    const { challenge } = await toSignIn(visitor());
    expect((await add(eves, makeDevice(ORIGIN).make({ ...(await toAdd(eves)), challenge }))).status).toBe(400);
    expect([...rowsOf(bob), ...rowsOf(eve)]).toEqual([]);
  });

  test('answers a challenge for five minutes', async () => {
    const { device } = await withPasskey();
    const asked = await toSignIn(visitor());
    database.all(
      "update sign_in_records set expires_at = ? where kind = 'passkey to sign in' returning kind",
      new Date(Date.now() - 1).toISOString(),
    );
    const refused = await signIn(visitor(), device.use(asked));
    expect(refused.status).toBe(400);
    expect(refused.body.error).toContain('Expired');
  });
});

test.each([
  null,
  {},
  { response: null },
  { response: {} },
  { response: { id: 1 } },
  { response: { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: '!' } } },
  {
    response: {
      id: 'a',
      rawId: 'a',
      type: 'public-key',
      response: { clientDataJSON: 'AAAA', authenticatorData: '', signature: '', attestationObject: '' },
    },
  },
  [],
  'x',
])('rejects %j with an explanation', async (body) => {
  const browser = await browserOf(await service.user());
  for (const path of ['/sign-in/passkey', '/account/passkeys']) {
    const refused = await browser.json(path, body, { headers: HOST });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatch(/\w+ \w+/);
  }
});

test('creates no passkey without a session', async () => {
  for (const path of ['/account/passkeys/options', '/account/passkeys'])
    expect((await visitor().json(path, {}, { headers: HOST })).status).toBe(401);
  expect(await page(visitor(), '/account/passkeys/new?to=/x')).toMatchObject({
    status: 303,
    location: `/sign-in?${new URLSearchParams({ to: '/account/passkeys/new?to=/x' })}`,
  });
});
