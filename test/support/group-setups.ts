import fc from 'fast-check';
import { addContacts, addFavorites, addGroup, addShareLink, addView } from './records.ts';
import type { Api } from './service.ts';

// Random forests of groups with all related records.

export const SETUP_SIZE = 7;
const place = fc.nat(SETUP_SIZE - 1);
const picks = (maximum: number) => fc.array(place, { maxLength: maximum });

/** Indexes refer to the groups in creation order. */
export const groupSetup = fc.record({
  parents: fc.tuple(...Array.from({ length: SETUP_SIZE }, (_, index) => fc.integer({ min: -1, max: index - 1 }))),
  members: fc.array(fc.tuple(place, fc.nat(3)), { maxLength: 12 }),
  views: picks(5),
  favorites: picks(5),
  links: picks(5),
});
type GroupSetup = typeof groupSetup extends fc.Arbitrary<infer T> ? T : never;

/** The merge: sources are counted from the destination. */
export const groupMerge = fc.record({
  destination: place,
  sources: fc.array(fc.integer({ min: 1, max: SETUP_SIZE - 1 }), { minLength: 1, maxLength: SETUP_SIZE }),
});

/** Creates a scene's groups and related records. Returns their ids. */
export async function makeGroupSetup(api: Api, scene: GroupSetup): Promise<string[]> {
  const contacts = await addContacts(api, 'A', 'B', 'C', 'D');
  const ids: string[] = [];
  for (const [index, parent] of scene.parents.entries()) {
    const own = scene.members.filter(([group]) => group === index).map(([, contact]) => contacts[contact]);
    const groups_contacts = own.map((contact_id) => ({ contact_id }));
    ids.push(await addGroup(api, `G${index}`, { parent_id: ids[parent] ?? null, groups_contacts }));
  }
  const viewIds: string[] = [];
  for (const group of scene.views) viewIds.push(await addView(api, 'V', { group_id: ids[group] }));
  for (const group of scene.links) await addShareLink(api, ids[group]!);
  const targets = [...scene.favorites.map((group) => ({ group_id: ids[group] })), { contact_id: contacts[0] }];
  await addFavorites(api, ...targets, ...viewIds.map((view_id) => ({ view_id })));
  return ids;
}
