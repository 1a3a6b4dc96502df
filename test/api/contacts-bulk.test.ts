import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, fieldsOf, getContact, type Json, makeContact, makeContacts, makeTag } from '../support/people.ts';
import type { User } from '../support/service.ts';

const { service, database, ada } = await serviceForFile();

const BATCH = '/v2/contacts/batch';
const names = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ full_name: `N${from + index}` }));
const count = async (api: User) => dataOf(await api.get('/v2/contacts/count')).count;
/** Passes validation and fails when it is executed. */
const foreignTag = () => ({ full_name: 'Foreign tag', tags_contacts: [{ tag_id: randomUUID() }] });

describe('bulk create', () => {
  test('returns all contacts in order, and the chunks', async () => {
    const bob = await service.user();
    const tag = await makeTag(bob, 'bulk');
    const rows = names(250).map((row, index) => (index === 3 ? { ...row, tags_contacts: [{ tag_id: tag.id }] } : row));
    const answer = await bob.post(BATCH, { contacts: rows });
    expect(answer.status).toBe(201);
    const { contacts, pagination, batch } = answer.body.data;
    expect(contacts.map(({ full_name }: Json) => full_name)).toEqual(rows.map(({ full_name }) => full_name));
    expect(contacts[3].tags_contacts).toHaveLength(1);
    expect(contacts[3]).toEqual(await getContact(bob, contacts[3].id));
    expect(pagination).toEqual({ nextCursor: null, count: 250 });
    expect(batch).toEqual({
      requested: 250,
      committed: 250,
      committedThrough: 249,
      chunkSize: 100,
      chunks: [0, 1, 2].map((index) => ({
        index,
        offset: index * 100,
        count: index < 2 ? 100 : 50,
        status: 'committed',
      })),
      failedRows: [],
    });
    expect(await count(bob)).toBe(250);
  });

  test('accepts 1 to 500', async () => {
    for (const contacts of [[], names(501)]) {
      const answer = await ada.post(BATCH, { contacts });
      expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, ['contacts']]);
      const partial = await ada.post(BATCH, { contacts, continueOnError: true });
      expect([partial.status, Object.keys(fieldsOf(partial))]).toEqual([400, ['contacts']]);
    }
    expect((await ada.post(BATCH, { contacts: names(500) })).body.data.batch.committed).toBe(500);
  });

  test('rejects all for one invalid row, unless continueOnError is set', async () => {
    const bob = await service.user();
    const contacts = [{ full_name: 'A' }, { starred: 'yes' }, { surprise: 1 }, { full_name: 'D' }];
    const answer = await bob.post(BATCH, { contacts });
    expect([answer.status, Object.keys(fieldsOf(answer)).sort()]).toEqual([
      400,
      ['contacts[1].starred', 'contacts[2].surprise'],
    ]);
    expect(await count(bob)).toBe(0);
    const partial = await bob.post(BATCH, { contacts, continueOnError: true });
    expect(partial.status).toBe(201);
    expect(partial.body.data.contacts.map(({ full_name }: Json) => full_name)).toEqual(['A', 'D']);
    expect(partial.body.data.batch).toMatchObject({
      requested: 4,
      committed: 2,
      committedThrough: 0,
      chunks: [{ index: 0, offset: 0, count: 4, status: 'committed' }],
      failedRows: [
        { index: 1, error: { code: 'BadRequest', message: expect.stringContaining('starred') } },
        { index: 2, error: { code: 'BadRequest', message: expect.stringContaining('surprise') } },
      ],
    });
    expect(await count(bob)).toBe(2);
  });

  test("rolls back a failing row's chunk, and does not try later chunks", async () => {
    const bob = await service.user();
    const id = randomUUID();
    const contacts = [...names(150), { id, ...foreignTag() }, ...names(149, 151)];
    const answer = await bob.post(BATCH, { contacts });
    expect(answer.status).toBe(201);
    expect(answer.body.data.contacts).toHaveLength(100);
    expect(answer.body.data.batch).toMatchObject({
      requested: 300,
      committed: 100,
      committedThrough: 99,
      chunks: [
        { index: 0, offset: 0, count: 100, status: 'committed' },
        {
          index: 1,
          offset: 100,
          count: 100,
          status: 'failed',
          error: { code: 'NotFound', message: expect.stringContaining('contacts[150]') },
        },
      ],
      failedRows: [{ index: 150, id, error: { code: 'NotFound' } }],
    });
    expect(answer.body.data.batch.chunks).toHaveLength(2);
    expect(await count(bob)).toBe(100);
  });

  test('with continueOnError, commits the rest of the chunk, and the next ones', async () => {
    const bob = await service.user();
    const contacts = [
      foreignTag(),
      ...names(98, 1),
      { starred: 1 },
      ...Array.from({ length: 100 }, foreignTag),
      ...names(5, 200),
    ];
    const { contacts: made, batch } = dataOf(await bob.post(BATCH, { contacts, continueOnError: true }));
    expect(made).toHaveLength(103);
    expect(batch).toMatchObject({ requested: 205, committed: 103, committedThrough: -1 });
    expect(batch.chunks.map(({ status }: Json) => status)).toEqual(['committed', 'failed', 'committed']);
    expect(batch.chunks[1].error).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    expect(batch.failedRows.map(({ index }: Json) => index)).toEqual([
      0,
      ...Array.from({ length: 101 }, (_, index) => 99 + index),
    ]);
    expect(await count(bob)).toBe(103);
    expect(database.all('pragma foreign_key_check')).toEqual([]);
  });

  test('returns 201 even if nothing was committed', async () => {
    const { batch, contacts } = dataOf(await ada.post(BATCH, { contacts: [foreignTag()] }));
    expect(contacts).toEqual([]);
    expect(batch).toMatchObject({ requested: 1, committed: 0, committedThrough: -1, chunks: [{ status: 'failed' }] });
  });

  test('fails the later of two rows with the same id', async () => {
    const id = randomUUID();
    const contacts = [
      { id, full_name: 'First' },
      { id: id.toUpperCase(), full_name: 'Second' },
      { full_name: 'Third' },
    ];
    const { batch } = dataOf(await ada.post(BATCH, { contacts, continueOnError: true }));
    expect(batch).toMatchObject({
      committed: 2,
      committedThrough: 0,
      failedRows: [{ index: 1, error: { code: 'Conflict' } }],
    });
    expect((await getContact(ada, id)).full_name).toBe('First');
    const strict = dataOf(await ada.post(BATCH, { contacts: [{ id: randomUUID() }, { id }] }));
    expect(strict.batch).toMatchObject({ committed: 0, failedRows: [{ index: 1, id }] });
  });

  test.each([true, false])('relates rows to others before and after them (continueOnError: %s)', async (go) => {
    const [parent, child, lost] = [randomUUID(), randomUUID(), randomUUID()];
    const contacts = [
      { full_name: 'Grandchild', related_contacts: [{ destination: child, source_contact: 'child' }] },
      { id: child, full_name: 'Child', related_contacts: [{ destination: parent, source_contact: 'child' }] },
      { id: parent, full_name: 'Parent' },
      { full_name: 'Other child', related_contacts: [{ destination: parent.toUpperCase() }] },
    ];
    const { contacts: made } = dataOf(await ada.post(BATCH, { contacts, continueOnError: go }));
    expect(made.map(({ full_name }: Json) => full_name)).toEqual(contacts.map(({ full_name }) => full_name));
    const leadTo = made.map((one: Json) =>
      one.contact_relations_contact_relations_sourceTocontacts.map(({ destination }: Json) => destination),
    );
    expect(leadTo).toEqual([[child], [parent], [], [parent]]);
    const rest = [
      { id: lost, full_name: 'Bad', birthday: 'never' },
      { full_name: 'Relates to it', related_contacts: [{ destination: lost }] },
      { full_name: 'Good' },
    ];
    const { batch } = dataOf(await ada.post(BATCH, { contacts: rest, continueOnError: true }));
    expect([batch.committed, batch.failedRows.map(({ index }: Json) => index)]).toEqual([1, [0, 1]]);
  });

  test('gives each row the same result as creating it alone', async () => {
    const foreign = randomUUID();
    const [own, first, taken] = [randomUUID(), randomUUID(), randomUUID()];
    const rows = (tag: string, group: string, merged: string) => [
      { id: taken },
      { id: merged },
      { id: own, full_name: 'Own id', tags_contacts: [{ tag_id: tag }, { tag_id: tag }] },
      { id: own.toUpperCase(), full_name: 'Once more' },
      { full_name: 'In a group', groups_contacts: [{ group_id: group }, { group_id: group }] },
      { full_name: 'Both', groups_contacts: [{ group_id: group }], tags_contacts: [{ tag_id: tag }] },
      { full_name: 'Group', groups_contacts: [{ group_id: group }, { group_id: foreign }] },
      {
        full_name: 'Tag',
        groups_contacts: [{ group_id: group }],
        tags_contacts: [{ tag_id: tag }, { tag_id: foreign }],
      },
      { id: first, full_name: 'First', birthday: '1990-02-03' },
      { full_name: 'Follows', related_contacts: [{ destination: first }], tags_contacts: [{ tag_id: tag }] },
      { full_name: 'No day', birthday: '1990-02-28', birthday_year: 1991 },
      { birthday: '1992-02-29', birthday_year: 1991 },
    ];
    const came = [];
    for (const way of ['alone', 'together']) {
      const user = await service.user();
      const tag = (await makeTag(user, 'tag')).id;
      const group = dataOf(await user.post('/v2/groups', { group: { name: 'group' } })).group.id;
      await makeContact(user, { id: taken });
      const [kept, merged] = await makeContacts(user, names(2));
      await user.post('/v2/contacts/merge', { contactIds: [[kept.id, merged.id]] });
      const given = rows(tag, group, merged.id);
      const made: Json[] = [];
      if (way === 'alone') {
        for (const row of given) {
          const answer = await user.post('/v2/contacts', row);
          made.push(answer.body.data?.contact ?? answer.body.error);
        }
      } else {
        const { contacts, batch } = dataOf(await user.post(BATCH, { contacts: given, continueOnError: true }));
        const failed = new Map<number, Json>(batch.failedRows.map((row: Json) => [row.index, row.error]));
        made.push(...given.map((_, index) => failed.get(index) ?? contacts.shift()));
      }
      const plain = ({ code, full_name, tags_contacts, groups_contacts, ...more }: Json) => ({
        code,
        full_name,
        tags: tags_contacts?.map(({ tags }: Json) => tags.name),
        groups: groups_contacts?.map(({ groups }: Json) => groups.name),
        leadsTo: more.contact_relations_contact_relations_sourceTocontacts?.map(({ destination }: Json) => destination),
      });
      came.push({ made: made.map(plain), count: await count(user) });
    }
    expect(came[1]).toEqual(came[0]);
    expect(came[0]!.made.map(({ code }) => code)).toEqual([
      ...['Conflict', 'Conflict', undefined, 'Conflict', undefined, undefined],
      ...['NotFound', 'NotFound', undefined, undefined, undefined, 'BadRequest'],
    ]);
    expect(database.all('pragma foreign_key_check')).toEqual([]);
  });

  test('keeps no chunk in a dry run', async () => {
    const bob = await service.user();
    const answer = await bob.post(
      `${BATCH}?dryRun=true`,
      { contacts: [...names(120), foreignTag()], continueOnError: true },
      { key: null },
    );
    expect(answer.body).toMatchObject({
      dry_run: true,
      data: { batch: { committed: 120, failedRows: [{ index: 120 }] } },
    });
    expect(await count(bob)).toBe(0);
  });
});

