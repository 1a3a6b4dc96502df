import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listMerges } from '../../src/service/history/merge/list.ts';
import { undoGroupMerge } from '../../src/service/history/merge/undo-groups.ts';
import { restoreFromTrash } from '../../src/service/history/trash/restore.ts';
import type { UserData } from '../../src/service/runtime/user-data.ts';
import { dropEntries, listTrash } from '../../src/service/undo-records/trash-entries.ts';
import { clockedServiceForFile } from '../support/clocked.ts';
import { groupMerge, groupSetup, makeGroupSetup, SETUP_SIZE } from '../support/group-setups.ts';
import { dataOf, type Json } from '../support/people.ts';
import { addContacts, addFavorites, addGroup, addShareLink, addView } from '../support/records.ts';
import { rounds } from '../support/rounds.ts';
import type { Api } from '../support/service.ts';
import { readable, stateOf } from '../support/state.ts';

const { service, database } = await clockedServiceForFile();

const tick = (ms = 60_000) => {
  service.now = new Date(service.now.getTime() + ms);
};
const merge = async (api: Api, destination: string, ...sourceGroupIds: string[]): Promise<Json> => {
  tick();
  const body = { sourceGroupIds, finalName: `United ${service.now.toISOString()}`, finalEmoji: '🤝' };
  return dataOf(await api.post(`/v2/groups/${destination}/merge`, body));
};
const undo = (account: UserData, groupId: string) => account.write((context) => undoGroupMerge(context, groupId));
const patch = async (api: Api, id: string, group: object): Promise<void> =>
  void dataOf(await api.call('PATCH', `/v2/groups/${id}`, { group }));
const groupOf = async (api: Api, id: string): Promise<Json> => dataOf(await api.get(`/v2/groups/${id}`)).group;
const everything = (userId: string): string[] => readable(stateOf(database, userId));

/** A group with a source that has one of every kind of record. */
async function makePair() {
  const api = await service.user();
  const account = await service.userData(api.id);
  const [bo, cy] = (await addContacts(api, 'Bo', 'Cy')) as [string, string];
  const destination = await addGroup(api, 'Destination', { groups_contacts: [{ contact_id: bo }] });
  const members = [bo, cy].map((contact_id) => ({ contact_id }));
  const source = await addGroup(api, 'Source', { emoji: '🌱', groups_contacts: members });
  const child = await addGroup(api, 'Child', { parent_id: source });
  await addView(api, 'View', { group_id: source });
  await addFavorites(api, { group_id: source });
  const { token } = await addShareLink(api, source);
  return { api, account, bo, cy, destination, source, child, token };
}

test('restores every byte when merges are undone one by one, latest first', async () => {
  await fc.assert(
    fc.asyncProperty(groupSetup, fc.array(groupMerge, { minLength: 1, maxLength: 3 }), async (scene, merges) => {
      const owner = await service.user();
      const account = await service.userData(owner.id);
      const ids = await makeGroupSetup(owner, scene);
      const states: string[][] = [];
      let living = ids;
      for (const wanted of merges) {
        const destination = ids[wanted.destination]!;
        const sources = wanted.sources
          .map((offset) => ids[(wanted.destination + offset) % SETUP_SIZE]!)
          .filter((id) => living.includes(id));
        if (!living.includes(destination) || sources.length === 0) continue;
        states.push(everything(owner.id));
        await merge(owner, destination, ...sources);
        living = living.filter((id) => !sources.includes(id));
      }
      for (const before of states.reverse()) {
        tick();
        const [latest] = (await account.read(listMerges)) as { group_id: string }[];
        await undo(account, latest!.group_id);
        expect(everything(owner.id)).toEqual(before);
      }
      expect(await account.read(listMerges)).toEqual([]);
      expect(await account.read(listTrash)).toEqual([]);
    }),
    { numRuns: rounds(2) },
  );
});

