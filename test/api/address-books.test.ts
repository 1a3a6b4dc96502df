import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner } from '../support/as-owner.ts';
import { type FakeDav, startDav } from '../support/carddav.ts';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, getContact, type Json, makeContact } from '../support/people.ts';
import type { User } from '../support/service.ts';

// Synced address books and their conflicts, over REST.

const { service, ada } = await serviceForFile();
const bob = await service.user();

let dav: FakeDav;
beforeAll(async () => {
  dav = await startDav();
});
afterAll(() => dav.close());

const card = (uid: string, name: string, ...more: string[]): string =>
  ['BEGIN:VCARD', 'VERSION:3.0', `UID:${uid}`, `FN:${name}`, `N:${name};;;;`, ...more, 'END:VCARD', ''].join('\r\n');

const books = async (user: User = ada): Promise<Json[]> => dataOf(await user.get('/v2/address-books')).address_books;
const conflicts = async (user: User = ada): Promise<Json[]> => dataOf(await user.get('/v2/conflicts')).conflicts;

/** Connects the server's one address book, read-only. */
async function connect(user: User): Promise<string> {
  const given = { url: `${dav.url}/dav/`, user: 'ann', password: 'secret', both_ways: false };
  const { data } = await asOwner(service, user, (client) => client.call('connect_address_book', given));
  return data.address_books[0]!.id;
}

const sync = (user: User, id: string, body: object = {}) => user.post(`/v2/address-books/${id}/sync`, body);

test('lists, previews, syncs, and disconnects an address book', async () => {
  dav.cards.set('a.vcf', card('a', 'Ann'));
  const id = await connect(ada);
  expect(await books()).toEqual([
    {
      ...{ id, name: 'Friends & family', host: new URL(dav.url).host, both_ways: false },
      ...{ state: 'new', reason: null, last_sync: null, synced_at: null, may_delete: false },
    },
  ]);
  const preview = dataOf(await sync(ada, id, { mode: 'preview' }));
  expect(preview).toMatchObject({ address_book: { state: 'new' }, report: { here: { created: 1 } } });
  expect(dataOf(await ada.get('/v2/contacts')).contacts).toEqual([]);

  const synced = dataOf(await sync(ada, id));
  expect(synced.report).toMatchObject({ here: { created: 1, changed: 0, removed: 0 }, waiting: null, remarks: [] });
  expect(synced.address_book).toMatchObject({ state: 'fine', last_sync: { here: { created: 1 } } });
  expect(await books()).toEqual([synced.address_book]);
  expect(dataOf(await ada.get('/v2/contacts')).contacts).toMatchObject([{ full_name: 'Ann' }]);

  const gone = dataOf(await ada.call('DELETE', `/v2/address-books/${id}`));
  expect(gone.address_book.id).toBe(id);
  expect(await books()).toEqual([]);
  expect((await sync(ada, id)).status).toBe(404);
  expect(dataOf(await ada.get('/v2/contacts')).contacts).toHaveLength(1);
});

test('schedules a sync, with the pending deletions if they are allowed', async () => {
  const owner = await service.user();
  const id = await connect(owner);
  expect(dataOf(await sync(owner, id, { mode: 'soon' }))).toMatchObject({
    address_book: { may_delete: false },
    report: null,
  });
  const allowed = dataOf(await sync(owner, id, { mode: 'soon', allow_deletions: true }));
  expect(allowed.address_book.may_delete).toBe(true);
});

test("returns 409 if the address book's server refuses", async () => {
  const owner = await service.user();
  const id = await connect(owner);
  dav.quirks = { hrefs: { card: 'http://127.0.0.2:9/dav/x.vcf' } };
  const refused = await sync(owner, id);
  dav.quirks = {};
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'Conflict' } } });
  expect(await books(owner)).toMatchObject([{ state: 'failing', reason: expect.stringContaining('another host') }]);
});

test("hides an address book and its conflicts from other users' keys", async () => {
  const owner = await service.user();
  const [id, other] = [await connect(owner), await connect(bob)];
  expect((await books(bob)).map((book) => book.id)).toEqual([other]);
  for (const mode of ['now', 'soon', 'preview']) expect((await sync(bob, id, { mode })).status).toBe(404);
  expect((await bob.call('DELETE', `/v2/address-books/${id}`)).status).toBe(404);
  expect((await books(owner)).map((book) => book.id)).toEqual([id]);
});

test('lists conflicts in pages, and settles each with either value', async () => {
  const owner = await service.user();
  const fields = { full_name: 'Cid', company: 'Ours', job_title: 'Mine', contact_emails: [{ email: 'cid@x.example' }] };
  const contact = await makeContact(owner, fields);
  dav.cards.set('c.vcf', card('c', 'Cid', 'ORG:Theirs', 'TITLE:Yours', 'EMAIL:cid@x.example'));
  const id = await connect(owner);
  expect(dataOf(await sync(owner, id)).report.conflicts).toBe(2);
  const listed = await conflicts(owner);
  expect(listed).toHaveLength(2);
  const company = listed.find(({ field }) => field === 'company')!;
  expect(company).toEqual({
    ...{ id: expect.any(String), contact_id: contact.id, contact_name: 'Cid', field: 'company' },
    ...{ kept: 'Ours', lost: 'Theirs', can_take: true, address_book: 'Friends & family' },
    created_at: expect.any(String),
  });

  const first = dataOf(await owner.get('/v2/conflicts?take=1'));
  const second = dataOf(await owner.get(`/v2/conflicts?take=1&cursor=${first.pagination.nextCursor}`));
  expect([...first.conflicts, ...second.conflicts]).toEqual(listed);
  expect(second.pagination.nextCursor).toBeNull();

  const settle = (user: User, conflict: string, take: boolean) =>
    user.post(`/v2/conflicts/${conflict}/settle`, { take });
  expect(await conflicts(bob)).toEqual([]);
  expect((await settle(bob, company.id, true)).status).toBe(404);
  expect(dataOf(await settle(owner, company.id, true)).conflict).toEqual(company);
  const title = (await conflicts(owner))[0]!;
  expect(title.field).toBe('job_title');
  dataOf(await settle(owner, title.id, false));
  expect(await getContact(owner, contact.id)).toMatchObject({ company: 'Theirs', job_title: 'Mine' });
  expect(await conflicts(owner)).toEqual([]);
  expect((await settle(owner, title.id, false)).status).toBe(404);
  expect((await settle(owner, randomUUID(), true)).status).toBe(404);
});
