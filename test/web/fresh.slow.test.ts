import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Device, makeDevice } from '../support/authenticator.ts';
import { type Browser, linkFor, newBrowser, originOf } from '../support/browser.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { formIn, plain, typed } from '../support/forms.ts';
import { type Json, makeContact } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Lasting access, and full exports, require a recent sign-in.

const CALLBACK = 'http://127.0.0.1:9/callback';
const HOSTILE = `<img src=x onerror=alert(1)>"'<script>alert(2)</script>&amp;`.slice(0, 60);

let service: RunningService;
let database: Database;
let origin: string;

beforeAll(async () => {
  service = await startService();
  database = openDatabase(service.dataDir);
  origin = originOf(service);
});
afterAll(async () => {
  database.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

/** Makes a user's session that old. */
const signedInAgo = (user: User, minutes: number) =>
  database.all(
    'update sessions set created_at = ? where user_id = ? returning id',
    new Date(Date.now() - minutes * 60_000).toISOString(),
    user.id,
  );

async function someone(): Promise<{ user: User; browser: Browser }> {
  const user = await service.user();
  const browser = newBrowser(origin);
  await browser.send(await linkFor(service, user.email), []);
  return { user, browser };
}

/** Sends a request as a page's script does. */
async function ask(browser: Browser, path: string, body: object) {
  const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: {
      cookie,
      accept: 'application/json',
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
    },
    body: JSON.stringify(body),
  });
  const [, value] = /kith_session=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
  if (value) browser.cookies.set('kith_session', { value, path: '/' });
  return { status: answer.status, body: (await answer.json()) as Json };
}

async function withDevice(browser: Browser): Promise<Device> {
  const device = makeDevice(origin);
  const { options } = (await ask(browser, '/account/passkeys/options', {})).body;
  expect((await ask(browser, '/account/passkeys', { response: device.make(options), name: 'Laptop' })).status).toBe(
    200,
  );
  return device;
}

async function confirm(browser: Browser, device: Device): Promise<void> {
  const { options } = (await ask(browser, '/sign-in/passkey/options', {})).body;
  expect((await ask(browser, '/sign-in/passkey', { response: device.use(options) })).status).toBe(200);
}

const keyIn = (text: string): string | undefined => /<code[^>]*id="new-secret"[^>]*>(kith_[^<]+)</.exec(text)?.[1];
const keysOf = (user: User) =>
  database.all('select name from api_keys where user_id = ?', user.id).map(({ name }) => name);

