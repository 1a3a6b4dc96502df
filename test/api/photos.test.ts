import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, fieldsOf, getContact, makeContact } from '../support/people.ts';
import { addressOf, asData, BEGINNINGS, getPhoto, idOf, picture } from '../support/pictures.ts';

// Contact photos: sent as data: URLs, returned as URLs that do not reveal their storage.

const { service, database, ada } = await serviceForFile();
const bob = await service.user();
const photo = (id: string, user = ada, headers = {}) => getPhoto(service.baseUrl, user, id, headers);
const photosOf = (userId: string) =>
  Number(database.all(`select count(*) as n from photos where user_id = '${userId}'`)[0]!.n);

describe.each(Object.keys(BEGINNINGS))('%s', (type) => {
  test('is stored and served by its actual type, whatever its declared one', async () => {
    const bytes = picture(type, type);
    const { image_url } = await makeContact(ada, { image_url: asData(bytes, 'image/x-other') });
    expect(image_url).toBe(addressOf(bytes));
    const { status, headers, bytes: served } = await photo(idOf(bytes));
    expect(status).toBe(200);
    expect(served.equals(bytes)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': type,
      'content-disposition': `inline; filename="photo.${type.slice(6)}"`,
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      etag: `"${idOf(bytes)}"`,
      'x-request-id': expect.any(String),
      'ratelimit-limit': expect.any(String),
    });
  });
});

test('is not sent again if it is known', async () => {
  const bytes = picture('known');
  await makeContact(ada, { image_url: asData(bytes) });
  const etag = `"${idOf(bytes)}"`;
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const answer = await photo(idOf(bytes), ada, { 'if-none-match': known });
    expect([answer.status, answer.bytes.length, answer.headers.etag]).toEqual([304, 0, etag]);
  }
  expect((await photo(idOf(bytes), ada, { 'if-none-match': '"other"' })).status).toBe(200);
});

test('is visible only to its owner, and looks missing to others', async () => {
  const bytes = picture('private');
  await makeContact(ada, { image_url: asData(bytes) });
  const strangers = await photo(idOf(bytes), bob);
  const nobodys = await photo('0'.repeat(64), bob);
  const told = (answer: typeof nobodys) => answer.bytes.toString().replaceAll(/[0-9a-f]{64}/g, 'ID');
  expect([strangers.status, told(strangers)]).toEqual([404, told(nobodys)]);
  expect((await photo(idOf(bytes), { ...bob, apiKey: 'kith_none' })).status).toBe(401);
  for (const id of ['nothing', 'A'.repeat(64), '%2e%2e%2fsecret']) expect((await photo(id)).status).toBe(404);
  const named = await bob.post('/v2/contacts', { image_url: addressOf(bytes) });
  expect([named.status, Object.keys(fieldsOf(named))]).toEqual([400, ['image_url']]);
  expect(photosOf(bob.id)).toBe(0);
  // Uploading the same picture makes it Bob's own, and Ada's stays hers.
  await makeContact(bob, { image_url: asData(bytes) });
  expect((await photo(idOf(bytes), bob)).status).toBe(200);
  expect((await ada.call('POST', `/v2/photos/${idOf(bytes)}`, {})).status).toBe(405);
});

const LARGEST = 3 * 2 ** 20;

const REFUSED: [what: string, address: string, reason: RegExp][] = [
  [
    'a page under the name of a picture',
    asData(Buffer.from('<html><script>alert(1)</script>'), 'image/jpeg'),
    /not a JPEG/,
  ],
  [
    'a drawing with scripts in it',
    asData(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'),
    /not a JPEG/,
  ],
  ['a text that begins like a bitmap', asData(Buffer.from('BMW is a company'), 'image/bmp'), /not a JPEG/],
  ['a picture over the size limit', asData(picture('large', 'image/png', LARGEST + 1)), /at most 3 MiB/],
  ['another type', asData(picture('type'), 'text/html'), /data:image/],
  ['no base64', 'data:image/png,abc', /data:image/],
  ['half of base64', asData(picture('half')).slice(0, -3), /data:image/],
  ['invalid base64', `${asData(picture('odd')).slice(0, -4)}!!!!`, /data:image/],
  ['nothing', 'data:image/png;base64,', /data:image/],
];

test.each(REFUSED)('%s is rejected by field name, and nothing is stored', async (_, address, reason) => {
  const { id } = await makeContact(ada, { full_name: 'Keeps' });
  const before = database.rowsOf(ada.id);
  const asked: [string, string, object, string][] = [
    ['POST', '/v2/contacts', { image_url: address }, 'image_url'],
    ['PATCH', `/v2/contacts/${id}`, { business_card_url: address }, 'business_card_url'],
    ['POST', '/v2/contacts/batch', { contacts: [{}, { image_url: address }] }, 'contacts[1].image_url'],
  ];
  for (const [method, path, body, field] of asked) {
    const answer = await ada.call(method, path, body);
    expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, [field]]);
    expect(fieldsOf(answer)[field]).toMatch(reason);
  }
  expect(database.rowsOf(ada.id)).toEqual(before);
});

test('accepts the largest photo, and replays its request without storing it in the record', async () => {
  const bytes = picture('largest', 'image/jpeg', LARGEST);
  const key = randomUUID();
  const create = () => ada.post('/v2/contacts', { image_url: asData(bytes) }, { key });
  const first = await create();
  expect(dataOf(first).contact.image_url).toBe(addressOf(bytes));
  const again = await create();
  expect([again.headers.get('idempotent-replayed'), again.body]).toEqual(['true', first.body]);
  const [record] = database.all(`select length(sealed) as n from idempotency_records where idempotency_key = '${key}'`);
  expect(Number(record!.n)).toBeLessThan(10_000);
  expect((await photo(idOf(bytes))).bytes.equals(bytes)).toBe(true);
});

