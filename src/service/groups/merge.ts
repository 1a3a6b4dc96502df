import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { badRequest } from '../../shared/error.ts';
import { requireOwned } from '../common/owned.ts';
import { markChanged } from '../runtime/changes.ts';
import type { Context } from '../runtime/context.ts';
import { countLinks, deleteCounts } from '../runtime/counts.ts';
import type { RequestOf } from '../runtime/handler.ts';
import { moveToTrash } from '../undo-records/move-to-trash.ts';
import { membersOf } from './members.ts';
import { recordGroupMerge } from './merge-records.ts';
import { requireGroup } from './save.ts';
import { parentsOfGroups, reparentedByMerge } from './tree.ts';
import { viewGroups } from './view.ts';

export type GroupMerge = DataOf<Operations['merge_groups']>;
type Request = RequestOf<Operations['merge_groups']>['body'];

/**
 * Merges the sources into the destination (docs/api/organizing.md), and moves the sources to the trash. The result lists
 * all changes: the ids of all moved and deleted records, and the destination's id if it gets another parent.
 */
export async function mergeGroups(context: Context, destination: string, request: Request): Promise<GroupMerge> {
  const { sourceGroupIds } = request;
  const own = sourceGroupIds.indexOf(destination);
  if (own >= 0) throw badRequest({ [`sourceGroupIds[${own}]`]: 'must not be the destination' });
  await requireGroup(context, destination);
  await requireOwned(context, 'groups', sourceGroupIds, (index) => `sourceGroupIds[${index}]`);
  const sources = [...new Set(sourceGroupIds)];

  const merge = () => moveToTrash(context, 'group', sources, () => mergeInto(context, destination, sources, request));
  return recordGroupMerge(context, destination, sources, merge);
}

async function mergeInto(
  context: Context,
  destination: string,
  sources: string[],
  { finalName, finalEmoji }: Request,
): Promise<GroupMerge> {
  markChanged(context, 'group', [destination, ...sources]);
  const parents = reparentedByMerge(await parentsOfGroups(context), destination, new Set(sources));
  for (const [id, parent_id] of parents) await changeGroup(context, id, { parent_id });
  await changeGroup(context, destination, { name: finalName, ...(finalEmoji !== undefined && { emoji: finalEmoji }) });
  await moveMembers(context, sources, destination);
  const movedViewIds = await idsIn(context, 'views', sources);
  await moveViews(context, sources, destination);
  // Favorites and share links of the sources are deleted with them.
  const deletedFavoriteIds = await idsIn(context, 'favorites', sources);
  const deletedShareLinkIds = await idsIn(context, 'share_links', sources);
  await deleteGroups(context, sources);

  const members = await membersOf(context, destination).orderBy('contact_id').execute();
  return {
    group: (await viewGroups(context, [destination]))[0]!,
    mergedGroupIds: sources,
    reparentedGroupIds: [...parents.keys()].sort(),
    contactIds: members.map(({ contact_id }) => contact_id),
    movedViewIds,
    deletedFavoriteIds,
    deletedShareLinkIds,
  };
}

interface Changes {
  name?: string;
  emoji?: string | null;
  parent_id?: string | null;
}

async function changeGroup({ db, user, now }: Context, id: string, changes: Changes): Promise<void> {
  await db
    .updateTable('groups')
    .set({ ...changes, updated_at: now })
    .where('user_id', '=', user.user_id)
    .where('id', '=', id)
    .execute();
}

/** Adds all contacts of the sources to the destination. */
async function moveMembers(context: Context, sources: string[], destination: string): Promise<void> {
  const { db, user } = context;
  const joined = await db
    .insertInto('groups_contacts')
    .columns(['user_id', 'contact_id', 'group_id', 'created_at'])
    .expression((builder) =>
      builder
        .selectFrom('groups_contacts')
        .select((row) => [
          'user_id',
          'contact_id',
          row.val(destination).as('group_id'),
          row.fn.min('created_at').as('since'),
        ])
        .where('user_id', '=', user.user_id)
        .where('group_id', 'in', sources)
        .groupBy(['user_id', 'contact_id']),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['contact_id', 'group_id as name'])
    .execute();
  await countLinks(context, 'group', joined, 1);
}

async function moveViews({ db, user, now }: Context, sources: string[], destination: string): Promise<void> {
  await db
    .updateTable('views')
    .set({ group_id: destination, updated_at: now })
    .where('user_id', '=', user.user_id)
    .where('group_id', 'in', sources)
    .execute();
}

async function deleteGroups(context: Context, ids: string[]): Promise<void> {
  const { db, user } = context;
  await db.deleteFrom('groups').where('user_id', '=', user.user_id).where('id', 'in', ids).execute();
  await deleteCounts(context, 'group', ids);
}

async function idsIn(
  { db, user }: Context,
  table: 'views' | 'favorites' | 'share_links',
  groupIds: string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('user_id', '=', user.user_id)
    .where('group_id', 'in', groupIds)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
