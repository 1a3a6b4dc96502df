import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readXml } from '../../src/dav/client/xml.ts';
import { type Browser, originOf, signedIn } from '../support/browser.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { appPassword, cardOf, type DavDevice, deviceAt } from '../support/dav-device.ts';
import { formIn, plain, typed } from '../support/forms.ts';
import { MARKUP } from '../support/hostile.ts';
import { GIVES_NOTHING_UP } from '../support/no-long-waits.ts';
import { kith, type RunningService, startHttp, startService, temporaryFolder, type User } from '../support/service.ts';

// App passwords: creation, revocation, limits, and logging.

const LIMIT = 20;
const folder = temporaryFolder();
let service: RunningService;
let database: Database;
let ada: User;
let browser: Browser;

beforeAll(async () => {
  const env = {
    ...GIVES_NOTHING_UP,
    KITH_DAV_RATE_LIMIT: String(LIMIT),
    KITH_RATE_LIMIT: '50',
    KITH_TRUSTED_PROXIES: 'loopback',
  };
  service = await startService(folder.path, env);
  database = openDatabase(service.dataDir);
  ada = await service.user('ada@example.com');
  browser = await signedIn(service, ada.email);
});
afterAll(async () => {
  database.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
  folder.remove();
});

const json = async (...args: string[]) => JSON.parse((await kith(folder.path, ...args, '--json')).stdout);
const look = (device: DavDevice, from = '203.0.113.1', as: string | undefined = device.authorization) =>
  device.send('PROPFIND', '/dav/', { headers: { depth: '0', 'x-forwarded-for': from }, as });

describe('on the command line', () => {
  test('creates, lists, and revokes an app password, which opens the address book', async () => {
    const made = await json('key', 'add', ada.email, '--name', 'iPhone', '--dav');
    expect(made).toEqual({
      ...{ email: ada.email, name: 'iPhone', kind: 'dav', scope: 'write', expires_at: null, last_used_at: null },
      created_at: expect.any(String),
      app_password: expect.stringMatching(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/),
    });
    const device = deviceAt(service.baseUrl, ada, made.app_password);
    expect((await look(device)).status).toBe(207);
    const stored = JSON.stringify(database.all('select * from api_keys'));
    expect(stored).not.toContain(made.app_password);
    expect(stored).not.toContain(made.app_password.replaceAll('-', ''));
    const listed = (await kith(folder.path, 'key', 'list', ada.email)).stdout;
    expect(listed).toMatch(/iPhone +app password, write +does not expire/);
    // API keys and app passwords share their names, so that a name identifies one of them.
    await expect(kith(folder.path, 'key', 'add', ada.email, '--name', 'iPhone')).rejects.toMatchObject({ code: 1 });
    await kith(folder.path, 'key', 'revoke', ada.email, 'iPhone');
    expect((await look(device)).status).toBe(401);
  });

  test('keeps an app password valid when the secret is rotated', async () => {
    const device = deviceAt(service.baseUrl, ada, await appPassword(service, ada, 'rotated'));
    const lookup = () => database.all(`select lookup from api_keys where name = 'rotated'`)[0]!.lookup;
    const before = lookup();
    await kith(folder.path, 'secret', 'rotate');
    expect(lookup()).not.toBe(before);
    expect((await look(device)).status).toBe(207);
  });
});

describe('limits', () => {
  test('limits each user separately from the API, as configured', async () => {
    const user = await service.user();
    const device = deviceAt(service.baseUrl, user, await appPassword(service, user));
    for (let asked = 0; asked < LIMIT; asked++) expect((await look(device)).status).toBe(207);
    const refused = await look(device);
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect((await user.get('/v2/users/me')).status).toBe(200);
  });

  test('counts wrong passwords per network, and locks no other network out', async () => {
    const user = await service.user();
    const device = deviceAt(service.baseUrl, user, await appPassword(service, user));
    const wrong = () => look(device, '203.0.113.9', 'Basic YTpi');
    for (let asked = 0; asked < 50; asked++) expect((await wrong()).status).toBe(401);
    expect((await wrong()).status).toBe(429);
    expect((await look(device, '203.0.113.9')).status).toBe(207);
    expect((await look(device, '203.0.113.10', 'Basic YTpi')).status).toBe(401);
  });
});

test('logs created, accepted, and refused passwords without their values', async () => {
  const user = await service.user();
  const password = await appPassword(service, user, 'logged');
  const device = deviceAt(service.baseUrl, user, password);
  await look(device, '203.0.113.20');
  await look(device, '203.0.113.21', 'Basic YTpi');
  await service.stop();
  const lines = (await kith(folder.path, 'log', '--json')).stdout;
  const told = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ event, key, address, detail }) => [event, key, address, detail]);
  expect(told).toEqual(
    expect.arrayContaining([
      ['key.made', 'logged', null, 'dav write'],
      ['key.accepted', 'logged', '203.0.113.20', null],
      ['key.refused', null, '203.0.113.21', 'unknown app password'],
    ]),
  );
  expect(lines).not.toContain(password);
  const [{ last_used_at: used }] = database.all(`select last_used_at from api_keys where name = 'logged'`) as [
    { last_used_at: string },
  ];
  expect(used).not.toBeNull();
  service = await startService(folder.path, { KITH_RATE_LIMIT: '0' }, [], Number(new URL(service.baseUrl).port));
});

