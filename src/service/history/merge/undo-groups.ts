import type { GroupMergeChange } from '../../../contract/archive.ts';
import { KithError } from '../../../shared/error.ts';
import { dropGroupMerge, type GroupMergeRecord, goneSources, standingGroupMerges } from '../../groups/merge-records.ts';
import { requireGroup } from '../../groups/save.ts';
import { markChanged } from '../../runtime/changes.ts';
import type { Context } from '../../runtime/context.ts';
import { countLinks } from '../../runtime/counts.ts';
import { restoreAllFromTrash, takeBackChanges } from '../trash/restore.ts';

/**
 * Takes back the latest merge into a group: its sources are there again with members, subgroups, views, favorites and
 * share links, and the destination is what it was, except for later changes. Throws 404 when there is no such group, and
 * 409 when it has no such merge, or a source was deleted for good.
 */
export async function undoGroupMerge(context: Context, destinationId: string): Promise<GroupMergeRecord> {
  const [latest] = await standingGroupMerges(context, { destinationId, limit: 1 });
  if (!latest) {
    await requireGroup(context, destinationId);
    throw new KithError('Conflict', 'This group has no merge left to take back.');
  }
  const { sources, before, after, added } = latest.change;
  const [gone] = await goneSources(context, [latest]);
  if (gone !== undefined) {
    const { name } = sources.find(({ id }) => id === gone)!;
    throw new KithError('Conflict', `The merge cannot be taken back: the group “${name}” was deleted from the trash.`);
  }
  await dropGroupMerge(context, latest.id);
  // A source that was restored from the trash since stays as it is.
  await restoreAllFromTrash(
    context,
    sources.map(({ bin_id }) => bin_id),
  );
  await restoreDestination(context, destinationId, before, after);
  await removeMembers(context, destinationId, added);
  return latest;
}

/** Changes made since then stay. */
async function restoreDestination(
  context: Context,
  id: string,
  before: GroupMergeChange['before'],
  after: GroupMergeChange['after'],
): Promise<void> {
  const { db, user } = context;
  markChanged(context, 'group', [id]);
  for (const column of ['name', 'emoji'] as const) {
    await db
      .updateTable('groups')
      .set({ [column]: before[column] })
      .where('user_id', '=', user.user_id)
      .where('id', '=', id)
      .where(column, after[column] === null ? 'is' : '=', after[column])
      .execute();
  }
  const placed = ({ parent_id, updated_at }: typeof before) => ({ parent_id, updated_at });
  await takeBackChanges(context, [{ table: 'groups', id, before: placed(before), after: placed(after) }]);
}

/** Removes the members that came with the sources; a member that was taken out and added again since stays. */
async function removeMembers(context: Context, id: string, added: GroupMergeChange['added']): Promise<void> {
  const { db, user } = context;
  for (const { contact_id, created_at } of added) {
    const left = await db
      .deleteFrom('groups_contacts')
      .where('user_id', '=', user.user_id)
      .where('group_id', '=', id)
      .where('contact_id', '=', contact_id)
      .where('created_at', '=', created_at)
      .returning(['contact_id', 'group_id as name'])
      .execute();
    await countLinks(context, 'group', left, -1);
  }
}
