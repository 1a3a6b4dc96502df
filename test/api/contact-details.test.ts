import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, fieldsOf, getContact, type Json, makeContact } from '../support/people.ts';

const { database, ada } = await serviceForFile();
let id: string;
beforeEach(async () => {
  id = (await makeContact(ada, { full_name: 'Owner' })).id;
});

const emails = '/v2/contact-emails';
const phones = '/v2/contact-phone-numbers';
const addresses = '/v2/contact-legacy-addresses';
const add = async (path: string, body: object): Promise<Json> =>
  Object.values(dataOf(await ada.post(`${path}/${id}`, body)))[0];
const STAMPS = { created_at: expect.any(String), updated_at: expect.any(String), workspace_id: null };

describe.each([
  [
    emails,
    'contact_emails',
    'email',
    { email: 'a@example.com' },
    { email: 'b@example.com' },
    { email: 'A@EXAMPLE.com' },
  ],
  [
    phones,
    'contact_phone_numbers',
    'phoneNumber',
    { phone_number: '+1 212 555 0101' },
    { phone_number: '+44 20 7946 0958' },
    { phone_number: '(212) 555-0101' },
  ],
  [
    addresses,
    'legacy_contact_addresses',
    'address',
    { formatted: '1 Main St', city: 'Ghent' },
    { city: 'Bruges' },
    { formatted: '1  MAIN st', city: 'Ghént' },
  ],
] as const)('%s', (path, relation, name, first, second, same) => {
  const rows = async () => (await getContact(ada, id))[relation];
  const readRow = async (rowId: string) => (await rows()).find((row: Json) => row.id === rowId);

  test('are added to the contact, as sent', async () => {
    const answer = await ada.post(`${path}/${id}`, first);
    expect([answer.status, Object.keys(answer.body.data)]).toEqual([201, [name]]);
    const row = answer.body.data[name];
    expect(row).toMatchObject({ ...first, ...STAMPS, contact_id: id, user_id: ada.id });
    expect(await rows()).toEqual([row]);
  });

  test('return 409 with the existing id for a duplicate', async () => {
    const row = await add(path, first);
    const answer = await ada.post(`${path}/${id}`, same);
    expect([answer.status, answer.body.error.code, answer.body.error.details.id]).toEqual([409, 'Conflict', row.id]);
    const other = await makeContact(ada);
    expect((await ada.post(`${path}/${other.id}`, same)).status).toBe(201);
  });

  test('change in an update only where a field is sent', async () => {
    const row = await add(path, first);
    const label = relation === 'legacy_contact_addresses' ? { address_type: 'home' } : { label: 'home' };
    const answer = await ada.call('PATCH', `${path}/${id}/${row.id}`, label);
    expect([answer.status, answer.body]).toEqual([200, { data: { affected: 1, ids: [row.id], failed: [] } }]);
    const changed = await readRow(row.id);
    expect(changed).toMatchObject({ ...first, ...label, created_at: row.created_at });
    expect(changed.updated_at >= row.updated_at).toBe(true);
    const cleared = Object.fromEntries(Object.keys(label).map((field) => [field, null]));
    await ada.call('PATCH', `${path}/${id}/${row.id}`, cleared);
    expect(await readRow(row.id)).toMatchObject(cleared);
    await ada.call('PATCH', `${path}/${id}/${row.id}`, second);
    expect(await readRow(row.id)).toMatchObject(second);
  });

  test("return 409 for an update to another's value, but not to its own", async () => {
    const one = await add(path, first);
    const two = await add(path, second);
    const answer = await ada.call('PATCH', `${path}/${id}/${two.id}`, same);
    expect([answer.status, answer.body.error.details]).toEqual([409, { id: one.id }]);
    expect(await readRow(two.id)).toMatchObject(second);
    expect((await ada.call('PATCH', `${path}/${id}/${one.id}`, same)).status).toBe(200);
    expect(await readRow(one.id)).toMatchObject(same);
  });

  test('are deleted by id', async () => {
    const row = await add(path, first);
    const answer = await ada.call('DELETE', `${path}/${id}/${row.id}`, undefined, { key: null });
    expect([answer.status, answer.body]).toEqual([200, { data: { affected: 1 } }]);
    expect(await rows()).toEqual([]);
    expect((await ada.call('DELETE', `${path}/${id}/${row.id}`)).status).toBe(404);
  });

  test("return 404 for another contact's row", async () => {
    const row = await add(path, first);
    const other = await makeContact(ada);
    for (const method of ['PATCH', 'DELETE']) {
      const answer = await ada.call(method, `${path}/${other.id}/${row.id}`, method === 'PATCH' ? second : undefined);
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NotFound']);
    }
    expect(await readRow(row.id)).toEqual(row);
  });

  test('count as a change of the contact', async () => {
    const past = '2020-01-01T00:00:00.000Z';
    const touchedBy = async (change: () => Promise<unknown>) => {
      database.all('update contacts set updated_at = ? where id = ?', past, id);
      await change();
      return (await getContact(ada, id)).updated_at > past;
    };
    let row: Json;
    expect(
      await touchedBy(async () => {
        row = await add(path, first);
      }),
    ).toBe(true);
    expect(await touchedBy(() => ada.call('PATCH', `${path}/${id}/${row.id}`, second))).toBe(true);
    expect(await touchedBy(() => ada.call('DELETE', `${path}/${id}/${row.id}`))).toBe(true);
    expect(await touchedBy(() => ada.call('DELETE', `${path}/${id}/${row.id}`))).toBe(false);
  });
});

