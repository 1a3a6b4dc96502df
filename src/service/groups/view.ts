import type { DataOf } from '../../contract/operation.ts';
import type { Operations } from '../../contract/operations.ts';
import { inOrderOf } from '../../shared/lists.ts';
import type { Context } from '../runtime/context.ts';

export type GroupView = DataOf<Operations['get_group']>['group'];

/** Groups as the API shows them, in the order of `ids`; ids that are not the caller's are left out. */
export async function viewGroups(context: Context, ids: string[]): Promise<GroupView[]> {
  const { db, user } = context;
  const rows = await db
    .selectFrom('groups')
    .selectAll()
    .where('user_id', '=', user.user_id)
    .where('id', 'in', ids)
    .execute();
  const counts = await countMembers(context, ids);
  const views = rows.map((row) => ({ ...row, _count: { groups_contacts: counts.get(row.id) ?? 0 } }));
  return inOrderOf(ids, views);
}

/** How many contacts each of these groups has, or each of the caller's groups; empty groups are not in the map. */
export async function countMembers({ db, user }: Context, groupIds?: string[]): Promise<Map<string, number>> {
  let links = db.selectFrom('groups_contacts').where('user_id', '=', user.user_id);
  if (groupIds) links = links.where('group_id', 'in', groupIds);
  const counts = await links
    .select(['group_id', (expression) => expression.fn.countAll<number>().as('contacts')])
    .groupBy('group_id')
    .execute();
  return new Map(counts.map(({ group_id, contacts }) => [group_id, Number(contacts)]));
}
