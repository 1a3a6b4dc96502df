import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { clockedServiceForFile } from '../support/clocked.ts';
import { dataOf, type Json, makeContact, makeTag } from '../support/people.ts';
import type { Api } from '../support/service.ts';

// What leaves the trash for good, over REST.

const { service } = await clockedServiceForFile();

const trashOf = async (api: Api): Promise<Json[]> => dataOf(await api.get('/v2/trash')).items;

/** Deletes a new tag, a minute after whatever happened before. */
async function deletedTag(api: Api, name: string): Promise<string> {
  service.now = new Date(service.now.getTime() + 60_000);
  const { id } = await makeTag(api, name);
  dataOf(await api.call('DELETE', `/v2/tags/${id}`));
  return id;
}

test('answers what a deleted thing was, only to its owner', async () => {
  const [ada, eve] = [await service.user(), await service.user()];
  const id = await deletedTag(ada, 'chess');
  const { item } = dataOf(await ada.get(`/v2/trash/${id}`));
  expect(item).toMatchObject({ id, kind: 'tag', name: 'chess' });
  expect(await trashOf(ada)).toEqual([item]);
  for (const [api, one] of [
    [eve, id],
    [ada, randomUUID()],
  ] as const)
    expect((await api.get(`/v2/trash/${one}`)).status).toBe(404);
});

test('deletes one thing for good and leaves the others', async () => {
  const [ada, eve] = [await service.user(), await service.user()];
  const contact = await makeContact(ada, { full_name: 'Ann' });
  dataOf(await ada.call('DELETE', `/v2/contacts/${contact.id}`));
  const tag = await deletedTag(ada, 'chess');
  expect((await eve.call('DELETE', `/v2/trash/${contact.id}`)).status).toBe(404);
  expect(await trashOf(ada)).toHaveLength(2);
  const key = randomUUID();
  const gone = await ada.call('DELETE', `/v2/trash/${contact.id}`, undefined, { key });
  expect(dataOf(gone).item).toMatchObject({ id: contact.id, kind: 'contact', name: 'Ann' });
  expect((await ada.call('DELETE', `/v2/trash/${contact.id}`, undefined, { key })).body).toEqual(gone.body);
  expect((await trashOf(ada)).map(({ id }) => id)).toEqual([tag]);
  const { restored } = dataOf(await ada.post('/v2/trash/restore', { ids: [contact.id] }));
  expect(restored).toEqual([]);
  expect((await ada.call('DELETE', `/v2/trash/${contact.id}`)).status).toBe(404);
});

test('empties the trash, up to a time if one is given', async () => {
  const [ada, eve] = [await service.user(), await service.user()];
  await deletedTag(eve, 'hers');
  await deletedTag(ada, 'first');
  await deletedTag(ada, 'second');
  const [latest, older] = await trashOf(ada);
  expect(dataOf(await ada.post('/v2/trash/empty', { until: older!.deleted_at }))).toEqual({ affected: 1 });
  expect(await trashOf(ada)).toEqual([latest]);
  expect(dataOf(await ada.post('/v2/trash/empty', {}))).toEqual({ affected: 1 });
  expect(await trashOf(ada)).toEqual([]);
  expect(await trashOf(eve)).toMatchObject([{ name: 'hers' }]);
});