describe('in the web app', () => {
  const page = '/settings/devices';
  const passwordIn = (text: string) => /<code[^>]*id="new-secret"[^>]*>([^<]+)</.exec(text)?.[1];

  test('creates an app password in a form, shows it once with instructions, and lists and removes it', async () => {
    const form = typed(formIn((await browser.open(page)).text, page), { name: MARKUP.slice(0, 60), scope: 'read' });
    const made = await browser.send(page, form);
    const password = passwordIn(made.text)!;
    expect(plain(made.text)).toContain(originOf(service));
    expect(made.text).not.toContain('<img src=x');
    const device = deviceAt(service.baseUrl, ada, password);
    expect((await look(device)).status).toBe(207);
    expect((await device.put('x.vcf', cardOf('x', 'X'))).status).toBe(403);
    const listed = await browser.open(page);
    expect(listed.text).not.toContain(password);
    expect(plain(listed.text)).toContain(MARKUP.slice(0, 60));
    expect((await browser.open('/settings/keys')).text).not.toContain('onerror');
    const removed = await browser.send(
      `${page}/revoke`,
      typed(formIn(listed.text, `${page}/revoke`), { name: MARKUP.slice(0, 60) }),
    );
    expect(removed.text).toContain('Device removed.');
    expect((await look(device)).status).toBe(401);
  });

  test('shows an error at the invalid field', async () => {
    const form = formIn((await browser.open(page)).text, page);
    expect((await browser.send(page, typed(form, { name: '\u0007' }))).text).toContain('id="name-error"');
    expect((await browser.send(page, typed(form, { name: 'x', scope: 'all' }))).text).toContain('id="scope-error"');
    await browser.send(page, typed(formIn((await browser.open(page)).text, page), { name: 'twice' }));
    const again = await browser.send(page, typed(formIn((await browser.open(page)).text, page), { name: 'twice' }));
    expect([again.status, again.text.includes('id="name-error"')]).toEqual([409, true]);
  });

  test('requires a recent sign-in', async () => {
    const long = new Date(Date.now() - 16 * 60_000).toISOString();
    database.all('update sessions set created_at = ? where user_id = ? returning id', long, ada.id);
    const form = typed(formIn((await browser.open(page)).text, page), { name: 'not yet' });
    const asked = await browser.send(page, form);
    expect([asked.status, passwordIn(asked.text)]).toEqual([403, undefined]);
    expect(database.all(`select name from api_keys where name = 'not yet'`)).toEqual([]);
  });

  test('offers an Apple configuration profile that contains the account but no password', async () => {
    const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
    const answer = await request(`${originOf(service)}${page}/kith.mobileconfig`, { headers: { cookie } });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/x-apple-aspen-config',
      'content-disposition': 'attachment; filename="kith.mobileconfig"',
      'cache-control': 'no-store',
    });
    const text = await answer.body.text();
    const values = new Map<string, string>();
    // A property list alternates keys and values.
    const [, dictionary] = /<array><dict>(.*)<\/dict><\/array>/s.exec(text)!;
    const entries = readXml(`<dict>${dictionary}</dict>`).children;
    for (let at = 0; at < entries.length; at += 2)
      values.set(entries[at]!.text, entries[at + 1]!.text || entries[at + 1]!.name);
    expect(Object.fromEntries(values)).toMatchObject({
      PayloadType: 'com.apple.carddav.account',
      CardDAVHostName: 'localhost',
      CardDAVPort: new URL(service.baseUrl).port,
      CardDAVUseSSL: 'false',
      CardDAVUsername: ada.email,
      CardDAVPrincipalURL: `/dav/principals/${ada.id}/`,
    });
    expect(text).not.toMatch(/password/i);
    const stranger = await request(`${originOf(service)}${page}/kith.mobileconfig`);
    expect(stranger.statusCode).toBe(303);
  });
});

test("opens only the local user's address book in kith http", async () => {
  const http = await startHttp();
  try {
    const at = { baseUrl: http.url.replace('/mcp', ''), dataDir: http.dataDir } as RunningService;
    // The first request that needs the data creates the local user.
    await request(http.url, { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' });
    await deviceAt(at.baseUrl, { id: 'x', email: 'x' }, 'x').send('PROPFIND', '/dav/');
    const [local] = await jsonOf(http.dataDir, 'user', 'list');
    const device = deviceAt(
      at.baseUrl,
      local,
      (await jsonOf(http.dataDir, 'key', 'add', local.email, '--name', 'p', '--dav')).app_password,
    );
    expect((await device.put('a.vcf', cardOf('a', 'A'))).status).toBe(201);
    expect((await device.sync('')).told).toHaveLength(1);
    const other = await jsonOf(http.dataDir, 'user', 'add', 'other@example.com');
    const password = (await jsonOf(http.dataDir, 'key', 'add', other.email, '--name', 'p', '--dav')).app_password;
    expect((await look(deviceAt(at.baseUrl, other, password))).status).toBe(401);
    expect(http.log()).not.toContain('unexpected fault');
  } finally {
    await http.stop();
  }
});

const jsonOf = async (dataDir: string, ...args: string[]) =>
  JSON.parse((await kith(dataDir, ...args, '--json')).stdout);