test('keeps later changes, and reopens the share link', async () => {
  const { api, account, bo, cy, destination, source, child, token } = await makePair();
  await merge(api, destination, source);
  expect((await api.get(`/v1/shared/${token}`)).status).toBe(404);
  const [di] = await addContacts(api, 'Di');
  dataOf(await api.call('PUT', `/v2/groups/${destination}/contacts`, { contactIds: [di] }));
  await patch(api, destination, { name: 'By hand' });
  await patch(api, child, { name: 'Still a child' });
  await undo(account, destination);
  expect(await groupOf(api, destination)).toMatchObject({ name: 'By hand', emoji: null });
  expect(await groupOf(api, source)).toMatchObject({ name: 'Source', emoji: '🌱' });
  expect(await groupOf(api, child)).toMatchObject({ name: 'Still a child', parent_id: source });
  const members = async (id: string) =>
    dataOf(await api.get(`/v2/groups/${id}/contacts`)).contacts.map((contact: Json) => contact.id);
  expect(await members(destination)).toEqual([bo, di].sort());
  expect(await members(source)).toEqual([bo, cy].sort());
  expect((await api.get(`/v1/shared/${token}`)).status).toBe(200);
});

test('never creates a cycle from groups moved since', async () => {
  const { api, account, destination, source, child } = await makePair();
  const above = await addGroup(api, 'Above');
  await patch(api, source, { parent_id: above });
  await merge(api, destination, source);
  await patch(api, above, { parent_id: child });
  await undo(account, destination);
  expect((await groupOf(api, source)).parent_id).toBe(above);
  expect((await groupOf(api, above)).parent_id).toBe(child);
  expect((await groupOf(api, child)).parent_id).toBe(destination);
});

test('moves the destination back when a parent deleted since is restored', async () => {
  const { api, account, destination, source } = await makePair();
  const between = await addGroup(api, 'Between', { parent_id: source });
  await patch(api, destination, { parent_id: between });
  await merge(api, destination, source);
  dataOf(await api.call('DELETE', `/v2/groups/${between}`));
  await undo(account, destination);
  expect((await groupOf(api, destination)).parent_id).toBeNull();
  await account.write((context) => restoreFromTrash(context, between));
  expect((await groupOf(api, between)).parent_id).toBe(source);
  expect((await groupOf(api, destination)).parent_id).toBe(between);
});

test('keeps a source restored from the trash earlier, and refuses to undo if one was emptied', async () => {
  const first = await makePair();
  await merge(first.api, first.destination, first.source);
  await first.account.write((context) => restoreFromTrash(context, first.source));
  await patch(first.api, first.source, { name: 'Mine' });
  await undo(first.account, first.destination);
  expect((await groupOf(first.api, first.source)).name).toBe('Mine');
  expect((await groupOf(first.api, first.destination)).name).toBe('Destination');

  const second = await makePair();
  await merge(second.api, second.destination, second.source);
  const [entry] = await second.account.read(listTrash);
  await second.account.write((context) => dropEntries(context, [entry!.id]));
  expect(await second.account.read(listMerges)).toEqual([]);
  await expect(undo(second.account, second.destination)).rejects.toMatchObject({ code: 'Conflict' });
});

test('moves a merge to the trash and back with its destination, and deletes it after 30 days', async () => {
  const { api, account, destination, source } = await makePair();
  const before = everything(api.id);
  await merge(api, destination, source);
  dataOf(await api.call('DELETE', `/v2/groups/${destination}`));
  expect(await account.read(listMerges)).toEqual([]);
  await account.write((context) => restoreFromTrash(context, destination));
  await undo(account, destination);
  expect(everything(api.id)).toEqual(before);
  await expect(undo(account, destination)).rejects.toMatchObject({ code: 'Conflict' });

  await merge(api, destination, source);
  tick(31 * 86_400_000);
  expect(await account.read(listMerges)).toEqual([]);
  await addGroup(api, 'Any write purges');
  expect(database.all('select 1 from group_merges where user_id = ?', api.id)).toEqual([]);
});

test("refuses to undo another user's merge", async () => {
  const { api, destination, source } = await makePair();
  await merge(api, destination, source);
  const stranger = await service.userData((await service.user()).id);
  await expect(undo(stranger, destination)).rejects.toMatchObject({ code: 'NotFound' });
  expect((await api.get(`/v2/groups/${source}`)).status).toBe(404);
});