describe('order', () => {
  const order = async (relation = 'contact_emails') => (await getContact(ada, id))[relation].map((row: Json) => row.id);

  test.each([
    [emails, 'contact_emails', (n: number) => ({ email: `n${n}@example.com` })],
    [phones, 'contact_phone_numbers', (n: number) => ({ phone_number: `+1 212 555 010${n}` })],
  ] as const)('%s rank in order of arrival, and can be reordered by id', async (path, relation, value) => {
    const made: Json[] = [];
    for (const n of [0, 1, 2]) made.push(await add(path, value(n)));
    expect(made.map(({ ranking }) => ranking)).toEqual([0, 1, 2]);
    const [a, b, c] = made.map((row) => row.id);
    const stale = randomUUID();
    const body = {
      order: [
        { id: c, ranking: 0 },
        { id: a, ranking: 1 },
        { id: stale, ranking: 2 },
        { id: b, ranking: 3 },
      ],
    };
    const answer = await ada.call('PUT', `${path}/${id}/reorder`, body);
    expect(answer.status).toBe(200);
    if (relation === 'contact_phone_numbers') expect(answer.body).toEqual({ data: { affected: 3 } });
    else {
      const failed = [{ id: stale, error: { code: 'NotFound', message: expect.any(String) } }];
      expect(answer.body).toEqual({ data: { affected: 3, ids: [c, a, b], failed } });
    }
    expect(await order(relation)).toEqual([c, a, b]);
    expect((await add(path, value(3))).ranking).toBe(4);
  });

  test('a tie is broken by age', async () => {
    const first = await add(emails, { email: 'x@example.com', ranking: 7 });
    const second = await add(emails, { email: 'a@example.com', ranking: 7 });
    const top = await add(emails, { email: 'm@example.com', ranking: -3 });
    expect(await order()).toEqual([top.id, first.id, second.id]);
  });

  test('a reorder must name something', async () => {
    for (const path of [emails, phones]) {
      const answer = await ada.call('PUT', `${path}/${id}/reorder`, { order: [] });
      expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, ['order']]);
    }
  });
});

