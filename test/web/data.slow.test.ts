import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, signedIn } from '../support/browser.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { formIn, plain } from '../support/forms.ts';
import { MARKUP } from '../support/hostile.ts';
import { dataOf, type Json, makeContact } from '../support/people.ts';
import { kithWith, type RunningService, startService, type User } from '../support/service.ts';

// Export and trash, using only links and forms.

const RAW = /<img src=x|<script>alert/;

let service: RunningService;
let database: Database;
let ada: User;
let browser: Browser;
let eve: Browser;

beforeAll(async () => {
  service = await startService();
  database = openDatabase(service.dataDir);
  ada = await service.user('ada@example.com', 'Europe/Berlin');
  browser = await signedIn(service, ada.email);
  eve = await signedIn(service, (await service.user()).email);
});
afterAll(async () => {
  database.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

describe('an export', () => {
  const exported = (format: string, more: [string, string][] = []) =>
    browser.send('/settings/export', [['format', format], ...more]);

  test("is the command line's, as an uncached file with a safe name", async () => {
    await makeContact(ada, { full_name: MARKUP, contact_emails: [{ email: 'grace@example.com' }] });
    await makeContact(ada, { full_name: '=HYPERLINK("x")' });
    for (const format of ['json', 'vcf', 'csv']) {
      const file = await exported(format);
      const { stdout } = await kithWith({ KITH_USER: ada.email }, service.dataDir, 'export', '--format', format);
      // Removes the byte order mark, as a text reader does.
      expect([file.status, file.text]).toEqual([200, stdout.replace(/^\uFEFF/, '')]);
      expect(file.text).toContain('grace@example.com');
      expect(Object.fromEntries(file.headers)).toMatchObject({
        'content-disposition': expect.stringMatching(
          new RegExp(`^attachment; filename="kith-\\d{4}-\\d\\d-\\d\\d\\.${format}"$`),
        ),
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'content-length': String(Buffer.byteLength(stdout)),
      });
    }
    const events = database.all(
      "select detail from security_log where event = 'data.exported' and user_id = ?",
      ada.id,
    );
    expect(events.map(({ detail }) => detail).sort()).toEqual(['csv', 'csv', 'json', 'json', 'vcf', 'vcf']);
    expect(readdirSync(service.dataDir).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect((await eve.send('/settings/export', [['format', 'json']])).text).not.toContain('grace@example.com');
    expect((await exported('exe')).status).toBe(400);
  });

  test('that cannot contain everything says so first', async () => {
    const address = `javascript:${MARKUP}`;
    await makeContact(ada, { full_name: 'With a picture elsewhere', image_url: address });
    const page = await exported('vcf');
    expect(page.status).toBe(409);
    expect(page.text).not.toMatch(RAW);
    expect(plain(page.text)).toContain(`picture left out: ${address.slice(0, 90)}`);
    const file = await browser.send('/settings/export', formIn(page.text, '/settings/export'));
    expect(file.text).toContain('FN:With a picture elsewhere');
  });
});

describe('a backup', () => {
  test('is not available to one user among many', async () => {
    const page = await browser.open('/settings/data');
    expect(page.text).toContain('A backup contains the data of all users');
    expect(page.text).not.toContain('action="/settings/backup"');
    const asked = await browser.send('/settings/backup', [
      ['passphrase', 'correct horse battery'],
      ['again', 'correct horse battery'],
    ]);
    expect([asked.status, asked.headers.get('content-disposition')]).toEqual([403, null]);
  });
});

describe('the trash', () => {
  const inTrash = async (): Promise<Json[]> => dataOf(await ada.get('/v2/trash')).items;
  async function deletedContact(full_name: string): Promise<string> {
    const { id } = await makeContact(ada, { full_name });
    dataOf(await ada.call('DELETE', `/v2/contacts/${id}`));
    return id;
  }
  const act = async (path: string, page = '/trash') =>
    browser.send(path, formIn((await browser.open(page)).text, path));

  test('is listed, searched, and restored from', async () => {
    const [id] = [await deletedContact(MARKUP), await deletedContact('Somebody else')];
    const page = await browser.open('/trash');
    expect(page.text).not.toMatch(RAW);
    expect(plain(page.text)).toContain(MARKUP);
    expect(page.text.replace(/<[^>]+>/g, '')).toMatch(
      /Contact · deleted \w+ \d+, \d{4}, .* · kept until \w+ \d+, \d{4}/,
    );
    const found = await browser.open('/trash?q=somebody');
    expect(found.text).toContain('Somebody else');
    expect(found.text).not.toContain('onerror');
    expect((await browser.open(`/trash?q=${encodeURIComponent(MARKUP)}x`)).text).not.toMatch(RAW);

    const back = await act(`/trash/${id}/restore`);
    expect(back.text).toContain('Restored.');
    expect(back.text).toContain(`href="/people/${id}"`);
    expect((await ada.get(`/v2/contacts/${id}`)).status).toBe(200);
    expect((await browser.send(`/trash/${id}/restore`, [['key', crypto.randomUUID()]])).status).toBe(404);
  });

  test('deletes one record permanently, or everything that the page showed', async () => {
    const [one, two] = [await deletedContact('One'), await deletedContact(MARKUP)];
    const asked = await browser.open(`/trash/${two}/delete`);
    expect(asked.text).toContain('You can’t undo this');
    expect(asked.text).not.toMatch(RAW);
    expect((await inTrash()).map(({ id }) => id)).toContain(two);
    expect((await act(`/trash/${two}/delete`, `/trash/${two}/delete`)).text).toContain('Deleted forever.');
    expect((await inTrash()).map(({ id }) => id)).not.toContain(two);
    expect((await inTrash()).map(({ id }) => id)).toContain(one);

    const form = formIn((await browser.open('/trash/empty')).text, '/trash/empty');
    const later = await deletedContact('Deleted meanwhile');
    expect((await browser.send('/trash/empty', form)).text).toContain('Trash emptied.');
    expect((await inTrash()).map(({ id }) => id)).toEqual([later]);
  });

  test("hides other users' records", async () => {
    const id = await deletedContact('Of Ada');
    expect((await eve.open('/trash')).text).not.toContain('Of Ada');
    expect((await eve.open(`/trash/${id}/delete`)).status).toBe(404);
    for (const what of ['delete', 'restore'])
      expect((await eve.send(`/trash/${id}/${what}`, [['key', crypto.randomUUID()]])).status).toBe(404);
    await eve.send('/trash/empty', formIn((await eve.open('/trash/empty')).text, '/trash/empty'));
    expect((await inTrash()).map((item) => item.id)).toContain(id);
    expect((await browser.open('/trash/%00/delete')).status).toBe(404);
    for (const path of ['/trash/%00/restore', '/settings/assistants/%00/revoke', '/account/passkeys/%00/remove'])
      expect((await browser.send(path, [])).status).toBe(404);
  });
});
