import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf } from '../support/people.ts';
import { addContacts, addFavorites, addGroup, addView, refusedFields } from '../support/records.ts';
import type { Api } from '../support/service.ts';

const { service } = await serviceForFile();

const create = (api: Api, ...favorites: object[]) => api.post('/v2/favorites/batch', { favorites });
const list = async (api: Api): Promise<string[]> =>
  dataOf(await api.get('/v2/favorites')).favorites.map(({ id }: { id: string }) => id);

test('returns a favorite with its target', async () => {
  const ada = await service.user();
  const [bo] = await addContacts(ada, 'Bo');
  const group = await addGroup(ada, 'Family', { groups_contacts: [{ contact_id: bo }] });
  const view = await addView(ada, 'Starred', { filters: { starred: true } });
  const answer = await create(ada, { group_id: group }, { view_id: view, contact_id: null }, { contact_id: bo });
  expect(answer.status).toBe(201);
  const { favorites } = answer.body.data;
  const empty = { group_id: null, view_id: null, contact_id: null, groups: null, views: null, contacts: null };
  const times = { created_at: expect.any(String), updated_at: expect.any(String) };
  const common = { id: expect.any(String), user_id: ada.id, ...times };
  expect(favorites).toEqual([
    { ...common, ...empty, group_id: group, ranking: 1, groups: dataOf(await ada.get(`/v2/groups/${group}`)).group },
    { ...common, ...empty, view_id: view, ranking: 2, views: dataOf(await ada.get(`/v2/views/${view}`)).view },
    {
      ...common,
      ...empty,
      contact_id: bo,
      ranking: 3,
      contacts: expect.objectContaining({ id: bo, full_name: 'Bo', starred: false }),
    },
  ]);
  expect(favorites[2].contacts).not.toHaveProperty('contact_emails');
  expect(dataOf(await ada.get('/v2/favorites'))).toMatchObject({ favorites });
  expect(dataOf(await ada.get(`/v2/favorites/${favorites[0].id}`))).toEqual({ favorite: favorites[0] });
});

test('requires exactly one existing target per entry', async () => {
  const ada = await service.user();
  const [bo] = await addContacts(ada, 'Bo');
  const group = await addGroup(ada, 'Family');
  const both = await create(ada, { contact_id: bo }, { contact_id: bo, group_id: group });
  expect([both.status, refusedFields(both)]).toEqual([400, ['favorites[1]']]);
  expect(refusedFields(await create(ada, { ranking: 3 }))).toEqual(['favorites[0]']);
  expect(refusedFields(await create(ada))).toEqual(['favorites']);
  expect((await create(ada, ...Array(101).fill({ contact_id: bo }))).status).toBe(400);
  expect((await ada.post('/v2/favorites/batch', { favorites: [{ contact_id: bo }] }, { key: null })).status).toBe(400);
  for (const target of ['group_id', 'view_id', 'contact_id']) {
    const stray = await create(ada, { contact_id: bo }, { [target]: randomUUID() });
    expect([stray.status, refusedFields(stray)]).toEqual([404, [`favorites[1].${target}`]]);
  }
  expect(await list(ada)).toEqual([]);
});

test('returns the existing favorite for a repeated target, and continues the ranking from the highest', async () => {
  const ada = await service.user();
  const [bo, cy, di, ed] = await addContacts(ada, 'Bo', 'Cy', 'Di', 'Ed');
  const [first] = await addFavorites(ada, { contact_id: bo, ranking: 40 });
  const { favorites } = dataOf(
    await create(
      ada,
      { contact_id: cy },
      { contact_id: bo, ranking: 1 },
      { contact_id: di, ranking: 90 },
      { contact_id: cy },
      { contact_id: ed },
    ),
  );
  expect(favorites.map(({ ranking }: { ranking: number }) => ranking)).toEqual([41, 40, 90, 41, 91]);
  expect(favorites[1].id).toBe(first);
  expect(favorites[3].id).toBe(favorites[0].id);
  expect(await list(ada)).toEqual([first, ...[0, 2, 4].map((index) => favorites[index].id)]);
});

test('changes only the ranking, and lists a favorite without one last', async () => {
  const ada = await service.user();
  const contacts = await addContacts(ada, 'Bo', 'Cy', 'Di');
  const [a, b, c] = await addFavorites(ada, ...contacts.map((contact_id) => ({ contact_id })));
  const change = (id: string | undefined, body: object) =>
    ada.call('PATCH', `/v2/favorites/${id}`, body, { key: null });
  expect(dataOf(await change(c, { ranking: -5 })).favorite).toMatchObject({ id: c, ranking: -5 });
  expect(dataOf(await change(a, { ranking: null })).favorite).toMatchObject({ ranking: null });
  expect(dataOf(await change(b, {})).favorite).toMatchObject({ ranking: 2 });
  expect(await list(ada)).toEqual([c, b, a]);
  expect((await change(b, { contact_id: contacts[0] })).status).toBe(400);
  expect((await change(b, { ranking: 1.5 })).status).toBe(400);
  expect((await change(randomUUID(), { ranking: 1 })).status).toBe(404);
});

