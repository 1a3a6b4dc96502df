import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, fieldsOf, getContact, type Json, makeContacts, makeTag } from '../support/people.ts';

const { service, database, ada } = await serviceForFile();

const unique = () => randomUUID().slice(0, 8);
const namesOf = (tags: Json[]) => tags.map(({ name }) => name);

describe.each([
  ['/v2/tags', 201],
  ['/v1/tags', 200],
])('POST %s', (path, status) => {
  const create = (name: unknown, query = '') => ada.post(`${path}${query}`, { tag: { name } });

  test('finds or creates by name', async () => {
    const name = `Tag ${unique()}`;
    const made = await create(name);
    expect([made.status, made.body.data.tag]).toEqual([
      status,
      { id: expect.any(String), user_id: ada.id, workspace_id: null, name, _count: { tags_contacts: 0 } },
    ]);
    const found = await create(name);
    expect([found.status, found.body.data.tag]).toEqual([status, made.body.data.tag]);
  });

  test('trims and composes, keeps the case, and compares exactly', async () => {
    const name = `Ca${unique()}fé`;
    const { tag } = dataOf(await create(`  ${name.normalize('NFD')}\n`));
    expect(tag.name).toBe(name.normalize('NFC'));
    expect(dataOf(await create(name)).tag.id).toBe(tag.id);
    for (const other of [name.toUpperCase(), name.replace('é', 'e'), `${name} x`]) {
      const made = dataOf(await create(other)).tag;
      expect([made.name, made.id === tag.id]).toEqual([other, false]);
    }
  });

  test('accepts 1 to 100 characters, counting emoji as people do', async () => {
    for (const name of ['', '   ', '\u00a0\t', 'x'.repeat(101), '🎂'.repeat(101)]) {
      const answer = await create(name);
      expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, ['tag.name']]);
    }
    for (const name of ['x', 'x'.repeat(100), '🎂'.repeat(100), `  ${'y'.repeat(100)}  `])
      expect((await create(name)).status).toBe(status);
  });

  test('accepts include', async () => {
    expect((await create(`t ${unique()}`, '?include[_count]=true')).status).toBe(status);
  });
});

describe('bulk create', () => {
  const bulk = async (names: unknown) => ada.post('/v2/tags/batch', { names });

  test('removes duplicates, returns existing tags, and reports skipped ones as sent', async () => {
    const [a, b] = [`a ${unique()}`, `b ${unique()}`];
    const there = await makeTag(ada, a);
    const long = 'x'.repeat(101);
    const answer = await bulk([b, ` ${a} `, b, '', '   ', long, `${b}\t`]);
    expect(answer.status).toBe(201);
    const { tags, pagination, failed } = answer.body.data;
    expect(namesOf(tags)).toEqual([b, a]);
    expect(tags[1]).toEqual(there);
    expect(pagination).toEqual({ nextCursor: null, count: 2 });
    const error = { code: 'BadRequest', message: expect.any(String) };
    expect(failed).toEqual([
      { name: '', error },
      { name: '   ', error },
      { name: long, error },
    ]);
  });

  test('skips an overlong name of any length', async () => {
    const { tags, failed } = dataOf(await bulk(['x'.repeat(1_001), 'y'.repeat(100_000), `ok ${unique()}`]));
    expect([tags.length, failed.length]).toEqual([1, 2]);
  });

  test('accepts 1 to 100 names', async () => {
    for (const names of [[], Array.from({ length: 101 }, (_, index) => `n${index}`)]) {
      const answer = await bulk(names);
      expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, ['names']]);
    }
    expect(dataOf(await bulk(Array.from({ length: 100 }, (_, index) => `n${index}`))).tags).toHaveLength(100);
  });
});

describe('rename and delete', () => {
  const rename = (id: string, tag: object) => ada.call('PUT', `/v1/tags/${id}`, { tag }, { key: null });

  test('trims a new name, and keeps an absent one', async () => {
    const { id } = await makeTag(ada, `old ${unique()}`);
    const name = `new ${unique()}`;
    const answer = await rename(id, { name: ` ${name} ` });
    expect([answer.status, answer.body]).toEqual([
      200,
      { error: false, data: { tag: expect.objectContaining({ id, name }) } },
    ]);
    expect(dataOf(await rename(id, {})).tag.name).toBe(name);
    expect(dataOf(await rename(id, { name })).tag.name).toBe(name);
    expect((await rename(id, { name: '' })).status).toBe(400);
    expect((await rename(id, { name: null })).status).toBe(400);
  });

  test('returns 409 for a taken name', async () => {
    const [a, b] = [await makeTag(ada, `a ${unique()}`), await makeTag(ada, `b ${unique()}`)];
    const answer = await rename(a.id, { name: b.name });
    expect([answer.status, answer.body.error.code]).toEqual([409, 'Conflict']);
    expect((await rename(a.id, { name: b.name.toUpperCase() })).status).toBe(200);
  });

  test("keeps a deleted tag's contacts", async () => {
    const tag = await makeTag(ada, `gone ${unique()}`);
    const [contact] = await makeContacts(ada, [{ full_name: 'Tagged', tags_contacts: [{ tag_id: tag.id }] }]);
    expect(dataOf(await ada.call('DELETE', `/v2/tags/${tag.id}`, undefined, { key: null }))).toEqual({
      affected: 1,
      ids: [tag.id],
    });
    expect((await getContact(ada, contact.id)).tags_contacts).toEqual([]);
    expect((await ada.call('DELETE', `/v2/tags/${tag.id}`)).status).toBe(404);
    expect((await rename(tag.id, { name: 'x' })).status).toBe(404);
  });

  test('frees a deleted or changed name', async () => {
    const name = `free ${unique()}`;
    const first = await makeTag(ada, name);
    await rename(first.id, { name: `${name} x` });
    const second = await makeTag(ada, name);
    expect(second.id).not.toBe(first.id);
    await ada.call('DELETE', `/v2/tags/${second.id}`);
    expect((await makeTag(ada, name)).id).not.toBe(second.id);
  });
});

