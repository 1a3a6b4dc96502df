import { expect } from 'vitest';
import { dataOf } from './people.ts';
import { allIds } from './records.ts';
import type { Api } from './service.ts';

// State that a group merge may change, before and after, and the required result.

// biome-ignore lint/suspicious/noExplicitAny: rows as the wire brought them.
type Rows = Map<string, any>;

interface Snapshot {
  groups: Rows;
  views: Rows;
  favorites: Rows;
  shareLinks: Rows;
  members: Map<string, string[]>;
  contacts: string[];
}

/** Everything that a group merge could change, as the API returns it. */
export async function snapshot(api: Api): Promise<Snapshot> {
  const rows = async (path: string, list: string): Promise<Rows> => {
    const found = dataOf(await api.get(path))[list] as { id: string }[];
    return new Map(found.map((row) => [row.id, row]));
  };
  const groups = await rows('/v2/groups?take=200', 'groups');
  const links: [string, unknown][] = [];
  const members = new Map<string, string[]>();
  for (const id of groups.keys()) {
    links.push(...(await rows(`/v2/groups/${id}/share-links`, 'share_links')));
    members.set(id, await allIds(api, `/v2/groups/${id}/contacts`, 'contacts', 200));
  }
  return {
    groups,
    members,
    shareLinks: new Map(links),
    views: await rows('/v2/views?take=200', 'views'),
    favorites: await rows('/v2/favorites', 'favorites'),
    contacts: await allIds(api, '/v2/contacts', 'contacts', 200),
  };
}

const gone = (before: Rows, after: Rows) => [...before.keys()].filter((id) => !after.has(id));
const changed = (before: Rows, after: Rows, column: string) =>
  [...after].filter(([id, row]) => before.get(id)![column] !== row[column]).map(([id]) => id);

/** The response's lists, computed only from the states before and after. */
export const difference = (before: Snapshot, after: Snapshot, destination: string) => ({
  mergedGroupIds: gone(before.groups, after.groups),
  reparentedGroupIds: changed(before.groups, after.groups, 'parent_id'),
  contactIds: after.members.get(destination)!,
  movedViewIds: changed(before.views, after.views, 'group_id'),
  deletedFavoriteIds: gone(before.favorites, after.favorites),
  deletedShareLinkIds: gone(before.shareLinks, after.shareLinks),
});

export const sorted = (lists: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(lists).map(([name, ids]) => [name, [...ids].sort()]));

/** Checks the two states against the merge rules in docs/api/organizing.md. */
export function expectMerged(before: Snapshot, after: Snapshot, destination: string, sources: Set<string>): void {
  expect(new Set(gone(before.groups, after.groups))).toEqual(sources);
  expect(after.contacts).toEqual(before.contacts);
  for (const [id, group] of after.groups) {
    const was = before.groups.get(id)!;
    if (id !== destination) {
      const parent_id = sources.has(was.parent_id) ? destination : was.parent_id;
      expect({ ...group, updated_at: '' }).toEqual({ ...was, parent_id, updated_at: '' });
      expect(after.members.get(id)).toEqual(before.members.get(id));
    }
    expect(pathUp(after, id).at(-1)).toBeNull();
  }
  const above = pathUp(before, destination);
  const top = above.findLast((id) => id !== null && sources.has(id));
  const { parent_id } = before.groups.get(top ?? destination)!;
  expect(after.groups.get(destination)).toMatchObject({ name: 'United', emoji: '🤝', parent_id });
  const union = [destination, ...sources].flatMap((id) => before.members.get(id)!);
  expect(after.members.get(destination)).toEqual([...new Set(union)].sort());

  for (const [id, view] of before.views) {
    const group_id = sources.has(view.group_id) ? destination : view.group_id;
    expect(after.views.get(id).group_id).toBe(group_id);
  }
  const survives = ({ group_id }: { group_id: string }) => !sources.has(group_id);
  for (const part of ['favorites', 'shareLinks'] as const) {
    const kept = [...before[part].values()].filter(survives).map(({ id }) => id);
    expect([...after[part].keys()].sort()).toEqual(kept.sort());
  }
}

/** A group's parents, null last. Throws on a cycle. */
function pathUp({ groups }: Snapshot, id: string): (string | null)[] {
  const path: (string | null)[] = [];
  for (let at: string | null = id; at !== null; ) {
    at = groups.get(at)!.parent_id as string | null;
    if (path.length > groups.size) throw new Error('the parents go round');
    path.push(at);
  }
  return path;
}
