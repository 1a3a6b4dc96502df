import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { chunked, inOrderOf } from '../../shared/lists.ts';
import { archivedIds } from '../contact-rows/archived.ts';
import type { Context } from '../runtime/context.ts';
import { storedCounts } from '../runtime/counts.ts';
import { parentsOfGroups, withSubgroups } from './tree.ts';

export type GroupView = DataOf<Operations['get_group']>['group'];

/** Reads groups in API format, in the order of `ids`. Skips ids that are not the user's. */
export async function viewGroups(context: Context, ids: string[], includeSubgroups = false): Promise<GroupView[]> {
  const { db, user } = context;
  const rows = await db
    .selectFrom('groups')
    .select(['user_id', 'id', 'workspace_id', 'name', 'emoji', 'description', 'parent_id', 'created_at', 'updated_at'])
    .where('user_id', '=', user.user_id)
    .where('id', 'in', ids)
    .execute();
  const counts = await countMembers(context, ids, includeSubgroups);
  const views = rows.map((row) => ({ ...row, _count: { groups_contacts: counts.get(row.id) ?? 0 } }));
  return inOrderOf(ids, views);
}

/**
 * The number of unarchived contacts in each of these groups, without empty groups. With subgroups, a contact in several of
 * them counts once.
 */
export async function countMembers(
  context: Context,
  groupIds: string[],
  includeSubgroups = false,
): Promise<Map<string, number>> {
  const counts = (await storedCounts(context, 'group', groupIds)) ?? (await countedMembers(context, groupIds));
  if (!includeSubgroups) return counts;
  const parents = await parentsOfGroups(context);
  const isParent = new Set(parents.values());
  for (const id of groupIds.filter((one) => isParent.has(one))) {
    const all = membersIn(context, withSubgroups(parents, id));
    const counted = all.select(({ fn }) => fn.count<number>('contact_id').distinct().as('contacts'));
    counts.set(id, Number((await counted.executeTakeFirstOrThrow()).contacts));
  }
  return counts;
}

async function countedMembers(context: Context, groupIds: string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const part of chunked(groupIds)) {
    const rows = await membersIn(context, part)
      .select(['group_id', ({ fn }) => fn.countAll<number>().as('contacts')])
      .groupBy('group_id')
      .execute();
    for (const { group_id, contacts } of rows) counts.set(group_id, Number(contacts));
  }
  return counts;
}

/** Selects the memberships of unarchived contacts in these groups. */
export const membersIn = (context: Context, groupIds: string[]) =>
  context.db
    .selectFrom('groups_contacts')
    .where('user_id', '=', context.user.user_id)
    .where('group_id', 'in', groupIds)
    .where('contact_id', 'not in', archivedIds(context));