describe('emails', () => {
  test.each([
    '',
    'a',
    'a@',
    '@b.com',
    'a b@example.com',
    'a@example',
    ' a@example.com',
    'a@example.com,b@example.com',
    `${'a'.repeat(320)}@example.com`,
    'a@example.com\0',
  ])('%j is rejected as an email address', async (email) => {
    const answer = await ada.post(`${emails}/${id}`, { email });
    expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, ['email']]);
  });

  test('keep their case and label', async () => {
    expect(await add(emails, { email: 'Ada.Lovelace+tag@Example.COM', label: 'Büro ☎' })).toMatchObject({
      email: 'Ada.Lovelace+tag@Example.COM',
      label: 'Büro ☎',
    });
  });
});

describe('phones', () => {
  test.each([
    [{ phone_number: '(212) 555-0123' }, '+12125550123'],
    [{ phone_number: '+44 (0)20 7946 0958' }, '+442079460958'],
    [{ phone_number: '020 7946 0958', country_code: 'GB' }, '+442079460958'],
    [{ phone_number: '911' }, '911'],
    [{ phone_number: 'ext. 12-34' }, '1234'],
    [{ phone_number: '+1 212 555 0123', phone_number_sanitized: 'mine' }, 'mine'],
  ])('%j is sanitized to %s', async (body, sanitized) => {
    expect(await add(phones, body)).toMatchObject({ ...body, phone_number_sanitized: sanitized });
  });

  test('a derived number follows its source', async () => {
    const row = await add(phones, { phone_number: '020 7946 0958', country_code: 'GB' });
    const patch = async (body: object) => {
      await ada.call('PATCH', `${phones}/${id}/${row.id}`, body);
      return (await getContact(ada, id)).contact_phone_numbers[0].phone_number_sanitized;
    };
    expect(await patch({ phone_number: '020 7946 0959' })).toBe('+442079460959');
    expect(await patch({ country_code: 'DE' })).toBe('+492079460959');
    expect(await patch({ label: 'x' })).toBe('+492079460959');
    expect(await patch({ phone_number_sanitized: 'mine' })).toBe('mine');
    expect(await patch({ label: 'y' })).toBe('mine');
    expect(await patch({ phone_number_sanitized: null })).toBe('+492079460959');
  });

  test('without a digit are rejected', async () => {
    for (const phone_number of ['', '+', 'call me', '½']) {
      const answer = await ada.post(`${phones}/${id}`, { phone_number });
      expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, ['phone_number']]);
    }
  });
});

describe('an idempotency key', () => {
  test('is required to add, change, and reorder', async () => {
    const row = await add(emails, { email: 'k@example.com' });
    const calls: [string, string, object][] = [
      ['POST', `${emails}/${id}`, { email: 'z@example.com' }],
      ['PATCH', `${emails}/${id}/${row.id}`, { label: 'x' }],
      ['PUT', `${emails}/${id}/reorder`, { order: [{ id: row.id, ranking: 1 }] }],
      ['PUT', `${phones}/${id}/reorder`, { order: [{ id: row.id, ranking: 1 }] }],
      ['POST', `${phones}/${id}`, { phone_number: '1234567' }],
      ['POST', `${addresses}/${id}`, { city: 'x' }],
    ];
    for (const [method, path, body] of calls) {
      const answer = await ada.call(method, path, body, { key: null });
      expect([answer.status, answer.body.error.code, Object.keys(fieldsOf(answer))]).toEqual([
        400,
        'BadRequest',
        ['Idempotency-Key'],
      ]);
    }
  });

  test('replays the same affected count on a delete', async () => {
    const row = await add(emails, { email: 'gone@example.com' });
    const key = randomUUID();
    for (const replayed of [null, 'true']) {
      const answer = await ada.call('DELETE', `${emails}/${id}/${row.id}`, undefined, { key });
      expect([answer.status, answer.body, answer.headers.get('idempotent-replayed')]).toEqual([
        200,
        { data: { affected: 1 } },
        replayed,
      ]);
    }
  });
});