describe('bulk update', () => {
  const put = (body: unknown, options?: { key: null }) => ada.call('PUT', '/v1/contacts', body, options);

  test('changes each row, and returns the count', async () => {
    const [a, b] = await makeContacts(ada, [{ full_name: 'A', starred: true }, { full_name: 'B' }]);
    const answer = await put(
      [
        { contactId: a.id, data: { company: 'Acme' } },
        { contactId: b.id, data: { full_name: null, first_name: 'Bea' } },
      ],
      { key: null },
    );
    expect([answer.status, answer.body]).toEqual([200, { error: false, data: { count: 2 } }]);
    expect(await getContact(ada, a.id)).toMatchObject({ full_name: 'A', company: 'Acme', starred: true });
    expect(await getContact(ada, b.id)).toMatchObject({ full_name: 'Bea' });
  });

  test('applies all or nothing', async () => {
    const [a] = await makeContacts(ada, [{ full_name: 'Kept' }]);
    const before = database.rowsOf(ada.id);
    const gone = randomUUID();
    for (const [bad, status, field] of [
      [{ contactId: gone, data: {} }, 404, '[1].contactId'],
      [
        { contactId: a.id, data: { tags_contacts: { append: [{ tag_id: gone }] } } },
        404,
        '[1].data.tags_contacts.append[0].tag_id',
      ],
      [
        { contactId: a.id, data: { related_contacts: { append: [{ destination: a.id }] } } },
        400,
        '[1].data.related_contacts.append[0].destination',
      ],
      [{ contactId: a.id, data: { starred: 1 } }, 400, '[1].data.starred'],
    ] as const) {
      const answer = await put([{ contactId: a.id, data: { full_name: 'Changed' } }, bad]);
      expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([status, [field]]);
      expect(database.rowsOf(ada.id)).toBe(before);
    }
  });

  test('accepts 1 to 500, in an array', async () => {
    for (const body of [[], Array.from({ length: 501 }, () => ({ contactId: randomUUID(), data: {} }))]) {
      expect((await put(body)).status).toBe(400);
    }
  });

  test('processes a body of 5 MiB', async () => {
    const { id } = await makeContact(ada);
    const data = { linkedin_data: { text: 'x'.repeat(1_000_000) } };
    expect((await put(Array.from({ length: 5 }, () => ({ contactId: id, data })))).body).toEqual({
      error: false,
      data: { count: 5 },
    });
  });
});

