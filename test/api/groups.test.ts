import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf } from '../support/people.ts';
import { addContacts, addFavorites, addGroup, addShareLink, addView, allIds } from '../support/records.ts';

const { service, ada } = await serviceForFile();
const eve = await service.user();

const groupOf = async (id: string) => dataOf(await ada.get(`/v2/groups/${id}`)).group;
const patch = (id: string, group: object) => ada.call('PATCH', `/v2/groups/${id}`, { group });
const membersOf = (id: string) => allIds(ada, `/v2/groups/${id}/contacts`, 'contacts', 200);
const refused = (status: number, field: string) => ({
  status,
  body: { error: { details: { fields: { [field]: expect.any(String) } } } },
});

test('creates a group with its members, and returns every field', async () => {
  const [bo, cy] = await addContacts(ada, 'Bo', 'Cy');
  const parent = await addGroup(ada, 'Family');
  const id = randomUUID();
  const answer = await ada.post('/v2/groups', {
    group: {
      id,
      name: ' Cousins ',
      emoji: '🌳',
      description: 'On the lake',
      parent_id: parent,
      parent: { any: 'thing' },
      groups_contacts: [{ contact_id: bo }, { contact_id: cy, contact: {} }, { contact_id: bo }],
    },
  });
  expect(answer.status).toBe(201);
  expect(answer.body.data.group).toEqual({
    id,
    user_id: ada.id,
    workspace_id: null,
    name: ' Cousins ',
    emoji: '🌳',
    description: 'On the lake',
    parent_id: parent,
    created_at: expect.stringMatching(/^\d{4}-.+T.+\.\d{3}Z$/),
    updated_at: answer.body.data.group.created_at,
    _count: { groups_contacts: 2 },
  });
  expect(await groupOf(id)).toEqual(answer.body.data.group);
  expect(await membersOf(id)).toEqual([bo, cy].sort());
  expect((await ada.post('/v2/groups', { group: { id, name: 'Again' } })).status).toBe(409);
});

test('rejects invalid groups by field, and keeps nothing of them', async () => {
  const before = await allIds(ada, '/v2/groups', 'groups', 200);
  const create = (group: object) => ada.post('/v2/groups', { group });
  expect(await create({})).toMatchObject(refused(400, 'group.name'));
  expect(await create({ name: '  ' })).toMatchObject(refused(400, 'group.name'));
  expect(await create({ name: 'X', colour: 'red' })).toMatchObject(refused(400, 'group.colour'));
  expect(await create({ name: 'X', parent_id: randomUUID() })).toMatchObject(refused(404, 'group.parent_id'));
  expect(await create({ name: 'X', groups_contacts: [{ contact_id: randomUUID() }] })).toMatchObject(
    refused(404, 'group.groups_contacts[0].contact_id'),
  );
  const own = randomUUID();
  expect(await create({ name: 'X', id: own, parent_id: own })).toMatchObject(refused(400, 'group.parent_id'));
  expect((await ada.post('/v2/groups', { group: { name: 'X' } }, { key: null })).status).toBe(400);
  expect(await allIds(ada, '/v2/groups', 'groups', 200)).toEqual(before);
});

test('keeps absent fields in an update, clears with null, and replaces members with a list', async () => {
  const [bo, cy] = await addContacts(ada, 'Bo', 'Cy');
  const id = await addGroup(ada, 'Old', { emoji: '🎈', description: 'Kept', groups_contacts: [{ contact_id: bo }] });
  expect(dataOf(await patch(id, { name: 'New', emoji: null })).group).toMatchObject({
    name: 'New',
    emoji: null,
    description: 'Kept',
    _count: { groups_contacts: 1 },
  });
  dataOf(await patch(id, { groups_contacts: [{ contact_id: cy }] }));
  expect(await membersOf(id)).toEqual([cy]);
  expect((await patch(id, { id })).status).toBe(400);
  expect((await patch(randomUUID(), { name: 'X' })).status).toBe(404);
  expect((await patch('nine', { name: 'X' })).status).toBe(400);
});

test('never lets a group be below itself', async () => {
  const top = await addGroup(ada, 'Top');
  const middle = await addGroup(ada, 'Middle', { parent_id: top });
  const bottom = await addGroup(ada, 'Bottom', { parent_id: middle });
  for (const parent_id of [top, middle, bottom]) {
    expect(await patch(top, { parent_id })).toMatchObject(refused(400, 'group.parent_id'));
  }
  dataOf(await patch(bottom, { parent_id: null }));
  dataOf(await patch(top, { parent_id: bottom }));
  expect(await groupOf(top)).toMatchObject({ parent_id: bottom });
});