describe('someone who signed in more than 15 minutes ago', () => {
  test('confirms with a passkey, and the sent form then takes effect unchanged', async () => {
    const { user, browser } = await someone();
    const device = await withDevice(browser);
    signedInAgo(user, 14);
    const fresh = typed(formIn((await browser.open('/settings/keys')).text, '/settings/keys'), { name: 'in time' });
    expect(keyIn((await browser.send('/settings/keys', fresh)).text)).toBeDefined();

    signedInAgo(user, 16);
    const form = typed(formIn((await browser.open('/settings/keys')).text, '/settings/keys'), { name: HOSTILE });
    const asked = await browser.send('/settings/keys', form);
    expect([asked.status, keysOf(user)]).toEqual([403, expect.not.arrayContaining([HOSTILE])]);
    expect(asked.text).toContain('Confirm with passkey');
    expect(asked.text).not.toMatch(/<img src=x|<script>alert/);
    // Sending it again is not enough.
    const kept = formIn(asked.text, '/settings/keys');
    expect((await browser.send('/settings/keys', kept)).status).toBe(403);
    await confirm(browser, device);
    expect(keyIn((await browser.send('/settings/keys', kept)).text)).toBeDefined();
    expect(keysOf(user)).toContain(HOSTILE);
  });

  test('confirms with a new link if there is no passkey, and gets instructions', async () => {
    const { user, browser } = await someone();
    signedInAgo(user, 16);
    const asked = await browser.open('/account/passkeys/new?to=/settings');
    expect(asked.status).toBe(403);
    expect(plain(asked.text)).toContain(`kith user link ${user.email}`);
    expect(asked.text).not.toContain('data-passkey');
    expect(asked.text).toContain('href="/account/passkeys/new?to=%2Fsettings"');
    expect((await browser.open('/settings')).text).toContain('You have no passkey yet');
    await browser.send(await linkFor(service, user.email), []);
    expect((await browser.open('/account/passkeys/new?to=%2Fsettings')).status).toBe(200);
  });

  test('cannot create or remove a passkey, create a key, or export data', async () => {
    const { user, browser } = await someone();
    await makeContact(user, { full_name: 'Kept to herself' });
    await withDevice(browser);
    const remove = /action="(\/account\/passkeys\/[^"]+\/remove)"/.exec((await browser.open('/account')).text)![1]!;
    signedInAgo(user, 16);
    for (const path of ['/account/passkeys/options', '/account/passkeys'])
      expect(await ask(browser, path, {})).toMatchObject({
        status: 403,
        body: { error: expect.stringContaining('confirm') },
      });
    for (const [path, fields] of [
      [remove, []],
      ['/settings/keys', [['name', 'x']]],
      ['/settings/export', [['format', 'json']]],
      ['/settings/backup', [['passphrase', 'correct horse']]],
      ['/settings/devices', [['name', 'x']]],
      ['/settings/books/connect', [['address', '127.0.0.1:9']]],
      ['/settings/messages', [['channel', 'mail']]],
      ['/settings/feed/new', []],
    ] as [string, [string, string][]][]) {
      const asked = await browser.send(path, fields);
      expect([path, asked.status]).toEqual([path, 403]);
      expect(asked.text).toContain('Confirm it’s you');
      expect(asked.text).not.toContain('Kept to herself');
    }
    expect(database.all('select id from passkeys where user_id = ?', user.id)).toHaveLength(1);
    expect(keysOf(user)).toEqual(['default']);
    // Actions that grant no access work as usual.
    expect((await browser.send('/settings', [['time_zone', 'UTC']])).status).toBe(200);
    expect((await browser.send(remove.replace('remove', 'rename'), [['name', 'Old']])).text).toContain('Old');
  });

  test('cannot connect an assistant before that, and then connects the requesting one', async () => {
    const { user, browser } = await someone();
    const device = await withDevice(browser);
    const registered = await fetch(`${origin}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Quiet', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' }),
    });
    const { client_id } = (await registered.json()) as Json;
    const asks = { client_id, redirect_uri: CALLBACK, response_type: 'code', scope: 'kith:read', state: 's' };
    const proof = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };
    signedInAgo(user, 16);
    const page = await browser.open(`/oauth/authorize?${new URLSearchParams({ ...asks, ...proof })}`);
    const path = page.url.pathname;
    expect(path).toMatch(/^\/authorize\//);
    const form: [string, string][] = [...formIn(page.text, path), ['answer', 'allow']];
    const asked = await browser.send(path, form);
    expect(asked.status).toBe(403);
    expect(asked.text).toContain('Confirm it’s you');
    // The browser applies the form policy to the redirect that follows.
    expect(asked.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:9;");
    const kept = formIn(asked.text, path);
    expect((await browser.send(path, kept)).status).toBe(403);
    await confirm(browser, device);
    const sent = await browser.send(path, kept);
    const back = new URL(sent.headers.get('location')!);
    expect([sent.status, back.origin, back.searchParams.has('code')]).toEqual([303, 'http://127.0.0.1:9', true]);
  });

  test('confirms only as themselves: a form is not applied for another user', async () => {
    const [ada, eve] = [await someone(), await someone()];
    const device = await withDevice(eve.browser);
    signedInAgo(ada.user, 16);
    const asked = await ada.browser.send('/settings/keys', [
      ['key', crypto.randomUUID()],
      ['name', 'of Ada'],
      ['scope', 'write'],
      ['expires', ''],
    ]);
    await confirm(ada.browser, device);
    const sent = await ada.browser.send('/settings/keys', formIn(asked.text, '/settings/keys'));
    expect(sent.status).toBe(403);
    expect(sent.text).toContain('Someone else is signed in');
    expect([keysOf(ada.user), keysOf(eve.user)]).toEqual([['default'], ['default']]);
  });
});
