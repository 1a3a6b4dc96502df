import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner } from '../support/as-owner.ts';
import { type FakeDav, startDav } from '../support/carddav.ts';
import { kithWith, startService, temporaryFolder } from '../support/service.ts';

// `kith connect carddav`, `kith sync`, and their reports, against a server that only lists and returns cards.

const PASSWORD = 'secret';
const card = (uid: string, name: string): string =>
  ['BEGIN:VCARD', 'VERSION:3.0', `UID:${uid}`, `FN:${name}`, `N:${name};;;;`, 'END:VCARD', ''].join('\r\n');

let dav: FakeDav;
const folder = temporaryFolder();
beforeAll(async () => {
  dav = await startDav();
  for (const name of ['Ann', 'Bob']) dav.cards.set(`${name}.vcf`, card(name, name));
});
afterAll(() => {
  dav.close();
  folder.remove();
});

/** A command's output and exit code. */
async function run(...args: string[]): Promise<{ out: string; code: number }> {
  const settings = { KITH_IMPORT_PASSWORD: PASSWORD };
  const {
    stdout,
    stderr,
    code = 0,
  } = await kithWith(settings, folder.path, ...args).then(
    (done) => ({ ...done, code: 0 }),
    (error) => error,
  );
  if (args[0] !== 'secret') expect(stdout + stderr).not.toContain(PASSWORD);
  return { out: stdout + stderr, code };
}

test("reports a URL it can't sync, and saves nothing", async () => {
  expect(await run('connect', 'carddav')).toMatchObject({ code: 2, out: expect.stringContaining('requires the URL') });
  expect((await run('connect', 'carddav', dav.url)).out).toContain('--login');
  expect((await run('connect', 'carddav', 'http://example.com', '--login', 'ann')).out).toContain('over http://');
  expect((await run('connect', 'carddav', dav.url, '--login', 'eve')).out).toContain('rejected the user name');
  const other = await run('connect', 'carddav', dav.url, '--login', 'ann', '--book', 'Work');
  expect(other.out).toMatch(/no address book called Work.*\n?.*Friends & family/);
  expect((await run('sync')).out).toContain('No address book is connected');
  expect((await run('accounts')).out).toContain('No account is connected');
});

test('connects, syncs, lists, and disconnects a book', async () => {
  const connected = await run('connect', 'carddav', dav.url, '--login', 'ann', '--read-only');
  expect(connected.out).toMatch(/Friends & family at 127\.0\.0\.1:\d+ is connected/);
  const dry = await run('sync', '--dry-run');
  expect(dry).toMatchObject({ code: 0, out: expect.stringContaining('in kith: 2 new, 0 changed, 0 deleted') });
  expect((await run('sync', 'friends & FAMILY', '--json')).out).toContain('"created": 2');
  expect((await run('find', 'Ann')).out).toContain('Ann');
  expect(dav.requests.filter((one) => /^(PUT|DELETE)/.test(one))).toEqual([]);
  expect((await run('accounts')).out).toMatch(/Friends & family {2}CARDDAV {2}127\.0\.0\.1:\d+, read-only {2}synced /);

  dav.quirks = { digest: true };
  expect((await run('sync')).code).toBe(0);
  dav.quirks = { hrefs: { card: 'http://127.0.0.2:9/dav/x.vcf' } };
  const failed = await run('sync');
  expect(failed).toMatchObject({ code: 1, out: expect.stringContaining('points to another host') });
  dav.quirks = {};
  expect(JSON.parse((await run('accounts', '--json')).out)).toMatchObject([{ provider: 'CARDDAV', status: 'failing' }]);
  expect((await run('log')).out).toMatch(/account\.connected.*CARDDAV[\s\S]*sync\.failed.*BadRequest/);

  // After the secret's rotation it works as before.
  expect((await run('secret', 'rotate')).code).toBe(0);
  expect((await run('sync')).code).toBe(0);
  expect((await run('disconnect', 'Friends & family')).out).toContain('Its people are kept on both sides');
  expect((await run('find', 'Ann')).out).toContain('Ann');
  expect((await run('accounts')).out).toContain('No account is connected');
});

test("syncs and disconnects a remote service's address book over its API", async () => {
  const service = await startService();
  try {
    const user = await service.user();
    const given = { url: `${dav.url}/dav/`, user: 'ann', password: PASSWORD, both_ways: false };
    await asOwner(service, user, (client) => client.call('connect_address_book', given));
    const remote = { KITH_BASE_URL: service.baseUrl, KITH_API_KEY: user.apiKey };
    const kith = (...args: string[]) => kithWith(remote, folder.path, ...args);
    expect((await kith('sync', '--dry-run')).stdout).toContain('in kith: 2 new, 0 changed, 0 deleted');
    const [report] = JSON.parse((await kith('sync', '--json')).stdout);
    expect(report).toMatchObject({ book: 'Friends & family', here: { created: 2 }, told: [], strange: 0 });
    expect((await kith('find', 'Ann')).stdout).toContain('Ann');
    expect((await kith('disconnect', 'Friends & family')).stdout).toContain('Its people are kept on both sides');
  } finally {
    await service.stop();
  }
});
