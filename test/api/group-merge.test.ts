import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { groupMerge, groupSetup, makeGroupSetup, SETUP_SIZE } from '../support/group-setups.ts';
import { difference, expectMerged, snapshot, sorted } from '../support/group-states.ts';
import { dataOf } from '../support/people.ts';
import { addContacts, addFavorites, addGroup, addShareLink, addView, refusedFields } from '../support/records.ts';
import { rounds } from '../support/rounds.ts';
import type { Api } from '../support/service.ts';

const { service } = await serviceForFile();

const merge = (api: Api, destination: string, sourceGroupIds: string[], options?: { key?: string }) =>
  api.post(`/v2/groups/${destination}/merge`, { sourceGroupIds, finalName: 'United', finalEmoji: '🤝' }, options);

test("keeps the destination's id, moves everything to it, and deletes the sources' favorites and share links", async () => {
  const ada = await service.user();
  const [bo, cy, di] = await addContacts(ada, 'Bo', 'Cy', 'Di');
  const group = (name: string, parent_id: string | null, ...members: (string | undefined)[]) =>
    addGroup(ada, name, { parent_id, groups_contacts: members.map((contact_id) => ({ contact_id })) });
  const destination = await group('Destination', null, bo);
  const source = await group('Source', null, bo, cy);
  const other = await group('Other', source, cy, di);
  const child = await group('Child', other);
  const [moved, kept] = [
    await addView(ada, 'Moved', { group_id: source }),
    await addView(ada, 'Kept', { group_id: child }),
  ];
  const [lost] = await addFavorites(ada, { group_id: source }, { group_id: destination }, { view_id: moved });
  const link = await addShareLink(ada, other);
  await addShareLink(ada, destination);

  const data = dataOf(await merge(ada, destination, [source, other, source]));
  expect(data).toEqual({
    group: expect.objectContaining({
      id: destination,
      name: 'United',
      emoji: '🤝',
      parent_id: null,
      _count: { groups_contacts: 3 },
    }),
    mergedGroupIds: [source, other],
    reparentedGroupIds: [child],
    contactIds: [bo, cy, di].sort(),
    movedViewIds: [moved],
    deletedFavoriteIds: [lost],
    deletedShareLinkIds: [link.id],
  });
  expect(dataOf(await ada.get(`/v2/views/${kept}`)).view.group_id).toBe(child);
  expect((await ada.get(`/v2/groups/${source}`)).status).toBe(404);
});

test('lifts a destination below its sources above all of them', async () => {
  const ada = await service.user();
  const top = await addGroup(ada, 'Top');
  const upper = await addGroup(ada, 'Upper source', { parent_id: top });
  const between = await addGroup(ada, 'Between', { parent_id: upper });
  const lower = await addGroup(ada, 'Lower source', { parent_id: between });
  const destination = await addGroup(ada, 'Destination', { parent_id: lower });
  const data = dataOf(await merge(ada, destination, [lower, upper]));
  expect(data.group.parent_id).toBe(top);
  expect(data.reparentedGroupIds).toEqual([between, destination].sort());
  expect(dataOf(await ada.get(`/v2/groups/${between}`)).group.parent_id).toBe(destination);
});

test('rejects invalid merges and changes nothing', async () => {
  const [ada, eve] = [await service.user(), await service.user()];
  const [destination, source] = [await addGroup(ada, 'Destination'), await addGroup(ada, 'Source')];
  const foreign = await addGroup(eve, 'Foreign');
  const before = await snapshot(ada);
  const itself = await merge(ada, destination, [source, destination]);
  expect([itself.status, refusedFields(itself)]).toEqual([400, ['sourceGroupIds[1]']]);
  for (const stranger of [foreign, randomUUID()]) {
    const answer = await merge(ada, destination, [source, stranger]);
    expect([answer.status, refusedFields(answer)]).toEqual([404, ['sourceGroupIds[1]']]);
  }
  expect((await merge(ada, randomUUID(), [source])).status).toBe(404);
  expect((await merge(ada, destination, [])).status).toBe(400);
  const unnamed = await ada.post(`/v2/groups/${destination}/merge`, { sourceGroupIds: [source] });
  expect(refusedFields(unnamed)).toEqual(['finalName']);
  expect(await snapshot(ada)).toEqual(before);
});

test('previews the result in a dry run, and merges once per key', async () => {
  const ada = await service.user();
  const [destination, source] = [await addGroup(ada, 'Destination'), await addGroup(ada, 'Source')];
  const before = await snapshot(ada);
  const body = { sourceGroupIds: [source], finalName: 'United', finalEmoji: '' };
  const dry = await ada.post(`/v2/groups/${destination}/merge?dryRun=true`, body);
  expect(dry.body).toMatchObject({ dry_run: true, data: { mergedGroupIds: [source], group: { emoji: '' } } });
  expect(await snapshot(ada)).toEqual(before);
  const key = randomUUID();
  const first = await merge(ada, destination, [source], { key });
  const again = await merge(ada, destination, [source], { key });
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

test('returns exactly the difference between the states', async () => {
  await fc.assert(
    fc.asyncProperty(groupSetup, groupMerge, async (scene, wanted) => {
      const api = await service.user();
      const ids = await makeGroupSetup(api, scene);
      const destination = ids[wanted.destination]!;
      const sources = wanted.sources.map((offset) => ids[(wanted.destination + offset) % SETUP_SIZE]!);
      const before = await snapshot(api);
      const { group, ...lists } = dataOf(await merge(api, destination, sources));
      const after = await snapshot(api);

      expect(sorted(lists)).toEqual(sorted(difference(before, after, destination)));
      expect(group).toEqual(after.groups.get(destination));
      expectMerged(before, after, destination, new Set(sources));
    }),
    { numRuns: rounds(5) },
  );
});