test('deletes a group with its favorites and share links, keeps contacts and views, and lifts its children', async () => {
  const [bo] = await addContacts(ada, 'Bo');
  const top = await addGroup(ada, 'Top');
  const id = await addGroup(ada, 'Going', { parent_id: top, groups_contacts: [{ contact_id: bo }] });
  const children = [await addGroup(ada, 'One', { parent_id: id }), await addGroup(ada, 'Two', { parent_id: id })];
  const view = await addView(ada, 'Filed', { group_id: id });
  const [favorite, kept] = await addFavorites(ada, { group_id: id }, { group_id: top });
  const { token } = await addShareLink(ada, id);
  expect((await ada.call('DELETE', `/v2/groups/${id}`)).body).toEqual({ data: { affected: 1, ids: [id] } });

  expect((await ada.get(`/v2/groups/${id}`)).status).toBe(404);
  for (const child of children) expect(await groupOf(child)).toMatchObject({ parent_id: top });
  expect(dataOf(await ada.get(`/v2/contacts/${bo}`)).contact.groups_contacts).toEqual([]);
  expect(dataOf(await ada.get(`/v2/views/${view}`)).view).toMatchObject({ group_id: null });
  expect((await ada.get(`/v2/favorites/${favorite}`)).status).toBe(404);
  expect((await ada.get(`/v2/favorites/${kept}`)).status).toBe(200);
  expect((await ada.get(`/v1/shared/${token}`)).status).toBe(404);
  expect((await ada.call('DELETE', `/v2/groups/${id}`)).status).toBe(404);
});

test('lists groups by name in pages with a cursor that belongs to the list and survives its row', async () => {
  const mo = await service.user();
  expect(dataOf(await mo.get('/v2/groups'))).toEqual({ groups: [], pagination: { nextCursor: null, count: 0 } });
  const names = ['Bee', 'Ant', 'Cat', 'Bee', 'Ant'];
  for (const name of names) await addGroup(mo, name);
  const { groups } = dataOf(await mo.get('/v2/groups'));
  expect(groups.map(({ name }: { name: string }) => name)).toEqual([...names].sort());
  const ids = groups.map(({ id }: { id: string }) => id);
  for (const take of [1, 2, 5]) expect(await allIds(mo, '/v2/groups', 'groups', take)).toEqual(ids);

  const cursor = encodeURIComponent(dataOf(await mo.get('/v2/groups?take=2')).pagination.nextCursor);
  await mo.call('DELETE', `/v2/groups/${ids[1]}`);
  expect(dataOf(await mo.get(`/v2/groups?cursor=${cursor}`)).groups).toHaveLength(3);
  expect((await mo.get(`/v2/tags?cursor=${cursor}`)).status).toBe(400);
  expect((await ada.get(`/v2/groups?cursor=${cursor}`)).status).toBe(400);
  expect((await mo.get('/v2/groups?take=201')).status).toBe(400);
});

test('applies a repeated write once, and a dry run not at all', async () => {
  const key = randomUUID();
  const body = { group: { name: 'Once' } };
  const first = await ada.post('/v2/groups', body, { key });
  const second = await ada.post('/v2/groups', body, { key });
  expect(second.body).toEqual(first.body);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  const { id } = first.body.data.group;

  const dry = await ada.call('DELETE', `/v2/groups/${id}?dryRun=true`);
  expect(dry.body).toEqual({ data: { affected: 1, ids: [id] }, dry_run: true });
  expect(await groupOf(id)).toMatchObject({ name: 'Once' });
});

test("treats another user's group as missing", async () => {
  const [bo] = await addContacts(ada, 'Bo');
  const [spy] = await addContacts(eve, 'Spy');
  const id = await addGroup(ada, 'Secret', { groups_contacts: [{ contact_id: bo }] });
  const own = await addGroup(eve, 'Own');
  const path = `/v2/groups/${id}`;
  const attempts: [string, string, unknown?][] = [
    ['GET', path],
    ['PATCH', path, { group: { name: 'Taken' } }],
    ['DELETE', path],
    ['GET', `${path}/contacts`],
    ['PUT', `${path}/contacts`, { contactIds: [spy] }],
    ['DELETE', `${path}/contacts`, { contactIds: [bo] }],
    ['POST', `${path}/merge`, { sourceGroupIds: [own], finalName: 'Taken', finalEmoji: '🦹' }],
    ['POST', `/v2/groups/${own}/merge`, { sourceGroupIds: [id], finalName: 'Taken', finalEmoji: '🦹' }],
    ['GET', `/v2/groups/contact-counts?groupIds=${id}`],
    ['GET', `${path}/share-links`],
    ['POST', `${path}/share-links`, { share_link: {} }],
    ['PATCH', `/v2/groups/${own}`, { group: { parent_id: id } }],
  ];
  for (const [method, where, body] of attempts) {
    expect((await eve.call(method, where, body)).status, `${method} ${where}`).toBe(404);
  }
  const added = dataOf(await eve.call('PUT', `/v2/groups/${own}/contacts`, { contactIds: [bo] }));
  expect(added).toMatchObject({ affected: 0, failed: [{ id: bo }] });
  expect(await groupOf(id)).toMatchObject({ name: 'Secret', _count: { groups_contacts: 1 } });
  expect((await eve.post('/v2/groups', { group: { id, name: 'Same id' } })).status).toBe(201);
});