describe('bulk delete', () => {
  test('deletes existing contacts and reports the others', async () => {
    const [a, b] = await makeContacts(ada, names(2));
    const gone = randomUUID();
    const answer = await ada.post('/v2/contacts/batch-delete', { contactIds: [a.id, gone, b.id, a.id] });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        data: {
          affected: 2,
          ids: [a.id, b.id],
          failed: [{ id: gone, error: { code: 'NotFound', message: expect.any(String) } }],
        },
      },
    ]);
    for (const { id } of [a, b]) expect((await ada.get(`/v2/contacts/${id}`)).status).toBe(404);
  });

  test('accepts 1 to 500 ids, and needs no key', async () => {
    const ids = Array.from({ length: 501 }, () => randomUUID());
    for (const contactIds of [[], ids]) {
      const answer = await ada.post('/v2/contacts/batch-delete', { contactIds });
      expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, ['contactIds']]);
    }
    const many = await ada.post('/v2/contacts/batch-delete', { contactIds: ids.slice(0, 500) }, { key: null });
    expect([many.status, many.body.data.failed.length]).toEqual([200, 500]);
  });

  test('leaves nothing dangling after 500 deletions at once', async () => {
    const made = await makeContacts(
      ada,
      names(500).map((row, index) => ({ ...row, contact_emails: [{ email: `n${index}@example.com` }] })),
    );
    const contactIds = made.map(({ id }) => id);
    expect(dataOf(await ada.post('/v2/contacts/batch-delete', { contactIds })).affected).toBe(500);
    expect(database.all('pragma foreign_key_check')).toEqual([]);
    expect(database.all('select count(*) as n from contact_emails where user_id = ?', ada.id)).toEqual([{ n: 0 }]);
  });
});