describe('tags of contacts', () => {
  const link = (action: 'add' | 'remove', contactIds: string[], tagIds: string[]) =>
    ada.post(`/v2/tags/contacts/${action}`, { contactIds, tagIds });

  test('are added and removed in bulk, harmlessly twice, and unknown ids are reported', async () => {
    const [red, green] = [await makeTag(ada, `red ${unique()}`), await makeTag(ada, `green ${unique()}`)];
    const [a, b] = await makeContacts(ada, [{ full_name: 'A' }, { full_name: 'B' }]);
    const gone = randomUUID();
    const failed = [{ id: gone, error: { code: 'NotFound', message: expect.any(String) } }];
    for (let round = 0; round < 2; round++) {
      const answer = await link('add', [a.id, gone, b.id, a.id], [red.id, green.id, red.id]);
      expect([answer.status, answer.body]).toEqual([200, { data: { affected: 2, ids: [a.id, b.id], failed } }]);
    }
    const counts = async () => {
      const { tags } = dataOf(await ada.get('/v2/tags?take=200'));
      return [red, green].map(({ id }) => tags.find((tag: Json) => tag.id === id)._count.tags_contacts);
    };
    expect(await counts()).toEqual([2, 2]);
    for (let round = 0; round < 2; round++) {
      const answer = await link('remove', [a.id, gone], [red.id]);
      expect(answer.body).toEqual({ data: { affected: 1, ids: [a.id], failed } });
    }
    expect(await counts()).toEqual([1, 2]);
    expect((await getContact(ada, a.id)).tags_contacts).toMatchObject([{ tag_id: green.id }]);
  });

  test("return 404 for another user's tag, and nothing is done", async () => {
    const tag = await makeTag(ada, `t ${unique()}`);
    const [a] = await makeContacts(ada, [{}]);
    for (const action of ['add', 'remove'] as const) {
      const answer = await link(action, [a.id], [tag.id, tag.id, randomUUID()]);
      expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([404, ['tagIds[2]']]);
    }
    expect((await getContact(ada, a.id)).tags_contacts).toEqual([]);
  });

  test('accept at most 500 contacts and 100 tags, at least one of each', async () => {
    const many = (length: number) => Array.from({ length }, () => randomUUID());
    for (const [contacts, tags, field] of [
      [501, 1, 'contactIds'],
      [1, 101, 'tagIds'],
      [0, 1, 'contactIds'],
      [1, 0, 'tagIds'],
    ] as const) {
      const answer = await link('add', many(contacts), many(tags));
      expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, [field]]);
    }
  });
});

describe('list', () => {
  test('is by name, 50 of at most 200', async () => {
    const bob = await service.user();
    const names = Array.from({ length: 60 }, (_, index) => `t${String(index).padStart(2, '0')}`);
    dataOf(await bob.post('/v2/tags/batch', { names: [...names].reverse() }));
    const first = dataOf(await bob.get('/v2/tags'));
    expect([namesOf(first.tags), first.pagination.count]).toEqual([names.slice(0, 50), 50]);
    const rest = dataOf(await bob.get(`/v2/tags?cursor=${first.pagination.nextCursor}`));
    expect([namesOf(rest.tags), rest.pagination]).toEqual([names.slice(50), { nextCursor: null, count: 10 }]);
    expect((await bob.get('/v2/tags?take=200')).status).toBe(200);
    expect((await bob.get('/v2/tags?take=201')).status).toBe(400);
  });
});

test('creates one tag for 20 concurrent requests', async () => {
  const name = `race ${unique()}`;
  const answers = await Promise.all(Array.from({ length: 20 }, () => ada.post('/v2/tags', { tag: { name } })));
  expect(new Set(answers.map((answer) => dataOf(answer).tag.id)).size).toBe(1);
  expect(database.all('select count(*) as n from tags where name = ?', name)).toEqual([{ n: 1 }]);
});
