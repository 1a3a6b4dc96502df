import type { Context } from '../runtime/context.ts';

/** The parent of each of the user's groups. Null at the top level. */
export type Parents = ReadonlyMap<string, string | null>;

export async function parentsOfGroups({ db, user }: Context): Promise<Parents> {
  const rows = await db.selectFrom('groups').select(['id', 'parent_id']).where('user_id', '=', user.user_id).execute();
  return new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
}

/** The group's ancestors, from its parent to the top level, without duplicates. */
export function ancestors(parents: Parents, id: string): string[] {
  const found = new Set<string>();
  for (let above = parents.get(id); above && !found.has(above); above = parents.get(above)) found.add(above);
  return [...found];
}

/** The group and its subgroups, at any depth. */
export function withSubgroups(parents: Parents, id: string): string[] {
  return [id, ...[...parents.keys()].filter((other) => ancestors(parents, other).includes(id))];
}

/** The cycle that a new parent would create, from the parent up to the group. Empty if there is none. */
export async function cycleThrough(context: Context, id: string, parent: unknown): Promise<string[]> {
  if (typeof parent !== 'string') return [];
  const way = [parent, ...ancestors(await parentsOfGroups(context), parent)];
  return way.slice(0, way.indexOf(id) + 1);
}

/** The groups that get a new parent in a merge, with that parent. */
export function reparentedByMerge(parents: Parents, destination: string, sources: ReadonlySet<string>): Parents {
  const moved = new Map<string, string | null>();
  // A destination below several sources moves above all of them, because it becomes the parent of their other children.
  const topSource = ancestors(parents, destination).findLast((id) => sources.has(id));
  if (topSource) moved.set(destination, parents.get(topSource)!);
  for (const [id, parent] of parents) {
    const loses = parent !== null && sources.has(parent);
    if (loses && id !== destination && !sources.has(id)) moved.set(id, destination);
  }
  return moved;
}
