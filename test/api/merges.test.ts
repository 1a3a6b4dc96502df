import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { clockedServiceForFile } from '../support/clocked.ts';
import { dataOf, type Json, makeContacts } from '../support/people.ts';
import { addGroup } from '../support/records.ts';
import type { Api } from '../support/service.ts';

// Merges that can be undone, over REST.

const { service } = await clockedServiceForFile();

const mergesOf = async (api: Api): Promise<Json[]> => dataOf(await api.get('/v2/merges')).merges;
const undo = (api: Api, groupId: string) => api.post(`/v2/groups/${groupId}/undo-merge`);

/** Merges new groups called Club and Choir into one called Singers. */
async function mergedGroups(api: Api): Promise<{ club: string; choir: string }> {
  service.now = new Date(service.now.getTime() + 60_000);
  const [club, choir] = [await addGroup(api, 'Club'), await addGroup(api, 'Choir')];
  dataOf(await api.post(`/v2/groups/${club}/merge`, { sourceGroupIds: [choir], finalName: 'Singers' }));
  return { club, choir };
}

test('lists merges of contacts and groups, the latest first, only to their owner', async () => {
  const [ada, eve] = [await service.user(), await service.user()];
  const [ann, anna] = await makeContacts(ada, [{ full_name: 'Ann' }, { full_name: 'Anna' }]);
  const kept = { contactIds: [ann.id, anna.id], primaryContactId: ann.id };
  dataOf(await ada.post('/v2/contacts/merge', { contactIds: [kept] }));
  const { club, choir } = await mergedGroups(ada);
  const made = { id: expect.any(String), merged_at: expect.any(String) };
  expect(await mergesOf(ada)).toEqual([
    { ...made, group_id: club, name: 'Singers', merged: [{ id: choir, name: 'Choir' }] },
    { ...made, contact_id: ann.id, name: 'Ann', merged: [{ id: anna.id, name: 'Anna' }] },
  ]);
  expect(await mergesOf(eve)).toEqual([]);
});

test('takes a merge of groups back once', async () => {
  const [ada, eve] = [await service.user(), await service.user()];
  const { club, choir } = await mergedGroups(ada);
  for (const [api, group] of [
    [eve, club],
    [ada, randomUUID()],
  ] as const)
    expect((await undo(api, group)).status).toBe(404);
  const parted = dataOf(await undo(ada, club));
  expect(parted.groups).toEqual([
    { id: club, name: 'Club' },
    { id: choir, name: 'Choir' },
  ]);
  const { groups } = dataOf(await ada.get('/v2/groups'));
  expect(groups.map(({ name }: Json) => name).sort()).toEqual(['Choir', 'Club']);
  expect(await mergesOf(ada)).toEqual([]);
  expect((await undo(ada, club)).status).toBe(409);
});

test('refuses to undo a merge whose group was deleted from the trash', async () => {
  const ada = await service.user();
  const { club } = await mergedGroups(ada);
  dataOf(await ada.post('/v2/trash/empty', {}));
  expect(await mergesOf(ada)).toEqual([]);
  expect((await undo(ada, club)).status).toBe(409);
});