test('accepts one in every way to write a contact, and stores each picture once', async () => {
  const user = await service.user();
  const [one, two, three] = ['one', 'two', 'three'].map((mark) => picture(mark)) as [Buffer, Buffer, Buffer];
  const body = { contacts: [one, two, one].map((bytes) => ({ image_url: asData(bytes) })) };
  const made = dataOf(await user.post('/v2/contacts/batch', body)).contacts;
  expect(new Set(made.map(({ image_url }: { image_url: string }) => image_url))).toEqual(
    new Set([one, two].map(addressOf)),
  );
  expect(photosOf(user.id)).toBe(2);
  const { id } = made[0];
  dataOf(await user.call('PUT', '/v1/contacts', [{ contactId: id, data: { business_card_url: asData(three) } }]));
  dataOf(await user.call('PATCH', `/v2/contacts/${id}`, { image_url: addressOf(two) }));
  expect(await getContact(user, id)).toMatchObject({ image_url: addressOf(two), business_card_url: addressOf(three) });
  const preview = await user.post('/v2/contacts?dryRun=true', { image_url: asData(picture('preview')) });
  expect(dataOf(preview).contact.image_url).toBe(addressOf(picture('preview')));
  expect(photosOf(user.id)).toBe(3);
  // With continueOnError, another user's photo fails only its own row.
  const rows = [{ image_url: addressOf(picture('nobody')) }, { image_url: asData(one) }];
  const { batch } = dataOf(await user.post('/v2/contacts/batch', { contacts: rows, continueOnError: true }));
  expect(batch).toMatchObject({ committed: 1, failedRows: [{ index: 0, error: { code: 'BadRequest' } }] });
});

test('a contact with a lost photo can be written back as it was read', async () => {
  const bytes = picture('gone');
  const { id } = await makeContact(ada, { image_url: asData(bytes) });
  database.all(`delete from photos where user_id = '${ada.id}' and id = '${idOf(bytes)}'`);
  expect(
    dataOf(await ada.call('PATCH', `/v2/contacts/${id}`, { image_url: addressOf(bytes), company: 'New' })).contact,
  ).toMatchObject({ company: 'New' });
});

test('stays through deletion, merge, and undo, and is deleted after 30 days without a reference', async () => {
  const user = await service.user();
  const [deleted, kept, merged] = ['deleted', 'kept', 'merged'].map((mark) => picture(mark)) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  const people = [];
  for (const [index, bytes] of [deleted, kept, merged].entries())
    people.push(await makeContact(user, { full_name: `Person ${index}`, image_url: asData(bytes) }));
  const [first, second, third] = people as [{ id: string }, { id: string }, { id: string }];
  dataOf(await user.call('DELETE', `/v2/contacts/${first.id}`));
  dataOf(await user.post('/v2/contacts/merge', { contactIds: [[second.id, third.id]] }));
  const there = async () => {
    const found = [];
    for (const bytes of [deleted, merged, kept]) found.push((await photo(idOf(bytes), user)).status);
    return found;
  };
  const later = async (...tables: string[]) => {
    const of = (table: string) => `where user_id = '${user.id}' and '${table}' = '${table}'`;
    for (const [table, column] of [
      ['photos', 'checked_at'],
      ['bin', 'deleted_at'],
      ['merges', 'created_at'],
    ] as const)
      if (tables.includes(table))
        database.all(`update ${table} set ${column} = '2020-01-01T00:00:00.000Z' ${of(table)}`);
    await makeContact(user, {});
  };
  await later('photos');
  expect(await there()).toEqual([200, 200, 200]);
  // An unreadable record may refer to anything, but blocks no write.
  database.all(`update merges set sealed = 'AAAA' where user_id = '${user.id}'`);
  await later('photos');
  expect(await there()).toEqual([200, 200, 200]);
  await later('photos', 'merges');
  expect(await there()).toEqual([200, 404, 200]);
  await later('photos', 'bin');
  expect(await there()).toEqual([404, 404, 200]);
});

test('an undone merge and a restored contact have their photos', async () => {
  const user = await service.user();
  const [one, two] = [picture('left'), picture('right')];
  const left = await makeContact(user, { full_name: 'Left', image_url: asData(one) });
  const right = await makeContact(user, { full_name: 'Right', image_url: asData(two) });
  dataOf(await user.post('/v2/contacts/merge', { contactIds: [[left.id, right.id]] }));
  dataOf(await user.post(`/v2/contacts/${left.id}/undo-merge`));
  expect((await getContact(user, right.id)).image_url).toBe(addressOf(two));
  expect((await photo(idOf(two), user)).bytes.equals(two)).toBe(true);
});

test('a share link shows none', async () => {
  const bytes = picture('shared');
  const { id } = await makeContact(ada, { full_name: 'Shared', image_url: asData(bytes) });
  const group = { name: 'open', groups_contacts: [{ contact_id: id }] };
  const groupId = dataOf(await ada.post('/v2/groups', { group })).group.id;
  const { share_link } = dataOf(await ada.post(`/v2/groups/${groupId}/share-links`, { share_link: {} }));
  const shown = JSON.stringify(dataOf(await ada.get(`/v1/shared/${share_link.token}`)));
  expect([shown.includes('Shared'), shown.includes(idOf(bytes))]).toEqual([true, false]);
});

test('the API description documents photos', async () => {
  const { paths } = (await ada.get('/openapi.json')).body;
  expect(paths['/v2/photos/{photoId}'].get.responses['200'].content).toEqual({
    'image/*': { schema: { type: 'string', format: 'binary' } },
  });
});
