import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type Page, signedIn } from '../support/browser.ts';
import { type FakeDav, startDav } from '../support/carddav.ts';
import { formIn, plain, typed } from '../support/forms.ts';
import { CORPUS } from '../support/hostile.ts';
import { dataOf, getContact, makeContact } from '../support/people.ts';
import { kithWith, type RunningService, startService, type User } from '../support/service.ts';

// Remote address books, synced in the web app.

const BOOKS = '/settings/books';
const card = (uid: string, name: string, ...more: string[]): string =>
  ['BEGIN:VCARD', 'VERSION:3.0', `UID:${uid}`, `FN:${name}`, `N:${name};;;;`, ...more, 'END:VCARD', ''].join('\r\n');

let dav: FakeDav;
let service: RunningService;
let ada: User;
let browser: Browser;

beforeAll(async () => {
  dav = await startDav();
  service = await startService(undefined, { KITH_PRIVATE_HOSTS: '127.0.0.1' });
  ada = await service.user();
  browser = await signedIn(service, ada.email);
});
afterAll(async () => {
  await service.stop();
  dav.close();
  expect(service.log()).not.toContain('unexpected fault');
  expect(service.log()).not.toContain('secret');
});

const connect = async (values: Record<string, string>): Promise<Page> =>
  browser.send(`${BOOKS}/connect`, typed(formIn((await browser.open(BOOKS)).text, `${BOOKS}/connect`), values));

test("shows a form error for a URL it can't sync, and doesn't echo the password", async () => {
  const sent = { address: `${dav.url}/dav/`, user: 'ann', password: 'wrong-secret' };
  const refused = await connect(sent);
  expect(refused.status).toBe(400);
  expect(plain(refused.text)).toContain('rejected the user name or password');
  expect(refused.text).toContain('value="ann"');
  expect(refused.text).not.toContain('wrong-secret');
  const elsewhere = await connect({ ...sent, address: 'http://example.com/' });
  expect(plain(elsewhere.text)).toContain('which others can read');
  expect((await browser.open(BOOKS)).text).toContain('No address books yet');
});

const bySync = (env: Record<string, string>) => kithWith(env, service.dataDir, 'sync', '--user', ada.email);

test('connects, syncs, and disconnects a book, and keeps its people', async () => {
  dav.cards.set('a.vcf', card('a', 'Ann', `NOTE:${CORPUS[0]!.replace(/[\\,;\r\n]/g, ' ')}`));
  const sent = { address: `${dav.url}/dav/`, user: 'ann', password: 'secret', how: 'read' };
  const connected = await connect(sent);
  expect(plain(connected.text)).toContain('connected. The first sync');
  expect(connected.text).toContain('read only');
  const form = formIn(connected.text, `${BOOKS}/sync`);
  expect((await browser.send(`${BOOKS}/sync`, form)).text).toContain('within a minute');
  // In place of the job, which runs every minute. The book came through a page open to others, so it may be at public
  // addresses and those in this list.
  await expect(bySync({})).rejects.toMatchObject({ stdout: expect.stringContaining('public internet') });
  await bySync({ KITH_PRIVATE_HOSTS: '127.0.0.1' });
  const { text } = await browser.open(BOOKS);
  expect(plain(text)).toContain('in kith: 1 new, 0 changed, 0 deleted');
  const gone = await browser.send(`${BOOKS}/disconnect`, formIn(text, `${BOOKS}/disconnect`));
  expect(gone.text).toContain('All people are kept.');
  const { contacts } = dataOf(await ada.get('/v2/contacts'));
  expect(contacts).toMatchObject([{ full_name: 'Ann' }]);
});

test('shows an overwritten value at its person, to restore or dismiss', async () => {
  const fields = { full_name: 'Cid', company: 'Ours', job_title: 'Mine', contact_emails: [{ email: 'cid@x.example' }] };
  const { id } = await makeContact(ada, fields);
  dav.cards.set('c.vcf', card('c', 'Cid', 'ORG:<b>Theirs</b>', 'TITLE:Yours', 'EMAIL:cid@x.example'));
  await connect({ address: `${dav.url}/dav/`, user: 'ann', password: 'secret', how: 'read' });
  await bySync({ KITH_PRIVATE_HOSTS: '127.0.0.1' });
  const page = await browser.open(BOOKS);
  expect(page.text).toContain('Conflicts</h2>');
  expect(page.text).toContain('&lt;b&gt;Theirs&lt;/b&gt;');
  const rowOf = (text: string, field: string) => text.slice(text.indexOf(`· ${field}`));
  const took = await browser.send(`${BOOKS}/settle`, formIn(rowOf(page.text, 'Company'), `${BOOKS}/settle`));
  expect(took.text).toContain('Conflict resolved.');
  expect(await getContact(ada, id)).toMatchObject({ company: '<b>Theirs</b>', job_title: 'Mine' });
  const row = rowOf(took.text, 'Job title');
  const keep = row.slice(row.indexOf('</form>') + 1);
  const kept = await browser.send(`${BOOKS}/settle`, formIn(keep, `${BOOKS}/settle`));
  expect(kept.text).not.toContain('Conflicts</h2>');
  expect(await getContact(ada, id)).toMatchObject({ company: '<b>Theirs</b>', job_title: 'Mine' });
});
