import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf } from '../support/people.ts';
import { addContacts, addFavorites, addGroup, addView, allIds, refusedFields } from '../support/records.ts';

const { service, ada } = await serviceForFile();
const eve = await service.user();

const create = (view: object) => ada.post('/v2/views', { view });

test('creates a view, and reads it back as saved', async () => {
  const group = await addGroup(ada, 'Clients');
  const filters = { company: 'Acme', or: [{ starred: true }, { tags: { any: [randomUUID()] } }] };
  const answer = await create({ name: 'Acme people', emoji: '🏭', group_id: group, filters, sort: 'full_name' });
  expect(answer.status).toBe(201);
  const { view } = answer.body.data;
  expect(view).toEqual({
    id: expect.any(String),
    user_id: ada.id,
    workspace_id: null,
    group_id: group,
    name: 'Acme people',
    emoji: '🏭',
    filters,
    sort: 'full_name',
    created_at: expect.any(String),
    updated_at: view.created_at,
  });
  expect(dataOf(await ada.get(`/v2/views/${view.id}`)).view).toEqual(view);
  expect(dataOf(await create({ name: 'Bare' })).view).toMatchObject({
    filters: {},
    sort: null,
    emoji: null,
    group_id: null,
  });
});

test("accepts a view's filters as where in a filter, and names an invalid one", async () => {
  const [bo] = await addContacts(ada, 'Boreas', 'Zephyr');
  const filters = { name: 'BÓREAS', created_at: { gte: '2020-01-01T02:00:00+02:00' } };
  const { view } = dataOf(await create({ name: 'North wind', filters }));
  expect(view.filters.created_at).toEqual({ gte: '2020-01-01T00:00:00.000Z' });
  const found = dataOf(await ada.post('/v2/contacts/filter', { where: view.filters }, { key: null })).contacts;
  expect(found.map(({ id }: { id: string }) => id)).toEqual([bo]);
  const wrong = await create({ name: 'X', filters: { nmae: 'x', starred: 1 } });
  expect([wrong.status, refusedFields(wrong).sort()]).toEqual([400, ['view.filters.nmae', 'view.filters.starred']]);
});

test('rejects an invalid view by field', async () => {
  expect(refusedFields(await create({ name: '' }))).toEqual(['view.name']);
  expect(refusedFields(await create({ name: 'X', sort: 'age' }))).toEqual(['view.sort']);
  const stray = await create({ name: 'X', group_id: randomUUID() });
  expect([stray.status, refusedFields(stray)]).toEqual([404, ['view.group_id']]);
  expect((await ada.post('/v2/views', { view: { name: 'X' } }, { key: null })).status).toBe(400);
  expect((await ada.get('/v2/views/x')).status).toBe(400);
});

test('keeps absent fields in an update, clears with null, and replaces filters', async () => {
  const group = await addGroup(ada, 'Clients');
  const id = await addView(ada, 'Old', {
    emoji: '🧭',
    group_id: group,
    filters: { starred: true },
    sort: 'updated_at',
  });
  const change = (view: object) => ada.call('PATCH', `/v2/views/${id}`, { view });
  expect(dataOf(await change({ name: 'New', emoji: null })).view).toMatchObject({
    name: 'New',
    emoji: null,
    group_id: group,
    filters: { starred: true },
    sort: 'updated_at',
  });
  const cleared = dataOf(await change({ filters: { has_email: true }, group_id: null, sort: null })).view;
  expect(cleared).toMatchObject({ name: 'New', group_id: null, sort: null });
  expect(cleared.filters).toEqual({ has_email: true });
  expect((await ada.call('PATCH', `/v2/views/${randomUUID()}`, { view: { name: 'X' } })).status).toBe(404);
});

test('lists views by name in pages', async () => {
  const mo = await service.user();
  const names = ['Bee', 'Ant', 'Bee', 'Cat'];
  for (const name of names) await addView(mo, name);
  const { views } = dataOf(await mo.get('/v2/views'));
  expect(views.map(({ name }: { name: string }) => name)).toEqual([...names].sort());
  const ids = views.map(({ id }: { id: string }) => id);
  for (const take of [1, 3, 4]) expect(await allIds(mo, '/v2/views', 'views', take)).toEqual(ids);
  const cursor = encodeURIComponent(dataOf(await mo.get('/v2/views?take=1')).pagination.nextCursor);
  expect((await mo.get(`/v2/groups?cursor=${cursor}`)).status).toBe(400);
});

test('deletes a view with its favorite, and nothing else', async () => {
  const [kept, id] = [await addView(ada, 'Kept'), await addView(ada, 'Going')];
  const [lost, other] = await addFavorites(ada, { view_id: id }, { view_id: kept });
  expect((await ada.call('DELETE', `/v2/views/${id}`)).body).toEqual({ data: { affected: 1, ids: [id] } });
  expect((await ada.get(`/v2/views/${id}`)).status).toBe(404);
  expect((await ada.get(`/v2/favorites/${lost}`)).status).toBe(404);
  expect((await ada.get(`/v2/favorites/${other}`)).status).toBe(200);
  expect((await ada.call('DELETE', `/v2/views/${id}`)).status).toBe(404);
});

test("treats another user's view as missing", async () => {
  const id = await addView(ada, 'Secret');
  const group = await addGroup(ada, 'Secret');
  expect((await eve.get(`/v2/views/${id}`)).status).toBe(404);
  expect((await eve.call('PATCH', `/v2/views/${id}`, { view: { name: 'Taken' } })).status).toBe(404);
  expect((await eve.call('DELETE', `/v2/views/${id}`)).status).toBe(404);
  expect((await eve.post('/v2/views', { view: { name: 'X', group_id: group } })).status).toBe(404);
  expect(dataOf(await eve.get('/v2/views')).views).toEqual([]);
  expect(dataOf(await ada.get(`/v2/views/${id}`)).view.name).toBe('Secret');
});