test('processes each row of a bulk update separately', async () => {
  const ada = await service.user();
  const contacts = await addContacts(ada, 'Bo', 'Cy');
  const [a, b] = await addFavorites(ada, ...contacts.map((contact_id) => ({ contact_id })));
  const unknown = randomUUID();
  const update = (updates: object[]) => ada.post('/v2/favorites/batch-update', { updates }, { key: null });
  const rows = [a, unknown, b].map((favoriteId, index) => ({ favoriteId, data: { ranking: 10 - index } }));
  expect(dataOf(await update(rows))).toEqual({
    affected: 2,
    ids: [a, b],
    failed: [{ id: unknown, error: { code: 'NotFound', message: expect.any(String) } }],
  });
  expect(await list(ada)).toEqual([b, a]);
  expect((await update([])).status).toBe(400);
  expect(refusedFields(await update([{ favoriteId: a }]))).toEqual(['updates[0].data']);
});

test('deletes favorites one by one or together, and keeps their targets', async () => {
  const ada = await service.user();
  const contacts = await addContacts(ada, 'Bo', 'Cy', 'Di');
  const [a, b, c] = await addFavorites(ada, ...contacts.map((contact_id) => ({ contact_id })));
  const key = randomUUID();
  const once = await ada.call('DELETE', `/v2/favorites/${a}`, undefined, { key });
  expect(once.body).toEqual({ data: { affected: 1, ids: [a] } });
  expect((await ada.call('DELETE', `/v2/favorites/${a}`, undefined, { key })).body).toEqual(once.body);
  expect((await ada.call('DELETE', `/v2/favorites/${a}`)).status).toBe(404);
  const rest = await ada.post('/v2/favorites/batch-delete', { favoriteIds: [c, randomUUID(), b, b] });
  expect(rest.body).toEqual({ data: { affected: 2, ids: [c, b] } });
  expect(await list(ada)).toEqual([]);
  expect((await ada.get(`/v2/contacts/${contacts[0]}`)).status).toBe(200);
});

test("deletes a contact's favorite with it, and moves a merged one's to the survivor, once", async () => {
  const ada = await service.user();
  const [gone, kept, twin, other] = await addContacts(ada, 'Gone', 'Kept', 'Twin', 'Other');
  const favorites = await addFavorites(ada, ...[gone, kept, twin].map((contact_id) => ({ contact_id })));
  dataOf(await ada.call('DELETE', `/v2/contacts/${gone}`));
  expect(await list(ada)).toEqual(favorites.slice(1));
  const merge = (...contactIds: (string | undefined)[]) => ada.post('/v2/contacts/merge', { contactIds: [contactIds] });
  dataOf(await merge(kept, twin));
  expect(await list(ada)).toEqual([favorites[1]]);
  const [heir] = await addContacts(ada, 'Heir');
  dataOf(
    await ada.post('/v2/contacts/merge', { contactIds: [{ contactIds: [kept, heir, other], primaryContactId: heir }] }),
  );
  const left = dataOf(await ada.get('/v2/favorites')).favorites;
  expect(left).toMatchObject([{ id: favorites[1], contact_id: heir, contacts: { full_name: 'Heir' } }]);
});

test("treats another user's favorites and targets as missing", async () => {
  const [ada, eve] = [await service.user(), await service.user()];
  const [bo] = await addContacts(ada, 'Bo');
  const [id] = await addFavorites(ada, { contact_id: bo });
  expect((await eve.get(`/v2/favorites/${id}`)).status).toBe(404);
  expect((await eve.call('PATCH', `/v2/favorites/${id}`, { ranking: 9 })).status).toBe(404);
  expect((await eve.call('DELETE', `/v2/favorites/${id}`)).status).toBe(404);
  const targets = { contact_id: bo, group_id: await addGroup(ada, 'Hers'), view_id: await addView(ada, 'Hers') };
  for (const [target, foreign] of Object.entries(targets)) {
    expect((await create(eve, { [target]: foreign })).status, target).toBe(404);
  }
  const update = { updates: [{ favoriteId: id, data: { ranking: 9 } }] };
  expect(dataOf(await eve.post('/v2/favorites/batch-update', update))).toMatchObject({ affected: 0, failed: [{ id }] });
  expect(dataOf(await eve.post('/v2/favorites/batch-delete', { favoriteIds: [id] }))).toEqual({ affected: 0, ids: [] });
  expect(await list(eve)).toEqual([]);
  expect(dataOf(await ada.get('/v2/favorites')).favorites).toMatchObject([{ id, ranking: 1 }]);
});
