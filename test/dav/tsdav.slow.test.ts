import { createDAVClient } from 'tsdav';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardOf, type DavDevice, deviceOf } from '../support/dav-device.ts';
import { dataOf, makeContact, patchContact } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// tsdav, a CardDAV client library, against kith. It has only the service's URL and a password.

let service: RunningService;
let ada: User;
let device: DavDevice;
let client: Awaited<ReturnType<typeof createDAVClient>>;
let account: NonNullable<Parameters<typeof client.smartCollectionSync>[0]['account']>;
beforeAll(async () => {
  service = await startService();
  ada = await service.user('ada@example.com');
  device = await deviceOf(service, ada, { contacts: 3 });
  client = await createDAVClient({
    serverUrl: service.baseUrl,
    credentials: { username: device.email, password: device.password },
    authMethod: 'Basic',
    defaultAccountType: 'carddav',
  });
  account = await client.createAccount({ account: { serverUrl: service.baseUrl, accountType: 'carddav' } });
});
afterAll(() => service.stop());

const at = (path: string) => service.baseUrl + path;
const PROPS = { 'd:getetag': {}, 'card:address-data': {} };
const bookOf = async () => (await client.fetchAddressBooks())[0]!;
const cardsOf = async () => client.fetchVCards({ addressBook: await bookOf() });

test('finds the principal, the home set, and the one book', async () => {
  expect(account).toMatchObject({ rootUrl: at('/dav/'), principalUrl: at(device.principal), homeUrl: at(device.home) });
  const books = await client.fetchAddressBooks();
  expect(books).toHaveLength(1);
  expect(books[0]).toMatchObject({ url: at(device.book), displayName: expect.any(String), ctag: expect.any(String) });
  expect(books[0]!.reports).toEqual(
    expect.arrayContaining(['addressbookMultiget', 'addressbookQuery', 'syncCollection']),
  );
  expect(books[0]!.syncToken).toMatch(/^kith:/);
});

test('reads all cards, and named ones', async () => {
  const cards = await cardsOf();
  expect(cards.map(({ data }) => /^FN:(.*)$/m.exec(data)![1]!.trim()).sort()).toEqual([
    'Person 0',
    'Person 1',
    'Person 2',
  ]);
  const [first] = cards;
  const [got] = await client.addressBookMultiGet({
    ...{ url: at(device.book), props: PROPS, depth: '1' },
    objectUrls: [new URL(first!.url).pathname],
  });
  expect(got).toMatchObject({ ok: true, props: { getetag: first!.etag, addressData: first!.data } });
});

test("finds people by their cards' content", async () => {
  const found = async (name: string, text: string) => {
    const answers = await client.addressBookQuery({
      ...{ url: at(device.book), props: PROPS, depth: '1' },
      filters: {
        'prop-filter': {
          _attributes: { name },
          'text-match': { _attributes: { collation: 'i;unicode-casemap', 'match-type': 'contains' }, _text: text },
        },
      },
    });
    return answers.map(({ props }) => /^FN:(.*)$/m.exec(props!.addressData)![1]!.trim());
  };
  expect(await found('EMAIL', 'PERSON-1@')).toEqual(['Person 1']);
  expect(await found('FN', 'nobody')).toEqual([]);
});

test('creates a card, changes it, is refused a stale change, and deletes it', async () => {
  const addressBook = await bookOf();
  const vCardString = cardOf('tsdav-1', 'Grace Hopper');
  const made = await client.createVCard({ addressBook, filename: 'grace.vcf', vCardString });
  expect(made.status).toBe(201);
  expect((await client.createVCard({ addressBook, filename: 'grace.vcf', vCardString })).status).toBe(412);
  const [card] = (await cardsOf()).filter(({ data }) => data.includes('Grace Hopper'));
  expect(card).toMatchObject({ url: at(device.card('grace.vcf')), etag: made.headers.get('etag') });
  const changed = { ...card!, data: cardOf('tsdav-1', 'Grace Hopper', 'TITLE:Admiral') };
  expect((await client.updateVCard({ vCard: changed })).status).toBe(204);
  expect((await client.updateVCard({ vCard: { ...changed, data: cardOf('tsdav-1', 'G. Hopper') } })).status).toBe(412);
  const { contacts } = dataOf(await ada.get('/v2/contacts?searchQuery=Hopper'));
  expect(contacts).toMatchObject([{ full_name: 'Grace Hopper', job_title: 'Admiral' }]);
  expect((await client.deleteVCard({ vCard: card! })).status).toBe(412);
  const [now] = (await cardsOf()).filter(({ data }) => data.includes('Hopper'));
  expect((await client.deleteVCard({ vCard: now! })).status).toBe(204);
  expect(await cardsOf()).toHaveLength(3);
});

test.each(['webdav', 'basic'] as const)('detects added, changed, and deleted cards (%s)', async (method) => {
  const book = await bookOf();
  const collection = {
    ...book,
    objects: await client.fetchVCards({ addressBook: book }),
    objectMultiGet: client.addressBookMultiGet,
    fetchObjects: () => client.fetchVCards({ addressBook: book }),
  };
  const nameOf = ({ data }: { data?: string }) => /^FN:(.*)$/m.exec(data ?? '')?.[1]?.trim();
  const [changed, gone] = collection.objects;
  const idOf = ({ url }: { url: string }) => /([^/]+)\.vcf$/.exec(url)![1]!;
  const nothing = await client.smartCollectionSyncDetailed({ collection, method, account });
  expect(nothing.objects).toEqual({ created: [], updated: [], deleted: [] });
  const fresh = await makeContact(ada, { full_name: `New by ${method}` });
  await patchContact(ada, idOf(changed!), { full_name: `Other by ${method}` });
  dataOf(await ada.call('DELETE', `/v2/contacts/${idOf(gone!)}`));
  const { objects } = await client.smartCollectionSyncDetailed({ collection, method, account });
  if (method === 'webdav') {
    expect(objects.created.map(nameOf)).toEqual([`New by ${method}`]);
    expect(objects.updated.map(nameOf)).toEqual([`Other by ${method}`]);
  }
  expect(objects.created.map(idOf)).toEqual([fresh.id]);
  expect(objects.updated.map(idOf)).toEqual([idOf(changed!)]);
  expect(objects.deleted.map(idOf)).toEqual([idOf(gone!)]);
});

test('reports deleted cards as 404 in sync-collection, and an invalid token as an error', async () => {
  const book = await bookOf();
  const [first] = await cardsOf();
  const token = book.syncToken!;
  await client.deleteVCard({ vCard: first! });
  const sync = (syncToken: string) =>
    client.syncCollection({ url: book.url, props: { 'd:getetag': {} }, syncLevel: 1, syncToken });
  expect(await sync(token)).toMatchObject([{ href: new URL(first!.url).pathname, status: 404 }]);
  expect(JSON.stringify(await sync('kith:sync/none/1'))).toMatch(/valid-sync-token|validSyncToken/);
});
